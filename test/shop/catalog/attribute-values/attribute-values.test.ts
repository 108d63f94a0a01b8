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
  ["text", name, "Mug", "Mug"],
  ["text with spaces", name, " Mug ", " Mug "],
  ["HTML", description, "<p>a & b</p>", "<p>a & b</p>"],
  ["a number as text", name, 12.5, "12.5"],
  ["line ends and tabs", description, "a\r\n\tb", "a\r\n\tb"],
  ["NUL", name, "M\0ug", "Mug"],
  ["other control characters", name, "M\u0007ug", /control characters/],
  ["half of a character", name, "a\ud800", /invalid characters, such as U\+D800/],
  ["true as text", name, true, "! must be text"],
  ["an object as text", name, {}, "! must be text"],
  ["an empty list as text", name, [], "! must be text"],
  ["255 characters", name, "😀".repeat(255), "😀".repeat(255)],
  ["256 characters", name, "a".repeat(256), "! must have at most 255 characters"],
  ["255 characters of a textarea in varchar", attribute("meta_description"), "a".repeat(256), /255/],
  ["65 535 bytes", description, "a".repeat(65_535), "a".repeat(65_535)],
  ["65 536 bytes", description, "ä".repeat(32_768), "! must have at most 65535 bytes"],

  ["a price", price, 12.5, 12.5],
  ["a price as text", price, " 12.50 ", 12.5],
  ["a price of five decimals", price, 1.00005, 1.0001],
  ["0", price, 0, 0],
  ["a negative price", price, -0.01, "! must be 0 or more"],
  ["a comma", price, "1,5", "! must be a number"],
  ["an exponent", price, "1e3", "! must be a number"],
  ["true as a price", price, true, "! must be a number"],
  ["the highest price", price, 99_999_999.9999, 99_999_999.9999],
  ["10^8", price, 100_000_000, "! must be less than 100000000"],
  ["a number that rounds to 10^8", price, 99_999_999.99996, /less than/],
  ["a negative weight", attribute("weight"), -1, /0 or more/],
  ["a price step", attribute("filter_price_range", "category"), "-1", /0 or more/],

  ["a day", date, "2024-05-01", "2024-05-01 00:00:00"],
  ["a time", date, "2024-05-01T12:30:00Z", "2024-05-01 12:30:00"],
  ["an impossible day", date, "2025-02-30", /^! must be an existing date as YYYY-MM-DD/],
  ["a number as a date", date, 20240501, /^! must be an existing date as YYYY-MM-DD/],

  ["status", attribute("status"), 2, 2],
  ["status as text", attribute("status"), "2", 2],
  ["status 7", attribute("status"), 7, "! must be 1 or 2"],
  ["status true", attribute("status"), true, "! must be a whole number"],
  ["visibility 5", attribute("visibility"), 5, "! must be 1, 2, 3 or 4"],
  ["tax class 0", attribute("tax_class_id"), 0, 0],
  [
    "tax class of customers",
    attribute("tax_class_id"),
    3,
    "! must be 0, 1, 2 or 4; settings.tax_classes of a dataset adds others",
  ],
  ["a layout", attribute("page_layout"), "one_column", "one_column"],
  ["an unknown layout", attribute("page_layout"), "4_columns", /^! must be empty, one_column/],
  ["a design", attribute("custom_design"), "blue", /no options/],
  ["a country", attribute("country_of_manufacture"), "DE", "DE"],
  ["an unknown country", attribute("country_of_manufacture"), "XX", /one of the attribute's options/],
  ["msrp_enabled in varchar", attribute("msrp_enabled"), 2, "2"],
  ["a type of a bundle's price", attribute("price_type"), 2, "! must be 1 or 0"],

  ["yes", gift, true, "1"],
  ["no, which does not remove the value", gift, false, "0"],
  ["yes of a boolean", boolean, "1", 1],
  ["no of a boolean", boolean, false, 0],
  ['"" for yes or no', gift, "", "! must be true or false"],
  ['"" of a boolean', boolean, "", "! must be true or false"],
  ['"true"', boolean, "true", "! must be true or false"],
  ["2 of a boolean", boolean, 2, "! must be true or false"],

  ["an option", select, "3", 3],
  ["an unknown option", select, 99, "! must be 3, 4 or 5"],
  ["a list for a select", select, [3], "! must be a whole number"],
  ["an option of none", attribute("manufacturer"), 1, /no options/],
  ["options as text", multiselect, "5, 3,,5,03", "5,3"],
  ["options as a list", multiselect, [4, "3", "", 4], "4,3"],
  ["one option as a number", multiselect, 4, "4"],
  ["an unknown one among options", multiselect, "3,9", "! must be 3, 4 or 5"],
  ["a list in a list", multiselect, [[3]], /must be a list/],
  ["true among options", multiselect, [true], /must be a list/],
  ["an empty list of options", multiselect, [], "remove"],
  ["only commas", multiselect, ",,", "remove"],

  ["sort codes", availableSortBy, "name,price", "name,price"],
  ["an unknown sort code", availableSortBy, ["name", "colour"], /position, name or price/],
  ["use_config", availableSortBy, "use_config", null],
  ["use_config in a list", availableSortBy, ["use_config"], null],
  ["no sort codes", availableSortBy, [], null],
  ["use_config as the default order", defaultSortBy, "use_config", null],
  ["a list as the default order", defaultSortBy, [], "! must be text"],
  ["a landing page", attribute("landing_page", "category"), 12, 12],
  ["landing page 0", attribute("landing_page", "category"), 0, "! must be 1 or more"],
  ["a plain file name", attribute("image", "category"), "mugs_1.jpg", "mugs_1.jpg"],
  ["a path", attribute("image", "category"), "../mugs.jpg", /plain file name/],

  ["null", name, null, "keep"],
  ["an empty value", name, undefined, "keep"],
  ["false", name, false, "remove"],
  ["false for a price", price, false, "remove"],
  ["an attribute of the service", attribute("url_path"), "a.html", "keep"],
  ["a column", attribute("sku"), "a", "keep"],
])("%s", (_title, of, given, want) => {
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
