/** Choosing products for a cart, by product type and choices (beyond 7.1). */
import { describe, expect, test } from "vitest";
import { lineKey, type LineChoice } from "../../../../src/shop/carts/lines/choice.js";
import { chooseLines, storedOptionValue } from "../../../../src/shop/carts/lines/choosers.js";
import type { ProductFacts } from "../../../../src/shop/carts/lines/facts.js";
import type { LineRequest } from "../../../../src/shop/data/entities/cart.js";
import type { AttributeDoc, ProductDoc, ProductType } from "../../../../src/shop/data/entities/catalog.js";
import type { BundleOption } from "../../../../src/shop/data/entities/compositions.js";
import type { DownloadLink } from "../../../../src/shop/data/entities/options.js";
import { engraving, ink, option, value } from "../../catalog/options/sample-options.js";

function productOf(id: number, type: ProductType, own: Partial<ProductDoc> = {}): ProductDoc {
  const dates = { created_at: "2025-01-01 00:00:00", updated_at: "2025-01-01 00:00:00" };
  const lists = { website_ids: [1], tier_prices: [], images: [] };
  return { id, type, set: 4, sku: `P-${id}`, values: {}, ...dates, ...lists, ...own };
}

const shown: ProductFacts["shown"] = {
  productName: ({ sku }) => `Name of ${sku}`,
  attributeLabel: ({ attribute_code }) => attribute_code,
  optionLabel: (_, id) => `Option ${id}`,
};

function factsOf(product: ProductDoc, own: Partial<ProductFacts> = {}): ProductFacts {
  return {
    ...{ product, shown, areLinksSeparate: false, attributes: [], children: [], options: [], members: [] },
    place: { scope: { store_id: 1, website_id: 1 }, priceScope: "global" },
    ...own,
  };
}

/** The only chosen line, chosen again by its stored request, as every change of a cart does. */
function lineOf(facts: ProductFacts, request: Omit<LineRequest, "product_id">): LineChoice {
  const choose = (wanted: LineRequest): LineChoice => {
    const chosen = chooseLines(facts, wanted);
    if ("texts" in chosen) throw new Error(chosen.texts.join("\n"));
    expect(chosen.choices).toHaveLength(1);
    return chosen.choices[0] as LineChoice;
  };
  const first = choose({ product_id: facts.product.id, ...request });
  const again = choose(first.request);
  expect(again.request).toEqual(first.request);
  expect(lineKey(again.request)).toBe(lineKey(first.request));
  expect(JSON.stringify(again)).toBe(JSON.stringify(first));
  expect(again.priceOf(10)).toBe(first.priceOf(10));
  return first;
}

function textsOf(facts: ProductFacts, request: Omit<LineRequest, "product_id">, group = {}) {
  const chosen = chooseLines(facts, { product_id: facts.product.id, ...request }, group);
  return "texts" in chosen ? chosen.texts : [];
}

