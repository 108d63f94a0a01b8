/** Texts and times of the sales operations (sales 1, 3; conventions 10.2, 10.4, 11.1). */
import { expect, test } from "vitest";
import { orderShop, x1 } from "./order-shop.js";

const shop = await orderShop();

const wrong = { a: 1 };

test("addComment refuses comments that are no text, too long or of control characters", async () => {
  const { increment_id } = await shop.place(x1);
  const comment = "sales_order.addComment";
  for (const rest of [[wrong], ["a\u0001b"], ["\ud83d"], ["c", "maybe"], ["x".repeat(65_536)]]) {
    expect(await shop.outcome(comment, increment_id, "pending", ...rest)).toBe("invalid_request_param");
  }
});

test("titles and numbers of tracks have at most 255 characters and no control characters", async () => {
  const { increment_id } = await shop.place(x1);
  const shipment = await shop.call("sales_order_shipment.create", increment_id);
  const track = (title: string, number: string) => [shipment, "ups", title, number];
  const add = "sales_order_shipment.addTrack";
  for (const [title, number] of [
    ["t\u0001", "1"],
    ["t", "1\u0002"],
    ["t", "\0"],
    ["t".repeat(256), "1"],
    ["t", "1".repeat(256)],
  ] as const) {
    expect(await shop.outcome(add, ...track(title, number))).toBe("data_invalid");
  }
  await shop.call(add, ...track("U\0PS", "1\0Z"));
  expect(await shop.call("sales_order_shipment.info", shipment)).toMatchObject({
    tracks: [{ title: "UPS", track_number: "1Z" }],
  });
});

test("the test control refuses control characters too, and names the field", async () => {
  const answer = await shop.request({ ...x1, customer_note: "a\u0007" });
  expect(answer.status).toBe(400);
  expect(answer.json).toEqual({
    errors: [
      {
        field: "customer_note",
        message: expect.stringMatching(/^must not contain control characters .*U\+/) as string,
      },
    ],
  });
  const { increment_id } = await shop.place({ ...x1, customer_note: "a\0b" });
  expect(await shop.info(increment_id)).toMatchObject({ status_history: [{ comment: "ab" }] });
});

test("updated_at is never before created_at, even if the clock is set back", async () => {
  const { increment_id } = await shop.place(x1);
  const invoice = await shop.call("sales_order_invoice.create", increment_id);
  const shipment = await shop.call("sales_order_shipment.create", increment_id);
  const memo = await shop.call("sales_order_creditmemo.create", increment_id);
  shop.shop.clock.freeze("2020-01-01 00:00:00");
  await shop.call("sales_order.addComment", increment_id, "closed", "late");
  await shop.call("sales_order_invoice.addComment", invoice, "late");
  await shop.call("sales_order_shipment.addComment", shipment, "late");
  await shop.call("sales_order_creditmemo.addComment", memo, "late");
  for (const [path, id] of [
    ["sales_order.info", increment_id],
    ["sales_order_invoice.info", invoice],
    ["sales_order_shipment.info", shipment],
    ["sales_order_creditmemo.info", memo],
  ] as const) {
    const { created_at, updated_at } = (await shop.call(path, id)) as Record<string, string>;
    expect(updated_at, path).toBe(created_at);
  }
});
