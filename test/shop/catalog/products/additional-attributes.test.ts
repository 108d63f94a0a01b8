/** catalog 9.10: the codes of each type in set 4, in order. */
import { expect, test } from "vitest";
import { additionalAttributes } from "../../../../src/shop/catalog/products/additional-attributes.js";
import type { ProductType } from "../../../../src/shop/data/entities/catalog.js";
import { installedAttributes } from "../installed-attributes.js";

const start = ["old_id", "news_from_date", "news_to_date", "required_options"];
const prices = ["minimal_price", "msrp_enabled", "msrp_display_actual_price_type", "msrp"];
const end = ["custom_design_from", "custom_design_to", "page_layout"];
const recurring = ["is_recurring", "recurring_profile"];
const ofBundle = ["price_type", "sku_type", "weight_type", "shipment_type"];
const ofLinks = ["links_purchased_separately", "samples_title", "links_title", "links_exist"];

const codes: Readonly<Record<ProductType, readonly string[]>> = {
  simple: [...start, "country_of_manufacture", "group_price", ...prices, ...recurring, ...end],
  virtual: [...start, "group_price", "cost", ...prices, ...recurring, ...end],
  configurable: [...start, "country_of_manufacture", "group_price", ...prices, ...end],
  grouped: [...start, "country_of_manufacture", ...end],
  bundle: [...start, "country_of_manufacture", ...ofBundle, "group_price", ...prices, "price_view", ...end],
  downloadable: [...start, ...ofLinks, "group_price", "cost", ...prices, ...end],
};

test.each(Object.entries(codes))("%s", (type, want) => {
  const attributes = additionalAttributes(installedAttributes.applicable(4, type as ProductType));
  expect(attributes.map(({ attribute_code }) => attribute_code)).toEqual(want);
});
