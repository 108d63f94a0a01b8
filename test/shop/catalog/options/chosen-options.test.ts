/** beyond 7.1 (custom options), 12.3 (product_options), 19 (the pen). */
import { describe, expect, test } from "vitest";
import {
  chooseOptions,
  chosenOptions,
  type OptionChoice,
} from "../../../../src/shop/catalog/options/chosen-options.js";
import type { ProductOption } from "../../../../src/shop/data/entities/options.js";
import { engraving, ink, option, value } from "./sample-options.js";

const scope = { store_id: 1, website_id: 1 };
const german = { store_id: 3, website_id: 1 };
const place = { scope, priceScope: "global" } as const;

const box = option(
  {
    ...{ option_id: 9, type: "checkbox", sort_order: 3 },
    values: [
      value({ value_id: 21, sku: "BOX", prices: { "0": { price: 1.5, price_type: "fixed" } } }, "Box"),
      value({ value_id: 22, prices: { "0": { price: -0.5, price_type: "fixed" } } }, "No bag"),
    ],
  },
  "Wrapping",
);
const pen = [ink, engraving, box];

const one = (own: Partial<ProductOption> & Pick<ProductOption, "type">) => [
  option({ option_id: 5, ...own }, "Thing"),
];
const values = [value({ value_id: 1 }), value({ value_id: 2 })];

function valueOf(options: readonly ProductOption[], given: unknown): string | undefined {
  const chosen = chooseOptions(options, given, scope);
  return "problem" in chosen ? chosen.problem : chosen.choices[0]?.option_value;
}

describe("the choices", () => {
  test.each([
    ["field", "A", "A"],
    ["field", " A  B ", "A  B"],
    ["area", "A\nB", "A\nB"],
    ["field", 7, "7"],
    ["field", "", undefined],
    ["field", "  ", undefined],
    ["field", null, undefined],
    ["field", true, undefined],
    ["field", ["A"], undefined],
    ["field", { a: 1 }, undefined],
    ["drop_down", 2, "2"],
    ["radio", "2", "2"],
    ["drop_down", 3, undefined],
    ["drop_down", "2 x", undefined],
    ["drop_down", [2], undefined],
    ["drop_down", "1,2", undefined],
    ["checkbox", [2, "1"], "2,1"],
    ["multiple", [1, 1], "1"],
    ["multiple", 2, "2"],
    ["checkbox", [1, 99], "1"],
    ["checkbox", [], undefined],
    ["date", { year: 2026, month: "2", day: 3 }, "2026-02-03 00:00:00"],
    ["date", { year: 2026, month: 13, day: 1 }, undefined],
    ["date", { year: 2026, month: 2, day: 29 }, undefined],
    ["date", { year: 2026, month: 2 }, undefined],
    ["date", "2026-02-03", undefined],
    ["date_time", { year: 26, month: 2, day: 3, hour: 12, minute: 5, day_part: "am" }, "0026-02-03 00:05:00"],
    ["date_time", { year: 2026, month: 2, day: 3 }, undefined],
    ["time", { hour: "3", minute: "04", day_part: "pm" }, "15:04:00"],
    ["time", { hour: 12, minute: 0, day_part: "pm" }, "12:00:00"],
    ["time", { hour: 1, minute: 59, day_part: "am" }, "01:59:00"],
    ["time", { hour: 13, minute: 0, day_part: "pm" }, undefined],
    ["time", { hour: 0, minute: 0, day_part: "am" }, undefined],
    ["time", { hour: 3, minute: 60, day_part: "pm" }, undefined],
    ["time", { hour: 3, minute: 4 }, undefined],
    ["file", { name: "a.png" }, undefined],
  ] as const)("%s, %j: %j", (type, given, want) => {
    expect(valueOf(one({ type, values }), { 5: given })).toBe(want);
  });

  test.each([undefined, null, [], "x", 7, {}, { 99: "A" }, JSON.parse('{"__proto__":{"5":"A"}}')])(
    "nothing for %j",
    (given) => {
      expect(chooseOptions(one({ type: "field" }), given, scope)).toEqual({ choices: [] });
    },
  );

  test("in the order of the options, not of the entry", () => {
    expect(chooseOptions(pen, { 9: 21, 7: 12, 8: "Anna" }, scope)).toEqual({
      choices: [
        { option_id: 8, option_value: "Anna" },
        { option_id: 7, option_value: "12" },
        { option_id: 9, option_value: "21" },
      ],
    });
  });
});

