/** catalog 6.1. */
import { expect, test } from "vitest";
import {
  childTypeProblem,
  hasTierPrices,
  isComposite,
  isProductType,
  isQuantityManaged,
  productTypes,
} from "../../../../src/shop/catalog/attribute-values/product-types.js";

test("there are six, in the order of the list", () => {
  expect(productTypes.map(({ type }) => type)).toEqual([
    "simple",
    "grouped",
    "configurable",
    "virtual",
    "bundle",
    "downloadable",
  ]);
});

test.each([
  { type: "simple", quantity: true, tiers: true },
  { type: "virtual", quantity: true, tiers: true },
  { type: "downloadable", quantity: true, tiers: true },
  { type: "configurable", quantity: false, tiers: true },
  { type: "bundle", quantity: false, tiers: true },
  { type: "grouped", quantity: false, tiers: false },
] as const)("$type: quantity of its own $quantity, tier prices $tiers", ({ type, quantity, tiers }) => {
  expect(isQuantityManaged(type)).toBe(quantity);
  expect(hasTierPrices(type)).toBe(tiers);
});

test.each(["Simple", "simple ", "", "toString", null, 1])("%j is not a type", (value) =>
  expect(isProductType(value)).toBe(false),
);

const types = productTypes.map(({ type }) => type);

test("three types are composite", () => {
  expect(types.filter(isComposite)).toEqual(["grouped", "configurable", "bundle"]);
});

test.each([
  { parent: "configurable", want: ["simple", "virtual"] },
  { parent: "bundle", want: ["simple", "virtual", "downloadable"] },
  { parent: "grouped", want: ["simple", "virtual", "downloadable"] },
  { parent: "simple", want: [] },
] as const)("$parent products consist of $want", ({ parent, want }) => {
  expect(types.filter((type) => childTypeProblem(parent, type) === undefined)).toEqual(want);
});

test("an error names the possible types", () => {
  expect(childTypeProblem("configurable", "bundle")).toBe("must be one of these types: simple, virtual");
});
