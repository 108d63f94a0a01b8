/** The tools that an agent gets. Each uses the test control or calls an operation, like any other client. */
import { CommandError, type Connection } from "../../cli/connection.js";
import type { AgentShop } from "./mcp-shop.js";

type Arguments = Readonly<Record<string, unknown>>;

export interface ToolAnswer {
  readonly content: readonly { readonly type: "text"; readonly text: string }[];
  readonly isError?: true;
}

interface Tool {
  readonly description: string;
  /** Arguments by name, with types of JSON Schema. */
  readonly properties: Readonly<Record<string, { readonly type?: string; readonly description: string }>>;
  readonly required?: readonly string[];
  /** Whether further members are allowed; the server checks them. */
  readonly isOpen?: true;
  readonly run: (shop: AgentShop, args: Arguments) => Promise<unknown>;
}

const tools: Readonly<Record<string, Tool>> = {
  start: {
    description:
      "Starts a separate shop, in memory on a free port, and uses it from now on. It stops with this process. Returns its address and credentials for the program under test.",
    properties: {
      dataset: { type: "string", description: "sample (default), minimal, or the path of a dataset file" },
    },
    async run(shop, { dataset }) {
      const { url } = await shop.start(dataset as string | undefined);
      return { url, username: "admin", apiKey: "admin123" };
    },
  },
  reset: {
    description: "Resets the whole shop to its dataset: data, clock, forced faults, mail and journal.",
    properties: { dataset: { type: "string", description: "sample or minimal; default: the start dataset" } },
    async run({ server }, args) {
      await server.control("POST", "/reset", args);
      return "The shop was reset.";
    },
  },
  call: {
    description:
      "Calls an operation such as catalog_product.info and returns its result, or the name of its fault. The effects of the operation are real.",
    properties: {
      operation: { type: "string", description: "a name that read_contract lists" },
      params: { description: "an object by parameter name, or a list in order; null skips a parameter" },
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
      "Makes the next matching calls of any client fail: the body of POST /control/faults. Give operation and one of fault, http, drop, result, or only delay_ms.",
    properties: {
      operation: { type: "string", description: "an operation, login, multiCall, a REST operation, or *" },
      fault: {
        type: "string",
        description: "a fault that the operation declares, such as product_not_exists",
      },
      times: { type: "integer", description: "for this number of calls, default 1; 0 = until the reset" },
      match: { type: "object", description: "only calls with these parameters" },
      http: { type: "object", description: "{status, retry_after?}: an HTTP error instead of a result" },
      drop: { type: "boolean", description: "true closes the connection without a response" },
      when: { type: "string", description: "after: the call is executed first, then its response is lost" },
      delay_ms: { description: "a number or {min, max}" },
    },
    required: ["operation"],
    isOpen: true,
    run: ({ server }, args) => server.control("POST", "/faults", args),
  },
  read_journal: {
    description:
      "Lists the latest calls, newest first: operation, arguments, result or fault, and the HTTP exchange, without secrets.",
    properties: {
      operation: { type: "string", description: "only this one" },
      fault: { type: "string", description: "only calls that ended with this fault" },
      limit: { type: "integer", description: "maximum number of calls, default 10" },
    },
    run({ server }, args) {
      const query = new URLSearchParams({ limit: "10" });
      for (const [name, value] of Object.entries(args)) query.set(name, String(value));
      return server.control("GET", `/calls?${query.toString()}`);
    },
  },
  read_contract: {
    description:
      "Without an operation: the name and summary of every operation. With one: its parameters, result, faults and all schemas that it uses, as in openrpc.json.",
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

/** Runs a tool. A refusal becomes an answer with `isError`, so that the agent can read the reason. */
export async function callTool(shop: AgentShop, name: string, args: Arguments): Promise<ToolAnswer> {
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
      return `${name} is not an argument of this tool; there are ${Object.keys(properties).join(", ")}`;
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

/** The components that a part of the contract refers to, directly or indirectly, by reference. */
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
