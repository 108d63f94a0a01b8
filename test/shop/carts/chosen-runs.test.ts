/** Carts of products with choices, compared to the cent with orders of the test control (beyond 12.3, 19). */
import { beforeEach, describe, expect, test } from "vitest";
import type { OrderDoc } from "../../../src/shop/data/entities/sales.js";
import { startShop } from "../../support/shop.js";
import { controlOrder, sharedMembers } from "./control-order.js";
import { addChoices, addText, fill, filledCart, totalsOf, type Choices, type Line } from "./observed-shop.js";

const shop = await startShop();
let choices: Choices;
let customer_id: number;
beforeEach(async () => {
  await fill(shop);
  choices = await addChoices(shop);
  const customer = { email: "eva@example.com", firstname: "Eva", lastname: "Lang", website_id: 1 };
  customer_id = (await shop.call("customer.create", [{ ...customer, password: "secret123" }])) as number;
});

async function orderOf(id: number): Promise<OrderDoc> {
  return (await shop.call("sales_order.info", [await shop.call("cart.order", [id])])) as OrderDoc;
}

/** The lines in carts and orders, with the members that both have. */
function rows(items: readonly object[], ...names: string[]): unknown[][] {
  return items.map((item) => names.map((name) => (item as Record<string, unknown>)[name]));
}

interface Run {
  readonly title: string;
  readonly lines: () => readonly Line[];
  readonly coupon?: string;
  readonly totals: Readonly<Record<string, number>>;
  /** SKU, type, units, price, tax and total of each row of the order. */
  readonly items: readonly (readonly unknown[])[];
}

const runs: readonly Run[] = [
  {
    ...{ title: "a pen with both options, among others, 10 %", coupon: "TEN" },
    lines: () => [{ sku: "mug", qty: 2 }, { sku: "warranty" }, choices.pen],
    totals: { subtotal: 68, discount: -6.8, shipping: 15, tax: 5.05, total: 81.25 },
    items: [
      ["mug", "simple", 2, 12.5, 1.86, 25],
      ["warranty", "virtual", 1, 29, 2.15, 29],
      ["OPT-01-ENG-GLD", "simple", 1, 14, 1.04, 14],
    ],
  },
  {
    title: "two blue tees",
    lines: () => [{ ...choices.tee, qty: 2 }],
    totals: { subtotal: 43.98, shipping: 10, tax: 3.63, total: 57.61 },
    items: [
      ["TEE-BLUE", "configurable", 2, 21.99, 3.63, 43.98],
      ["TEE-BLUE", "simple", 2, 0, 0, 0],
    ],
  },
  {
    title: "a group of two mugs and another mug",
    lines: () => [choices.group],
    totals: { subtotal: 30, shipping: 15, tax: 2.48, total: 47.48 },
    items: [
      ["mug", "grouped", 2, 12.5, 2.06, 25],
      ["other", "grouped", 1, 5, 0.42, 5],
    ],
  },
  {
    title: "a bundle of a chair and two mugs",
    lines: () => [choices.bundle],
    totals: { subtotal: 174, shipping: 5, tax: 14.36, total: 193.36 },
    items: [
      ["BUNDLE-chair-mug", "bundle", 1, 174, 14.36, 174],
      ["chair", "simple", 1, 149, 12.29, 149],
      ["mug", "simple", 2, 12.5, 2.07, 25],
    ],
  },
];

