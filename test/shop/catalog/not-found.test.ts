/** Messages of faults name what was not found (catalog 12). */
import { expect, test } from "vitest";
import { Catalog } from "../../support/catalog.js";

const shop = await Catalog.open();

const attribute = "catalog_product_attribute";
const set = "catalog_product_attribute_set";

test.each([
  [`${set}.create`, ["Mugs", 999], "There is no such attribute set to copy (skeletonSetId: 999)."],
  [
    `${set}.create`,
    ["Mugs", "x"],
    'There is no such attribute set to copy (skeletonSetId: "x" is not an ID).',
  ],
  [`${set}.remove`, [3], "There is no such product attribute set (attributeSetId: 3)."],
  [`${set}.attributeAdd`, [999, 4], "There is no such product attribute (attributeId: 999)."],
  [`${set}.attributeAdd`, [94, 4, 999], "The attribute set 4 has no such group (attributeGroupId: 999)."],
  [`${set}.attributeAdd`, [94, 4, "x"], 'The attribute set 4 has no such group (attributeGroupId: "x").'],
  [`${set}.groupAdd`, [999, "Care"], "There is no such product attribute set (attributeSetId: 999)."],
  [
    `${set}.groupAdd`,
    ["x", "Care"],
    'There is no such product attribute set (attributeSetId: "x" is not an ID).',
  ],
  [`${set}.groupRemove`, [999], "There is no such group of a product attribute set (attributeGroupId: 999)."],
  [`${attribute}.info`, ["nope"], 'There is no such product attribute (attribute: "nope").'],
  [`${attribute}.removeOption`, ["color", 999], "The attribute color has no such option (optionId: 999)."],
  ["catalog_category.info", [999], "There is no such category (categoryId: 999)."],
])("%s %j: %s", async (operation, args, message) => {
  expect((await shop.refusal(operation, ...args)).message).toContain(`: ${message}`);
});