describe("a configurable product", () => {
  const attribute = (id: number, attribute_code: string) =>
    ({ id, attribute_code, options: [], frontend_label: [] }) as unknown as AttributeDoc;
  const [size, color] = [attribute(1, "size"), attribute(2, "color")];
  const child = (id: number, values: Record<string, number>) =>
    productOf(id, "simple", { values: { "0": values } });
  const tee = factsOf(productOf(9, "configurable"), {
    attributes: [
      { attribute: size, prices: [{ option_id: 11, price: 10, is_percent: true }] },
      { attribute: color, prices: [{ option_id: 21, price: 2, is_percent: false }] },
    ],
    children: [
      child(91, { size: 10, color: 20 }),
      child(92, { size: 11, color: 21 }),
      child(93, { size: 11 }),
    ],
  });

  test("is sold as the child with all chosen options", () => {
    const line = lineOf(tee, { super_attribute: { 1: 11, 2: 21, 3: 5 } });
    expect(line.request).toEqual({ product_id: 9, super_attribute: { 1: 11, 2: 21 } });
    expect(line.children).toEqual([{ product_id: 92, qty: 1 }]);
    expect(line.product_options).toEqual({
      attributes_info: [
        { label: "size", value: "Option 11" },
        { label: "color", value: "Option 21" },
      ],
      simple_name: "Name of P-92",
      simple_sku: "P-92",
    });
  });

  test("its options add amounts, and percentages of its own price", () => {
    expect(lineOf(tee, { super_attribute: { 1: 11, 2: 21 } }).priceOf(19.99)).toBe(23.989);
    expect(lineOf(tee, { super_attribute: { 1: 10, 2: 20 } }).priceOf(19.99)).toBe(19.99);
  });

  test.each([
    [{}],
    [{ super_attribute: {} }],
    [{ super_attribute: { 1: 11 } }],
    [{ super_attribute: { 1: 10, 2: 21 } }],
    [{ super_attribute: { 1: 99, 2: 99 } }],
  ])("%j chooses none", (request) =>
    expect(textsOf(tee, request)).toEqual(["Please specify the product's option(s)."]),
  );

  test("no choice is possible without a composition", () => {
    expect(textsOf(factsOf(productOf(9, "configurable")), { super_attribute: {} })).toHaveLength(1);
  });

  test("also has custom options; their percentages do not include the prices of the attributes", () => {
    const engraved = { ...tee, product: { ...tee.product, options: [ink, engraving] } };
    const line = lineOf(engraved, {
      super_attribute: { 1: 11, 2: 21 },
      options: { 7: 12, 8: "Anna" },
    });
    // 10 + 10 % + 2, and 10 % + 3 of the options.
    expect(line.priceOf(10)).toBe(17);
    expect(line.skuSuffix).toBe("-ENG-GLD");
  });
});

describe("a bundle", () => {
  const selection = (selection_id: number, qty = 1, can_change_qty = false) => ({
    selection: { selection_id, product_id: selection_id + 100, qty, can_change_qty },
    product: productOf(selection_id + 100, "simple"),
    isDecimal: selection_id === 4,
  });
  const bundleOption = (option_id: number, type: BundleOption["type"], required: boolean) =>
    ({ option_id, title: `Option ${option_id}`, type, required, selections: [] }) as const;
  const box = factsOf(productOf(9, "bundle"), {
    options: [
      { option: bundleOption(1, "radio", true), selections: [selection(1), selection(2, 2, true)] },
      { option: bundleOption(2, "checkbox", false), selections: [selection(3, 3, true), selection(4)] },
      { option: bundleOption(3, "select", false), selections: [{ ...selection(4, 1, true) }] },
    ],
  });

  test.each([
    [
      "one of each option",
      { 1: [2], 2: [3, 4] },
      undefined,
      [
        [102, 2],
        [103, 3],
        [104, 1],
      ],
    ],
    ["the first where one is taken", { 1: [2, 1] }, undefined, [[101, 1]]],
    ["unknown selections and options left out", { 1: [1, 99], 2: [98], 7: [1] }, undefined, [[101, 1]]],
    [
      "another quantity where it may be chosen",
      { 1: [2], 2: [3] },
      { 1: 5, 2: 7 },
      [
        [102, 5],
        [103, 3],
      ],
    ],
    ["no other quantity where it may not", { 1: [1] }, { 1: 5 }, [[101, 1]]],
    ["whole units", { 1: [2] }, { 1: 2.7 }, [[102, 2]]],
    ["none of nothing", { 1: [2] }, { 1: 0.5 }, [[102, 2]]],
    [
      "fractions of what is sold by fractions",
      { 1: [1], 3: [4] },
      { 3: 1.5 },
      [
        [101, 1],
        [104, 1.5],
      ],
    ],
  ] as const)("%s", (_, bundle_option, bundle_option_qty, want) => {
    const line = lineOf(box, { bundle_option, ...(bundle_option_qty ? { bundle_option_qty } : {}) });
    expect(line.children.map(({ product_id, qty }) => [product_id, qty])).toEqual(want);
    expect(line.priceOf(79)).toBe(79);
  });

  test("has the choices in the order", () => {
    expect(lineOf(box, { bundle_option: { 1: [2] } }).product_options).toEqual({
      bundle_options: {
        1: { option_id: 1, label: "Option 1", value: [{ title: "Name of P-102", qty: 2 }] },
      },
    });
  });

  test.each([[{}], [{ bundle_option: { 2: [3] } }], [{ bundle_option: { 1: [99] } }]])(
    "%j lacks a required option",
    (request) => expect(textsOf(box, request)).toEqual(["Please specify product option(s)."]),
  );

  test("without required options needs at least one selection", () => {
    const { options } = box;
    expect(textsOf({ ...box, options: options.slice(1) }, {})).toEqual(["Please specify product option(s)."]);
  });

  test("cannot be put into carts of the technical store", () => {
    const place = { scope: { store_id: 0, website_id: 0 }, priceScope: "global" } as const;
    expect(textsOf({ ...box, place }, { bundle_option: { 1: [1] } })).toHaveLength(1);
  });
});

