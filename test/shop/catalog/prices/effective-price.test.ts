/** catalog 8, 9.8; sales 19.2. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { TierPrice } from "../../../../src/shop/data/entities/catalog.js";
import {
  effectivePrice,
  tiersOf,
  type ProductPrices,
  type SaleConditions,
} from "../../../../src/shop/catalog/prices/effective-price.js";

const plain: ProductPrices = {
  price: 10,
  special_price: null,
  special_from_date: null,
  special_to_date: null,
  tier_prices: [],
};
const one: SaleConditions = { qty: 1, customer_group_id: 0, website: "base", now: "2025-06-01 12:00:00" };

const special = (special_price: number, from: string | null = null, to: string | null = null) => {
  return { special_price, special_from_date: from, special_to_date: to };
};
const tier = (qty: number, price: number, more: Partial<TierPrice> = {}) => {
  return { tier_prices: [{ qty, price, customer_group_id: "all", website: "all", ...more }] };
};

test.each([
  { title: "the price", prices: {}, want: 10 },
  { title: "no price", prices: { price: null, ...special(5), ...tier(1, 5) }, want: null },
  { title: "a special price", prices: special(8), want: 8 },
  { title: "a special price above the price", prices: special(12), want: 10 },
  { title: "a special price of 0", prices: special(0), want: 0 },
  { title: "started", prices: special(8, "2025-06-01 12:00:00"), want: 8 },
  { title: "not started", prices: special(8, "2025-06-01 12:00:01"), want: 10 },
  { title: "the last day", prices: special(8, null, "2025-06-01 00:00:00"), want: 8 },
  { title: "the last second", prices: special(8, null, "2025-06-01 12:00:00"), want: 8 },
  { title: "ended by the second", prices: special(8, null, "2025-06-01 11:59:59"), want: 10 },
  { title: "ended yesterday", prices: special(8, null, "2025-05-31 00:00:00"), want: 10 },
  {
    title: "a period that ends before it begins",
    prices: special(8, "2025-06-02 00:00:00", "2025-05-31 00:00:00"),
    want: 10,
  },
  { title: "a tier from 2", prices: tier(2, 7), want: 10 },
  { title: "2 of a tier from 2", prices: tier(2, 7), buy: { qty: 2 }, want: 7 },
  { title: "2.5 of a tier from 2", prices: tier(2, 7), buy: { qty: 2.5 }, want: 7 },
  { title: "a tier of another group", prices: tier(1, 7, { customer_group_id: "2" }), want: 10 },
  {
    title: "a tier of the group",
    prices: tier(1, 7, { customer_group_id: "2" }),
    buy: { customer_group_id: 2 },
    want: 7,
  },
  { title: "a tier of visitors without login", prices: tier(1, 7, { customer_group_id: "0" }), want: 7 },
  { title: "a tier of the website", prices: tier(1, 7, { website: "base" }), want: 7 },
  { title: "a tier of another website", prices: tier(1, 7, { website: "second" }), want: 10 },
  { title: "the lowest of all", prices: { ...special(6), ...tier(1, 7) }, want: 6 },
])("$title", ({ prices, buy, want }) => {
  expect(effectivePrice({ ...plain, ...prices }, { ...one, ...buy })).toBe(want);
});

test("is never above the price, and never rises with the quantity", () => {
  const amount = fc.integer({ min: 0, max: 1_000_000 }).map((units) => units / 10_000);
  const time = fc.constantFrom(null, "2025-05-31 00:00:00", "2025-06-01 00:00:00", "2025-06-02 08:00:00");
  const tiers = fc.record({
    customer_group_id: fc.constantFrom("all", "0", "1"),
    website: fc.constantFrom("all", "base", "second"),
    qty: fc.integer({ min: 1, max: 10 }),
    price: amount,
  });
  const prices = fc.record({
    price: amount,
    special_price: fc.option(amount),
    special_from_date: time,
    special_to_date: time,
    tier_prices: fc.array(tiers, { maxLength: 5 }),
  });
  const qty = fc.integer({ min: 1, max: 12 });
  fc.assert(
    fc.property(prices, qty, qty, (product, a, b) => {
      const [less, more] = a < b ? [a, b] : [b, a];
      const few = effectivePrice(product, { ...one, qty: less }) as number;
      const many = effectivePrice(product, { ...one, qty: more }) as number;
      expect(few).toBeLessThanOrEqual(product.price);
      expect(many).toBeLessThanOrEqual(few);
      expect(many).toBeGreaterThanOrEqual(0);
    }),
  );
});

test("the tiers of a buyer: own group and website, the lowest for each quantity, sorted by quantity", () => {
  const tiers: TierPrice[] = [
    { qty: 5, price: 8, customer_group_id: "all", website: "all" },
    { qty: 5, price: 7, customer_group_id: "1", website: "base" },
    { qty: 5, price: 7.5, customer_group_id: "1", website: "all" },
    { qty: 2, price: 9, customer_group_id: "1", website: "all" },
    { qty: 1, price: 1, customer_group_id: "2", website: "all" },
    { qty: 1, price: 1, customer_group_id: "all", website: "second" },
  ];
  const found = tiersOf(tiers, { customer_group_id: 1, website: "base" });
  expect(found).toEqual([tiers[3], tiers[1]]);
});
