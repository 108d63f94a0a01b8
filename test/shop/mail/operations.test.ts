/** The messages of each operation, and their content (sales 16.1, 16.3). */
import { beforeEach, describe, expect, test } from "vitest";
import { startShop } from "../../support/shop.js";

const shop = await startShop({ dataset: "sample" });
beforeEach(() => shop.http("DELETE", "/control/mail"));

interface Message {
  readonly template: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly increment_id: string;
  readonly comment: string | null;
}

async function outbox(order: string): Promise<Message[]> {
  return (await shop.http("GET", `/control/mail?order=${order}`)).json as Message[];
}

const guestAddress = {
  firstname: "Gus",
  lastname: "Guest",
  street: "1 Main Street",
  city: "Berlin",
  region: "Berlin",
  postcode: "10115",
  country_id: "DE",
  telephone: "030 123456",
};

/** The number of a new order of two mugs. */
async function place(given: object = {}): Promise<string> {
  const body = { customer_id: 1, items: [{ sku: "mug-01", qty: 2, price: 10 }], ...given };
  const { status, json } = await shop.http("POST", "/control/orders", { body });
  expect([status, json]).toMatchObject([201, {}]);
  return (json as { increment_id: string }).increment_id;
}

const create = (kind: string, order: string, ...more: unknown[]) =>
  shop.call(`sales_order_${kind}.create`, [order, null, ...more]) as Promise<string>;

/** An order that can be refunded. */
async function paidOrder(): Promise<string> {
  const order = await place();
  await create("invoice", order);
  return order;
}

describe("placing an order", () => {
  test("sends the new order with the customer's note on request", async () => {
    const order = await place({ notify: true, customer_note: "Please ring twice." });
    const [message, ...more] = await outbox(order);
    expect(more).toEqual([]);
    expect(message).toMatchObject({
      template: "order_new",
      to: ["anna.becker@example.com"],
      increment_id: order,
      comment: "Please ring twice.",
    });
    expect(message?.text).toMatch(/Grand total +30\.00 USD/);
  });

  test("sends nothing otherwise", async () => {
    expect(await outbox(await place())).toEqual([]);
  });

  test("writes to the given address of a guest", async () => {
    const guest = { email: "gus@example.com", firstname: "Gus", lastname: "Guest" };
    const order = await place({ customer_id: undefined, guest, billing_address: guestAddress, notify: true });
    const [message] = await outbox(order);
    expect(message?.to).toEqual(["gus@example.com"]);
    expect(message?.text).toContain("You ordered as a guest");
  });

  test("writes in the language of the store", async () => {
    const [message] = await outbox(await place({ store: "german", notify: true }));
    expect(message?.subject).toContain("Ihre Bestellung");
  });
});

describe("a comment on an order", () => {
  test.each([
    { args: ["processing", "On its way", true], comment: "On its way" },
    { args: ["processing", "", true], comment: null },
    { args: ["processing", null, true], comment: null },
  ])("is sent with the new status: $args", async ({ args, comment }) => {
    const order = await place();
    await shop.call("sales_order.addComment", [order, ...args]);
    const [message, ...more] = await outbox(order);
    expect(more).toEqual([]);
    expect(message).toMatchObject({ template: "order_comment", increment_id: order, comment });
    expect(message?.text).toContain("Status: Processing");
  });

  test("is not sent without notify", async () => {
    const order = await place();
    await shop.call("sales_order.addComment", [order, "pending", "Internal"]);
    expect(await outbox(order)).toEqual([]);
  });

  test("is sent to the customer's current address", async () => {
    const order = await place({ customer_id: 3 });
    await shop.call("customer.update", [3, { email: "new@nowak.example.com" }]);
    await shop.call("sales_order.addComment", [order, "pending", "", true]);
    expect((await outbox(order))[0]?.to).toEqual(["new@nowak.example.com"]);
  });
});

describe.each(["invoice", "shipment", "creditmemo"])("%s", (kind) => {
  const prepared = () => (kind === "creditmemo" ? paidOrder() : place());
  /** creditmemo.create takes the comment at the same place. */
  const template = { made: `${kind}_new`, comment: `${kind}_comment` };

  test.each([
    { email: true, includeComment: true, comment: "Thank you" },
    { email: true, includeComment: false, comment: null },
  ])("create with email, includeComment $includeComment", async ({ email, includeComment, comment }) => {
    const order = await prepared();
    const number = await create(kind, order, "Thank you", email, includeComment);
    const [message, ...more] = await outbox(order);
    expect(more).toEqual([]);
    expect(message).toMatchObject({ template: template.made, increment_id: number, comment });
    for (const said of [number, order, "mug-01"]) expect(message?.text).toContain(said);
    expect(message?.text.includes("Thank you")).toBe(includeComment);
  });

  test("create without email sends nothing", async () => {
    const order = await prepared();
    await create(kind, order, "Thank you");
    expect(await outbox(order)).toEqual([]);
  });

  test.each([
    { args: ["Soon", true, true], want: ["Soon"] },
    { args: ["Soon", true], want: [null] },
    { args: ["Soon"], want: [] },
  ])("addComment $args", async ({ args, want }) => {
    const order = await prepared();
    const number = await create(kind, order);
    await shop.call(`sales_order_${kind}.addComment`, [number, ...args]);
    const messages = await outbox(order);
    expect(messages.map(({ comment }) => comment)).toEqual(want);
    expect(messages.every((one) => one.template === template.comment && one.increment_id === number)).toBe(
      true,
    );
  });
});

test("sendInfo sends the shipment each time, with the comment and all tracking numbers", async () => {
  const order = await place();
  const number = await create("shipment", order);
  await shop.call("sales_order_shipment.sendInfo", [number, "First"]);
  await shop.call("sales_order_shipment.addTrack", [number, "dhlint", "", "JD 0001"]);
  await shop.call("sales_order_shipment.sendInfo", [number]);
  const messages = await outbox(order);
  expect(messages.map(({ template, comment }) => [template, comment])).toEqual([
    ["shipment_new", "First"],
    ["shipment_new", null],
  ]);
  expect(messages.map(({ text }) => text.includes("Tracking: DHL: JD 0001"))).toEqual([false, true]);
});

test("no other operation sends mail", async () => {
  const order = await place();
  await shop.call("sales_order.hold", [order]);
  await shop.call("sales_order.unhold", [order]);
  const shipment = await create("shipment", order);
  const track = await shop.call("sales_order_shipment.addTrack", [shipment, "ups", "UPS", "1Z"]);
  await shop.call("sales_order_shipment.removeTrack", [shipment, track]);
  await shop.call("sales_order.cancel", [order]);
  expect(await outbox(order)).toEqual([]);
});

test("a refused operation sends nothing", async () => {
  const order = await place();
  await create("invoice", order);
  await expect(create("invoice", order, "Again", true, true)).rejects.toMatchObject({
    fault: "order_not_invoiceable",
  });
  expect(await outbox(order)).toEqual([]);
});