describe("a group", () => {
  const member = (product: ProductDoc, isDecimal = false) => ({ facts: factsOf(product), isDecimal });
  const pen = productOf(3, "simple", { options: [ink] });
  const set = factsOf(productOf(9, "grouped"), {
    members: [member(productOf(1, "simple")), member(productOf(2, "virtual"), true), member(pen)],
  });

  test("is a line for each member with a quantity, which is found again by itself", () => {
    const chosen = chooseLines(set, { product_id: 9, options: { 7: 11 } }, { 1: 2.9, 2: 0.5, 3: 1, 8: 4 });
    if ("texts" in chosen) throw new Error(chosen.texts.join());
    expect(chosen.choices.map(({ request, qty }) => [request, qty])).toEqual([
      [{ product_id: 1, group_id: 9 }, 2],
      [{ product_id: 2, group_id: 9 }, 0.5],
      [{ product_id: 3, group_id: 9, options: { 7: 11 } }, 1],
    ]);
    const again = chooseLines(set.members[2]!.facts, chosen.choices[2]!.request);
    expect(again).toMatchObject({ choices: [{ request: chosen.choices[2]!.request }] });
  });

  test.each([[{}], [{ 1: 0, 2: 0 }], [{ 1: 0.9 }], [{ 8: 4 }]])("%j selects no member", (group) =>
    expect(textsOf(set, {}, group)).toEqual(["Please specify the quantity of product(s)."]),
  );

  test("the missing choices of all members are reported", () => {
    expect(textsOf(set, {}, { 1: 1, 3: 1 })).toEqual([
      "Please specify the product required option <em>Color of ink</em>.",
    ]);
  });
});

describe("a downloadable product", () => {
  const link = (link_id: number, price: number) =>
    ({ link_id, sort_order: 0, titles: { "0": "Link" }, prices: { "0": price } }) as unknown as DownloadLink;
  const book = productOf(9, "downloadable", { download_links: [link(1, 2.5), link(2, 1)] });
  const separate = factsOf(book, { areLinksSeparate: true });

  test("costs the chosen links in addition", () => {
    const line = lineOf(separate, { links: [1, 99] });
    expect(line.request).toEqual({ product_id: 9, links: [1] });
    expect(line.priceOf(9.9)).toBe(12.4);
    expect(line.product_options).toEqual({ links: [1] });
  });

  test.each([[{}], [{ links: [99] }]])("%j selects no link", (request) =>
    expect(textsOf(separate, request)).toEqual(["Please specify product link(s)."]),
  );

  test("includes all links if they are not sold separately", () => {
    const line = lineOf(factsOf(book), { links: [1] });
    expect(line.request).toEqual({ product_id: 9 });
    expect(line.product_options).toEqual({ links: [1, 2] });
    expect(line.priceOf(9.9)).toBe(9.9);
  });

  test("without links is sold normally", () => {
    const plain = productOf(9, "downloadable");
    expect(lineOf(factsOf(plain, { areLinksSeparate: true }), {}).product_options).toEqual({});
  });
});

