/** Chosen products, apart from their figures, in orders, documents, and changed carts (beyond 7, 12.3, 15). */
import { beforeEach, expect, test } from "vitest";
import type { OrderDoc } from "../../../src/shop/data/entities/sales.js";
import { startShop } from "../../support/shop.js";
import { addChoices, addText, fill, filledCart, type Choices } from "./observed-shop.js";

const shop = await startShop();
let choices: Choices;
let customer_id: number;
beforeEach(async () => {
  await fill(shop);
  choices = await addChoices(shop);
  const customer = { email: "eva@example.com", firstname: "Eva", lastname: "Lang", website_id: 1 };
  customer_id = (await shop.call("customer.create", [{ ...customer, password: "secret123" }])) as number;
});

const orderOf = async (number: unknown) => (await shop.call("sales_order.info", [number])) as OrderDoc;
const itemsOf = async (id: number) => ((await shop.call("cart.info", [id])) as { items: Item[] }).items;

interface Item {
  readonly item_id: number;
  readonly product_id: number;
  readonly parent_item_id: number | null;
  readonly sku: string;
  readonly price: number;
}

test("every form of choice is invoiced, shipped and credited like any order", async () => {
  const lines = [{ ...choices.tee, qty: 2 }, choices.bundle, choices.group, choices.pen, choices.ebook];
  const number = await shop.call("cart.order", [await filledCart(shop, { lines, customer_id })]);
  const [tee] = (await orderOf(number)).items;
  await shop.call("sales_order_invoice.create", [number, { [tee?.item_id ?? 0]: 1 }]);
  await shop.call("sales_order_shipment.create", [number, { [tee?.item_id ?? 0]: 1 }]);
  const [parent, child] = (await orderOf(number)).items;
  expect([parent, child]).toMatchObject([
    { qty_invoiced: 1, qty_shipped: 1, row_invoiced: 21.99 },
    { qty_invoiced: 1, qty_shipped: 1, row_invoiced: 0 },
  ]);
  await shop.call("sales_order_invoice.create", [number]);
  await shop.call("sales_order_shipment.create", [number]);
  const order = await orderOf(number);
  expect(order).toMatchObject({ state: "complete", total_paid: order.grand_total });
  for (const { sku, qty_ordered, qty_invoiced, qty_shipped, is_virtual } of order.items)
    expect([sku, qty_invoiced, qty_shipped]).toEqual([sku, qty_ordered, is_virtual ? 0 : qty_ordered]);
  await shop.call("sales_order_creditmemo.create", [number]);
  expect(await orderOf(number)).toMatchObject({ state: "closed", total_refunded: order.grand_total });
});

test("the order contains the choices as JSON", async () => {
  const print = await addText(shop, "TEE", { title: "Print", price: 4, sku: "PRT" });
  const lines = [{ ...choices.tee, qty: 2, options: { [print]: "Eva" } }, choices.group, choices.bundle];
  const id = await filledCart(shop, { lines });
  const rows = await itemsOf(id);
  const { items } = await orderOf(await shop.call("cart.order", [id]));
  const productOf = (sku: string) => rows.find((row) => row.sku === sku)?.product_id;
  const [tee, child, mug, , box, chair] = items.map(({ product_options }) => product_options ?? "");
  expect(JSON.parse(tee ?? "")).toEqual({
    info_buyRequest: {
      product_id: productOf("TEE-BLUE-PRT"),
      super_attribute: choices.tee.super_attribute,
      options: { [print]: "Eva" },
      qty: 2,
    },
    attributes_info: [{ label: "Tint", value: "Blue" }],
    ...{ simple_name: "TEE-BLUE", simple_sku: "TEE-BLUE" },
    options: [
      {
        ...{ label: "Print", value: "Eva", print_value: "Eva", option_id: print },
        ...{ option_type: "field", option_value: "Eva" },
      },
    ],
  });
  expect([child, chair]).toEqual(["", ""]);
  const [{ product_id: group } = { product_id: 0 }] = (await shop.call("catalog_product.list", [
    { sku: "GROUP" },
  ])) as { product_id: number }[];
  const super_product_config = { product_type: "grouped", product_id: group };
  expect(JSON.parse(mug ?? "")).toEqual({
    info_buyRequest: { product_id: productOf("mug"), qty: 2, super_product_config },
    super_product_config,
  });
  const [first, second] = Object.keys(choices.bundle.bundle_option as object).map(Number);
  expect(JSON.parse(box ?? "")).toMatchObject({
    bundle_options: {
      [first ?? 0]: { option_id: first, label: "Chair", value: [{ title: "Chair", qty: 1 }] },
      [second ?? 0]: { option_id: second, label: "Mugs", value: [{ title: "Mug", qty: 2 }] },
    },
  });
});

