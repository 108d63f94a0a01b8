/** Runs every example of the contract with @open-rpc/test-coverage, by position, each on a reset shop. */
import { readFileSync } from "node:fs";
import coverage from "@open-rpc/test-coverage";
import ExamplesRule from "@open-rpc/test-coverage/build/rules/examples-rule.js";
import type { OpenrpcDocument } from "@open-rpc/meta-schema";
import { admin, same, url } from "./values.js";

async function post(path: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  const request = {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  };
  return fetch(`${url}${path}`, request);
}

const contract = (await (await fetch(`${url}/openrpc.json`)).json()) as OpenrpcDocument;
// The built-in methods return sessions, which no example can predict.
const methods = contract.methods.filter((method) => "name" in method && method.name.includes("."));

/** The sample shop with a cart that is ready to be ordered, which the examples of carts need. */
const withCart = readFileSync("cart.yaml", "utf8");

/** The state that the example of the operation starts from. */
async function resetFor(method: string): Promise<void> {
  if (!/^(cart|giftmessage)/.test(method) || method === "cart.create") {
    await post("/control/reset", {});
    return;
  }
  const request = { method: "PUT", headers: { "Content-Type": "application/yaml" }, body: withCart };
  const answer = await fetch(`${url}/control/state`, request);
  same(answer.ok, true);
}

/** Sends the call in a new session to a shop in that state. */
async function transport(_url: string, method: string, params: unknown[]): Promise<unknown> {
  await resetFor(method);
  const session = (await (await post("/api/rpc/login", admin)).json()) as string;
  const call = { jsonrpc: "2.0", id: 1, method, params };
  return (await post("/api/jsonrpc", call, { Authorization: `Bearer ${session}` })).json();
}

const Rule =
  "default" in ExamplesRule
    ? (ExamplesRule as unknown as { default: typeof ExamplesRule }).default
    : ExamplesRule;
const run = "default" in coverage ? (coverage as unknown as { default: typeof coverage }).default : coverage;
const calls = await run({
  openrpcDocument: { ...contract, methods },
  transport: transport as never,
  reporters: ["empty"],
  // The example of moveToCustomerQuote needs a second cart.
  rules: [new Rule({ skip: ["cart_product.moveToCustomerQuote"], only: [] })],
});
const failed = calls.filter(({ valid }) => valid !== true);
for (const { methodName, title, reason } of failed) console.error(`${methodName}: ${title}: ${reason}`);
same(failed.length, 0);
console.log(`${calls.length} examples hold`);
