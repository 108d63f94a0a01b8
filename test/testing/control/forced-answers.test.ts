/** Answers of rules besides faults, their calls, and every door (docs/testing.md). */
import { beforeEach, describe, expect, test } from "vitest";
import { basic, startShop } from "../../support/shop.js";

const shop = await startShop({ dataset: "sample" });
beforeEach(async () => {
  await shop.http("DELETE", "/control/faults");
});

async function force(body: object): Promise<unknown> {
  const { status, text, json } = await shop.http("POST", "/control/faults", { body });
  if (status !== 201) throw new Error(text);
  return json;
}

const info = (productId: unknown, headers: Record<string, string> = basic()) =>
  shop.rpc("call", [null, "catalog_product.info", { productId }], headers);
const notThere = { operation: "catalog_product.info", fault: "product_not_exists" };
const refused = { error: { data: { fault: "product_not_exists" } } };
const plain = (path: string, body: object = {}) =>
  shop.http("POST", `/api/rpc/${path}`, { body, headers: basic() });

describe("the calls of a rule", () => {
  test("those with equal parameters, in whatever form they are sent", async () => {
    await force({ ...notThere, match: { productId: 2 }, times: 0 });
    expect(await info(1)).toHaveProperty("result");
    expect(await info(2)).toMatchObject(refused);
    expect(await info("2")).toMatchObject(refused);
    expect(await shop.rpc("catalog_product.info", [2], basic())).toMatchObject(refused);
    expect((await plain("catalog_product.info", { productId: 2 })).status).toBe(404);
    expect((await plain("catalog_product.info", { productId: 3 })).status).toBe(200);
  });

  test("of objects, only the given members count", async () => {
    const match = { productData: { name: "Slow" } };
    await force({ operation: "catalog_product.update", fault: "data_invalid", match });
    const update = (productData: object) => shop.call("catalog_product.update", [1, productData]);
    await expect(update({ name: "Quick", price: 3 })).resolves.toBe(true);
    await expect(update({ price: 3, name: "Slow" })).rejects.toMatchObject({ fault: "data_invalid" });
  });

  test("those of one session, which the list does not show", async () => {
    const [mine, other] = [await shop.login(), await shop.login()];
    const rule = await force({ ...notThere, session: mine, times: 0 });
    expect(JSON.stringify([rule, (await shop.http("GET", "/control/faults")).json])).not.toContain(mine);
    await expect(shop.call("catalog_product.info", [1], other)).resolves.toBeDefined();
    await expect(shop.call("catalog_product.info", [1], mine)).rejects.toMatchObject({
      fault: "product_not_exists",
    });
  });

  test("the earliest rule applies first; a rule that does not match is not used up", async () => {
    await force({ ...notThere, match: { productId: 2 } });
    await force({ operation: "catalog_product.info", result: (await info(3)).result, times: 0 });
    expect((await info(1)).result).toMatchObject({ product_id: 3 });
    expect(await info(2)).toMatchObject(refused);
    expect((await info(2)).result).toMatchObject({ product_id: 3 });
  });
});

describe("login, multiCall and REST", () => {
  test("login returns the forced answer, without a check of the key", async () => {
    await force({ operation: "login", fault: "access_denied", data: { retry_after: 30 } });
    expect(await shop.rpc("login", ["admin", "admin123"])).toMatchObject({
      error: { data: { fault: "access_denied", retry_after: 30 } },
    });
    await expect(shop.login()).resolves.toBeDefined();
  });

  test("a rule named multiCall counts its envelope, * counts its elements", async () => {
    const session = await shop.login();
    await force({ operation: "*", fault: "internal", times: 1 });
    const call = ["catalog_category.level"];
    const { result } = await shop.rpc("multiCall", [session, [call, call]]);
    expect(result).toMatchObject([{ isFault: true, fault: "internal" }, expect.any(Array) as unknown]);
    await force({ operation: "multiCall", fault: "internal" });
    expect(await shop.rpc("multiCall", [session, []])).toMatchObject({ error: { code: 1 } });
    expect(await shop.rpc("multiCall", [session, []])).toMatchObject({ result: [] });
  });

  test("REST operations are matched by parameters of path and query", async () => {
    const get = async (path: string) =>
      (await shop.http("GET", `/api/rest/customers${path}`, { headers: basic() })).status;
    await force({ operation: "getCustomer", http: { status: 503 }, match: { customerId: 2 } });
    await force({
      operation: "listCustomers",
      http: { status: 500 },
      match: { limit: 3, "filter[4][eq]": "x" },
    });
    expect([await get("/1"), await get("/2"), await get("/2")]).toEqual([200, 503, 200]);
    const filter = "filter[4][attribute]=email&filter[4][eq]";
    expect([await get("?limit=3"), await get(`?limit=3&${filter}=y`)]).toEqual([200, 200]);
    expect(await get(`?limit=3&${filter}=x`)).toBe(500);
  });

  test.each([
    { operation: "getCustomer", match: { id: 1 }, field: "match.id" },
    { operation: "listCustomers", match: { "filter[21][eq]": 1 }, field: "match.filter[21][eq]" },
    { operation: "createCustomer", match: { email: "a@b.de" }, field: "match.email" },
    { operation: "*", match: { limit: 1 }, field: "match.limit" },
  ])("$operation has no $field", async ({ operation, match, field }) => {
    const { status, text } = await shop.http("POST", "/control/faults", {
      body: JSON.stringify({ operation, http: { status: 500 }, match }),
      headers: { "Content-Type": "application/json" },
    });
    expect(status).toBe(422);
    expect(JSON.parse(text)).toMatchObject({ errors: [{ field }] });
  });

  test("REST operations return statuses; a fault of * returns its status", async () => {
    const get = () => shop.http("GET", "/api/rest/customers/1", { headers: basic() });
    await force({ operation: "getCustomer", http: { status: 503, retry_after: 7 } });
    const answer = await get();
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "7"]);
    await force({ operation: "*", fault: "session_expired" });
    expect((await get()).status).toBe(401);
    expect((await get()).status).toBe(200);
  });
});

describe("transport", () => {
  test("a bare status, also for a batch, whose later calls do not run", async () => {
    await force({ operation: "catalog_product.update", http: { status: 429, retry_after: 2 } });
    const batch = ["First", "Second"].map((name, id) => ({
      ...{ jsonrpc: "2.0", id },
      ...{ method: "catalog_product.update", params: { productId: 1, productData: { name } } },
    }));
    const answer = await shop.http("POST", "/api/jsonrpc", { body: batch, headers: basic() });
    expect([answer.status, answer.text, answer.headers.get("retry-after")]).toEqual([429, "", "2"]);
    expect(((await info(1)).result as { name: string }).name).not.toMatch(/First|Second/);
  });

  test("a closed connection, through every door", async () => {
    await force({ operation: "*", drop: true, times: 3 });
    await expect(info(1)).rejects.toThrow("socket hang up");
    await expect(plain("catalog_category.level")).rejects.toThrow("socket hang up");
    await expect(shop.http("GET", "/api/rest/customers/1", { headers: basic() })).rejects.toThrow(
      "socket hang up",
    );
    expect(await info(1)).toHaveProperty("result");
  });

  test("a delay between two limits", async () => {
    await force({ operation: "catalog_product.info", delay_ms: { min: 40, max: 60 } });
    const started = performance.now();
    expect(await info(1)).toHaveProperty("result");
    expect(performance.now() - started).toBeGreaterThan(38);
  });
});
