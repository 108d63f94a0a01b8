/** Rows of composite products: who counts, and how the others follow (sales 5.1, 19.1). */
import { describe, expect, test } from "vitest";
import {
  cancelable,
  countsForSomething,
  isTopLevel,
  leaves,
  topLevelQty,
  totalWeight,
  withDummies,
  withFollowingDummies,
  type Counter,
} from "../../../../src/shop/sales/items/quantities.js";
import { family, row } from "./rows.js";

const now = "2025-06-02 00:00:00";
const one = { money: "parent", shipping: "parent" } as const;
const fixedSeparate = { money: "parent", shipping: "children" } as const;
const dynamicTogether = { money: "children", shipping: "parent" } as const;
const dynamicSeparate = { money: "children", shipping: "children" } as const;

const quantitiesOf = (items: readonly { item_id: number }[], field: string) =>
  items.map((item) => (item as unknown as Record<string, number>)[field]);

describe("after a booking the dummies are brought into line", () => {
  test.each([
    {
      title: "children have their share of the parent",
      of: family(one, [2, 1, 0, 0, 0], [4, 0, 0, 0, 0], [2, 9, 0, 0, 0]),
      field: "qty_invoiced",
      want: [1, 2, 1],
    },
    {
      title: "a parent has what its least child has",
      of: family(dynamicSeparate, [2, 0, 0, 0, 0], [4, 4, 0, 0, 0], [2, 1, 0, 0, 0]),
      field: "qty_invoiced",
      want: [1, 4, 1],
    },
    {
      title: "refunds alike",
      of: family(one, [2, 2, 0, 1, 0], [4, 4, 0, 0, 0]),
      field: "qty_refunded",
      want: [1, 2],
    },
    {
      title: "shipped together",
      of: family(dynamicTogether, [2, 0, 1, 0, 0], [4, 0, 0, 0, 0]),
      field: "qty_shipped",
      want: [1, 2],
    },
    {
      title: "shipped separately",
      of: family(fixedSeparate, [2, 0, 0, 0, 0], [4, 0, 4, 0, 0], [2, 0, 0, 0, 0]),
      field: "qty_shipped",
      want: [0, 4, 0],
    },
    {
      title: "virtual children are never shipped",
      of: family(one, [2, 0, 2, 0, 0], [2, 0, 0, 0, 0], [[2, 0, 5, 0, 0], "virtual"]),
      field: "qty_shipped",
      want: [2, 2, 0],
    },
    {
      title: "and hold up no parent",
      of: family(fixedSeparate, [2, 0, 0, 0, 0], [2, 0, 2, 0, 0], [[2, 0, 0, 0, 0], "virtual"]),
      field: "qty_shipped",
      want: [2, 2, 0],
    },
    {
      title: "with virtual children alone nothing is shipped",
      of: family(fixedSeparate, [2, 0, 7, 0, 0], [[2, 0, 0, 0, 0], "virtual"]),
      field: "qty_shipped",
      want: [0, 0],
    },
    {
      title: "what is canceled, of a row that counts for nothing",
      of: family(one, [2, 0, 0, 0, 1], [4, 0, 0, 0, 0]),
      field: "qty_canceled",
      want: [1, 2],
    },
    {
      title: "but not of one that counts for shipping",
      of: family(fixedSeparate, [2, 0, 0, 0, 1], [4, 0, 0, 0, 3]),
      field: "qty_canceled",
      want: [1, 3],
    },
    {
      title: "thirds to 4 decimals",
      of: family(one, [3, 1, 0, 0, 0], [1, 0, 0, 0, 0]),
      field: "qty_invoiced",
      want: [1, 0.3333],
    },
  ] as const)("$title: $field $want", ({ of, field, want }) => {
    expect(quantitiesOf(withFollowingDummies(of, now), field)).toEqual(want);
  });

  test("what changes is dated, what does not stays the same row", () => {
    const items = family(one, [2, 1, 0, 0, 0], [2, 0, 0, 0, 0], [2, 1, 0, 0, 0]);
    const followed = withFollowingDummies(items, now);
    expect(followed[0]).toBe(items[0]);
    expect(followed[1]).toMatchObject({ qty_invoiced: 1, updated_at: now });
    expect(followed[2]).toBe(items[2]);
  });

  test("without composite products nothing is looked at", () => {
    const items = [row([3, 1, 0, 0, 0])];
    expect(withFollowingDummies(items, now)).toBe(items);
  });
});

