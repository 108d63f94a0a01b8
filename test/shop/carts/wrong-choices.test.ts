/** What cannot be chosen in a cart, with the texts that clients know (beyond 7.1, 7.2). */
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { CallFault, startShop } from "../../support/shop.js";

/** Of the sample shop: mug-glaze by tone (12, 13), box-tea, guide-02 with link 1, gift-02 with paper (1) and greeting (2). */
const shop = await startShop({ dataset: "sample" });
/** Options of `diary`: a date, a time, both, several stickers (with their values), a file that is not required. */
const ids = { day: 0, hour: 0, moment: 0, stickers: 0, star: 0, moon: 0, note: 0 };
beforeAll(async () => {
  const data = { name: "Diary", status: 1, price: 10, websites: [1], stock_data: { qty: 9, is_in_stock: 1 } };
  for (const sku of ["diary", "album"]) await shop.call("catalog_product.create", ["simple", 4, sku, data]);
  const option = async (
    sku: string,
    title: string,
    type: string,
    fields: readonly object[] = [{ price: 1 }],
  ) => {
    const product = await idOf(sku);
    const is_require = type !== "field";
    await shop.call("catalog_product_custom_option.add", [
      product,
      { title, type, is_require, additional_fields: fields },
    ]);
    const list = (await shop.call("catalog_product_custom_option.list", [product])) as {
      option_id: number;
    }[];
    return Math.max(...list.map(({ option_id }) => option_id));
  };
  ids.day = await option("diary", "Day", "date");
  ids.hour = await option("diary", "Hour", "time");
  ids.moment = await option("diary", "Moment", "date_time");
  ids.stickers = await option("diary", "Stickers", "checkbox", [{ title: "Star" }, { title: "Moon" }]);
  ids.note = await option("diary", "Note", "field", [{ price: 0, max_characters: 5 }]);
  await option("album", "Picture", "file");
  const values = (await shop.call("catalog_product_custom_option_value.list", [ids.stickers])) as {
    value_id: number;
  }[];
  [ids.star = 0, ids.moon = 0] = values.map(({ value_id }) => value_id);
  await shop.http("POST", "/control/snapshots", { body: { name: "filled" } });
});
beforeEach(() => shop.restore("filled"));

async function idOf(sku: string): Promise<number> {
  const { product_id } = (await shop.call("catalog_product.info", [sku, null, ["name"], "sku"])) as {
    product_id: number;
  };
  return product_id;
}

const day = { year: 2026, month: 11, day: 24 };
const hour = { hour: 3, minute: 30, day_part: "pm" };
const diary = (more: object = {}) => ({
  sku: "diary",
  options: {
    ...{ [ids.day]: day, [ids.hour]: hour, [ids.moment]: { ...day, ...hour } },
    ...{ [ids.stickers]: [ids.star] },
    ...more,
  },
});

const required = (title: string, what = "the product") =>
  `Please specify ${what} required option <em>${title}</em>.`;
const noChild = "Please specify the product's option(s).";
const noSelection = "Please specify product option(s).";
const noMember = "Please specify the quantity of product(s).";
const noLink = "Please specify product link(s).";
const glaze = (super_attribute?: unknown) => ({ sku: "mug-glaze", super_attribute });
const tea = (bundle_option?: unknown) => ({ sku: "box-tea", bundle_option });
const service = (super_group?: unknown) => ({ sku: "service-breakfast", super_group });
const guide = (links?: unknown) => ({ sku: "guide-02", links });
const gift = (options?: unknown) => ({ sku: "gift-02", options });

