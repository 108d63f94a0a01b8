/** catalog 8. */
import { beforeEach, expect, test } from "vitest";
import { Catalog } from "../../../support/catalog.js";

const namespace = "catalog_product_attribute_tier_price";
const shop = await Catalog.open();
let mug: number;

beforeEach(async () => {
  await shop.reset();
  mug = await product("simple", "mug-01");
});

const product = (type: string, sku: string) =>
  shop.call<number>("catalog_product.create", type, 4, sku, { name: sku, website_ids: [1] });

const update = (...args: unknown[]) => shop.call(`${namespace}.update`, ...args);
const info = (...args: unknown[]) => shop.call(`${namespace}.info`, ...args);

test("website and group default to all, and rows are sorted by quantity", async () => {
  const rows = [
    { qty: 10, price: 7.5, customer_group_id: 1, website: 1 },
    { qty: "2", price: "9.00004", customer_group_id: null },
    { qty: 10, price: 8, customer_group_id: 0, website: "base" },
  ];
  expect(await update(mug, rows)).toBe(true);

  expect(await info(mug)).toEqual([
    { customer_group_id: "all", website: "all", qty: 2, price: 9 },
    { customer_group_id: "1", website: "base", qty: 10, price: 7.5 },
    { customer_group_id: "0", website: "base", qty: 10, price: 8 },
  ]);
  expect(await update("MUG-01", [], "sku")).toBe(true);
  expect(await info("mug-01", "sku")).toEqual([]);
});

test.each([0, "0", "admin", "all", null])("website %j stands for all", async (website) => {
  expect(await update(mug, [{ qty: 2, price: 9, website }])).toBe(true);
  expect(await info(mug)).toEqual([{ customer_group_id: "all", website: "all", qty: 2, price: 9 }]);
});

test("a list with one wrong row is refused as a whole", async () => {
  await update(mug, [{ qty: 5, price: 4 }]);
  const rows = [
    { qty: 1, price: 1 },
    { qty: 2, price: 1, website: "second" },
  ];
  expect(await shop.fault(`${namespace}.update`, mug, rows)).toBe("data_invalid: tierPrices[1].website");
  expect(await info(mug)).toHaveLength(1);
});

test("unchanged rows keep their place", async () => {
  await update(mug, [
    { qty: 5, price: 4, customer_group_id: 2 },
    { qty: 5, price: 4.5, customer_group_id: 1 },
  ]);
  await update(mug, [
    { qty: 5, price: 3, customer_group_id: 1 },
    { qty: 5, price: 4, customer_group_id: 3 },
    { qty: 5, price: 4, customer_group_id: 2 },
  ]);
  expect(await info(mug)).toMatchObject([
    { customer_group_id: "2" },
    { customer_group_id: "1", price: 3 },
    { customer_group_id: "3" },
  ]);
});

test("grouped products have none", async () => {
  const grouped = await product("grouped", "set");
  expect(await shop.fault(`${namespace}.update`, grouped, [{ qty: 1, price: 1 }])).toMatch("data_invalid");
  expect(await update(grouped, [])).toBe(true);
  expect(await info(grouped)).toEqual([]);
});

test("with global prices, no website can be given", async () => {
  const other = await Catalog.open({ priceScope: "global" });
  const id = await other.call("catalog_product.create", "simple", 4, "mug", {
    name: "Mug",
    website_ids: [1],
  });
  const refused = await other.fault(`${namespace}.update`, id, [{ qty: 1, price: 1, website: 1 }]);
  expect(refused).toBe("data_invalid: tierPrices[0].website");
});

test("a SKU is no product without its identifierType", async () => {
  expect(await shop.fault(`${namespace}.update`, "mug-01", [])).toBe("product_not_exists");
});
