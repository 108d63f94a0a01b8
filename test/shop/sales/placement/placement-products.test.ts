/** The products that can be ordered, and how an order identifies them (sales 19.2). */
import { beforeAll, describe, expect, test } from "vitest";
import { startSalesShop } from "../sales-shop.js";

const sales = await startSalesShop();
const create = async (type: string, sku: string, data: object = {}) => {
  const members = { name: sku, status: 1, website_ids: [1], ...data };
  return (await sales.shop.call("catalog_product.create", [type, 4, sku, members])) as number;
};

const place = (item: object) => sales.place([{ qty: 1, ...item }]);

describe("products without a price", () => {
  beforeAll(async () => {
    await create("simple", "priceless");
    await create("configurable", "priceless-K");
  });

  test.each([
    ["a product", { sku: "priceless" }, "items[0].price"],
    ["a configurable product", { sku: "priceless-K", children: [{ sku: "A" }] }, "items[0].price"],
    [
      "a product in a group",
      { sku: "G", children: [{ sku: "A" }, { sku: "priceless" }] },
      "items[0].children[1].sku",
    ],
  ])("%s cannot be ordered", async (_title, item, field) => {
    await expect(place(item)).rejects.toThrow(`"field":"${field}"`);
  });

  test("a product without a price can be ordered if the order gives one", async () => {
    const order = await place({ sku: "priceless", price: 3 });
    expect((await order.info()).subtotal).toBe(3);
  });

  test("a product without a price can be the child of a configurable product, whose price counts", async () => {
    const order = await place({ sku: "K", price: 4, children: [{ sku: "priceless" }] });
    expect((await order.info()).subtotal).toBe(4);
  });
});

describe("products are found", () => {
  test("by SKU, regardless of case and surrounding spaces", async () => {
    const { items } = await (await place({ sku: " a " })).info();
    expect(items.map(({ sku }) => sku)).toEqual(["A"]);
  });

  test("by ID, which is not mistaken for a SKU", async () => {
    const id = await create("simple", "by-id", { price: 2 });
    const named = await create("simple", String(id), { price: 9 });
    const { items } = await (await place({ product_id: id })).info();
    expect(items.map(({ product_id, price }) => [product_id, price])).toEqual([[id, 2]]);
    const other = await (await place({ sku: String(id) })).info();
    expect(other.items.map(({ product_id }) => product_id)).toEqual([named]);
  });
});

test("downloadable products are not shipped", async () => {
  await create("downloadable", "song", { price: 1 });
  const { is_virtual, shipping_amount, shipping_address } = await (await place({ sku: "song" })).info();
  expect([is_virtual, shipping_amount, shipping_address]).toEqual([1, 0, null]);
});

test("cash on delivery requires something to ship", async () => {
  const door = { payment_method: "cashondelivery" };
  await expect(sales.place([{ sku: "V", qty: 1 }], door)).rejects.toThrow('"field":"payment_method"');
  const order = await sales.place([{ sku: "A", qty: 1 }], door);
  expect((await order.info()).payment).toMatchObject({ method: "cashondelivery" });
});

test("a product without a stock item can be sold in any quantity", async () => {
  const id = await create("simple", "endless", { price: 1 });
  await sales.shop.storage.write((tx) => tx.del("stock_items", id));
  const { items } = await (await place({ sku: "endless", qty: 1000 })).info();
  expect(items).toMatchObject([{ sku: "endless", qty_ordered: 1000, qty_backordered: 0 }]);
});

test("the customer is not notified of an order unless requested", async () => {
  const quiet = await sales.place([{ sku: "A", qty: 1 }], { customer_note: "Hello." });
  const { email_sent, status_history } = await quiet.info();
  expect(email_sent).toBe(0);
  expect(status_history.map(({ is_customer_notified }) => is_customer_notified)).toEqual([0]);
  const mail = await sales.shop.http("GET", `/control/mail?order=${quiet.number}`);
  expect(mail.json).toEqual([]);
});
