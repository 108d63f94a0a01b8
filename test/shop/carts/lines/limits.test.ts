/** beyond 7.1: the quantities of a product that a cart can contain. */
import { expect, test } from "vitest";
import { limitText } from "../../../../src/shop/carts/lines/limits.js";
import { managedByDefault } from "../../../../src/shop/catalog/products/stock.js";
import type { StockItemDoc } from "../../../../src/shop/data/entities/catalog.js";

const own = {
  min: { use_config_min_sale_qty: 0, min_sale_qty: 3 },
  max: { use_config_max_sale_qty: 0, max_sale_qty: 5 },
  steps: {
    ...{ use_config_enable_qty_inc: 0, enable_qty_increments: 1 },
    ...{ use_config_qty_increments: 0, qty_increments: 4 },
  },
};
const least = (qty: string) => `The minimum quantity allowed for purchase is ${qty}.`;
const most = (qty: string) => `The maximum quantity allowed for purchase is ${qty}.`;
const stepped = (qty: string) => `This product is available for purchase in increments of ${qty} only.`;

test.each<{ stock: Partial<StockItemDoc>; qty: number; total?: number; want: string | undefined }>([
  { stock: {}, qty: 1, want: undefined },
  { stock: {}, qty: 0.5, want: least("1") },
  { stock: {}, qty: 10_000, want: undefined },
  { stock: {}, qty: 10_000.5, want: most("10000") },
  { stock: { min_sale_qty: 3, max_sale_qty: 5 }, qty: 6, want: undefined },
  { stock: own.min, qty: 3, want: undefined },
  { stock: own.min, qty: 2, total: 9, want: least("3") },
  { stock: own.max, qty: 5, want: undefined },
  { stock: own.max, qty: 1, total: 6, want: most("5") },
  { stock: { ...own.max, max_sale_qty: 0 }, qty: 20_000, want: undefined },
  { stock: own.steps, qty: 8, want: undefined },
  { stock: own.steps, qty: 6, want: stepped("4") },
  { stock: { ...own.steps, qty_increments: 0.1 }, qty: 1.2, want: undefined },
  { stock: { ...own.steps, qty_increments: 0 }, qty: 6, want: undefined },
  { stock: { ...own.steps, enable_qty_increments: 0 }, qty: 6, want: undefined },
  { stock: { ...own.steps, use_config_enable_qty_inc: 1 }, qty: 6, want: undefined },
  { stock: { ...own.steps, use_config_qty_increments: 1 }, qty: 6, want: undefined },
])("$qty of $total with $stock: $want", ({ stock, qty, total = qty, want }) => {
  expect(limitText({ id: 1, ...managedByDefault, ...stock }, { qty, total })).toBe(want);
});
