/** Messages of faults name what was not found (catalog 12). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { Catalog } from "../../support/catalog.js";

let shop: Catalog;

beforeAll(async () => {
  shop = await Catalog.open();
});
afterAll(() => shop.close());

const attribute = "catalog_product_attribute";
const set = "catalog_product_attribute_set";

test.each([
  [`${set}.create`, ["Mugs", 999], "Product attribute set 999 was not found."],
  [`${set}.create`, ["Mugs", "x"], "There is no such attribute set to copy."],
  [`${set}.remove`, [3], "Product attribute set 3 was not found."],
  [`${set}.attributeAdd`, [999, 4], "Product attribute 999 was not found."],
  [`${set}.attributeAdd`, [94, 4, 999], "The attribute set 4 has no group 999."],
  [`${set}.attributeAdd`, [94, 4, "x"], 'The attribute set 4 has no group "x".'],
  [`${set}.groupAdd`, [999, "Care"], "Product attribute set 999 was not found."],
  [`${set}.groupAdd`, ["x", "Care"], "There is no such product attribute set."],
  [`${set}.groupRemove`, [999], "Attribute group 999 was not found."],
  [`${attribute}.info`, ["nope"], 'Attribute "nope" was not found.'],
  [`${attribute}.removeOption`, ["color", 999], "The attribute color has no option 999."],
  ["catalog_category.info", [999], "Category 999 was not found."],
])("%s %j: %s", async (operation, args, message) => {
  expect((await shop.refusal(operation, ...args)).message).toContain(`: ${message}`);
});
