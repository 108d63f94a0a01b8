/** POST /api/rpc/{operation} (conventions 2.7). */
import { describe, expect, test } from "vitest";
import { basic, bearer, startShop, type HttpRequest } from "../../support/shop.js";

const shop = await startShop({ settings: { maxRpcBodyBytes: 100_000 } });
const session = await shop.session();

function post(operation: string, request: HttpRequest = {}) {
  return shop.http("POST", `/api/rpc/${operation}`, {
    ...request,
    headers: { ...bearer(session), ...request.headers },
  });
}

describe("results", () => {
  test("200 and the bare result", async () => {
    const { status, json, headers } = await post("catalog_category.info", { body: { categoryId: 2 } });
    expect(status).toBe(200);
    expect(json).toEqual(await shop.call("catalog_category.info", [2]));
    expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(headers.get("cache-control")).toBe("no-store");
  });

  test("HTTP Basic", async () => {
    const answer = await shop.http("POST", "/api/rpc/catalog_product_type.items", { headers: basic() });
    expect(answer.json).toHaveLength(6);
  });

  test.each<[string, unknown]>([
    ["no body", undefined],
    ["an empty object", {}],
    ["a session, which the header names already", { sessionId: "x" }],
  ])("an operation without parameters takes %s", async (_what, body) => {
    expect((await post("catalog_product_type.items", body === undefined ? {} : { body })).json).toHaveLength(
      6,
    );
  });

  test("a scalar result is also JSON", async () => {
    expect((await post("catalog_category.currentStore", { body: { store: "admin" } })).text).toBe("0");
  });
});

describe("faults", () => {
  test.each<[string, string, unknown, number, object]>([
    ["unknown operation", "nope.x", {}, 404, { code: 3, data: { fault: "resource_path_invalid" } }],
    [
      "an unknown record",
      "catalog_category.info",
      { categoryId: 99 },
      404,
      { data: { fault: "not_exists" } },
    ],
    [
      "an unknown store",
      "catalog_category.info",
      { categoryId: 2, store: "x" },
      422,
      { data: { fault: "store_not_exists" } },
    ],
    [
      "a name that is not a parameter",
      "catalog_product_type.items",
      { colour: "red" },
      400,
      { code: 6, data: { parameter: "colour" } },
    ],
    ["a missing parameter", "catalog_category.info", {}, 400, { code: 6, data: { parameter: "categoryId" } }],
    [
      "a state that refuses",
      "catalog_category.delete",
      { categoryId: 1 },
      409,
      { data: { fault: "not_deleted" } },
    ],
    [
      "bad filters",
      "catalog_product.list",
      { filters: { x: 1 } },
      422,
      { data: { fault: "filters_invalid" } },
    ],
  ])("%s", async (_what, operation, body, status, error) => {
    const answer = await post(operation, { body });
    expect(answer.status).toBe(status);
    expect(answer.json).toMatchObject(error);
    expect(Object.keys(answer.json as object)).toEqual(["code", "message", "data"]);
  });

  test.each([
    ["[]"],
    ['"x"'],
    ["5"],
    ["null"],
    ["{"],
    ["\ufeff{"],
    [`{"a":${"[".repeat(70)}${"]".repeat(70)}}`],
  ])("the body %j is unusable", async (body) => {
    const answer = await post("catalog_product_type.items", { body });
    expect(answer).toMatchObject({
      status: 400,
      json: { code: 6, data: { fault: "invalid_request_param" } },
    });
  });

  test("a body that is not UTF-8 is invalid", async () => {
    expect(
      (await post("catalog_product_type.items", { body: new Uint8Array([0x7b, 0xff, 0x7d]) })).status,
    ).toBe(400);
  });
});

describe("credentials", () => {
  test.each<[string, Record<string, string>, number]>([
    ["none", {}, 5],
    ["an unknown session", bearer("0".repeat(64)), 5],
    ["a wrong key", basic("admin", "wrong123"), 2],
    ["an unknown scheme", { Authorization: "Digest x" }, 5],
  ])("%s: 401", async (_what, headers, code) => {
    const answer = await shop.http("POST", "/api/rpc/catalog_product_type.items", { headers });
    expect(answer).toMatchObject({ status: 401, json: { code } });
    expect(answer.headers.get("www-authenticate")).toMatch(/Basic/);
  });

  test("are checked before the operation", async () => {
    expect((await shop.http("POST", "/api/rpc/nope.x")).status).toBe(401);
  });

  test("a role without the permission: 403", async () => {
    await shop.saveUser("stranger", ["customer"]);
    const headers = bearer(await shop.login("stranger", "secret123"));
    const answer = await shop.http("POST", "/api/rpc/catalog_product_type.items", { headers });
    expect(answer).toMatchObject({ status: 403, json: { data: { fault: "access_denied" } } });
  });
});

describe("transport", () => {
  const address = "/api/rpc/catalog_product_type.items";
  const unusableRequest = { code: -32600, data: { fault: "invalid_request" } };

  test.each(["GET", "PUT", "DELETE"])("%s: 405", async (method) => {
    const answer = await shop.http(method, address, { headers: bearer(session) });
    expect(answer).toMatchObject({ status: 405, json: unusableRequest });
    expect(answer.headers.get("allow")).toBe("POST");
  });

  test("OPTIONS: 204", async () => expect((await shop.http("OPTIONS", address)).status).toBe(204));

  test("another content type: 415", async () => {
    const answer = await post("catalog_product_type.items", {
      body: "{}",
      headers: { "Content-Type": "text/plain" },
    });
    expect(answer).toMatchObject({ status: 415, json: unusableRequest });
  });

  test("too large: 413", async () => {
    const answer = await post("catalog_product_type.items", { body: { x: "x".repeat(100_001) } });
    expect(answer).toMatchObject({ status: 413, json: unusableRequest });
  });
});

test("too many calls of a session: 429 with the seconds to wait", async () => {
  const busy = await startShop({ settings: { callsPerMinute: 1 } });
  const headers = bearer(await busy.login("admin", "admin123"));
  await busy.http("POST", "/api/rpc/catalog_product_type.items", { headers });
  const direct = await busy.http("POST", "/api/rpc/catalog_product_type.items", { headers });
  const calls = [["catalog_product_type.items"]];
  const several = await busy.http("POST", "/api/rpc/multiCall", { headers, body: { calls } });
  for (const answer of [direct, several]) {
    const seconds = Number(answer.headers.get("retry-after"));
    expect(answer).toMatchObject({
      status: 429,
      json: { code: 2, data: { fault: "access_denied", retry_after: seconds } },
    });
    expect(seconds).toBeGreaterThan(0);
  }
});
