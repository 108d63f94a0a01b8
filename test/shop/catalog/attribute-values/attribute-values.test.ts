import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { installedAttributes } from "../../../../src/shop/states/installed/attributes.js";
import { installedShop } from "../../../../src/shop/states/installed/shop.js";
import type { AttributeDoc, EntityType } from "../../../../src/shop/data/entities/catalog.js";
import {
  isYesNo,
  presentValue,
  readValue,
} from "../../../../src/shop/catalog/attribute-values/attribute-values.js";
import { choicesOf } from "../../../../src/shop/catalog/attribute-values/option-sources.js";

const sources = {
  taxClasses: installedShop.tax_classes,
  sortBy: ["position", "name", "price"].map((value) => ({ value, label: value })),
};

const installed = (type: EntityType) =>
  new Map(installedAttributes(type).map(({ doc }) => [doc.attribute_code, doc]));
const attributes = { product: installed("product"), category: installed("category") };

function attribute(code: string, type: EntityType = "product"): AttributeDoc {
  const found = attributes[type].get(code);
  if (!found) throw new Error(`there is no ${type} attribute ${code}`);
  return found;
}

/** A select and a multiselect with the options 3 to 5. */
const options = [3, 4, 5].map((option_id) => ({
  option_id,
  sort_order: 0,
  labels: { "0": `Option ${option_id}` },
}));
const select: AttributeDoc = { ...attribute("color"), options };
const multiselect: AttributeDoc = { ...select, frontend_input: "multiselect", backend: "text" };
const boolean: AttributeDoc = { ...select, frontend_input: "boolean", options: [] };

type Mode = "create" | "update";
const reading = (of: AttributeDoc, given: unknown, mode: Mode = "update") =>
  readValue(of, given, choicesOf(of, sources), mode);

/** The value to store, "keep", "remove", or the message of the problem after "!". */
function read(of: AttributeDoc, given: unknown, mode: Mode = "update"): unknown {
  const result = reading(of, given, mode);
  if (result.kind === "set") return result.value;
  return result.kind === "problem" ? `! ${result.message}` : result.kind;
}

const name = attribute("name");
const description = attribute("description");
const price = attribute("price");
const date = attribute("special_from_date");
const gift = attribute("gift_message_available");
const availableSortBy = attribute("available_sort_by", "category");
const defaultSortBy = attribute("default_sort_by", "category");

