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
  ["the price", {}, undefined, 10],
  ["no price", { price: null, ...special(5), ...tier(1, 5) }, undefined, null],
  ["a special price", special(8), undefined, 8],
  ["a special price above the price", special(12), undefined, 10],
  ["a special price of 0", special(0), undefined, 0],
  ["started", special(8, "2025-06-01 12:00:00"), undefined, 8],
  ["not started", special(8, "2025-06-01 12:00:01"), undefined, 10],
  ["the last day", special(8, null, "2025-06-01 00:00:00"), undefined, 8],
  ["the last second", special(8, null, "2025-06-01 12:00:00"), undefined, 8],
  ["ended by the second", special(8, null, "2025-06-01 11:59:59"), undefined, 10],
  ["ended yesterday", special(8, null, "2025-05-31 00:00:00"), undefined, 10],
  [
    "a period that ends before it begins",
    special(8, "2025-06-02 00:00:00", "2025-05-31 00:00:00"),
    undefined,
    10,
  ],
  ["a tier from 2", tier(2, 7), undefined, 10],
  ["2 of a tier from 2", tier(2, 7), { qty: 2 }, 7],
  ["2.5 of a tier from 2", tier(2, 7), { qty: 2.5 }, 7],
  ["a tier of another group", tier(1, 7, { customer_group_id: "2" }), undefined, 10],
  ["a tier of the group", tier(1, 7, { customer_group_id: "2" }), { customer_group_id: 2 }, 7],
  ["a tier of visitors without login", tier(1, 7, { customer_group_id: "0" }), undefined, 7],
  ["a tier of the website", tier(1, 7, { website: "base" }), undefined, 7],
  ["a tier of another website", tier(1, 7, { website: "second" }), undefined, 10],
  ["the lowest of all", { ...special(6), ...tier(1, 7) }, undefined, 6],
])("%s", (_title, prices, buy, want) => {
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
