/** How orders change the stock of their products (sales 20). */
import { describe, expect, test } from "vitest";
import type { StockItemDoc } from "../../../../src/shop/data/entities/catalog.js";
import {
  backorderedQty,
  isAvailable,
  isStockManaged,
  qtyToReturn,
  refundedStock,
  returnedStock,
  soldStock,
} from "../../../../src/shop/sales/orders/stock-effects.js";
import { row } from "../items/rows.js";

const now = "2025-06-02 00:00:00";
/** A stock item with its own settings: managed, with minimum 0. */
const stock = (qty: number, more: Partial<StockItemDoc> = {}): StockItemDoc =>
  ({
    id: 1,
    qty,
    is_in_stock: 1,
    min_qty: 0,
    backorders: 0,
    manage_stock: 1,
    use_config_min_qty: 0,
    use_config_backorders: 0,
    use_config_manage_stock: 0,
    ...more,
  }) as StockItemDoc;

test.each([
  { title: "a simple product", of: stock(1), type: "simple", want: true },
  {
    title: "a product without managed stock",
    of: stock(1, { manage_stock: 0 }),
    type: "simple",
    want: false,
  },
  { title: "a bundle", of: stock(1), type: "bundle", want: false },
] as const)("the quantity of $title is kept: $want", ({ of, type, want }) => {
  expect(isStockManaged(of, type)).toBe(want);
});

test.each([
  { title: "the whole stock", of: stock(3), qty: 3, want: true },
  { title: "more than the stock", of: stock(3), qty: 3.0001, want: false },
  {
    title: "a quantity that leaves less than the minimum",
    of: stock(3, { min_qty: 1 }),
    qty: 3,
    want: false,
  },
  { title: "a quantity that leaves the minimum", of: stock(3, { min_qty: 1 }), qty: 2, want: true },
  { title: "a backorder", of: stock(0, { backorders: 1 }), qty: 5, want: true },
])("$title can be sold: $want", ({ of, qty, want }) => expect(isAvailable(of, qty)).toBe(want));

describe("soldStock", () => {
  test.each([
    { title: "some stock is left", of: stock(3), qty: 1.5, want: { qty: 1.5, is_in_stock: 1 } },
    { title: "no stock is left", of: stock(3), qty: 3, want: { qty: 0, is_in_stock: 0 } },
    { title: "the minimum is left", of: stock(3, { min_qty: 1 }), qty: 2, want: { qty: 1, is_in_stock: 0 } },
    { title: "a backorder", of: stock(0, { backorders: 1 }), qty: 2, want: { qty: -2, is_in_stock: 1 } },
  ])("$title", ({ of, qty, want }) => expect(soldStock(of, "simple", qty, now)).toMatchObject(want));
});

test.each([
  { have: 3, qty: 2, want: 0 },
  { have: 3, qty: 5, want: 2 },
  { have: 0, qty: 5, want: 5 },
  { have: -4, qty: 5, want: 5 },
])("$qty sold from a stock of $have: $want backordered", ({ have, qty, want }) => {
  expect(backorderedQty(stock(have), qty)).toBe(want);
});

test.each([
  { title: "neither shipped nor invoiced", of: row([3, 0, 0, 0, 0]), want: 3 },
  { title: "more shipped than invoiced", of: row([3, 1, 2, 0, 0]), want: 1 },
  { title: "more invoiced than shipped", of: row([3, 2, 1, 0, 0]), want: 1 },
  { title: "some were returned before", of: row([3, 1, 0, 0, 2]), want: 0 },
  { title: "never below 0", of: row([3, 2, 0, 0, 2]), want: 0 },
])("a cancel returns $want: $title", ({ of, want }) => expect(qtyToReturn(of)).toBe(want));

describe("returned goods", () => {
  const empty = stock(0, { is_in_stock: 0, min_qty: 1 });
  test("from a canceled order: in stock again above the minimum", () => {
    expect(returnedStock(empty, "simple", 1, now)).toMatchObject({ qty: 1, is_in_stock: 0 });
    expect(returnedStock(empty, "simple", 1.5, now)).toMatchObject({ qty: 1.5, is_in_stock: 1 });
  });

  test("from a refund: not in stock again", () => {
    expect(refundedStock(empty, "simple", 5, now)).toMatchObject({ qty: 5, is_in_stock: 0 });
  });
});
