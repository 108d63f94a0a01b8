/** Rows of composite products: which rows count, and how dummies follow them (sales 5.1, 19.1). */
import { describe, expect, test } from "vitest";
import {
  cancelable,
  totalWeight,
  withFollowingDummies,
} from "../../../../src/shop/sales/items/quantities.js";
import { family, row } from "./rows.js";

const now = "2025-06-02 00:00:00";
const one = { money: "parent", shipping: "parent" } as const;
const fixedSeparate = { money: "parent", shipping: "children" } as const;
const dynamicTogether = { money: "children", shipping: "parent" } as const;
const dynamicSeparate = { money: "children", shipping: "children" } as const;

const quantitiesOf = (items: readonly { item_id: number }[], field: string) =>
  items.map((item) => (item as unknown as Record<string, number>)[field]);

describe("dummies after a booking", () => {
  test.each([
    {
      title: "children have their share of the quantity of the parent",
      of: family(one, [2, 1, 0, 0, 0], [4, 0, 0, 0, 0], [2, 9, 0, 0, 0]),
      field: "qty_invoiced",
      want: [1, 2, 1],
    },
    {
      title: "a parent follows the child with the smallest share",
      of: family(dynamicSeparate, [2, 0, 0, 0, 0], [4, 4, 0, 0, 0], [2, 1, 0, 0, 0]),
      field: "qty_invoiced",
      want: [1, 4, 1],
    },
    {
      title: "refunds follow in the same way",
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
      title: "virtual children do not hold back the parent",
      of: family(fixedSeparate, [2, 0, 0, 0, 0], [2, 0, 2, 0, 0], [[2, 0, 0, 0, 0], "virtual"]),
      field: "qty_shipped",
      want: [2, 2, 0],
    },
    {
      title: "a parent with only virtual children is never shipped",
      of: family(fixedSeparate, [2, 0, 7, 0, 0], [[2, 0, 0, 0, 0], "virtual"]),
      field: "qty_shipped",
      want: [0, 0],
    },
    {
      title: "a row that counts for nothing follows cancels",
      of: family(one, [2, 0, 0, 0, 1], [4, 0, 0, 0, 0]),
      field: "qty_canceled",
      want: [1, 2],
    },
    {
      title: "a row that counts for shipping does not follow cancels",
      of: family(fixedSeparate, [2, 0, 0, 0, 1], [4, 0, 0, 0, 3]),
      field: "qty_canceled",
      want: [1, 3],
    },
    {
      title: "shares are rounded to 4 decimals",
      of: family(one, [3, 1, 0, 0, 0], [1, 0, 0, 0, 0]),
      field: "qty_invoiced",
      want: [1, 0.3333],
    },
  ] as const)("$title: $field $want", ({ of, field, want }) => {
    expect(quantitiesOf(withFollowingDummies(of, now), field)).toEqual(want);
  });

  test("changed rows get a new update time, other rows stay the same object", () => {
    const items = family(one, [2, 1, 0, 0, 0], [2, 0, 0, 0, 0], [2, 1, 0, 0, 0]);
    const followed = withFollowingDummies(items, now);
    expect(followed[0]).toBe(items[0]);
    expect(followed[1]).toMatchObject({ qty_invoiced: 1, updated_at: now });
    expect(followed[2]).toBe(items[2]);
  });

  test("items without composite products stay the same list", () => {
    const items = [row([3, 1, 0, 0, 0])];
    expect(withFollowingDummies(items, now)).toBe(items);
  });
});

describe("quantities of a cancel", () => {
  test.each([
    {
      title: "a row that counts for money and shipping",
      of: family(one, [3, 1, 2, 0, 0], [3, 1, 2, 0, 0]),
      want: [[1, 1]],
    },
    {
      title: "fixed price, shipped separately, partly paid",
      of: family(fixedSeparate, [2, 1, 0, 0, 0], [4, 2, 0, 0, 0], [2, 1, 0, 0, 0]),
      want: [
        [1, 1],
        [2, 2],
        [3, 1],
      ],
    },
    {
      title: "one child is shipped",
      of: family(fixedSeparate, [2, 0, 0, 0, 0], [4, 0, 4, 0, 0], [2, 0, 0, 0, 0]),
      want: [
        [1, 0],
        [2, 0],
        [3, 2],
      ],
    },
    {
      title: "dynamic price, shipped together, one child is paid",
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
      title: "virtual children of a shipped parent",
      of: family(dynamicTogether, [2, 0, 2, 0, 0], [2, 0, 2, 0, 0], [[2, 0, 0, 0, 0], "virtual"]),
      want: [
        [1, 0],
        [2, 0],
        [3, 2],
      ],
    },
    {
      title: "rows that count for nothing are not in the result",
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
      title: "an unshipped child of a paid parent",
      of: family(fixedSeparate, [2, 1, 0, 0, 0], [2, 1, 2, 0, 0], [2, 1, 0, 0, 0]),
      want: true,
    },
    {
      title: "only shipped children of a paid parent",
      of: family(fixedSeparate, [2, 1, 1, 0, 0], [2, 1, 1, 0, 0], [2, 1, 1, 0, 0]),
      want: false,
    },
  ])("$title leaves something to ship: $want", ({ of, want }) => {
    expect(cancelable(of).leavesToShip(of[0]!)).toBe(want);
  });
});

describe("kinds of rows", () => {
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
