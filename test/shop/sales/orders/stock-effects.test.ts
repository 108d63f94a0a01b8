/** How orders change the stock of their products (sales 20). */
import { expect, test } from "vitest";
import type { StockItemDoc } from "../../../../src/shop/data/entities/catalog.js";
import { backorderedQty, isAvailable } from "../../../../src/shop/sales/orders/stock-effects.js";

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
  ["the whole stock", true, stock(3), 3],
  ["more than the stock", false, stock(3), 3.0001],
  ["a quantity that leaves less than the minimum", false, stock(3, { min_qty: 1 }), 3],
  ["a quantity that leaves the minimum", true, stock(3, { min_qty: 1 }), 2],
  ["a backorder", true, stock(0, { backorders: 1 }), 5],
])("%s can be sold: %j", (_title, want, of, qty) => expect(isAvailable(of, qty)).toBe(want));

test.each([
  { have: 3, qty: 2, want: 0 },
  { have: 3, qty: 5, want: 2 },
  { have: 0, qty: 5, want: 5 },
  { have: -4, qty: 5, want: 5 },
])("$qty sold from a stock of $have: $want backordered", ({ have, qty, want }) => {
  expect(backorderedQty(stock(have), qty)).toBe(want);
});