const wrong: readonly (readonly [title: string, entry: () => object, text: string])[] = [
  ["nothing of a configurable product", () => glaze(), noChild],
  ["a scalar of a configurable product", () => glaze(13), noChild],
  ["an option that there is not", () => glaze({ 141: 99 }), noChild],
  ["an option of another attribute", () => glaze({ 141: 4 }), noChild],
  ["another attribute", () => glaze({ 92: 13 }), noChild],
  ["the child of another configurable product", () => ({ ...glaze({ 141: 13 }), sku: "vase-row" }), noChild],
  ["nothing of a bundle", () => tea(), noSelection],
  ["less than a bundle requires", () => tea({ 1: 1 }), noSelection],
  ["the selection of another option", () => tea({ 1: 3, 2: 3 }), noSelection],
  ["a selection that there is not", () => tea({ 1: 99, 2: 3 }), noSelection],
  ["nothing of a group", () => service(), noMember],
  ["none of a group", () => service({ 1: 0, 12: "0" }), noMember],
  ["less than none of a group", () => service({ 1: -1 }), noMember],
  ["a product that is not of the group", () => service({ 2: 1 }), noMember],
  ["no link", () => guide(), noLink],
  ["an empty list of links", () => guide([]), noLink],
  ["the link of another product", () => guide([99]), noLink],
  ["no required option", () => gift(), required("Paper")],
  ["options that are not a map", () => gift("Paper"), required("Paper")],
  ["a value that there is not", () => gift({ 1: 99 }), required("Paper")],
  ["the value of another option", () => gift({ 1: ids.star }), required("Paper")],
  ["two values where one is taken", () => gift({ 1: [1, 2] }), required("Paper")],
  ["a text that is too long", () => gift({ 1: 1, 2: "x".repeat(121) }), "The text is too long"],
  [
    "a text of one character more, without the blanks around it",
    () => diary({ [ids.note]: " sixsix " }),
    "The text is too long",
  ],
  ["no date", () => diary({ [ids.day]: null }), required("Day", "date")],
  ["a date as text", () => diary({ [ids.day]: "2026-11-24" }), required("Day", "date")],
  ["half a date", () => diary({ [ids.day]: { year: 2026, month: 11 } }), required("Day", "date")],
  ["month 13", () => diary({ [ids.day]: { ...day, month: 13 } }), required("Day", "date")],
  ["30 February", () => diary({ [ids.day]: { ...day, month: 2, day: 30 } }), required("Day", "date")],
  ["no half of the day", () => diary({ [ids.hour]: { hour: 3, minute: 30 } }), required("Hour", "time")],
  ["13 o'clock pm", () => diary({ [ids.hour]: { ...hour, hour: 13 } }), required("Hour", "time")],
  ["minute 60", () => diary({ [ids.hour]: { ...hour, minute: 60 } }), required("Hour", "time")],
  ["a day without its time", () => diary({ [ids.moment]: day }), required("Moment", "time")],
  ["a time without its day", () => diary({ [ids.moment]: hour }), required("Moment", "date")],
  ["none of several", () => diary({ [ids.stickers]: [] }), required("Stickers")],
  ["one of several that there is not", () => diary({ [ids.stickers]: [ids.star, 99] }), required("Stickers")],
  ["a file, which callers cannot send", () => ({ sku: "album" }), required("Picture")],
];

const faults = {
  "cart_product.add": { code: 1022, fault: "add_product_fault" },
  "cart_product.update": { code: 1024, fault: "update_product_fault" },
  "cart_product.remove": { code: 1026, fault: "remove_product_fault" },
} as const;

async function newCart(...entries: readonly object[]): Promise<number> {
  const id = (await shop.call("cart.create", ["default"])) as number;
  if (entries.length > 0) expect(await shop.call("cart_product.add", [id, entries])).toBe(true);
  return id;
}

async function refusal(operation: string, args: readonly unknown[]) {
  const error: unknown = await shop.call(operation, args).then(
    () => "no fault",
    (reason: unknown) => reason,
  );
  if (!(error instanceof CallFault)) throw new Error(`${operation}: ${String(error)}`);
  const { code, fault, message } = error;
  return { code, fault, text: knownText(message.slice(message.indexOf(": ") + 2)) };
}

/** Without the entries to blame, which stand behind the texts. */
const knownText = (text: string) => text.replace(/ \(products\[\d\].*\)$/gm, "");

interface Item {
  readonly item_id: number;
  readonly sku: string;
  readonly qty: number;
  readonly price: number;
}

const itemsOf = async (id: number) => ((await shop.call("cart.info", [id])) as { items: Item[] }).items;