describe("custom options", () => {
  const pen = factsOf(productOf(9, "simple", { options: [ink, engraving] }));

  test("the pen of beyond 19: gold and an engraving", () => {
    const line = lineOf(pen, { options: { 7: 12, 8: " Anna ", 99: "x" } });
    expect(line.request).toEqual({ product_id: 9, options: { 7: 12, 8: "Anna" } });
    expect(line.priceOf(10)).toBe(14);
    expect(line.skuSuffix).toBe("-ENG-GLD");
    expect(line.product_options).toMatchObject({
      options: [
        { label: "Engraving", value: "Anna", option_type: "field" },
        { label: "Color of ink", value: "Gold", option_value: "12" },
      ],
    });
  });

  test("the same choices in other forms are the same line", () => {
    const key = (options: LineRequest["options"]) => lineKey(lineOf(pen, { options: options ?? {} }).request);
    expect(key({ 7: "12", 8: "Anna" })).toBe(key({ 8: "Anna ", 7: 12 }));
    expect(key({ 7: 11 })).not.toBe(key({ 7: 12 }));
  });

  test("a missing option is reported, and so is one that is too long", () => {
    expect(textsOf(pen, {})).toEqual(["Please specify the product required option <em>Color of ink</em>."]);
    expect(textsOf(pen, { options: { 7: 11, 8: "Anna and Jonas" } })).toEqual(["The text is too long"]);
  });

  test("never make a price negative", () => {
    const cheap = value({ value_id: 1, prices: { "0": { price: -50, price_type: "fixed" } } });
    const product = productOf(9, "simple", {
      options: [option({ option_id: 1, type: "radio", values: [cheap] })],
    });
    expect(lineOf(factsOf(product), { options: { 1: 1 } }).priceOf(10)).toBe(0);
  });

  test("every type of value is stored in a form that can be chosen again", () => {
    const values = [value({ value_id: 1 }), value({ value_id: 2 })];
    const options = (["date", "date_time", "time", "checkbox", "multiple", "radio", "area"] as const).map(
      (type, at) => option({ option_id: at + 1, type, values: at > 2 && at < 6 ? values : [] }),
    );
    const line = lineOf(factsOf(productOf(9, "simple", { options })), {
      options: {
        1: { year: 2026, month: 11, day: 24 },
        2: { year: "2026", month: "11", day: "24", hour: "12", minute: "05", day_part: "am" },
        3: { hour: 12, minute: 0, day_part: "pm" },
        4: ["2", 1],
        5: [2],
        6: "1",
        7: "Two\nlines",
      },
    });
    expect(line.request.options).toEqual({
      1: { year: 2026, month: 11, day: 24 },
      2: { year: 2026, month: 11, day: 24, hour: 12, minute: 5, day_part: "am" },
      3: { hour: 12, minute: 0, day_part: "pm" },
      4: [2, 1],
      5: [2],
      6: 1,
      7: "Two\nlines",
    });
  });

  test.each([
    ["00:00:00", { hour: 12, minute: 0, day_part: "am" }],
    ["01:30:00", { hour: 1, minute: 30, day_part: "am" }],
    ["12:00:00", { hour: 12, minute: 0, day_part: "pm" }],
    ["23:59:00", { hour: 11, minute: 59, day_part: "pm" }],
  ])("%s on a clock of twelve hours", (time, parts) =>
    expect(storedOptionValue("time", time)).toEqual(parts),
  );
});
