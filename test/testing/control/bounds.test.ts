/** Limits on the data of testers in the test control. */
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { startShop } from "../../support/shop.js";

const shop = await startShop();
beforeEach(() => shop.reset());

const rule = (more: object = {}) =>
  shop.http("POST", "/control/faults", { body: { operation: "catalog_product.info", delay_ms: 1, ...more } });

test("at most 1,000 rules", async () => {
  for (let nth = 0; nth < 20; nth += 1) {
    const answers = await Promise.all(Array.from({ length: 50 }, () => rule()));
    expect(answers.every(({ status }) => status === 201)).toBe(true);
  }
  expect((await rule()).json).toMatchObject({
    errors: [{ message: "There are 1000 rules already; delete some." }],
  });
  await shop.http("DELETE", "/control/faults/1");
  expect((await rule()).status).toBe(201);
});

test("rules with 16 MiB together", async () => {
  const match = { productId: "x".repeat(900_000) };
  const statuses: number[] = [];
  while (statuses.length < 30 && statuses.at(-1) !== 422) {
    statuses.push((await rule({ match })).status);
  }
  expect(statuses).toHaveLength(20);
});

test("at most 100 clients follow the calls", async () => {
  const end = new AbortController();
  onTestFinished(() => end.abort());
  const follow = () => fetch(`${shop.url}/control/calls/stream`, { signal: end.signal });
  for (let nth = 0; nth < 100; nth += 1) expect((await follow()).status).toBe(200);
  const refused = await follow();
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
});

test.each([
  { title: "values", body: `[${"[],".repeat(110_000)}[]]` },
  { title: "levels", body: "[".repeat(100) + "]".repeat(100) },
])("bodies hold no more $title than those of calls", async ({ title, body }) => {
  const headers = { "Content-Type": "application/json" };
  const refused = await shop.http("POST", "/control/reset", { body, headers });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain(title);
});

test("a body in another charset is refused", async () => {
  const headers = { "Content-Type": "application/json; charset=iso-8859-1" };
  expect((await shop.http("POST", "/control/snapshots", { body: "{}", headers })).status).toBe(415);
});
