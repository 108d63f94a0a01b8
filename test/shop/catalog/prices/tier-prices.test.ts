import { describe, expect, test } from "vitest";
import type { Website } from "../../../../src/shop/data/entities/shop.js";
import type { Problem } from "../../../../src/engine/values/problem.js";
import { readTierPrices, type TierPriceContext } from "../../../../src/shop/catalog/prices/tier-prices.js";

const websites = [
  { website_id: 0, code: "admin" },
  { website_id: 1, code: "base" },
  { website_id: 2, code: "second" },
] as Website[];

const context: TierPriceContext = {
  type: "simple",
  website_ids: [1],
  website: (value) => websites.find(({ website_id, code }) => website_id === value || code === value),
  customerGroups: [0, 1, 2, 3].map((group_id) => ({ group_id, code: `group ${group_id}` })),
  priceScope: "website",
};

function read(given: unknown, overrides: Partial<TierPriceContext> = {}) {
  const problems: Problem[] = [];
  const rows = readTierPrices(given, { ...context, ...overrides }, "tier_price", problems);
  return { rows, fields: problems.map(({ field }) => field) };
}

const row = { customer_group_id: "all", website: "all", qty: 5, price: 9 };

describe("valid rows", () => {
  test.each([
    { title: "only qty and price", given: { qty: 5, price: 9 }, want: row },
    { title: "null for all", given: { ...row, website: null, customer_group_id: null }, want: row },
    {
      title: "the live system's number for all groups",
      given: { ...row, customer_group_id: 32000 },
      want: row,
    },
    {
      title: "a group by number",
      given: { ...row, customer_group_id: 1 },
      want: { ...row, customer_group_id: "1" },
    },
    {
      title: "visitors without login",
      given: { ...row, customer_group_id: "0" },
      want: { ...row, customer_group_id: "0" },
    },
    { title: "a website by ID", given: { ...row, website: 1 }, want: { ...row, website: "base" } },
    { title: "numbers as text", given: { ...row, qty: "5", price: "9" }, want: row },
    {
      title: "four decimals",
      given: { ...row, qty: 1.00005, price: 0 },
      want: { ...row, qty: 1.0001, price: 0 },
    },
  ])("$title", ({ given, want }) => {
    expect(read([given])).toEqual({ rows: [want], fields: [] });
  });
});

test.each([
  { title: "no list", given: {}, fields: ["tier_price"] },
  { title: "no object", given: [5], fields: ["tier_price[0]"] },
  { title: "qty missing", given: [{ price: 1 }], fields: ["tier_price[0].qty"] },
  { title: "qty 0", given: [{ ...row, qty: 0 }], fields: ["tier_price[0].qty"] },
  { title: "qty that rounds to 0", given: [{ ...row, qty: 0.00001 }], fields: ["tier_price[0].qty"] },
  { title: "qty out of bounds", given: [{ ...row, qty: 1e8 }], fields: ["tier_price[0].qty"] },
  { title: "price out of bounds", given: [{ ...row, price: 1e8 }], fields: ["tier_price[0].price"] },
  { title: "price below 0", given: [{ ...row, price: -1 }], fields: ["tier_price[0].price"] },
  {
    title: "no numbers",
    given: [{ qty: "x", price: true }],
    fields: ["tier_price[0].qty", "tier_price[0].price"],
  },
  { title: "unknown website", given: [{ ...row, website: "nope" }], fields: ["tier_price[0].website"] },
  { title: "website in other case", given: [{ ...row, website: "BASE" }], fields: ["tier_price[0].website"] },
  { title: "website of others", given: [{ ...row, website: "second" }], fields: ["tier_price[0].website"] },
  {
    title: "unknown group",
    given: [{ ...row, customer_group_id: 9 }],
    fields: ["tier_price[0].customer_group_id"],
  },
  {
    title: "empty group",
    given: [{ ...row, customer_group_id: "" }],
    fields: ["tier_price[0].customer_group_id"],
  },
  { title: "the same twice", given: [row, { ...row, price: 1 }], fields: ["tier_price"] },
  {
    title: "the same after rounding",
    given: [
      { ...row, qty: 1 },
      { ...row, qty: 1.00001 },
    ],
    fields: ["tier_price"],
  },
  { title: "all and one website", given: [row, { ...row, website: 1 }], fields: ["tier_price"] },
  { title: "one website and all", given: [{ ...row, website: 1 }, row], fields: ["tier_price"] },
])("refused: $title", ({ given, fields }) => {
  expect(read(given).fields).toEqual(fields);
});

test("accepts 1000 rows; of a longer list, or of a list that is refused as a whole, no row is stored", () => {
  const rows = (count: number) => Array.from({ length: count }, (_, at) => ({ ...row, qty: at + 1 }));
  expect(read(rows(1000))).toEqual({ rows: rows(1000), fields: [] });
  expect(read(rows(1001))).toEqual({ rows: [], fields: ["tier_price"] });
  expect(read({})).toEqual({ rows: [], fields: ["tier_price"] });
  expect(read([row], { type: "grouped" }).rows).toEqual([]);
  expect(read([{ price: 1 }, { qty: 1 }, row]).rows).toEqual([row]);
});

test("one quantity can have a price for each website and for each group", () => {
  const rows = ["base", "second"].flatMap((website) =>
    ["1", "2"].map((customer_group_id) => ({ ...row, website, customer_group_id })),
  );
  expect(read(rows, { website_ids: [1, 2] })).toEqual({ rows, fields: [] });
});
