import { describe, expect, test } from "vitest";
import type { OrderItem } from "../../../../src/shop/data/entities/sales.js";
import { readItemsQty } from "../../../../src/shop/sales/items/items-qty.js";

const items = [
  { item_id: 11, is_qty_decimal: 0 },
  { item_id: 12, is_qty_decimal: 1 },
  { item_id: 13, is_qty_decimal: 0 },
] as OrderItem[];
const left = new Map([
  [11, 3],
  [12, 2.5],
]);
const remaining = ({ item_id }: OrderItem) => left.get(item_id) ?? 0;
const read = (given: unknown) => readItemsQty(given, items, remaining);

describe("accepted", () => {
  test.each([
    { title: "nothing", given: undefined, want: { 11: 3, 12: 2.5 } },
    { title: "null", given: null, want: { 11: 3, 12: 2.5 } },
    { title: "an empty list", given: [], want: { 11: 3, 12: 2.5 } },
    { title: "an empty object", given: {}, want: { 11: 3, 12: 2.5 } },
    { title: "a map", given: { 11: 2, 12: "0.75" }, want: { 11: 2, 12: 0.75 } },
    { title: "a list", given: [{ order_item_id: "11", qty: " 1 " }], want: { 11: 1 } },
    { title: "quantity 0 for one item", given: { 11: 0, 12: 1 }, want: { 12: 1 } },
    { title: "quantity 0 for an item with nothing left", given: { 12: 1, 13: 0 }, want: { 12: 1 } },
    { title: "rounding to 4 decimals", given: { 12: 0.12344 }, want: { 12: 0.1234 } },
  ])("$title", ({ given, want }) => {
    const { quantities, problems } = read(given);
    expect(Object.fromEntries(quantities)).toEqual(want);
    expect(problems).toEqual([]);
  });
});
