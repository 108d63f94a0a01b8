/** Attributes of a product that its options and links decide (beyond 4, 12). */
import { expect, test } from "vitest";
import type { ProductDoc } from "../../../../src/shop/data/entities/catalog.js";
import { optionFlags } from "../../../../src/shop/catalog/options/product-options.js";
import { engraving, ink } from "./sample-options.js";

test.each([
  { product: {}, flags: [0, 0, 0] },
  { product: { options: [], download_links: [] }, flags: [0, 0, 0] },
  { product: { options: [engraving] }, flags: [1, 0, 0] },
  { product: { options: [engraving, ink] }, flags: [1, 1, 0] },
  { product: { download_links: [{}] }, flags: [1, 0, 1] },
])("$product: has_options, required_options, links_exist are $flags", ({ product, flags }) => {
  expect(Object.values(optionFlags(product as unknown as ProductDoc))).toEqual(flags);
});
