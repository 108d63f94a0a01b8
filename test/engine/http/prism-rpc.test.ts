/**
 * Prism with the plain form of the operations: as a mock, it answers every operation; as a proxy, it finds no
 * violation in our answers.
 */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { resultChecks } from "../../../generated/results.js";
import { exampleState } from "../../support/example-state.js";
import { bearer, startShop } from "../../support/shop.js";
import { startPrism, violationsOf, type Prism } from "../../support/prism.js";

interface Example {
  readonly name: string;
  readonly params: readonly { readonly name: string; readonly value: unknown }[];
}

const contract = new URL("../../../openrpc.json", import.meta.url);
const { methods } = JSON.parse(readFileSync(contract, "utf8")) as {
  methods: { name: string; examples: Example[] }[];
};
const operations = methods.filter(({ name }) => name.includes("."));

/** By name, an argument that is null in a list is omitted. */
function bodyOf({ params }: Example): object | undefined {
  const given = params.filter(({ value }) => value !== null);
  return params.length === 0 ? undefined : Object.fromEntries(given.map(({ name, value }) => [name, value]));
}

function post(url: string, operation: string, body: object | undefined, session: string): Promise<Response> {
  const type = body === undefined ? {} : { "Content-Type": "application/json" };
  const request = { method: "POST", headers: { ...type, ...bearer(session) } };
  const text = body === undefined ? {} : { body: JSON.stringify(body) };
  return fetch(`${url}/api/rpc/${operation}`, { ...request, ...text });
}

describe("as a mock", () => {
  let mock: Prism;
  beforeAll(async () => {
    mock = await startPrism("mock", "generated/rpc.openapi.json");
  });
  afterAll(() => mock.stop());

  test.each(operations)("$name has an answer that matches the contract", async ({ name, examples }) => {
    const [example] = examples as [Example];
    const response = await post(mock.url, name, bodyOf(example), "a".repeat(64));
    expect(response.status, await response.clone().text()).toBe(200);
    const check = resultChecks[name];
    expect(check?.(await response.json()), JSON.stringify(check?.errors)).toBe(true);
  });
});

describe("as a proxy", async () => {
  const shop = await startShop({ dataset: "sample" });
  const proxy = await startPrism("proxy", "generated/rpc.openapi.json", shop.url);
  afterAll(() => proxy.stop());

  test.each(operations)("$name: its examples and its refusals", async ({ name, examples }) => {
    for (const example of examples) {
      await shop.reset(exampleState(name));
      const response = await post(proxy.url, name, bodyOf(example), await shop.session());
      expect(response.status, `${example.name}: ${await response.clone().text()}`).toBe(200);
      expect(violationsOf(response), example.name).toEqual([]);
    }
    const refused = await post(proxy.url, name, bodyOf(examples[0] as Example), "b".repeat(64));
    expect(refused.status).toBe(401);
    expect(violationsOf(refused)).toEqual([]);
  });

  test("it would detect a violation", async () => {
    const response = await post(proxy.url, "catalog_product.info", { productId: true }, await shop.session());
    const places = violationsOf(response).map(({ location }) => location.join("."));
    expect(new Set(places)).toEqual(new Set(["request.body.productId"]));
  });
});
