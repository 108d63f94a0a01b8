import { describe, expect, test } from "vitest";
import type { ProductType } from "../../../../src/shop/data/entities/catalog.js";
import type { Problem } from "../../../../src/engine/values/problem.js";
import { changedStock, newStock, readStockData } from "../../../../src/shop/catalog/products/stock.js";

const now = "2025-06-01 12:00:00";

function created(stockData: unknown, type: ProductType = "simple") {
  const problems: Problem[] = [];
  const stock = newStock(
    1,
    type,
    stockData === undefined ? undefined : readStockData(stockData, problems),
    now,
  );
  expect(problems).toEqual([]);
  return stock;
}

describe("a new product", () => {
  test.each([
    ["without stock data is not managed", undefined, [0, 0, 0, 0]],
    ["with {} is managed by default", {}, [0, 0, 1, 0]],
    ["with [] too: an empty list counts as an empty object", [], [0, 0, 1, 0]],
    ["with a quantity is in stock", { qty: 5 }, [5, 0, 1, 1]],
    ["accepts a quantity as text", { qty: " 5.50 " }, [5.5, 0, 1, 1]],
    ["sold out is out of stock, whatever was sent", { qty: 0, is_in_stock: 1 }, [0, 0, 1, 0]],
    ["can be out of stock with a quantity", { qty: 5, is_in_stock: 0 }, [5, 0, 1, 0]],
    ["manage_stock 0 alone disables stock management", { manage_stock: 0 }, [0, 0, 0, 0]],
    ["not managed, stays in stock", { manage_stock: 0, is_in_stock: 1 }, [0, 0, 0, 1]],
    [
      "an explicit use_config_manage_stock applies",
      { manage_stock: 0, use_config_manage_stock: 1, qty: 1 },
      [1, 0, 1, 1],
    ],
    ["needs more than min_qty", { qty: 5, min_qty: 5 }, [5, 0, 1, 0]],
    ["with backorders may be below 0", { qty: -2, backorders: 1, is_in_stock: 1 }, [-2, 0, 1, 1]],
  ])("%s", (_title, given, want) => {
    const { qty, manage_stock, use_config_manage_stock, is_in_stock } = created(given);
    expect([qty, manage_stock, use_config_manage_stock, is_in_stock]).toEqual(want);
  });

  test.each(["configurable", "grouped", "bundle"] as const)("of type %s has no quantity", (type) => {
    expect(created({ qty: 5 }, type).qty).toBe(0);
  });

  test("stores since when stock is low, and that it ran out automatically", () => {
    expect(created({ qty: 0 })).toMatchObject({ low_stock_date: now, stock_status_changed_auto: 1 });
    expect(created({ qty: 1 })).toMatchObject({ low_stock_date: null, stock_status_changed_auto: 0 });
    expect(created({ qty: 4, notify_stock_qty: 5 })).toMatchObject({
      low_stock_date: now,
      use_config_notify_stock_qty: 0,
    });
  });
});

test.each([
  ["min_qty", "use_config_min_qty"],
  ["min_sale_qty", "use_config_min_sale_qty"],
  ["max_sale_qty", "use_config_max_sale_qty"],
  ["backorders", "use_config_backorders"],
  ["enable_qty_increments", "use_config_enable_qty_inc"],
  ["qty_increments", "use_config_qty_increments"],
])("giving %s alone makes it count", (setting, useConfig) => {
  expect(created({ qty: 9, [setting]: 1 })).toMatchObject({ [setting]: 1, [useConfig]: 0 });
});

test("stock of a product without notification is never low", () => {
  const unset = { qty: 1, use_config_notify_stock_qty: 0, notify_stock_qty: null };
  expect(created(unset)).toMatchObject({ low_stock_date: null });
});

test.each([
  ["is_in_stock", 2, "must be 0 or 1"],
  ["backorders", 3, "must be 0, 1 or 2"],
  ["qty", "many", "must be a number"],
  ["qty", 100_000_000, "must be less than 100000000"],
])("%s %j %s", (name, given, message) => {
  const problems: Problem[] = [];
  readStockData({ [name]: given }, problems);
  expect(problems).toEqual([{ field: `stock_data.${name}`, message }]);
});

test("an update is merged, and does not return a product to stock", () => {
  const soldOut = created({ qty: 0 });
  const refilled = changedStock(soldOut, "simple", readStockData({ qty: 10 }, []), now);
  expect(refilled).toEqual({ ...soldOut, qty: 10, low_stock_date: null, stock_status_changed_auto: 0 });
});

test.each([
  { given: 5, fields: ["stock_data"] },
  { given: ["qty"], fields: ["stock_data"] },
  { given: { qty: "many" }, fields: ["stock_data.qty"] },
  { given: { qty: true }, fields: ["stock_data.qty"] },
  { given: { qty: 100_000_000 }, fields: ["stock_data.qty"] },
  { given: { is_in_stock: true }, fields: ["stock_data.is_in_stock"] },
  { given: { manage_stock: 2, backorders: 3 }, fields: ["stock_data.manage_stock", "stock_data.backorders"] },
  { given: { qty: null, item_id: "x", low_stock_date: 5, toString: 1 }, fields: [] },
] as { given: unknown; fields: string[] }[])("$given is refused at $fields", ({ given, fields }) => {
  const problems: Problem[] = [];
  readStockData(given, problems);
  expect(problems.map(({ field }) => field)).toEqual(fields);
});