describe("refusals", () => {
  const product = "Please specify the product required option <em>Thing</em>.";
  const date = "Please specify date required option <em>Thing</em>.";
  const time = "Please specify time required option <em>Thing</em>.";

  test.each([
    ["field", undefined, product],
    ["field", " ", product],
    ["area", null, product],
    ["drop_down", undefined, product],
    ["drop_down", 99, product],
    ["checkbox", [], product],
    ["checkbox", [1, 99], product],
    ["date", undefined, date],
    ["date", "2026-02-03", date],
    ["date", { year: 2026, month: 13, day: 1 }, date],
    ["date_time", { hour: 3, minute: 4, day_part: "pm" }, date],
    ["date_time", { year: 2026, month: 2, day: 3 }, time],
    ["time", "15:04", time],
    ["time", { hour: 3, day_part: "pm" }, time],
    // Only storefront pages can upload files.
    ["file", { name: "a.png" }, product],
  ] as const)("required %s, %j", (type, given, want) => {
    const required = one({ type, values, is_require: true });
    expect(chooseOptions(required, { 5: given }, scope)).toEqual({ problem: want });
  });

  test("a text that is too long, required or not", () => {
    const options = one({ type: "field", max_characters: 3 });
    expect(valueOf(options, { 5: " abc " })).toBe("abc");
    expect(valueOf(options, { 5: "😀😀😀" })).toBe("😀😀😀");
    expect(valueOf(options, { 5: "abcd" })).toBe("The text is too long");
    const unlimited = one({ type: "area" });
    expect(valueOf(unlimited, { 5: "x".repeat(65_535) })).toHaveLength(65_535);
    expect(valueOf(unlimited, { 5: "x".repeat(65_536) })).toBe("The text is too long");
    expect(valueOf(one({ type: "field", max_characters: 0 }), { 5: "abcd" })).toBe("abcd");
  });

  test("the first problem in the order of the options, with the title of the view", () => {
    const titles = { "0": "Ink", s3: "Tinte" };
    const two = [
      option({ option_id: 1, type: "drop_down", is_require: true, sort_order: 2 }, "Other"),
      { ...ink, titles, sort_order: 1 },
    ];
    expect(chooseOptions(two, {}, german)).toEqual({
      problem: "Please specify the product required option <em>Tinte</em>.",
    });
  });
});

describe("effects", () => {
  const choose = (...choices: [number, string][]): OptionChoice[] =>
    choices.map(([option_id, option_value]) => ({ option_id, option_value }));

  test.each([
    { chosen: choose(), price: 0, skuSuffix: "" },
    { chosen: choose([7, "11"]), price: 0, skuSuffix: "" },
    { chosen: choose([7, "12"]), price: 1, skuSuffix: "-GLD" },
    { chosen: choose([7, "12"], [8, "Anna"]), price: 4, skuSuffix: "-ENG-GLD" },
    { chosen: choose([7, "12"], [9, "21,22"]), price: 2, skuSuffix: "-GLD-BOX-" },
    { chosen: choose([9, "22"]), price: -0.5, skuSuffix: "" },
    { chosen: choose([9, "21,99"]), price: 1.5, skuSuffix: "-BOX" },
    { chosen: choose([7, "99"], [99, "x"]), price: 0, skuSuffix: "" },
  ])("$chosen of a pen for 10.00", ({ chosen, price, skuSuffix }) => {
    expect(chosenOptions(pen, chosen, 10, place)).toMatchObject({ price, skuSuffix });
  });

  test("a percentage is exact to four decimals", () => {
    expect(chosenOptions(pen, choose([7, "12"]), 0.015, place).price).toBe(0.0015);
    expect(chosenOptions(pen, choose([7, "12"]), 19.99, place).price).toBe(1.999);
  });

  test("a website's price applies if prices are per website", () => {
    const own = {
      ...engraving,
      prices: { ...engraving.prices, w1: { price: 5, price_type: "fixed" } },
    } as const;
    const priceUnder = (priceScope: "global" | "website", website_id = 1) =>
      chosenOptions([own], choose([8, "A"]), 10, { scope: { store_id: 1, website_id }, priceScope }).price;
    expect([priceUnder("global"), priceUnder("website"), priceUnder("website", 2)]).toEqual([3, 5, 3]);
  });

  test("rows for product_options, with the titles of the view", () => {
    const tinted = { ...ink, titles: { "0": "Color of ink", s3: "Tinte" } };
    const { shown } = chosenOptions(
      [tinted, engraving, box],
      choose([7, "12"], [8, "<A&B>"], [9, "21,22"]),
      10,
      {
        ...place,
        scope: german,
      },
    );
    expect(shown).toEqual([
      {
        ...{ label: "Engraving", value: "<A&B>", print_value: "<A&B>" },
        ...{ option_id: 8, option_type: "field", option_value: "<A&B>" },
      },
      {
        ...{ label: "Tinte", value: "Gold", print_value: "Gold" },
        ...{ option_id: 7, option_type: "drop_down", option_value: "12" },
      },
      {
        ...{ label: "Wrapping", value: "Box, No bag", print_value: "Box, No bag" },
        ...{ option_id: 9, option_type: "checkbox", option_value: "21,22" },
      },
    ]);
  });

  test.each([
    ["date", "2026-02-03 00:00:00", "Feb 3, 2026"],
    ["date_time", "2026-02-03 15:04:00", "Feb 3, 2026 3:04:00 PM"],
    ["time", "15:04:00", "03:04 PM"],
  ] as const)("%s %s is shown as %s", (type, option_value, want) => {
    const { shown } = chosenOptions(one({ type }), [{ option_id: 5, option_value }], 10, place);
    expect(shown[0]).toMatchObject({ value: want, print_value: want, option_value });
  });
});

test("options of equal order are sorted by title, then by ID", () => {
  const rows = [
    option({ option_id: 1, type: "field", sku: "c" }, "b"),
    option({ option_id: 2, type: "field", sku: "a" }, "A"),
    option({ option_id: 3, type: "field", sku: "b" }, "a"),
  ];
  const chosen = chooseOptions(rows, { 1: "x", 2: "x", 3: "x" }, scope);
  const choices = "choices" in chosen ? chosen.choices : [];
  expect(choices.map(({ option_id }) => option_id)).toEqual([2, 3, 1]);
  expect(chosenOptions(rows, choices, 10, place).skuSuffix).toBe("-a-b-c");
});