describe("totals of the live system", () => {
  test.each(runs)("$title", async ({ lines, totals, items, ...filling }) => {
    const id = await filledCart(shop, { lines: lines(), ...filling });
    expect(await totalsOf(shop, id)).toEqual(totals);

    const order = await orderOf(id);
    expect(
      rows(order.items, "sku", "product_type", "qty_ordered", "price", "tax_amount", "row_total"),
    ).toEqual(items);
    const { subtotal, shipping_amount, tax_amount, grand_total } = order;
    expect({ subtotal, shipping: shipping_amount, tax: tax_amount, total: grand_total }).toEqual(
      Object.fromEntries(Object.entries(totals).filter(([name]) => name !== "discount")),
    );
  });

  test("an e-book with its link is for customers", async () => {
    const filling = { lines: [choices.ebook] };
    const id = await filledCart(shop, { ...filling, customer_id });
    expect(await totalsOf(shop, id)).toEqual({ subtotal: 12.4, tax: 1.02, total: 13.42 });
    expect(await orderOf(id)).toMatchObject({ is_virtual: 1, grand_total: 13.42, customer_id });

    const session = await shop.session();
    const { error } = await shop.rpc("call", [session, "cart.order", [await filledCart(shop, filling)]]);
    expect(error).toMatchObject({ code: 1007 });
  });

  test("two bundles with three mugs each: the parts in the cart's line count for one bundle", async () => {
    const mugs = Object.keys(choices.bundle.bundle_option as object)[1] ?? "";
    const lines = [{ ...choices.bundle, qty: 2, bundle_option_qty: { [mugs]: 3 } }];
    const id = await filledCart(shop, { lines });
    expect(await totalsOf(shop, id)).toMatchObject({ subtotal: 373, shipping: 10 });
    const { items } = (await shop.call("cart.info", [id])) as { items: object[] };
    expect(rows(items, "qty", "price")).toEqual([
      [2, 186.5],
      [1, 149],
      [3, 12.5],
    ]);
  });
});

/** The index of the parent of each row, -1 for none. */
function parents({ items }: OrderDoc): number[] {
  return items.map(({ parent_item_id }) => items.findIndex(({ item_id }) => item_id === parent_item_id));
}

describe("an order of a cart and an order of the test control are the same", () => {
  let print: number;
  let sign: number;
  beforeEach(async () => {
    print = await addText(shop, "TEE", { title: "Print", price: 20, price_type: "percent", sku: "PRT" });
    sign = await addText(shop, "BUNDLE", { title: "Sign", price: 1.5, sku: "SGN" });
  });

  test.each([
    {
      title: "custom options and a link",
      lines: () => [choices.pen, choices.ebook],
      items: () => [choices.pen, choices.ebook],
    },
    {
      title: "a configurable product, at the price of the chosen child",
      lines: () => [{ ...choices.tee, qty: 2 }],
      items: () => [{ sku: "TEE", qty: 2, children: [{ sku: "TEE-BLUE" }] }],
    },
    {
      title: "a group",
      lines: () => [choices.group],
      items: () => [{ sku: "GROUP", qty: 1, children: [{ sku: "mug", qty: 2 }, { sku: "other" }] }],
    },
    {
      title: "a bundle",
      lines: () => [choices.bundle],
      items: () => [{ sku: "BUNDLE", qty: 1, children: [{ sku: "chair" }, { sku: "mug", qty: 2 }] }],
    },
    {
      title: "custom options of a configurable product and of bundles",
      lines: () => [
        { ...choices.tee, qty: 3, options: { [print]: "Eva" } },
        { ...choices.bundle, options: { [sign]: "Eva" } },
      ],
      items: () => [
        { sku: "TEE", qty: 3, children: [{ sku: "TEE-BLUE" }], options: { [print]: "Eva" } },
        {
          ...{ sku: "BUNDLE", children: [{ sku: "chair" }, { sku: "mug", qty: 2 }] },
          options: { [sign]: "Eva" },
        },
      ],
    },
    {
      title: "a bundle with its own price, and 10 %",
      before: () =>
        shop.call("catalog_product.update", ["BUNDLE", { price_type: 1, price: 150 }, null, "sku"]),
      coupon: "TEN",
      lines: () => [{ ...choices.bundle, options: { [sign]: "Eva" } }, choices.tee],
      items: () => [
        {
          ...{ sku: "BUNDLE", children: [{ sku: "chair" }, { sku: "mug", qty: 2 }] },
          ...{ options: { [sign]: "Eva" }, discount_percent: 10 },
        },
        { sku: "TEE", children: [{ sku: "TEE-BLUE" }], discount_percent: 10 },
      ],
    },
  ])("$title", async ({ lines, items, before, coupon }) => {
    await before?.();
    const filling = { lines: lines(), customer_id, ...(coupon === undefined ? {} : { coupon }) };
    const id = await filledCart(shop, filling);
    const ofCart = await orderOf(id);
    await shop.call("sales_order.cancel", [ofCart.increment_id]);
    const ordered = items().map((item) => ({ qty: 1, ...item, tax_percent: 8.25 }));
    const ofControl = await controlOrder(shop, { customer_id, items: ordered });
    expect(sharedMembers(ofCart)).toEqual(sharedMembers(ofControl));
    expect(parents(ofCart)).toEqual(parents(ofControl));
  });
});
