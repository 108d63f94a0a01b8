/** GET and DELETE /control/mail: the outbox for testers (sales 16.4, docs/testing.md). */
import { beforeEach, expect, test } from "vitest";
import { orderTo, queue } from "../../shop/mail/support/waiting.js";
import { startShop } from "../../support/shop.js";

const shop = await startShop();
beforeEach(() => shop.reset());

async function list(query = ""): Promise<Record<string, unknown>[]> {
  const { status, json } = await shop.http("GET", `/control/mail${query}`);
  expect(status).toBe(200);
  return json as Record<string, unknown>[];
}

const orders = [
  orderTo("anna@example.com"),
  orderTo("Anna+shop@Example.com", { increment_id: "100000002" }),
  orderTo("liam@example.com", { increment_id: "100000002" }),
];

async function fill(): Promise<void> {
  for (const order of orders) await queue(shop.storage, { order });
}

test("an empty outbox is an empty list", async () => {
  expect(await list()).toEqual([]);
});

test("messages are in the order of their creation, with only the members of the contract", async () => {
  await fill();
  const messages = await list();
  expect(messages.map(({ id }) => id)).toEqual([1, 2, 3]);
  const { text, html, ...rest } = messages[0] ?? {};
  expect(text).toContain("100000001");
  expect(html).toContain("<!doctype html>");
  expect(rest).toEqual({
    id: 1,
    template: "order_new",
    to: ["anna@example.com"],
    subject: "Your order 100000001 at Main Website Store",
    increment_id: "100000001",
    comment: null,
    created_at: "2025-06-01 12:00:00",
    delivered_at: null,
  });
});

test.each([
  { query: "?to=anna@example.com", ids: [1] },
  { query: "?to=ANNA%2BSHOP%40example.com", ids: [2] },
  { query: "?to=anna+shop@example.com", ids: [2] },
  { query: "?to=nobody@example.com", ids: [] },
  { query: "?order=100000002", ids: [2, 3] },
  { query: "?order=100000002&to=liam@example.com", ids: [3] },
  { query: "?order=100000001&to=liam@example.com", ids: [] },
  { query: "?order=&to=", ids: [1, 2, 3] },
])("$query finds $ids", async ({ query, ids }) => {
  await fill();
  expect((await list(query)).map(({ id }) => id)).toEqual(ids);
});

test("DELETE empties the outbox, and so does a reset", async () => {
  await fill();
  expect((await shop.http("DELETE", "/control/mail")).status).toBe(204);
  expect(await list()).toEqual([]);

  await fill();
  await shop.reset("sample");
  expect(await list()).toEqual([]);
});

test("an unknown parameter is refused", async () => {
  expect((await shop.http("GET", "/control/mail?from=x")).status).toBe(400);
});

test("a message that was waited for in vain: the call that sent none because notify was off", async () => {
  await shop.reset("sample");
  const [order] = (await shop.call("sales_order.list")) as { increment_id: string; status: string }[];
  await shop.call("sales_order.addComment", [order?.increment_id, order?.status, "Soon"]);
  const { status, text } = await shop.http("GET", "/control/mail/wait?to=nobody@shop.test&timeout_ms=20");
  expect(status).toBe(408);
  expect(text).toMatch(/Call \d+, sales_order\.addComment, sent no message, because notify was off\./);
});
