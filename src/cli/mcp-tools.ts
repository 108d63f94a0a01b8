/** What an agent can do with the shop. Each tool is calls of the test control or of an operation, as every client makes them. */
import { CommandError, type Connection } from "./connection.js";
import type { ShopOfAgent } from "./mcp-shop.js";

type Arguments = Readonly<Record<string, unknown>>;

export interface ToolAnswer {
  readonly content: readonly { readonly type: "text"; readonly text: string }[];
  readonly isError?: true;
}

interface Tool {
  readonly description: string;
  /** By name; the types of JSON Schema. */
  readonly properties: Readonly<Record<string, { readonly type?: string; readonly description: string }>>;
  readonly required?: readonly string[];
  /** The server checks the members that are not named here. */
  readonly isOpen?: true;
  readonly run: (shop: ShopOfAgent, args: Arguments) => Promise<unknown>;
}

const tools: Readonly<Record<string, Tool>> = {
  start: {
    description:
      "Starts a shop of its own, in memory on a free port, and uses it from now on. It ends with this process. Answers its address and credentials for the program under test.",
    properties: {
      dataset: { type: "string", description: "sample (default), minimal, or the path of a dataset file" },
    },
    async run(shop, { dataset }) {
      const { url } = await shop.start(dataset as string | undefined);
      return { url, username: "admin", apiKey: "admin123" };
    },
  },
  reset: {
    description: "Puts the whole shop back to its dataset: data, clock, forced faults, mail and journal.",
    properties: { dataset: { type: "string", description: "sample or minimal; default: that of the start" } },
    async run({ server }, args) {
      await server.control("POST", "/reset", args);
      return "The shop is reset.";
    },
  },
  call: {
    description:
      "Calls an operation such as catalog_product.info and answers its result, or the name of its fault. Changes the shop as the operation does.",
    properties: {
      operation: { type: "string", description: "as read_contract lists them" },
      params: { description: "an object of named parameters, or a list in order; null skips one" },
      user: { type: "string", description: "an API user; default admin" },
    },
    required: ["operation"],
    async run({ server }, { operation, params = {}, user = "admin" }) {
      const opened = await server.control("POST", "/sessions", { username: user });
      return server.rpc("call", [(opened as { session: string }).session, operation, params]);
    },
  },
  force_fault: {
    description:
      "Makes the next matching calls fail, of every client: the body of POST /control/faults. Give operation and one of fault, http, drop, result, or delay_ms alone.",
    properties: {
      operation: { type: "string", description: "an operation, login, multiCall, a REST operation, or *" },
      fault: {
        type: "string",
        description: "a fault that the operation declares, such as product_not_exists",
      },
      times: { type: "integer", description: "for this number of calls, default 1; 0 = until the reset" },
      match: { type: "object", description: "only calls with these parameters" },
      http: { type: "object", description: "{status, retry_after?}: an HTTP error instead of an answer" },
      drop: { type: "boolean", description: "true closes the connection without an answer" },
      when: { type: "string", description: "after: the call is carried out first, then its answer is lost" },
      delay_ms: { description: "a number or {min, max}" },
    },
    required: ["operation"],
    isOpen: true,
    run: ({ server }, args) => server.control("POST", "/faults", args),
  },
  read_journal: {
    description:
      "Shows what was called, newest first: operation, arguments, result or fault, and the HTTP exchange, without secrets.",
    properties: {
      operation: { type: "string", description: "only this one" },
      fault: { type: "string", description: "only calls that ended with this fault" },
      limit: { type: "integer", description: "at most so many, default 10" },
    },
    run({ server }, args) {
      const query = new URLSearchParams({ limit: "10" });
      for (const [name, value] of Object.entries(args)) query.set(name, String(value));
      return server.control("GET", `/calls?${query.toString()}`);
    },
  },
  read_contract: {
    description:
      "Without an operation: the name and summary of each. With one: its parameters, result, faults and all schemas that it uses, as in openrpc.json.",
    properties: { operation: { type: "string", description: "such as sales_order.info" } },
    run: ({ server }, { operation }) => contractOf(server, operation as string | undefined),
  },
};

export const toolList = Object.entries(tools).map(
  ([name, { description, properties, required = [], isOpen }]) => ({
    name,
    description,
    inputSchema: { type: "object", properties, required, additionalProperties: isOpen === true },
  }),
);

/** A refusal is an answer too: the agent reads why. */
export async function callTool(shop: ShopOfAgent, name: string, args: Arguments): Promise<ToolAnswer> {
  try {
    const tool = Object.hasOwn(tools, name) ? tools[name] : undefined;
    if (tool === undefined)
      throw new CommandError(2, `there is no tool ${name}; there are ${Object.keys(tools).join(", ")}`);
    const problem = argumentProblem(tool, args);
    if (problem !== undefined) throw new CommandError(2, problem);
    const answer = await tool.run(shop, args);
    return {
      content: [{ type: "text", text: typeof answer === "string" ? answer : JSON.stringify(answer) }],
    };
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return { isError: true, content: [{ type: "text", text: error.message }] };
  }
}

function argumentProblem({ properties, required = [], isOpen }: Tool, args: Arguments): string | undefined {
  const missing = required.find((name) => args[name] === undefined);
  if (missing !== undefined) return `${missing} is missing`;
  for (const [name, value] of Object.entries(args)) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (property === undefined && !isOpen)
      return `${name} is no argument of this tool; there are ${Object.keys(properties).join(", ")}`;
    if (property?.type !== undefined && !isOfType(property.type, value))
      return `${name} must be of type ${property.type}`;
  }
  return undefined;
}

function isOfType(type: string, value: unknown): boolean {
  if (type === "integer") return Number.isInteger(value);
  if (type === "object") return typeof value === "object" && value !== null && !Array.isArray(value);
  return typeof value === type;
}

interface Contract {
  readonly methods: readonly { readonly name: string; readonly summary?: string }[];
}

async function contractOf(server: Connection, operation: string | undefined): Promise<unknown> {
  const answer = await server.send("/openrpc.json");
  if (!answer.ok) throw new CommandError(1, `GET /openrpc.json: HTTP ${answer.status}`);
  const contract = (await answer.json()) as Contract;
  if (operation === undefined)
    return contract.methods.map(({ name, summary = "" }) => `${name}: ${summary}`).join("\n");
  const method = contract.methods.find(({ name }) => name === operation);
  if (method === undefined)
    throw new CommandError(1, `there is no operation ${operation}; read_contract without one lists them all`);
  return { ...method, components: componentsOf(contract, method) };
}

/** What a part of the contract refers to, and what that refers to, by reference. */
function componentsOf(contract: object, part: object): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  const waiting = [part];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const [, reference = ""] of JSON.stringify(next).matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      if (reference in found) continue;
      const component = reference
        .split("/")
        .reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], contract);
      found[reference] = component;
      waiting.push(component as object);
    }
  }
  return found;
}
