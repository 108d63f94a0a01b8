import { describe, expect, test } from "vitest";
import type { OrderItem } from "../../../../src/shop/data/entities/sales.js";
import { readItemsQty, readQuantities } from "../../../../src/shop/sales/items/items-qty.js";

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

describe("refused", () => {
  test.each([
    { title: "a number", given: 3, fields: ["itemsQty"] },
    { title: "more than is left", given: { 11: 4, 12: 2.5001 }, fields: ["itemsQty.11", "itemsQty.12"] },
    { title: "a fraction of a whole unit", given: { 11: 1.5 }, fields: ["itemsQty.11"] },
    { title: "an unknown item", given: { 11: 1, 99: 1, x: 1 }, fields: ["itemsQty.99", "itemsQty.x"] },
    {
      title: "one item twice",
      given: [row(11, 1), row(12, 1), row(11, 1)],
      fields: ["itemsQty[2].order_item_id"],
    },
    {
      title: "one item twice, with different spelling",
      given: { 11: 1, "011": 1 },
      fields: ["itemsQty.011"],
    },
    {
      title: "rows that are not objects",
      given: [7, null, [11, 1]],
      fields: ["itemsQty[0]", "itemsQty[1]", "itemsQty[2]"],
    },
    {
      title: "no quantity",
      given: [row(11, undefined), row(12, "")],
      fields: ["itemsQty[0].qty", "itemsQty[1].qty"],
    },
    {
      title: "values that are not numbers",
      given: { 11: true, 12: null },
      fields: ["itemsQty.11", "itemsQty.12"],
    },
    { title: "an exponent", given: { 11: "1e0" }, fields: ["itemsQty.11"] },
    { title: "an object", given: { 11: { qty: 1 } }, fields: ["itemsQty.11"] },
    { title: "a negative quantity", given: { 12: -0.5 }, fields: ["itemsQty.12"] },
    { title: "no quantity above 0", given: { 11: 0, 12: 0.00001 }, fields: ["itemsQty"] },
  ])("$title", ({ given, fields }) => {
    expect(read(given).problems.map(({ field }) => field)).toEqual(fields);
  });

  test("everything, if nothing is left", () => {
    expect(readItemsQty(null, items, () => 0).problems).toHaveLength(1);
  });
});

test("credit memos accept objects and an empty result", () => {
  const form = { field: "items", takesObjects: true };
  const { quantities, problems } = readQuantities({ 11: { qty: 0 }, 12: { qty: 1 } }, items, remaining, form);
  expect([Object.fromEntries(quantities), problems]).toEqual([{ 12: 1 }, []]);
  expect(readQuantities({ 11: 0 }, items, remaining, form)).toEqual({ quantities: new Map(), problems: [] });
});

function row(order_item_id: number, qty: unknown) {
  return { order_item_id, qty };
}
