/** What the journal says about calls that the control ended by HTTP alone, and about calls that were not permitted (15.1). */
import { afterAll, beforeEach, expect, test } from "vitest";
import { basic, startShop } from "../../support/shop.js";

const shop = await startShop({ dataset: "sample" });
afterAll(() => shop.close());
beforeEach(() => shop.reset());

const latest = async (query = "") =>
  ((await shop.http("GET", `/control/calls?limit=1&${query}`)).json as Record<string, unknown>[])[0];

const info = () =>
  fetch(`${shop.url}/api/rpc/catalog_product.info`, {
    ...{ method: "POST", body: '{"productId":1}' },
    headers: { ...basic(), "Content-Type": "application/json" },
  }).catch(() => undefined);

test.each([
  { answer: { drop: true }, outcome: "dropped", status: null },
  { answer: { http: { reset: true } }, outcome: "reset", status: null },
  { answer: { http: { status: 503 } }, outcome: "http", status: 503 },
  { answer: { http: { status: 502 }, body: "html" }, outcome: "html", status: 502 },
  { answer: { http: { status: 200 }, body: "truncated" }, outcome: "truncated", status: 200 },
  { answer: { drop: true, when: "after" }, outcome: "dropped", status: null },
  { answer: { http: { status: 200 }, body: "truncated", when: "after" }, outcome: "truncated", status: 200 },
])("$answer is the outcome $outcome, not the fault internal", async ({ answer, outcome, status }) => {
  await shop.http("POST", "/control/faults", { body: { operation: "catalog_product.info", ...answer } });
  await info();
  const call = "operation=catalog_product.info";
  await shop.http("GET", `/control/calls/wait?${call}`);
  expect(await latest(call)).toMatchObject({ fault: null, error: null, forced: true, outcome, status });
  expect((await shop.http("GET", "/control/calls?fault=internal")).json).toEqual([]);
});

test("REST alike", async () => {
  await shop.http("POST", "/control/faults", { body: { operation: "getCustomer", drop: true } });
  await fetch(`${shop.url}/api/rest/customers/1`, { headers: basic() }).catch(() => undefined);
  await shop.http("GET", "/control/calls/wait?operation=getCustomer");
  expect(await latest("operation=getCustomer")).toMatchObject({
    fault: null,
    outcome: "dropped",
    forced: true,
  });
});

test("other calls end with a result or a fault", async () => {
  await info();
  expect(await latest("operation=catalog_product.info")).toMatchObject({ outcome: "result", needs: null });
  await expect(shop.call("catalog_product.info", [9999])).rejects.toThrow();
  expect(await latest("operation=catalog_product.info")).toMatchObject({ outcome: "fault", needs: null });
});

test("a call that is not permitted has the access node that it needs, and those of the user", async () => {
  const roles = ["catalog/product/info", "catalog/category"];
  await shop.http("POST", "/control/users", { body: { username: "reader", api_key: "reader123", roles } });
  const session = await shop.login("reader", "reader123");
  await expect(shop.call("catalog_product.delete", [1], session)).rejects.toMatchObject({
    fault: "access_denied",
    message: "access_denied 2: Not permitted.",
  });
  expect(await latest("fault=access_denied")).toMatchObject({
    needs: "catalog/product/delete",
    problem:
      "The roles of reader allow catalog/product/info, catalog/category; catalog_product.delete needs catalog/product/delete.",
  });
});

test("REST: the node of the operation that the request stands for", async () => {
  await shop.http("POST", "/control/users", { body: { username: "none", api_key: "reader123", roles: [] } });
  await shop.http("GET", "/api/rest/customers", { headers: basic("none", "reader123") });
  expect(await latest("operation=listCustomers")).toMatchObject({
    fault: "403",
    needs: expect.stringMatching(/^customer/) as unknown,
    problem: expect.stringContaining(
      "The roles of none allow no access nodes; listCustomers needs customer",
    ) as unknown,
  });
});

test("a wrong key needs no node, and the journal says that it is wrong", async () => {
  await shop.http("POST", "/api/rpc/catalog_product.info", {
    body: {},
    headers: basic("admin", "wrong-key-1"),
  });
  expect(await latest("operation=catalog_product.info")).toMatchObject({
    needs: null,
    problem: "There is no active API user with this key.",
  });
});
