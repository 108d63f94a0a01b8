/** Placing orders through the test control: amounts, refusals, payment, numbers (sales 19). */
import { describe, expect, test } from "vitest";
import { testTime } from "../../../support/shop.js";
import { address, orderShop, x1 } from "../order-shop.js";

const shop = await orderShop();
const guest = { guest: { email: "ada@shop.test" }, billing_address: address };
const product = { sku: "mug-01", qty: 1 };

describe("amounts", () => {
  test("shipping costs 5.00 per physical unit, unless it is given or free", async () => {
    const items = [
      { sku: "mug-01", qty: 2 },
      { sku: "gift-01", qty: 1 },
    ];
    expect(await shop.placed({ customer_id: 1, items })).toMatchObject({
      shipping_amount: 10,
      shipping_description: "Flat Rate - Fixed",
    });
    const shipping_method = "freeshipping_freeshipping";
    expect(await shop.placed({ customer_id: 1, items, shipping_method })).toMatchObject({
      shipping_amount: 0,
    });
    const virtual = { customer_id: 1, items: [{ sku: "gift-01", qty: 1 }], shipping_amount: 7 };
    expect(await shop.placed(virtual)).toMatchObject({
      is_virtual: 1,
      grand_total: 50,
      shipping_amount: 0,
      shipping_method: null,
      shipping_description: null,
      shipping_address: null,
    });
  });

  test("the price is the lowest of price, special and tier price for store, group and quantity", async () => {
    const priceOf = async (request: object, qty: number) =>
      (await shop.placed({ ...guest, ...request, items: [{ sku: "mug-01", qty }] })).items[0]?.price;
    expect(await priceOf({}, 1)).toBe(12.5);
    expect(await priceOf({}, 6)).toBe(11.5);
    expect(await priceOf({ store: "second_default" }, 1)).toBe(13.9);
    expect(await priceOf({ guest: undefined, customer_id: 3 }, 12)).toBe(9.75);
    const special = { ...guest, items: [{ sku: "mug-02", qty: 1 }] };
    expect((await shop.placed(special)).items[0]?.price).toBe(7.9);
    const before = await shop.placed({ ...special, created_at: "2024-04-30 23:59:59" });
    expect(before.items[0]?.price).toBe(8.9);
  });
});

describe("buyer and store", () => {
  test("a customer gets the stored addresses", async () => {
    const order = await shop.placed({ customer_id: 4, items: [product] });
    expect(order).toMatchObject({ customer_is_guest: 0, customer_email: "liam.oconnor@example.com" });
    expect(order.billing_address).toMatchObject({ city: "Galway", address_type: "billing", region: "" });
    expect(order.shipping_address).toMatchObject({ city: "Galway", address_type: "shipping" });
  });

  test("a guest has the given name, or the name of the billing address", async () => {
    expect(await shop.placed({ ...guest, items: [product] })).toMatchObject({
      customer_id: null,
      customer_is_guest: 1,
      customer_group_id: 0,
      customer_firstname: "Ada",
    });
    const named = { ...guest, guest: { email: " ada@shop.test ", firstname: "Countess" }, items: [product] };
    expect(await shop.placed(named)).toMatchObject({
      customer_email: "ada@shop.test",
      customer_firstname: "Countess",
      customer_lastname: "King",
    });
  });

  test("the default addresses of a customer can differ", async () => {
    const other = { ...address, street: ["1 Main Street"], city: "Hamburg", is_default_shipping: true };
    await shop.call("customer_address.create", 4, other);
    const order = await shop.placed({ customer_id: 4, items: [product] });
    expect([order.billing_address.city, order.shipping_address?.city]).toEqual(["Galway", "Hamburg"]);
  });

  test("a given billing address wins over the stored shipping address", async () => {
    const request = { customer_id: 1, items: [product] };
    const order = await shop.placed({ ...request, billing_address: address });
    expect(order.shipping_address?.city).toBe("Berlin");
    const shipping_address = { ...address, city: "Hamburg" };
    const other = await shop.placed({ ...request, shipping_address });
    expect([other.billing_address.city, other.shipping_address?.city]).toEqual(["San Francisco", "Hamburg"]);
  });

  test("the store determines the increment ID and the store name", async () => {
    const order = await shop.placed({ ...guest, store: 2, items: [product] });
    expect(order).toMatchObject({ increment_id: "200000005", store_id: 2 });
    expect(order.store_name).toBe("Second Website\nSecond Website Store\nSecond Store View");
  });
});

