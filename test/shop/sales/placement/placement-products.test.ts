/** What may be ordered of which product, and how it is named (sales 19.2). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startSalesShop, type SalesShop } from "../sales-shop.js";

let sales: SalesShop;
const create = async (type: string, sku: string, data: object = {}) => {
  const members = { name: sku, status: 1, website_ids: [1], ...data };
  return (await sales.shop.call("catalog_product.create", [type, 4, sku, members])) as number;
};

beforeAll(async () => {
  sales = await startSalesShop();
});
afterAll(() => sales.close());

const place = (item: object) => sales.place([{ qty: 1, ...item }]);

describe("what has no price", () => {
  beforeAll(async () => {
    await create("simple", "priceless");
    await create("configurable", "priceless-K");
  });

  test.each([
    { title: "a product", item: { sku: "priceless" }, field: "items[0].price" },
    {
      title: "a configurable product",
      item: { sku: "priceless-K", children: [{ sku: "A" }] },
      field: "items[0].price",
    },
    {
      title: "a product in a group",
      item: { sku: "G", children: [{ sku: "A" }, { sku: "priceless" }] },
      field: "items[0].children[1].sku",
    },
  ])("$title cannot be ordered", async ({ item, field }) => {
    await expect(place(item)).rejects.toThrow(`"field":"${field}"`);
  });

  test("a product can, when the price is named", async () => {
    const order = await place({ sku: "priceless", price: 3 });
    expect((await order.info()).subtotal).toBe(3);
  });

  test("a product can as the choice of a configurable one, whose price counts", async () => {
    const order = await place({ sku: "K", price: 4, children: [{ sku: "priceless" }] });
    expect((await order.info()).subtotal).toBe(4);
  });
});

describe("products are named", () => {
  test("by SKU, in any case and with spaces around it", async () => {
    const { items } = await (await place({ sku: " a " })).info();
    expect(items.map(({ sku }) => sku)).toEqual(["A"]);
  });

  test("by ID, which is no SKU", async () => {
    const id = await create("simple", "by-id", { price: 2 });
    const named = await create("simple", String(id), { price: 9 });
    const { items } = await (await place({ product_id: id })).info();
    expect(items.map(({ product_id, price }) => [product_id, price])).toEqual([[id, 2]]);
    const other = await (await place({ sku: String(id) })).info();
    expect(other.items.map(({ product_id }) => product_id)).toEqual([named]);
  });
});

test("what is downloaded is not shipped", async () => {
  await create("downloadable", "song", { price: 1 });
  const { is_virtual, shipping_amount, shipping_address } = await (await place({ sku: "song" })).info();
  expect([is_virtual, shipping_amount, shipping_address]).toEqual([1, 0, null]);
});

test("only what is shipped is paid at the door", async () => {
  const door = { payment_method: "cashondelivery" };
  await expect(sales.place([{ sku: "V", qty: 1 }], door)).rejects.toThrow('"field":"payment_method"');
  const order = await sales.place([{ sku: "A", qty: 1 }], door);
  expect((await order.info()).payment).toMatchObject({ method: "cashondelivery" });
});

test("a product that never had stock is sold without end", async () => {
  const id = await create("simple", "endless", { price: 1 });
  await sales.shop.storage.write((tx) => tx.del("stock_items", id));
  const { items } = await (await place({ sku: "endless", qty: 1000 })).info();
  expect(items).toMatchObject([{ sku: "endless", qty_ordered: 1000, qty_backordered: 0 }]);
});

test("nobody is told of an order unless it says so", async () => {
  const quiet = await sales.place([{ sku: "A", qty: 1 }], { customer_note: "Hello." });
  const { email_sent, status_history } = await quiet.info();
  expect(email_sent).toBe(0);
  expect(status_history.map(({ is_customer_notified }) => is_customer_notified)).toEqual([0]);
  const mail = await sales.shop.http("GET", `/control/mail?order=${quiet.number}`);
  expect(mail.json).toEqual([]);
});
