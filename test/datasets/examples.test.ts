/** The examples of the contract that read hold on the sample shop, word for word. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bundle } from "../../scripts/spec/bundle.js";
import { readChapters } from "../../scripts/spec/chapters.js";
import { operationHandlers } from "../../src/operations.js";
import { startShop, type Shop } from "../support/shop.js";

let shop: Shop;
beforeAll(async () => {
  shop = await startShop({ dataset: "sample", settings: { baseUrl: "http://127.0.0.1:8080" } });
});
afterAll(() => shop.close());

const built = operationHandlers();

const reading = bundle(readChapters()).methods.filter(
  ({ name, "x-effect": effect }) => effect === "read" && built.has(name as never),
);

describe.each(reading)("$name", ({ name, examples = [] }) => {
  test("has an example", () => expect(examples.length).toBeGreaterThan(0));

  test.each(examples)("$name", async ({ params, result }) => {
    const args = Object.fromEntries(params.map((param) => [param.name, param.value]));
    expect(await shop.call(name, args)).toEqual(result.value);
  });
});