describe.each([
  { title: "text", of: name, given: "Mug", want: "Mug" },
  { title: "text with spaces", of: name, given: " Mug ", want: " Mug " },
  { title: "HTML", of: description, given: "<p>a & b</p>", want: "<p>a & b</p>" },
  { title: "a number as text", of: name, given: 12.5, want: "12.5" },
  { title: "line ends and tabs", of: description, given: "a\r\n\tb", want: "a\r\n\tb" },
  { title: "NUL", of: name, given: "M\0ug", want: "Mug" },
  { title: "other control characters", of: name, given: "M\u0007ug", want: /control characters/ },
  { title: "half of a character", of: name, given: "a\ud800", want: /invalid characters, such as U\+D800/ },
  { title: "true as text", of: name, given: true, want: "! must be text" },
  { title: "an object as text", of: name, given: {}, want: "! must be text" },
  { title: "an empty list as text", of: name, given: [], want: "! must be text" },
  { title: "255 characters", of: name, given: "😀".repeat(255), want: "😀".repeat(255) },
  { title: "256 characters", of: name, given: "a".repeat(256), want: "! must have at most 255 characters" },
  {
    title: "255 characters of a textarea in varchar",
    of: attribute("meta_description"),
    given: "a".repeat(256),
    want: /255/,
  },
  { title: "65 535 bytes", of: description, given: "a".repeat(65_535), want: "a".repeat(65_535) },
  {
    title: "65 536 bytes",
    of: description,
    given: "ä".repeat(32_768),
    want: "! must have at most 65535 bytes",
  },

  { title: "a price", of: price, given: 12.5, want: 12.5 },
  { title: "a price as text", of: price, given: " 12.50 ", want: 12.5 },
  { title: "a price of five decimals", of: price, given: 1.00005, want: 1.0001 },
  { title: "0", of: price, given: 0, want: 0 },
  { title: "a negative price", of: price, given: -0.01, want: "! must be 0 or more" },
  { title: "a comma", of: price, given: "1,5", want: "! must be a number" },
  { title: "an exponent", of: price, given: "1e3", want: "! must be a number" },
  { title: "true as a price", of: price, given: true, want: "! must be a number" },
  { title: "the highest price", of: price, given: 99_999_999.9999, want: 99_999_999.9999 },
  { title: "10^8", of: price, given: 100_000_000, want: "! must be less than 100000000" },
  { title: "a number that rounds to 10^8", of: price, given: 99_999_999.99996, want: /less than/ },
  { title: "a negative weight", of: attribute("weight"), given: -1, want: /0 or more/ },
  { title: "a price step", of: attribute("filter_price_range", "category"), given: "-1", want: /0 or more/ },

  { title: "a day", of: date, given: "2024-05-01", want: "2024-05-01 00:00:00" },
  { title: "a time", of: date, given: "2024-05-01T12:30:00Z", want: "2024-05-01 12:30:00" },
  {
    title: "an impossible day",
    of: date,
    given: "2025-02-30",
    want: /^! must be an existing date as YYYY-MM-DD/,
  },
  {
    title: "a number as a date",
    of: date,
    given: 20240501,
    want: /^! must be an existing date as YYYY-MM-DD/,
  },

  { title: "status", of: attribute("status"), given: 2, want: 2 },
  { title: "status as text", of: attribute("status"), given: "2", want: 2 },
  { title: "status 7", of: attribute("status"), given: 7, want: "! must be 1 or 2" },
  { title: "status true", of: attribute("status"), given: true, want: "! must be a whole number" },
  { title: "visibility 5", of: attribute("visibility"), given: 5, want: "! must be 1, 2, 3 or 4" },
  { title: "tax class 0", of: attribute("tax_class_id"), given: 0, want: 0 },
  {
    title: "tax class of customers",
    of: attribute("tax_class_id"),
    given: 3,
    want: "! must be 0, 1, 2 or 4; settings.tax_classes of a dataset adds others",
  },
  { title: "a layout", of: attribute("page_layout"), given: "one_column", want: "one_column" },
  {
    title: "an unknown layout",
    of: attribute("page_layout"),
    given: "4_columns",
    want: /^! must be empty, one_column/,
  },
  { title: "a design", of: attribute("custom_design"), given: "blue", want: /no options/ },
  { title: "a country", of: attribute("country_of_manufacture"), given: "DE", want: "DE" },
  {
    title: "an unknown country",
    of: attribute("country_of_manufacture"),
    given: "XX",
    want: /one of the attribute's options/,
  },
  { title: "msrp_enabled in varchar", of: attribute("msrp_enabled"), given: 2, want: "2" },
  { title: "a type of a bundle's price", of: attribute("price_type"), given: 2, want: "! must be 1 or 0" },

  { title: "yes", of: gift, given: true, want: "1" },
  { title: "no, which does not remove the value", of: gift, given: false, want: "0" },
  { title: "yes of a boolean", of: boolean, given: "1", want: 1 },
  { title: "no of a boolean", of: boolean, given: false, want: 0 },
  { title: '"" for yes or no', of: gift, given: "", want: "! must be true or false" },
  { title: '"" of a boolean', of: boolean, given: "", want: "! must be true or false" },
  { title: '"true"', of: boolean, given: "true", want: "! must be true or false" },
  { title: "2 of a boolean", of: boolean, given: 2, want: "! must be true or false" },

  { title: "an option", of: select, given: "3", want: 3 },
  { title: "an unknown option", of: select, given: 99, want: "! must be 3, 4 or 5" },
  { title: "a list for a select", of: select, given: [3], want: "! must be a whole number" },
  { title: "an option of none", of: attribute("manufacturer"), given: 1, want: /no options/ },
  { title: "options as text", of: multiselect, given: "5, 3,,5,03", want: "5,3" },
  { title: "options as a list", of: multiselect, given: [4, "3", "", 4], want: "4,3" },
  { title: "one option as a number", of: multiselect, given: 4, want: "4" },
  { title: "an unknown one among options", of: multiselect, given: "3,9", want: "! must be 3, 4 or 5" },
  { title: "a list in a list", of: multiselect, given: [[3]], want: /must be a list/ },
  { title: "true among options", of: multiselect, given: [true], want: /must be a list/ },
  { title: "an empty list of options", of: multiselect, given: [], want: "remove" },
  { title: "only commas", of: multiselect, given: ",,", want: "remove" },

  { title: "sort codes", of: availableSortBy, given: "name,price", want: "name,price" },
  {
    title: "an unknown sort code",
    of: availableSortBy,
    given: ["name", "colour"],
    want: /position, name or price/,
  },
  { title: "use_config", of: availableSortBy, given: "use_config", want: null },
  { title: "use_config in a list", of: availableSortBy, given: ["use_config"], want: null },
  { title: "no sort codes", of: availableSortBy, given: [], want: null },
  { title: "use_config as the default order", of: defaultSortBy, given: "use_config", want: null },
  { title: "a list as the default order", of: defaultSortBy, given: [], want: "! must be text" },
  { title: "a landing page", of: attribute("landing_page", "category"), given: 12, want: 12 },
  {
    title: "landing page 0",
    of: attribute("landing_page", "category"),
    given: 0,
    want: "! must be 1 or more",
  },
  { title: "a plain file name", of: attribute("image", "category"), given: "mugs_1.jpg", want: "mugs_1.jpg" },
  { title: "a path", of: attribute("image", "category"), given: "../mugs.jpg", want: /plain file name/ },

  { title: "null", of: name, given: null, want: "keep" },
  { title: "an empty value", of: name, given: undefined, want: "keep" },
  { title: "false", of: name, given: false, want: "remove" },
  { title: "false for a price", of: price, given: false, want: "remove" },
  { title: "an attribute of the service", of: attribute("url_path"), given: "a.html", want: "keep" },
  { title: "a column", of: attribute("sku"), given: "a", want: "keep" },
])("$title", ({ of, given, want }) => {
  test.each(["create", "update"] as const)("on %s", (mode) => {
    const result = read(of, given, mode);
    if (want instanceof RegExp) expect(result).toMatch(want);
    else expect(result).toEqual(want);
  });
});

