/** multiCall (conventions 3.2). */
import { describe, expect, test } from "vitest";
import { startShop } from "../../support/shop.js";

const shop = await startShop();

async function multiCall(calls: unknown, options?: unknown) {
  return shop.rpc("multiCall", [await shop.session(), calls, ...(options === undefined ? [] : [options])]);
}

const good = ["catalog_category.currentStore"];
const bad = ["catalog_category.info", [99]];
const notExists = { isFault: true, faultCode: 102, fault: "not_exists" };

test("a failing call is an entry among the others", async () => {
  expect((await multiCall([good, bad, good])).result).toMatchObject([0, notExists, 0]);
});

test("the entry of a fault has the content of the error object", async () => {
  const [entry] = (await multiCall([bad])).result as Record<string, unknown>[];
  const { error } = await shop.rpc("call", [await shop.session(), ...bad]);
  expect(entry).toEqual({
    isFault: true,
    faultCode: error?.code,
    faultMessage: error?.message,
    fault: "not_exists",
    data: error?.data,
  });
});

describe("break", () => {
  test.each([[1], [true], ["1"]])("%j stops behind the first fault", async (value) => {
    expect((await multiCall([good, bad, good], { break: value })).result).toMatchObject([0, notExists]);
  });

  test.each([[0], [false], ["true"], [2], [null]])("%j does not", async (value) => {
    expect((await multiCall([good, bad, good], { break: value })).result).toHaveLength(3);
  });

  test.each([["break"], [["break"]], [5], [null]])("options %j are ignored", async (options) => {
    expect((await multiCall([good, bad, good], options)).result).toHaveLength(3);
  });
});

test.each<readonly [string, unknown, number]>([
  ["no list", "catalog_category.tree", 3],
  ["an object", { path: "x" }, 3],
  ["null", null, 3],
  ["an empty list", [], 3],
  ["a bad path", ["nope"], 3],
  ["an unknown operation", ["catalog_category.nope", []], 3],
  ["missing arguments", ["catalog_category.info"], 6],
  ["unusable arguments", ["catalog_category.info", { colour: 1, categoryId: 2 }], 6],
])("an element that is %s gives an entry", async (_what, element, faultCode) => {
  expect((await multiCall([element, good])).result).toMatchObject([{ isFault: true, faultCode }, 0]);
});

test("a call without permission is an entry with a fault", async () => {
  await shop.saveUser("reader", ["catalog/category/tree"]);
  const session = await shop.login("reader", "secret123");
  const { result } = await shop.rpc("multiCall", [
    session,
    [["catalog_category.info", [2]], ["catalog_category.currentStore"]],
  ]);
  expect(result).toMatchObject([{ isFault: true, faultCode: 2, fault: "access_denied" }, 0]);
});

test("aliases, and elements without arguments", async () => {
  expect(
    (await multiCall([["category.currentStore"], ["product_type.list"], ["category.info", 2]])).result,
  ).toMatchObject([0, expect.any(Array), { category_id: 2 }]);
});

test("later calls see the effects of earlier ones, and a fault undoes nothing", async () => {
  const { result } = await multiCall([
    ["catalog_category.currentStore", ["german"]],
    ["catalog_category.currentStore", ["nope"]],
    ["catalog_category.currentStore"],
    ["catalog_category.currentStore", [0]],
  ]);
  expect(result).toMatchObject([3, { isFault: true }, 3, 0]);
});

describe("calls", () => {
  test("none", async () => {
    expect((await multiCall([])).result).toEqual([]);
    expect((await shop.rpc("multiCall", [await shop.session()])).result).toEqual([]);
    expect((await multiCall(null)).result).toEqual([]);
  });

  test.each([["text"], [5], [{}], [{ 0: good }], [true]])("%j is not a list", async (calls) => {
    const { error } = await multiCall(calls);
    expect(error).toMatchObject({ code: 6, data: { parameter: "calls" } });
  });

  test("100 pass, 101 are refused", async () => {
    const calls = (length: number) => Array.from({ length }, () => good);
    expect((await multiCall(calls(100))).result).toHaveLength(100);
    expect((await multiCall(calls(101))).error).toMatchObject({ code: 6, data: { parameter: "calls" } });
  });

  test("the session is checked first", async () => {
    expect((await shop.rpc("multiCall", ["bad", "text"])).error?.code).toBe(5);
  });
});

test("an answer of long lists, which is sent in parts, contains each list as it is alone", async () => {
  const sample = await startShop({ dataset: "sample" });
  const session = await sample.session();
  const list = ["sales_order.list"];
  const { result } = await sample.rpc("call", [session, ...list]);
  const calls = Array.from({ length: 8 }, () => list);
  expect(JSON.stringify(result).length * calls.length).toBeGreaterThan(512 * 1024);
  const lists = calls.map(() => result);
  expect((await sample.rpc("multiCall", [session, calls])).result).toEqual(lists);
  const batch = calls.map((_, id) => ({ jsonrpc: "2.0", id, method: "call", params: [session, ...list] }));
  const { json } = await sample.http("POST", "/api/jsonrpc", { body: batch });
  expect(json).toEqual(lists.map((each, id) => ({ jsonrpc: "2.0", id, result: each })));
});
