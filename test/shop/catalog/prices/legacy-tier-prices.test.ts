/** Tier prices in the product info at the XML doors (doors 0.1). */
import { expect, test } from "vitest";
import { withLegacyTierPrices } from "../../../../src/shop/catalog/prices/tier-prices.js";
import { installedShop } from "../../../../src/shop/states/installed/shop.js";
import { ShopDirectory } from "../../../../src/shop/stores/directory.js";

const shop = new ShopDirectory(installedShop);
const rows = [
  { customer_group_id: "all", website: "all", qty: 5, price: 9 },
  { customer_group_id: "2", website: "base", qty: 10, price: 8 },
  { customer_group_id: "0", website: "gone", qty: 20, price: 7 },
];
const whole = [
  { price_id: 1, website_id: 0, all_groups: true, cust_group: 32000, price_qty: 5, website_price: 9 },
  { price_id: 2, website_id: 1, all_groups: false, cust_group: "2", price_qty: 10, website_price: 8 },
  { price_id: 3, website_id: 0, all_groups: false, cust_group: "0", price_qty: 20, website_price: 7 },
].map((more, index) => ({ ...rows[index], ...more, is_percent: 0 }));

test("every row has the columns of its table in addition to its own members", () => {
  const info = { product_id: 1, tier_price: rows };
  expect(withLegacyTierPrices(info, shop)).toEqual({ product_id: 1, tier_price: whole });
  expect(withLegacyTierPrices(info, shop)).not.toBe(withLegacyTierPrices(info, shop));
});

test.each([{ product_id: 1 }, { product_id: 1, tier_price: [] }])("%j stays unchanged", (info) => {
  expect(withLegacyTierPrices(info, shop)).toBe(info);
});

test("the website is that of the shop", () => {
  const elsewhere = new ShopDirectory({ ...installedShop, websites: [] });
  const info = { product_id: 1, tier_price: rows };
  expect(withLegacyTierPrices(info, elsewhere)).toMatchObject({ tier_price: [{}, { website_id: 0 }, {}] });
});