describe("the rows of a document", () => {
  test.each<{
    title: string;
    of: ReturnType<typeof family>;
    over: [number, number][];
    counter: Counter;
    want: [number, number][];
  }>([
    {
      title: "a parent brings its children",
      of: family(one, [2, 0, 0, 0, 0], [4, 0, 0, 0, 0]),
      over: [[1, 1]],
      counter: "qty_invoiced",
      want: [
        [1, 1],
        [2, 2],
      ],
    },
    {
      title: "children bring their parent when all are there",
      of: family(dynamicSeparate, [2, 0, 0, 0, 0], [4, 2, 0, 0, 0], [2, 0, 0, 0, 0]),
      over: [[3, 1]],
      counter: "qty_invoiced",
      want: [
        [1, 1],
        [3, 1],
      ],
    },
    {
      title: "and else not",
      of: family(dynamicSeparate, [2, 0, 0, 0, 0], [4, 0, 0, 0, 0], [2, 0, 0, 0, 0]),
      over: [[3, 1]],
      counter: "qty_invoiced",
      want: [[3, 1]],
    },
    {
      title: "virtual children stay out of parcels",
      of: family(one, [1, 0, 0, 0, 0], [1, 0, 0, 0, 0], [[1, 0, 0, 0, 0], "virtual"]),
      over: [[1, 1]],
      counter: "qty_shipped",
      want: [
        [1, 1],
        [2, 1],
      ],
    },
    {
      title: "refunds",
      of: family(one, [2, 2, 0, 0, 0], [2, 2, 0, 0, 0]),
      over: [[1, 2]],
      counter: "qty_refunded",
      want: [
        [1, 2],
        [2, 2],
      ],
    },
    {
      title: "rows that are not named stay out",
      of: [row([2, 0, 0, 0, 0]), row([2, 1, 0, 0, 0], { item_id: 2 })],
      over: [[1, 1]],
      counter: "qty_invoiced",
      want: [[1, 1]],
    },
  ])("$title", ({ of, over, counter, want }) => {
    expect([...withDummies(of, new Map(over), counter)]).toEqual(want);
  });
});

describe("what a cancel takes", () => {
  test.each([
    {
      title: "a row that counts for both",
      of: family(one, [3, 1, 2, 0, 0], [3, 1, 2, 0, 0]),
      want: [[1, 1]],
    },
    {
      title: "fixed price, separately, paid in part",
      of: family(fixedSeparate, [2, 1, 0, 0, 0], [4, 2, 0, 0, 0], [2, 1, 0, 0, 0]),
      want: [
        [1, 1],
        [2, 2],
        [3, 1],
      ],
    },
    {
      title: "one child is on its way",
      of: family(fixedSeparate, [2, 0, 0, 0, 0], [4, 0, 4, 0, 0], [2, 0, 0, 0, 0]),
      want: [
        [1, 0],
        [2, 0],
        [3, 2],
      ],
    },
    {
      title: "dynamic price, together: one child is paid",
      of: family(dynamicTogether, [2, 0, 0, 0, 0], [4, 4, 0, 0, 0], [2, 0, 0, 0, 0]),
      want: [
        [1, 0],
        [2, 0],
        [3, 2],
      ],
    },
    {
      title: "a parent of virtual children",
      of: family(fixedSeparate, [2, 0, 0, 0, 0], [[2, 0, 0, 0, 0], "virtual"]),
      want: [
        [1, 2],
        [2, 2],
      ],
    },
    {
      title: "virtual children of a parcel that left",
      of: family(dynamicTogether, [2, 0, 2, 0, 0], [2, 0, 2, 0, 0], [[2, 0, 0, 0, 0], "virtual"]),
      want: [
        [1, 0],
        [2, 0],
        [3, 2],
      ],
    },
    {
      title: "rows that count for nothing are left out",
      of: family(dynamicSeparate, [1, 0, 0, 0, 0], [1, 0, 0, 0, 0]),
      want: [[2, 1]],
    },
  ] as const)("$title", ({ of, want }) => {
    expect([...cancelable(of).quantities]).toEqual(want);
  });

  test.each([
    { title: "a paid unit", of: family(one, [2, 1, 0, 0, 0], [2, 1, 0, 0, 0]), want: true },
    { title: "a paid unit that is shipped", of: family(one, [2, 1, 1, 0, 0], [2, 1, 1, 0, 0]), want: false },
    {
      title: "a child of a paid parent",
      of: family(fixedSeparate, [2, 1, 0, 0, 0], [2, 1, 2, 0, 0], [2, 1, 0, 0, 0]),
      want: true,
    },
    {
      title: "no child of a paid parent",
      of: family(fixedSeparate, [2, 1, 1, 0, 0], [2, 1, 1, 0, 0], [2, 1, 1, 0, 0]),
      want: false,
    },
  ])("leaves to ship $title: $want", ({ of, want }) => {
    expect(cancelable(of).leavesToShip(of[0]!)).toBe(want);
  });
});

describe("who is who", () => {
  const items = [...family(one, [2, 0, 0, 0, 0], [4, 0, 0, 0, 0]), row([1, 0, 0, 0, 0], { item_id: 9 })];

  test("top level, leaves, and who counts", () => {
    expect(items.filter(isTopLevel).map(({ item_id }) => item_id)).toEqual([1, 9]);
    expect(leaves(items).map(({ item_id }) => item_id)).toEqual([2, 9]);
    expect(items.filter(countsForSomething).map(({ item_id }) => item_id)).toEqual([1, 9]);
  });

  test("units that people see are those of the top level", () => {
    const rows = [
      { order_item_id: 1, qty: 1.5 },
      { order_item_id: 2, qty: 3 },
      { order_item_id: 9, qty: 0.1 },
    ];
    expect(topLevelQty(items, rows)).toBe(1.6);
  });

  test("weight is exact", () => {
    expect(
      totalWeight([
        { qty: 3, weight: 0.1 },
        { qty: 1, weight: 0.00005 },
      ]),
    ).toBe(0.3001);
    expect(totalWeight([])).toBe(0);
  });
});
