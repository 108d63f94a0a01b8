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
    ["only qty and price", { qty: 5, price: 9 }, row],
    ["null for all", { ...row, website: null, customer_group_id: null }, row],
    ["the live system's number for all groups", { ...row, customer_group_id: 32000 }, row],
    ["a group by number", { ...row, customer_group_id: 1 }, { ...row, customer_group_id: "1" }],
    ["visitors without login", { ...row, customer_group_id: "0" }, { ...row, customer_group_id: "0" }],
    ["a website by ID", { ...row, website: 1 }, { ...row, website: "base" }],
    ["numbers as text", { ...row, qty: "5", price: "9" }, row],
    ["four decimals", { ...row, qty: 1.00005, price: 0 }, { ...row, qty: 1.0001, price: 0 }],
  ])("%s", (_title, given, want) => {
    expect(read([given])).toEqual({ rows: [want], fields: [] });
  });
});

test.each([
  ["no list", {}, ["tier_price"]],
  ["no object", [5], ["tier_price[0]"]],
  ["qty missing", [{ price: 1 }], ["tier_price[0].qty"]],
  ["qty 0", [{ ...row, qty: 0 }], ["tier_price[0].qty"]],
  ["qty that rounds to 0", [{ ...row, qty: 0.00001 }], ["tier_price[0].qty"]],
  ["qty out of bounds", [{ ...row, qty: 1e8 }], ["tier_price[0].qty"]],
  ["price out of bounds", [{ ...row, price: 1e8 }], ["tier_price[0].price"]],
  ["price below 0", [{ ...row, price: -1 }], ["tier_price[0].price"]],
  ["no numbers", [{ qty: "x", price: true }], ["tier_price[0].qty", "tier_price[0].price"]],
  ["unknown website", [{ ...row, website: "nope" }], ["tier_price[0].website"]],
  ["website in other case", [{ ...row, website: "BASE" }], ["tier_price[0].website"]],
  ["website of others", [{ ...row, website: "second" }], ["tier_price[0].website"]],
  ["unknown group", [{ ...row, customer_group_id: 9 }], ["tier_price[0].customer_group_id"]],
  ["empty group", [{ ...row, customer_group_id: "" }], ["tier_price[0].customer_group_id"]],
  ["the same twice", [row, { ...row, price: 1 }], ["tier_price"]],
  [
    "the same after rounding",
    [
      { ...row, qty: 1 },
      { ...row, qty: 1.00001 },
    ],
    ["tier_price"],
  ],
  ["all and one website", [row, { ...row, website: 1 }], ["tier_price"]],
  ["one website and all", [{ ...row, website: 1 }, row], ["tier_price"]],
])("refused: %s", (_title, given, fields) => {
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
