import { describe, expect, test } from "vitest";
import { installedAttributes } from "../../../../src/shop/states/installed/attributes.js";
import { installedShop } from "../../../../src/shop/states/installed/shop.js";
import type { AttributeDoc } from "../../../../src/shop/data/entities/catalog.js";
import {
  choicesOf,
  optionsOf,
  withNumber,
} from "../../../../src/shop/catalog/attribute-values/option-sources.js";

const context = {
  taxClasses: installedShop.tax_classes,
  sortBy: ["position", "name", "price"].map((value) => ({ value, label: value })),
};
const product = new Map(installedAttributes("product").map(({ doc }) => [doc.attribute_code, doc]));
const category = new Map(installedAttributes("category").map(({ doc }) => [doc.attribute_code, doc]));

const attribute = (code: string) => (product.get(code) ?? category.get(code)) as AttributeDoc;
const shown = (of: AttributeDoc, storeId = 0) =>
  optionsOf(of, storeId, context).map(({ value, label }) => `${value}=${label}`);

describe("fixed lists are those of catalog 2.6", () => {
  test.each([
    ["status", ["=-- Please Select --", "1=Enabled", "2=Disabled"]],
    [
      "visibility",
      ["=-- Please Select --", "1=Not Visible Individually", "2=Catalog", "3=Search", "4=Catalog, Search"],
    ],
    ["tax_class_id", ["0=None", "2=Taxable Goods", "4=Shipping"]],
    ["msrp_enabled", ["1=Yes", "0=No", "2=Use config"]],
    [
      "msrp_display_actual_price_type",
      ["2=In Cart", "3=Before Order Confirmation", "1=On Gesture", "4=Use config"],
    ],
    ["price_view", ["1=As Low as", "0=Price Range"]],
    ["options_container", ["container1=Product Info Column", "container2=Block after Info Column"]],
    ["custom_design", ["=-- Please Select --"]],
    ["gift_message_available", ["1=Yes", "0=No"]],
    ["is_recurring", ["1=Yes", "0=No"]],
    ["color", ["="]],
    ["landing_page", ["=Please select a static block ..."]],
  ])("%s", (code, want) => expect(shown(attribute(code))).toEqual(want));

  test("page_layout starts with no layout", () => {
    expect(shown(attribute("page_layout"))).toHaveLength(6);
    expect(shown(attribute("page_layout"))[0]).toBe("=No layout updates");
  });

  test("country_of_manufacture has the countries of the world by name", () => {
    const [empty, ...countries] = optionsOf(attribute("country_of_manufacture"), 0, context);
    expect(empty).toEqual({ value: "", label: "" });
    expect(countries).toHaveLength(249);
    expect(countries.every(({ value }) => /^[A-Z]{2}$/.test(value))).toBe(true);
    expect(countries.slice(0, 2).map(({ value }) => value)).toEqual(["AF", "AX"]);
    expect(countries.at(-1)?.value).toBe("ZW");
    expect(countries).toContainEqual({ value: "GB", label: "United Kingdom" });
  });

  test.each(["name", "description", "price", "weight", "news_from_date", "price_type", "image", "sku"])(
    "%s has no options",
    (code) => expect(shown(attribute(code))).toEqual([]),
  );
});

describe("custom options", () => {
  const own: AttributeDoc = {
    ...attribute("color"),
    options: [
      { option_id: 3, sort_order: 2, labels: { "0": "Red", "3": "Rot" } },
      { option_id: 4, sort_order: 1, labels: { "0": "green", "3": "Grün" } },
      { option_id: 6, sort_order: 1, labels: { "0": "Blue" } },
      { option_id: 5, sort_order: 1, labels: { "0": "Blue" } },
    ],
  };

  test("are sorted by order, label and ID, after an empty entry", () => {
    expect(shown(own)).toEqual(["=", "5=Blue", "6=Blue", "4=green", "3=Red"]);
  });

  test("have the labels of the store view, or else the default", () => {
    expect(shown(own, 3)).toEqual(["=", "5=Blue", "6=Blue", "4=Grün", "3=Rot"]);
    expect(shown(own, 1)).toEqual(shown(own));
  });

  test("are the valid values", () => {
    expect(choicesOf(own, context)).toEqual(new Set(["3", "4", "5", "6"]));
    expect(choicesOf(own, context)).toBe(choicesOf(own, context));
  });
});

describe("valid values", () => {
  test.each([
    ["status", ["1", "2"]],
    ["tax_class_id", ["0", "1", "2", "4"]],
    ["custom_design", []],
    ["price_type", ["1", "0"]],
    ["display_mode", ["PRODUCTS", "PAGE", "PRODUCTS_AND_PAGE"]],
    ["available_sort_by", ["position", "name", "price"]],
  ])("%s", (code, want) => expect([...(choicesOf(attribute(code), context) ?? [])]).toEqual(want));

  test("a change of the returned list does not affect later calls", () => {
    optionsOf(attribute("status"), 0, context).pop();
    expect(shown(attribute("status"))).toHaveLength(3);
  });

  test.each(["name", "price", "landing_page", "special_from_date"])(
    "%s accepts any value of its type",
    (code) => expect(choicesOf(attribute(code), context)).toBeUndefined(),
  );
});

describe("values for XML doors", () => {
  test.each([
    ["4", 4],
    ["129", 129],
    ["", ""],
    ["US", "US"],
    ["1column", "1column"],
    ["column1", "column1"],
  ])("%j is sent as %j", (value, sent) =>
    expect(withNumber({ value, label: "One" })).toEqual({ value: sent, label: "One" }),
  );
});
