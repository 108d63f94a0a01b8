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
    [
      "children have their share of the quantity of the parent",
      "qty_invoiced",
      [1, 2, 1],
      family(one, [2, 1, 0, 0, 0], [4, 0, 0, 0, 0], [2, 9, 0, 0, 0]),
    ],
    [
      "a parent follows the child with the smallest share",
      "qty_invoiced",
      [1, 4, 1],
      family(dynamicSeparate, [2, 0, 0, 0, 0], [4, 4, 0, 0, 0], [2, 1, 0, 0, 0]),
    ],
    ["refunds follow in the same way", "qty_refunded", [1, 2], family(one, [2, 2, 0, 1, 0], [4, 4, 0, 0, 0])],
    ["shipped together", "qty_shipped", [1, 2], family(dynamicTogether, [2, 0, 1, 0, 0], [4, 0, 0, 0, 0])],
    [
      "shipped separately",
      "qty_shipped",
      [0, 4, 0],
      family(fixedSeparate, [2, 0, 0, 0, 0], [4, 0, 4, 0, 0], [2, 0, 0, 0, 0]),
    ],
    [
      "virtual children are never shipped",
      "qty_shipped",
      [2, 2, 0],
      family(one, [2, 0, 2, 0, 0], [2, 0, 0, 0, 0], [[2, 0, 5, 0, 0], "virtual"]),
    ],
    [
      "virtual children do not hold back the parent",
      "qty_shipped",
      [2, 2, 0],
      family(fixedSeparate, [2, 0, 0, 0, 0], [2, 0, 2, 0, 0], [[2, 0, 0, 0, 0], "virtual"]),
    ],
    [
      "a parent with only virtual children is never shipped",
      "qty_shipped",
      [0, 0],
      family(fixedSeparate, [2, 0, 7, 0, 0], [[2, 0, 0, 0, 0], "virtual"]),
    ],
    [
      "a row that counts for nothing follows cancels",
      "qty_canceled",
      [1, 2],
      family(one, [2, 0, 0, 0, 1], [4, 0, 0, 0, 0]),
    ],
    [
      "a row that counts for shipping does not follow cancels",
      "qty_canceled",
      [1, 3],
      family(fixedSeparate, [2, 0, 0, 0, 1], [4, 0, 0, 0, 3]),
    ],
    [
      "shares are rounded to 4 decimals",
      "qty_invoiced",
      [1, 0.3333],
      family(one, [3, 1, 0, 0, 0], [1, 0, 0, 0, 0]),
    ],
  ] as const)("%s: %s %j", (_title, field, want, of) => {
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
    ["a row that counts for money and shipping", family(one, [3, 1, 2, 0, 0], [3, 1, 2, 0, 0]), [[1, 1]]],
    [
      "fixed price, shipped separately, partly paid",
      family(fixedSeparate, [2, 1, 0, 0, 0], [4, 2, 0, 0, 0], [2, 1, 0, 0, 0]),
      [
        [1, 1],
        [2, 2],
        [3, 1],
      ],
    ],
    [
      "one child is shipped",
      family(fixedSeparate, [2, 0, 0, 0, 0], [4, 0, 4, 0, 0], [2, 0, 0, 0, 0]),
      [
        [1, 0],
        [2, 0],
        [3, 2],
      ],
    ],
    [
      "dynamic price, shipped together, one child is paid",
      family(dynamicTogether, [2, 0, 0, 0, 0], [4, 4, 0, 0, 0], [2, 0, 0, 0, 0]),
      [
        [1, 0],
        [2, 0],
        [3, 2],
      ],
    ],
    [
      "a parent of virtual children",
      family(fixedSeparate, [2, 0, 0, 0, 0], [[2, 0, 0, 0, 0], "virtual"]),
      [
        [1, 2],
        [2, 2],
      ],
    ],
    [
      "virtual children of a shipped parent",
      family(dynamicTogether, [2, 0, 2, 0, 0], [2, 0, 2, 0, 0], [[2, 0, 0, 0, 0], "virtual"]),
      [
        [1, 0],
        [2, 0],
        [3, 2],
      ],
    ],
    [
      "rows that count for nothing are not in the result",
      family(dynamicSeparate, [1, 0, 0, 0, 0], [1, 0, 0, 0, 0]),
      [[2, 1]],
    ],
  ] as const)("%s", (_title, of, want) => {
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