test("a line is recomputed when its product changes, and removed when it can no longer be chosen", async () => {
  const id = (await shop.call("cart.create", ["default"])) as number;
  await shop.call("cart_product.add", [id, [choices.tee, choices.pen, choices.bundle]]);
  const lines = async () => {
    await shop.call("cart_product.add", [id, [{ sku: "other" }]]);
    const top = (await itemsOf(id)).filter(({ parent_item_id }) => parent_item_id === null);
    return top.map(({ sku, price }) => `${sku} ${price}`);
  };
  const [engraving, ink] = Object.keys(choices.pen.options as object).map(Number);
  await shop.call("catalog_product.update", ["TEE", { price: 30 }, null, "sku"]);
  expect(await lines()).toEqual(["TEE-BLUE 32", "OPT-01-ENG-GLD 14", "BUNDLE-chair-mug 174", "other 5"]);
  await shop.call("catalog_product.delete", ["TEE-BLUE", "sku"]);
  await shop.call("catalog_product_custom_option.remove", [engraving]);
  await shop.call("catalog_product.update", ["chair", { price: 100 }, null, "sku"]);
  expect(await lines()).toEqual(["OPT-01-GLD 11", "BUNDLE-chair-mug 125", "other 5"]);
  await shop.call("catalog_product_custom_option.remove", [ink]);
  await shop.call("catalog_product.update", ["chair", { status: 2 }, null, "sku"]);
  expect(await lines()).toEqual(["OPT-01 10", "other 5"]);
});

test("each row refers to its line", async () => {
  const lines = [choices.tee, choices.bundle, choices.group];
  const id = await filledCart(shop, { lines });
  const order = await orderOf(await shop.call("cart.order", [id]));
  expect(order.quote_id).toBe(id);
  expect(order.items.map(({ quote_item_id }) => quote_item_id)).toEqual(
    (await itemsOf(id)).map(({ item_id }) => item_id),
  );
});

test("gift messages stay with their lines, and become part of the order", async () => {
  const id = await filledCart(shop, { lines: [choices.tee, { sku: "mug" }, { sku: "other" }] });
  const [tee, child, mug] = await itemsOf(id);
  await shop.call("giftmessage.setForQuote", [id, { from: "A", message: "All of it" }]);
  for (const row of [tee, child, mug])
    await shop.call("giftmessage.setForQuoteItem", [row?.item_id, { message: `For ${row?.price}` }]);
  await shop.call("giftmessage.setForQuoteItem", [mug?.item_id, {}]);
  await shop.call("cart_product.update", [id, [{ ...choices.tee, qty: 3 }]]);
  const order = await orderOf(await shop.call("cart.order", [id]));
  expect(order).toMatchObject({ gift_message_id: 1, gift_message: "All of it" });
  const members = ["gift_message_id", "gift_message", "gift_message_available"] as const;
  expect(order.items.map((item) => members.map((name) => item[name]))).toEqual([
    [2, "For 21.99", 1],
    [3, "For 0", 1],
    [undefined, undefined, undefined],
    [undefined, undefined, undefined],
  ]);

  await shop.call("giftmessage.setForQuote", [id, { message: "" }]);
  const again = await orderOf(await shop.call("cart.order", [id]));
  expect(Object.keys(again).filter((name) => name.startsWith("gift"))).toEqual([]);
});