const cup = { sku: "mug-02" };
const composite = (more: object) => ({
  ...x1,
  items: [{ sku: "box-tea", qty: 1, children: [cup], ...more }],
});

describe("refusals", () => {
  const refused: [title: string, body: object, field: string][] = [
    ["no items", { ...x1, items: [] }, "items"],
    ["an unknown store", { ...x1, store: "nope" }, "store"],
    ["the admin store", { ...x1, store: 0 }, "store"],
    ["an unknown customer", { ...x1, customer_id: 99 }, "customer_id"],
    [
      "a guest without billing address",
      { guest: { email: "a@shop.test" }, items: [product] },
      "billing_address",
    ],
    ["an unknown product", { ...x1, items: [{ sku: "nope", qty: 1 }] }, "items[0].sku"],
    [
      "an unknown product ID",
      { ...x1, items: [product, { product_id: 999, qty: 1 }] },
      "items[1].product_id",
    ],
    ["a disabled product", { ...x1, items: [{ sku: "bowl-05", qty: 1 }] }, "items[0].sku"],
    ["a product of another website", { ...x1, items: [{ sku: "plate-04", qty: 1 }] }, "items[0].sku"],
    ["a bundle without children", composite({ children: undefined }), "items[0].children"],
    ["an unknown child", composite({ children: [cup, { sku: "nope" }] }), "items[0].children[1].sku"],
    [
      "a child with an unknown ID",
      composite({ children: [{ product_id: 999 }] }),
      "items[0].children[0].product_id",
    ],
    ["a bundle in a bundle", composite({ children: [{ sku: "box-breakfast" }] }), "items[0].children[0].sku"],
    ["a disabled child", composite({ children: [{ sku: "bowl-05" }] }), "items[0].children[0].sku"],
    [
      "a fraction of a child sold in whole units",
      composite({ children: [{ ...cup, qty: 0.5 }] }),
      "items[0].children[0].qty",
    ],
    [
      "more of a child than the stock",
      composite({ qty: 60, children: [{ ...cup, qty: 99 }] }),
      "items[0].children[0].qty",
    ],
    [
      "a fraction of a bundle sold in whole units",
      composite({ qty: 0.5, children: [{ ...cup, qty: 2 }] }),
      "items[0].qty",
    ],
    ["a price for a bundle with a dynamic price", composite({ price: 1 }), "items[0].price"],
    [
      "a discount amount for a bundle with a dynamic price",
      composite({ discount_amount: 1 }),
      "items[0].discount_amount",
    ],
    ["a quantity of 0", { ...x1, items: [{ sku: "mug-01", qty: 0 }] }, "items[0].qty"],
    [
      "a fraction of a product sold in whole units",
      { ...x1, items: [{ sku: "mug-01", qty: 0.5 }] },
      "items[0].qty",
    ],
    ["more than the stock", { ...x1, items: [{ sku: "mug-01", qty: 121 }] }, "items[0].qty"],
    ["free with something to pay", { ...x1, payment_method: "free" }, "payment_method"],
  ];

  test.each(refused)("%s", async (_title, body, field) => {
    const answer = await shop.request(body);
    expect(answer.status, answer.text).toBe(422);
    expect(answer.json).toMatchObject({ errors: [{ field }] });
    const after = await shop.place(x1);
    expect(after.increment_id).toBe("100000016");
  });

  test("a body that breaks the schema answers 400", async () => {
    for (const body of [
      { ...x1, items: undefined },
      { ...x1, rate: "x" },
      { ...x1, state: "complete" },
      [],
      1,
    ]) {
      expect((await shop.request(body)).status).toBe(400);
    }
  });

  test("two rows of one product share its stock", async () => {
    const rows = (qty: number) => ({
      ...x1,
      items: [
        { sku: "mug-06", qty: 10 },
        { sku: "mug-06", qty },
      ],
    });
    expect((await shop.request(rows(9))).status).toBe(422);
    expect((await shop.request(rows(8))).status).toBe(201);
  });
});