describe.each(Object.keys(faults) as (keyof typeof faults)[])("%s", (operation) => {
  test.each(wrong)("%s", async (_, entry, text) => {
    const id = await newCart();
    expect(await refusal(operation, [id, [entry()]])).toEqual({ ...faults[operation], text });
    expect(await itemsOf(id)).toEqual([]);
  });

  test("all mistakes are reported, and nothing is changed", async () => {
    const id = await newCart({ sku: "mug-01" });
    const entries = [{ sku: "mug-01", qty: 5 }, gift(), glaze(), {}];
    expect(await refusal(operation, [id, entries])).toEqual({
      ...faults[operation],
      text: [required("Paper"), noChild, "One item of products do not have identifier or sku"].join("\n"),
    });
    expect(await itemsOf(id)).toMatchObject([{ sku: "mug-01", qty: 1 }]);

    const { error } = await shop.rpc("call", [await shop.session(), operation, [id, entries]]);
    const lines = error?.message.split("\n") ?? [];
    expect(error?.data.errors).toEqual(
      lines.map((message, index) => ({ field: `products[${index + 1}]`, message })),
    );
    expect(lines[2]).toBe("One item of products do not have identifier or sku (products[3]: {})");
  });
});

test.each([[true], [1.5], [-1], [999], ["999"], ["nope"], [[8]], [{ toString: 1 }]])(
  "product_id %j identifies no product, whatever the SKU",
  async (product_id) => {
    const entry = { product_id, sku: "mug-01" };
    const id = await newCart();
    expect(await refusal("cart_product.add", [id, [entry]])).toMatchObject({
      text: "Product does not exist.",
    });
    const text = "One item of products is not belong any of quote item";
    expect(await refusal("cart_product.update", [id, [entry]])).toMatchObject({ code: 1024, text });
    expect(await refusal("cart_product.remove", [id, [entry]])).toMatchObject({ code: 1026, text });
  },
);

test.each([[8], ["8"], [" 8 "], ["MUG-GLAZE"]])("product_id %j names the mugs", async (product_id) => {
  const id = await newCart({ product_id, sku: "nope", super_attribute: { 141: 12 } });
  expect(await itemsOf(id)).toHaveLength(2);
});

describe("ignored values", () => {
  test.each([
    ["options that the product does not have", gift({ 1: 1, 99: "x" }), "gift-02"],
    ["an empty text", gift({ 1: 1, 2: " " }), "gift-02"],
    ["an object as text", gift({ 1: "1", 2: { a: 1 } }), "gift-02"],
    ["attributes that nothing is chosen by", glaze({ 141: "13", 92: 4 }), "mug-glaze-moss"],
    ["unknown selections of an optional option", tea({ 1: 1, 2: 3, 3: [99], 7: 1 }), "box-tea-pot-01-mug-02"],
    ["what other types of products are chosen by", { ...glaze({ 141: 13 }), sku: "mug-01" }, "mug-01"],
  ])("%s", async (_, entry, sku) => {
    expect((await itemsOf(await newCart(entry)))[0]).toMatchObject({ sku });
  });

  test("the order of several values", async () => {
    const id = await newCart(diary({ [ids.note]: "fives", [ids.stickers]: [String(ids.moon), ids.star] }));
    expect(await itemsOf(id)).toMatchObject([{ sku: "diary--", price: 13 }]);
  });
});

