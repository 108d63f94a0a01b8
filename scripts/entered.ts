/** `npm run entered`: lists the files and functions of this project that one warm request executes. */
import { mkdtempSync, rmSync } from "node:fs";
import { Session, type Profiler } from "node:inspector/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Argument, Command, Option } from "commander";
import { startServer } from "../src/testing/embedded/start-server.js";
import { isFault } from "./bench/load.js";
import { callExamples } from "./docs/examples.js";
import { httpOperations, readSources, resolved, type MediaType } from "./docs/sources.js";

const summary = `Lists the files and functions of this project that one warm request executes. An operation is called with the first
example of its contract, an address of openapi.yaml with the example of its body.`;
const examples = `
Examples:
  npm run entered -- catalog_product.info
  npm run entered -- catalog_product.update --storage file:
  npm run entered -- catalog_product.update --by soap-v2
  npm run entered -- "PUT /api/rest/customers/1" --functions
  npm run entered -- "PUT /api/rest/customers/1" --body '{"firstname": "Ida"}'`;

const protocols = ["json-rpc", "xml-rpc", "soap-v1", "soap-v2"] as const;

interface Options {
  readonly by: (typeof protocols)[number];
  readonly body?: string;
  readonly storage: string;
  readonly functions?: true;
}

const command = new Command("npm run entered --")
  .description(summary)
  .addArgument(new Argument("<request>", "an operation, or the method and address of a request"))
  .addOption(new Option("--by <protocol>", "protocol of an operation").choices(protocols).default("json-rpc"))
  .option("--body <text>", "body for an address, JSON or XML; <session> becomes the session")
  .option(
    "--storage <where>",
    "memory: or file:<folder>, which is reset; file: is a temporary folder",
    "memory:",
  )
  .option("--functions", "also list the functions")
  .addHelpText("after", examples)
  .parse();
const [name = ""] = command.args;
const options = command.opts<Options>();

const root = fileURLToPath(new URL("..", import.meta.url));
const { rpc, http } = readSources(root);

/** Requests before the measured one, so that caches are filled and modules are loaded. */
const warmingRequests = 3;

/** Written for a session in the texts of the examples. */
const session = /<session>|&lt;session&gt;/;

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly type?: string;
  readonly body?: string;
}

const request = name.includes(" ") ? requestTo(name) : requestOf(name);
const temporary = options.storage === "file:" ? mkdtempSync(join(tmpdir(), "entered-")) : undefined;
const server = await startServer({ storage: temporary ? `file:${temporary}` : options.storage });
const inspector = new Session();
inspector.connect();
try {
  for (let count = 0; count < warmingRequests; count += 1) await send(request, await freshSession());
  const id = await freshSession();
  // Loads the session and its role, which happens at the first use.
  await send(jsonRpc("resources", ["<session>"]), id);
  // Waits until background work of the reset has ended.
  await setTimeout(200);

  await inspector.post("Profiler.enable");
  await inspector.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  await inspector.post("Profiler.takePreciseCoverage");
  await send(request, id);
  const { result } = await inspector.post("Profiler.takePreciseCoverage");
  list(result);
} finally {
  inspector.disconnect();
  await server.stop();
  if (temporary) rmSync(temporary, { recursive: true, force: true });
}

/** An operation by a protocol, with the first example of its contract. */
function requestOf(operation: string): Sent {
  if (options.body !== undefined) command.error("error: --body needs a method and an address");
  const method = rpc.methods.find((one) => one.name === operation);
  const params = method?.examples?.[0]?.params;
  if (!method || !params) return command.error(`error: openrpc.json has no example of ${operation}`);
  if (options.by === "json-rpc")
    return jsonRpc("call", ["<session>", operation, params.map(({ value }) => value)]);
  const language = options.by.replace("xml-rpc", "XML-RPC").replace("soap-", "SOAP ");
  const example = callExamples(method, params).find((one) => one.language === language);
  return posted(example?.code ?? command.error(`error: ${language} has no example of ${operation}`));
}

/** An example of the documentation: the request line, a header, and the body after an empty line. */
function posted(example: string): Sent {
  const [, path = "", type = "", body = ""] = /^POST (.*)\nContent-Type: (.*)\n\n([^]*)$/.exec(example) ?? [];
  return { method: "POST", path, type, body };
}

function jsonRpc(method: string, params: readonly unknown[]): Sent {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  return { method: "POST", path: "/api/jsonrpc", type: "application/json", body };
}

/** @param line method and address, such as `PUT /api/rest/customers/1` */
function requestTo(line: string): Sent {
  const [method = "", path = ""] = line.split(" ");
  const body = options.body ?? exampleBody(method, path);
  if (body === undefined) return { method, path };
  return { method, path, type: body.startsWith("<") ? "text/xml" : "application/json", body };
}

function exampleBody(method: string, path: string): string | undefined {
  const [address = ""] = path.split("?");
  const found = httpOperations(http).find(
    (one) => one.method === method && templateOf(one.path).test(address),
  );
  const content = found?.operation.requestBody && resolved(http, found.operation.requestBody).content;
  const media = content?.["application/json"];
  if (!media) return undefined;
  return JSON.stringify(exampleOf(media) ?? command.error(`error: ${method} ${path} has no example`));
}

function exampleOf({ example, examples = {} }: MediaType): unknown {
  const [first] = Object.values(examples);
  return example ?? (first && resolved(http, first).value);
}

function templateOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
}

/** Resets the shop, since a write works only once. @returns a new session */
async function freshSession(): Promise<string> {
  await server.control.resetShop();
  const text = await send(jsonRpc("login", ["admin", "admin123"]));
  return (JSON.parse(text) as { result: string }).result;
}

async function send({ method, path, type, body }: Sent, id = ""): Promise<string> {
  const answer = await fetch(`${server.url}${path}`, {
    method,
    headers: {
      ...(type && { "Content-Type": type }),
      ...(id && path.startsWith("/api/rest/") && { Authorization: `Bearer ${id}` }),
    },
    body: body?.replace(session, id) ?? null,
  });
  const text = await answer.text();
  if (!answer.ok || isFault(text)) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return text;
}

function list(scripts: readonly Profiler.ScriptCoverage[]): void {
  const base = pathToFileURL(root).href;
  const entered = scripts
    .filter(({ url }) => url.startsWith(`${base}src/`) || url.startsWith(`${base}generated/`))
    .map(({ url, functions }) => ({
      file: url.slice(base.length),
      names: functions
        .filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0)
        .map(({ functionName }) => functionName || "(anonymous)")
        // A helper of the compiler, which keeps the names of functions.
        .filter((one) => one !== "__name"),
    }))
    .filter(({ names }) => names.length > 0)
    .toSorted((one, other) => (one.file < other.file ? -1 : 1));
  for (const { file, names } of entered) {
    console.log(
      `${String(names.length).padStart(4)} ${file}${options.functions ? `: ${names.join(", ")}` : ""}`,
    );
  }
  const functions = entered.reduce((sum, { names }) => sum + names.length, 0);
  console.log(`${name}: ${entered.length} files, ${functions} functions`);
}
