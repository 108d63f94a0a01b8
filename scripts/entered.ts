/**
 * `npm run entered -- sales_order_invoice.create`: lists the files and functions of this project that one warm call
 * executes. The call is the first example of the contract, by JSON-RPC on memory storage.
 */
import { Session } from "node:inspector/promises";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { startServer } from "../src/testing/embedded/start-server.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const [operation = "sales_order_invoice.create", ...rest] = process.argv.slice(2);
const isTold = rest.includes("--functions");

interface Method {
  readonly name: string;
  readonly params: readonly { readonly name: string }[];
  readonly examples?: readonly { readonly params: readonly { readonly value: unknown }[] }[];
}

/** Calls before the measured one, so that caches are filled and modules are loaded. */
const warmingCalls = 3;

const contract = JSON.parse(readFileSync(join(root, "openrpc.json"), "utf8")) as {
  readonly methods: readonly Method[];
};
const example = contract.methods.find(({ name }) => name === operation)?.examples?.[0];
if (!example) throw new Error(`openrpc.json has no example of ${operation}`);
const args = example.params.map(({ value }) => value);

const server = await startServer();
const inspector = new Session();
inspector.connect();
try {
  const call = async (method: string, params: readonly unknown[]) => {
    const answer = await fetch(`${server.url}/api/jsonrpc`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
    const { result, error } = (await answer.json()) as { result?: unknown; error?: { message: string } };
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  };
  // A write works only once, so the shop is reset before each call.
  const fresh = async () => {
    await server.control.resetShop();
    return call("login", ["admin", "admin123"]);
  };
  for (let count = 0; count < warmingCalls; count += 1) await call("call", [await fresh(), operation, args]);
  const session = await fresh();
  // Loads the session and its role, which happens at the first use.
  await call("resources", [session]);
  // Waits until background work of the reset has ended.
  await new Promise((resolve) => setTimeout(resolve, 200));

  await inspector.post("Profiler.enable");
  await inspector.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  await inspector.post("Profiler.takePreciseCoverage");
  await call("call", [session, operation, args]);
  const { result } = await inspector.post("Profiler.takePreciseCoverage");

  const entered = result
    .filter(
      ({ url }) =>
        /\/(src|generated)\//.test(url.slice(pathToFileURL(root).href.length - 1)) &&
        url.startsWith(pathToFileURL(root).href) &&
        !url.includes("node_modules"),
    )
    .map(({ url, functions }) => ({
      file: url.slice(pathToFileURL(root).href.length),
      names: functions
        .filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0)
        .map(({ functionName }) => functionName || "(anonymous)")
        // A helper of the compiler, which keeps the names of functions.
        .filter((name) => name !== "__name"),
    }))
    .filter(({ names }) => names.length > 0)
    .sort((one, other) => (one.file < other.file ? -1 : 1));
  for (const { file, names } of entered) {
    console.log(`${String(names.length).padStart(4)} ${file}${isTold ? `: ${names.join(", ")}` : ""}`);
  }
  const functions = entered.reduce((sum, { names }) => sum + names.length, 0);
  console.log(`${operation}: ${entered.length} files, ${functions} functions`);
} finally {
  inspector.disconnect();
  await server.stop();
}
