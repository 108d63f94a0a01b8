/** beyond 11: when a coupon is valid, its discount, and how often it was used. */
import { describe, expect, test } from "vitest";
import { countCouponUse } from "../../../src/shop/data/stored-coupons.js";
import { findCoupon, withCoupon } from "../../../src/shop/carts/coupons.js";
import { collections } from "../../../src/shop/data/collections.js";
import type { Coupon } from "../../../src/shop/data/entities/cart.js";
import { MemoryStorage } from "../../../src/engine/storage/memory.js";
import type { OrderedLine } from "../../../src/shop/sales/placement/ordered-lines.js";

const ten: Coupon = {
  ...{ rule_id: 1, code: "Ten", percent: 10, fixed: null, free_shipping: 0 },
  ...{ uses: null, used: 0, from: null, to: null, website_id: null },
};
const here = { website_id: 1, now: "2025-06-01 12:00:00" };

describe("a code is valid", () => {
  test.each([
    { title: "in any case", code: "tEN", counts: true },
    { title: "with spaces around it", code: " ten ", counts: true },
    { title: "only as a whole", code: "te", counts: false },
    { title: "on its website", coupon: { website_id: 1 }, counts: true },
    { title: "but not on another website", coupon: { website_id: 2 }, counts: false },
    { title: "from its first day on", coupon: { from: "2025-06-01" }, counts: true },
    { title: "but not before", coupon: { from: "2025-06-02" }, counts: false },
    { title: "to the end of its last day", coupon: { to: "2025-06-01" }, counts: true },
    { title: "but not after", coupon: { to: "2025-05-31" }, counts: false },
    { title: "while uses are left", coupon: { uses: 2, used: 1 }, counts: true },
    { title: "but not when it is used up", coupon: { uses: 2, used: 2 }, counts: false },
  ])("$title", ({ code = "ten", coupon, counts }) => {
    const set = { ...ten, ...coupon };
    const other = { ...ten, rule_id: 2, code: "other" };
    expect(findCoupon([other, set], code, here)).toBe(counts ? set : undefined);
  });
});

const line = (base_price: number, qty: number, children: readonly OrderedLine[] = []) =>
  ({
    base_price,
    qty,
    children,
    discount_percent: 0,
    discount_amount: 0,
    isMoneyDummy: false,
  }) as OrderedLine;
const shown = (base_price: number, children: readonly OrderedLine[] = []) => ({
  ...line(base_price, 1, children),
  isMoneyDummy: true,
});

const discounts = (lines: readonly OrderedLine[]): unknown[] =>
  lines.map(({ discount_percent, discount_amount, children }) =>
    children.length === 0
      ? discount_percent || discount_amount
      : [discount_percent || discount_amount, ...discounts(children)],
  );

test.each([
  ["no coupon", undefined, [line(10, 1)], [0]],
  ["free shipping", { percent: null }, [line(10, 1)], [0]],
  ["a percentage of each", {}, [line(10, 1), line(5, 2)], [10, 10]],
  [
    "a percentage of the parts of a bundle, not of its displayed row",
    {},
    [shown(20, [line(10, 1), line(10, 1)])],
    [[0, 10, 10]],
  ],
  ["a percentage of a configurable product, not of its child", {}, [line(20, 1, [shown(0)])], [[10, 0]]],
  [
    "an amount, in proportion to the totals of the rows",
    { percent: null, fixed: 5 },
    [line(10, 1), line(15, 2)],
    [1.25, 3.75],
  ],
  [
    "an amount that leaves a cent for the last row",
    { percent: null, fixed: 10 },
    [line(1, 10), line(10, 1), line(10, 1)],
    [3.33, 3.34, 3.33],
  ],
  [
    "an amount over the parts of a bundle",
    { percent: null, fixed: 4 },
    [shown(30, [line(10, 1), line(20, 1)]), line(10, 1)],
    [[0, 1, 2], 1],
  ],
  [
    "never more than the total of the rows",
    { percent: null, fixed: 50 },
    [line(10, 1), line(5, 2)],
    [10, 10],
  ],
])("takes off: %s", (_title, coupon, lines, want) => {
  expect(discounts(withCoupon(lines, coupon && { ...ten, ...coupon }))).toEqual(want);
});

describe("uses", () => {
  const usesAfter = async (code: string, ...changes: readonly (1 | -1)[]) => {
    const storage = new MemoryStorage({ collections });
    const coupons = [ten, { ...ten, rule_id: 2, code: "Other", used: 5 }];
    await storage.write(async (tx) => {
      await tx.put("settings", { id: "coupons", coupons });
      for (const change of changes) await countCouponUse(tx, code, change);
    });
    const stored = await storage.read((tx) => tx.get("settings", "coupons"));
    return stored?.id === "coupons" && stored.coupons.map(({ used }) => used);
  };

  test("are counted for the code in any case, and for no other code", async () => {
    expect(await usesAfter("tEN", 1, 1)).toEqual([2, 5]);
    expect(await usesAfter("other", -1)).toEqual([0, 4]);
    expect(await usesAfter("nope", 1)).toEqual([0, 5]);
  });

  test("are never below none", async () => {
    expect(await usesAfter("ten", -1, 1)).toEqual([1, 5]);
  });

  test("of a removed coupon are not counted", async () => {
    const storage = new MemoryStorage({ collections });
    await storage.write((tx) => countCouponUse(tx, "ten", 1));
    expect(await storage.read((tx) => tx.get("settings", "coupons"))).toBeUndefined();
  });
});
