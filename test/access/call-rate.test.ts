/** CALLS_PER_MINUTE: conventions 11.1. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startShop, type Shop } from "../support/shop.js";

let shop: Shop;
beforeAll(async () => {
  shop = await startShop({ settings: { callsPerMinute: 3 } });
});
afterAll(() => shop.close());

const call = (session: string) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "call",
  params: [session, "catalog_product_type.items"],
});

const post = (body: unknown, path = "/api/jsonrpc", headers: Record<string, string> = {}) =>
  fetch(`${shop.url}${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

test("the call above the limit is 429 without a body, other sessions go on, a minute later it goes on", async () => {
  const [busy, other] = [await shop.login(), await shop.login()];
  for (let made = 0; made < 3; made += 1) expect((await post(call(busy))).status).toBe(200);

  const refused = await post(call(busy));
  expect(refused.status).toBe(429);
  expect(refused.headers.get("retry-after")).toBe("60");
  expect(await refused.text()).toBe("");
  expect((await post(call(other))).status).toBe(200);

  shop.clock.advance(60);
  expect((await post(call(busy))).status).toBe(200);
});

test("each element of a batch and of multiCall counts, and plain HTTP too", async () => {
  const batch = await shop.login();
  expect((await post([call(batch), call(batch), call(batch), call(batch)])).status).toBe(429);

  const multi = await shop.login();
  const calls = Array.from({ length: 4 }, () => ["catalog_product_type.items"]);
  expect((await post({ jsonrpc: "2.0", id: 1, method: "multiCall", params: [multi, calls] })).status).toBe(
    429,
  );

  const plain = await shop.login();
  const headers = { Authorization: `Bearer ${plain}` };
  const path = "/api/rpc/catalog_product_type.items";
  const statuses = [];
  for (let made = 0; made < 4; made += 1) statuses.push((await post({}, path, headers)).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
});
