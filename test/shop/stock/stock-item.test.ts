/** `cataloginventory_stock_item` (doors 9.2): finding products, and refused changes. */
import { beforeEach, describe, expect, test } from "vitest";
import type { Problem } from "../../../src/engine/values/problem.js";
import { readStockChanges } from "../../../src/shop/stock/stock-item.js";
import { Catalog } from "../../support/catalog.js";

const namespace = "cataloginventory_stock_item";
const shop = await Catalog.open();
let mug: number;
let cup: number;

const product = (sku: string, qty: number) =>
  shop.call<number>("catalog_product.create", "simple", 4, sku, { name: sku, stock_data: { qty } });
const qtys = async (...named: unknown[]) =>
  (await shop.call<{ qty: number }[]>(`${namespace}.list`, named)).map(({ qty }) => qty);

beforeEach(async () => {
  await shop.reset();
  [mug, cup] = [await product("mug", 5), await product("cup", 7)];
});

describe("list", () => {
  test("returns each product once, by ID, and omits unknown ones", async () => {
    expect(await qtys("cup", String(mug), cup, "unknown")).toEqual([5, 7]);
  });

  test.each([
    { title: "a list inside", named: ["mug", ["cup"]] },
    { title: "an object inside", named: ["mug", { sku: "cup" }] },
    { title: "more than 10,000", named: Array.from({ length: 10_001 }, () => "mug") },
  ])("refuses $title", async ({ named }) => {
    expect(await shop.fault(`${namespace}.list`, named)).toMatch(/^invalid_request_param/);
  });

  test("accepts 10,000 names", async () => {
    expect(await qtys(...Array.from({ length: 10_000 }, () => "mug"))).toEqual([5]);
  });
});

describe("multiUpdate", () => {
  const multiUpdate = (named: unknown, data: unknown) => shop.call(`${namespace}.multiUpdate`, named, data);

  test("starts the second change of a product from the result of the first one", async () => {
    await multiUpdate(["mug", "mug"], [{ is_qty_decimal: 1 }, { qty: "2.5" }]);
    expect(await qtys("mug")).toEqual([2.5]);
  });

  test("changes nothing if one of the changes is refused, and names all refused ones", async () => {
    const data = [{ qty: 1 }, { qty: -1 }];
    expect(await shop.fault(`${namespace}.multiUpdate`, ["mug", "cup"], data)).toBe(
      "not_updated: productData[1].qty",
    );
    expect(await shop.fault(`${namespace}.multiUpdate`, ["mug", "cup"], [{ qty: -1 }, { qty: "x" }])).toBe(
      "not_updated: productData[0].qty, productData[1].qty",
    );
    expect(await qtys("mug", "cup")).toEqual([5, 7]);
  });

  test.each([
    { title: "no list", data: { qty: 1 } },
    { title: "a text among the objects", data: [{ qty: 1 }, "2"] },
    { title: "too few", data: [{ qty: 1 }] },
  ])("refuses $title", async ({ data }) => {
    expect(await shop.fault(`${namespace}.multiUpdate`, ["mug", "cup"], data)).toBe(
      "invalid_data: productData",
    );
  });
});

test.each([
  { title: "created without stock data", stock_data: undefined, want: 1 },
  { title: "not managed", stock_data: { manage_stock: 0, is_in_stock: 0 }, want: 1 },
  { title: "managed, none left", stock_data: { qty: 0 }, want: 0 },
  { title: "managed, taken out of stock", stock_data: { qty: 5, is_in_stock: 0 }, want: 0 },
  { title: "managed, some left", stock_data: { qty: 5 }, want: 1 },
])("a product that is $title: is_in_stock $want", async ({ stock_data, want }) => {
  const data = { name: "x", ...(stock_data ? { stock_data } : {}) };
  await shop.call("catalog_product.create", "simple", 4, "one", data);
  expect(await shop.call(`${namespace}.list`, ["one"])).toMatchObject([{ is_in_stock: want }]);
});

test("a product without stock gets it with the first change", async () => {
  await shop.store(async (tx) => {
    await tx.del("stock_items", mug);
  });
  expect(await qtys("mug")).toEqual([0]);
  await shop.call(`${namespace}.update`, "mug", { qty: 3, is_in_stock: 1 });
  expect(await qtys("mug")).toEqual([3]);
});

test.each([
  ["nothing", {}, 0, []],
  ["0", { qty: 0 }, 0, []],
  ["less than nothing", { qty: -1 }, 1, ["data.qty"]],
  ["a part of a piece", { qty: 0.5 }, 0, ["data.qty"]],
  ["a part, where parts are sold", { qty: 0.5 }, 1, []],
  ["a part, allowed by this change", { qty: 0.5, is_qty_decimal: 1 }, 0, []],
  ["a part, no longer allowed by this change", { qty: 0.5, is_qty_decimal: 0 }, 1, ["data.qty"]],
  ["no number", { qty: "many" }, 0, ["data.qty"]],
] as const)("a change to %s", (_title, given, decimal, want) => {
  const problems: Problem[] = [];
  readStockChanges(given, { is_qty_decimal: decimal }, "data", problems);
  expect(problems.map(({ field }) => field)).toEqual(want);
});