describe("quantities", () => {
  test.each([
    [0, 1],
    [-2, 1],
    ["two", 1],
    [true, 1],
    [2.9, 2],
    ["3", 3],
  ])("%j of a configurable product adds %d", async (qty, want) => {
    const [parent, child] = await itemsOf(await newCart({ ...glaze({ 141: 12 }), qty }));
    expect([parent?.qty, child?.qty]).toEqual([want, 1]);
  });

  test("0, a negative number and an empty value do not change the line, a text is refused, a number is set", async () => {
    const line = glaze({ 141: 12 });
    const id = await newCart({ ...line, qty: 2 });
    for (const qty of [0, -1, null])
      expect(await shop.call("cart_product.update", [id, [{ ...line, qty }]])).toBe(true);
    expect(await itemsOf(id)).toMatchObject([{ qty: 2 }, { qty: 1 }]);
    const text = "The quantity must be a number.";
    const refused = await refusal("cart_product.update", [id, [{ ...line, qty: "many" }]]);
    expect(refused).toEqual({ ...faults["cart_product.update"], text });
    expect(await shop.call("cart_product.update", [id, [{ ...line, qty: 5 }]])).toBe(true);
    expect(await itemsOf(id)).toMatchObject([{ qty: 5 }, { qty: 1 }]);
  });

  test("of the parts of a bundle: per bundle, if they can be changed", async () => {
    const entry = { ...tea({ 1: 1, 2: 3 }), bundle_option_qty: { 1: 5, 2: -1 }, qty: 2 };
    expect((await itemsOf(await newCart(entry))).map(({ qty }) => qty)).toEqual([2, 1, 4]);
  });

  test("limits apply to the child of a configurable product, and to each part of a bundle", async () => {
    await shop.call("cataloginventory_stock_item.update", [
      9,
      { use_config_max_sale_qty: 0, max_sale_qty: 3 },
    ]);
    const id = await newCart({ ...glaze({ 141: 12 }), qty: 3 });
    const text = "The maximum quantity allowed for purchase is 3.";
    expect(await refusal("cart_product.add", [id, [glaze({ 141: 12 })]])).toMatchObject({ code: 1022, text });
    expect(await refusal("cart_product.add", [id, [{ sku: "mug-glaze-sand" }]])).toMatchObject({ text });
    await shop.call("cataloginventory_stock_item.update", [2, { is_in_stock: 0 }]);
    const out = "This product is currently out of stock.";
    expect(await refusal("cart_product.add", [id, [tea({ 1: 1, 2: 3 })]])).toMatchObject({ text: out });
    await shop.call("catalog_product.update", [23, { status: 2 }]);
    await shop.call("cataloginventory_stock_item.update", [2, { is_in_stock: 1 }]);
    const off = "This product is currently unavailable.";
    expect(await refusal("cart_product.add", [id, [tea({ 1: 1, 2: 3 })]])).toMatchObject({ text: off });
  });
});

describe("lines are found by their choices", () => {
  test("other choices are another line, the same choices in another form are the same line", async () => {
    const id = await newCart(gift({ 1: 1 }), gift({ 1: 2 }), gift({ 1: "1", 9: "x" }), glaze({ 141: 12 }));
    expect((await itemsOf(id)).map(({ sku, qty }) => [sku, qty])).toEqual([
      ["gift-02", 2],
      ["gift-02-MRB", 1],
      ["mug-glaze-sand", 1],
      ["mug-glaze-sand", 1],
    ]);
    const none = "One item of products is not belong any of quote item";
    for (const entry of [
      glaze({ 141: 13 }),
      gift({ 1: 1, 2: "x" }),
      { sku: "mug-glaze-sand" },
      { sku: "nope" },
    ]) {
      expect(await refusal("cart_product.remove", [id, [entry]])).toMatchObject({ code: 1026, text: none });
      expect(await refusal("cart_product.update", [id, [{ ...entry, qty: 2 }]])).toMatchObject({
        text: none,
      });
    }
    expect(await shop.call("cart_product.remove", [id, [gift({ 1: 2 }), glaze({ 141: 12 })]])).toBe(true);
    expect(await itemsOf(id)).toMatchObject([{ sku: "gift-02" }]);
  });

  test("a part of a group is found by the group, not by itself", async () => {
    const id = await newCart(service({ 1: 1, 12: 2 }), { sku: "mug-01", qty: 4 });
    const quantities = async () => (await itemsOf(id)).map(({ sku, qty }) => [sku, qty]);
    const all = [
      ["mug-01", 1],
      ["plate-02", 2],
      ["mug-01", 4],
    ];
    expect(await quantities()).toEqual(all);
    await shop.call("cart_product.update", [id, [{ sku: "mug-01", qty: 5 }]]);
    await shop.call("cart_product.update", [id, [{ ...service({ 1: 1 }), qty: 3 }]]);
    expect(await quantities()).toEqual([
      ["mug-01", 3],
      ["plate-02", 2],
      ["mug-01", 5],
    ]);
    expect(await refusal("cart_product.remove", [id, [{ sku: "plate-02" }]])).toMatchObject({ code: 1026 });
    await shop.call("cart_product.remove", [id, [service({ 1: 1, 12: 1 })]]);
    expect(await quantities()).toEqual([
      ["mug-01", 3],
      ["mug-01", 5],
    ]);
  });
});