describe("start", () => {
  test("the note is the first row of the history", async () => {
    const order = await shop.placed({
      ...x1,
      customer_note: "Please ring.",
      created_at: "2025-01-02 03:04:05",
    });
    expect(order).toMatchObject({ created_at: "2025-01-02 03:04:05", updated_at: "2025-01-02 03:04:05" });
    expect(order.status_history).toMatchObject([
      { status: "pending", comment: "Please ring.", is_customer_notified: 0, entity_name: "order" },
    ]);
  });

  test("notify puts the mail into the outbox", async () => {
    const order = await shop.placed({ ...x1, notify: true });
    expect(order).toMatchObject({ created_at: testTime, email_sent: 1, customer_note_notify: 1 });
    const mail = await shop.shop.http("GET", `/control/mail?order=${order.increment_id}`);
    expect(mail.json).toMatchObject([{ template: "order_new", to: ["anna.becker@example.com"] }]);
  });

  test("without notify, the customer gets no mail", async () => {
    const { email_sent, increment_id } = await shop.placed(x1);
    expect(email_sent).toBe(0);
    expect((await shop.shop.http("GET", `/control/mail?order=${increment_id}`)).json).toEqual([]);
  });

  test.each(["payment_review", "pending_payment"])(
    "with state %s, the gateway is not asked",
    async (state) => {
      await shop.gateway("fail");
      const order = await shop.placed({ ...x1, payment_method: "test_sale", state });
      expect(order).toMatchObject({ state, status: state, total_paid: 0, total_invoiced: 0 });
      expect((await shop.request({ ...x1, payment_method: "test_sale" })).status).toBe(422);
    },
  );

  // prettier-ignore
  const answers: [method: string, answer: string, state: string, status: string, paid: number, invoice?: number][] = [
    ["test_authorize", "ok", "processing", "processing", 0],
    ["test_authorize", "pending", "payment_review", "payment_review", 0],
    ["test_authorize", "fraud", "payment_review", "fraud", 0],
    ["test_sale", "ok", "processing", "processing", 35, 2],
    ["test_sale", "pending", "payment_review", "payment_review", 0, 1],
    ["test_sale", "fraud", "payment_review", "fraud", 0, 1],
  ];

  test.each(answers)(
    "%s, the gateway answers %s",
    async (payment_method, answer, state, status, paid, invoice) => {
      await shop.gateway(answer);
      const order = await shop.placed({ ...x1, payment_method });
      expect(order).toMatchObject({ state, status, total_paid: paid });
      const invoices = (await shop.call("sales_order_invoice.list", { order_id: order.order_id })) as {
        state: number;
      }[];
      expect(invoices.map((one) => one.state)).toEqual(invoice === undefined ? [] : [invoice]);
      const authorized = payment_method === "test_authorize" ? 35 : 0;
      expect(order.payment).toMatchObject({
        amount_ordered: 35,
        amount_authorized: authorized,
        amount_paid: paid,
      });
      expect(order.payment.last_trans_id).toMatch(/./);
    },
  );

  test("a refusal by the gateway uses up its answer, stores nothing and uses up no number", async () => {
    await shop.gateway("fail", 2);
    expect((await shop.request({ ...x1, payment_method: "test_sale" })).status).toBe(422);
    expect((await shop.request({ ...x1, payment_method: "test_authorize" })).status).toBe(422);
    expect((await shop.stock(1))?.qty).toBe(120);
    expect((await shop.place({ ...x1, payment_method: "test_sale" })).increment_id).toBe("100000016");
  });

  test("a virtual order that is paid at once is complete at once", async () => {
    const order = await shop.placed({
      ...x1,
      items: [{ sku: "gift-01", qty: 1 }],
      payment_method: "test_sale",
    });
    expect(order.state).toBe("complete");
    expect(order.status_history.map(({ status }) => status)).toEqual(["complete", "processing"]);
  });
});

test("fifty simultaneous placements get fifty consecutive numbers", async () => {
  const orders = await Promise.all(Array.from({ length: 50 }, () => shop.place({ ...x1, items: [product] })));
  const numbers = orders.map(({ increment_id }) => Number(increment_id)).sort((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: 50 }, (_, index) => 100000016 + index));
});