test.each([
  { of: name, onCreate: "remove" },
  { of: attribute("page_layout"), onCreate: "remove" },
  { of: multiselect, onCreate: "remove" },
  { of: price, onCreate: "! must be a number" },
  { of: select, onCreate: "! must be a whole number" },
  { of: date, onCreate: /^! must be an existing date as YYYY-MM-DD/ },
])('"" for $of.attribute_code clears on update, on create $onCreate', ({ of, onCreate }) => {
  for (const empty of ["", "\0"]) {
    expect(read(of, empty, "update")).toBe("remove");
    if (onCreate instanceof RegExp) expect(read(of, empty, "create")).toMatch(onCreate);
    else expect(read(of, empty, "create")).toBe(onCreate);
  }
});

describe("for any value", () => {
  const all = [...attributes.product.values(), ...attributes.category.values(), select, multiselect, boolean];
  const anyAttribute = fc.constantFrom(...all);
  const anyValue = fc.oneof(
    fc.jsonValue(),
    fc.string({ unit: "binary" }),
    fc.double(),
    fc.constantFrom("1", "DE", "3,4", "2024-02-29", "use_config", "PRODUCTS", 2, 0, true, false),
  );

  test("a stored value can be written again unchanged", () => {
    fc.assert(
      fc.property(anyAttribute, anyValue, fc.constantFrom("create", "update"), (of, given, mode) => {
        const first = reading(of, given, mode);
        if (first.kind !== "set" || first.value === null) return;
        expect(reading(of, first.value, mode)).toEqual(first);
      }),
      { numRuns: 2000 },
    );
  });

  test("a stored value has the type and the limits of the backend", () => {
    fc.assert(
      fc.property(anyAttribute, anyValue, (of, given) => {
        const result = reading(of, given);
        if (result.kind !== "set" || result.value === null) return;
        const isNumber = of.backend === "int" || of.backend === "decimal";
        expect(typeof result.value).toBe(isNumber ? "number" : "string");
        if (of.backend === "decimal") expect(result.value).toBeGreaterThanOrEqual(0);
        if (of.backend === "int") expect(Number.isSafeInteger(result.value)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});

test("yes/no values are returned as numbers, all others as they are stored", () => {
  expect(presentValue(gift, "1")).toBe(1);
  expect(presentValue(boolean, 0)).toBe(0);
  expect(presentValue(gift, null)).toBeNull();
  expect(presentValue(attribute("msrp_enabled"), "1")).toBe("1");
  expect(presentValue(price, 12.5)).toBe(12.5);
  expect(presentValue(multiselect, "3,4")).toBe("3,4");
});

test("yes/no attributes are booleans and the selects between yes and no", () => {
  const yesNo = [...attributes.product.values(), ...attributes.category.values()].filter(isYesNo);
  expect(yesNo.map(({ attribute_code }) => attribute_code)).toEqual([
    "is_recurring",
    "gift_message_available",
    "is_active",
    "is_anchor",
    "include_in_menu",
    "custom_use_parent_settings",
    "custom_apply_to_products",
  ]);
  expect(isYesNo(boolean)).toBe(true);
});
