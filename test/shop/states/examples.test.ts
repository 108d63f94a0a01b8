/** The examples of openrpc.json are valid for the sample shop: every call succeeds with the result of the example. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { bundle, type OpenRpcMethod } from "../../../src/engine/chapters/bundle.js";
import { readChapters } from "../../../scripts/spec/chapters.js";
import { exampleState } from "../../support/example-state.js";
import { bearer, startShop, type Shop } from "../../support/shop.js";

let shop: Shop;
beforeAll(async () => {
  shop = await startShop({ dataset: "sample", settings: { baseUrl: "http://127.0.0.1:8080" } });
});
afterAll(() => shop.close());

/** Members that differ in every call. */
const newSession = expect.stringMatching(/^[0-9a-f]{64}$/) as unknown;
const undetermined: Readonly<Record<string, unknown>> = { login: newSession, startSession: newSession };

/** Access nodes of the caller, for calls that the first API user does not make. */
const callers: Readonly<Record<string, readonly string[]>> = {
  resources: ["sales/order/invoice/cancel"],
};

async function holds({ name }: OpenRpcMethod, { params, result }: OpenRpcMethod["examples"][number]) {
  const session = await sessionFor(name);
  const named = Object.fromEntries(
    params.map((param) => [param.name, param.name === "sessionId" ? session : param.value]),
  );
  const answer = await shop.rpc(name, named, name.includes(".") ? bearer(session) : {});
  expect(answer.error).toBeUndefined();
  expect(answer.result).toEqual(undetermined[name] ?? result.value);
}

async function sessionFor(method: string): Promise<string> {
  const roles = callers[method];
  if (roles === undefined) return shop.session();
  await shop.saveUser("limited", roles);
  return shop.login("limited", "secret123");
}

const { methods } = bundle(readChapters());
const reading = methods.filter((method) => method["x-effect"] === "read");
const changing = methods.filter((method) => method["x-effect"] !== "read");

describe.each(reading)("$name", (method) => {
  beforeAll(() => shop.reset(exampleState(method.name)));
  test.each(method.examples)("$name", (example) => holds(method, example));
});

describe.each(changing)("$name", (method) => {
  beforeEach(() => shop.reset(exampleState(method.name)));
  test.each(method.examples)("$name", (example) => holds(method, example));
});
