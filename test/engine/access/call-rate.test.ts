/** CALLS_PER_MINUTE: conventions 11.1. */
import { expect, test } from "vitest";
import { basic, startShop } from "../../support/shop.js";

const shop = await startShop({ settings: { callsPerMinute: 3 } });

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

test("the call above the limit is 429 without a body, other sessions continue, and a minute later the session continues", async () => {
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

const plainPath = "/api/rpc/catalog_product_type.items";

async function statuses(times: number, send: () => Promise<Response>): Promise<number[]> {
  const all: number[] = [];
  for (let made = 0; made < times; made += 1) all.push((await send()).status);
  return all;
}

test("a call by plain HTTP counts", async () => {
  const headers = { Authorization: `Bearer ${await shop.login()}` };
  expect(await statuses(4, () => post({}, plainPath, headers))).toEqual([200, 200, 200, 429]);
});

test("HTTP Basic counts by user, whatever the form of the call", async () => {
  shop.clock.advance(60);
  const headers = basic();
  const enveloped = { ...call(""), params: [null, "catalog_product_type.items"] };
  expect(await statuses(2, () => post({}, plainPath, headers))).toEqual([200, 200]);
  expect(await statuses(2, () => post(enveloped, "/api/jsonrpc", headers))).toEqual([200, 429]);
});

test("REST counts too, for API users and for customers", async () => {
  const read = (headers: Record<string, string>) => fetch(`${shop.url}/api/rest/customers`, { headers });
  const session = await shop.login();
  expect(await statuses(4, () => read({ Authorization: `Bearer ${session}` }))).toEqual([200, 200, 200, 429]);
});

const fine = expect.objectContaining({ result: expect.any(Array) as unknown }) as unknown;
const refused = expect.objectContaining({
  error: expect.objectContaining({ code: 2, data: { fault: "access_denied", retry_after: 60 } }) as unknown,
}) as unknown;

test("in a batch that crosses the limit, only the elements beyond it fail", async () => {
  const session = await shop.login();
  const answer = await post(Array.from({ length: 5 }, () => call(session)));
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual([fine, fine, fine, refused, refused]);
  expect((await post([call(session), call(session)])).status).toBe(429);
});

test("and so do the entries of a multiCall", async () => {
  const session = await shop.login();
  const calls = Array.from({ length: 4 }, () => ["catalog_product_type.items"]);
  const body = { jsonrpc: "2.0", id: 1, method: "multiCall", params: [session, calls] };
  const { result } = (await (await post(body)).json()) as { result: unknown[] };
  expect(result.slice(0, 3).every(Array.isArray)).toBe(true);
  expect(result[3]).toMatchObject({ isFault: true, faultCode: 2, data: { retry_after: 60 } });
  expect((await post(body)).status).toBe(429);
});
