/** The built-in methods by plain HTTP (conventions 2.7). */
import { describe, expect, test } from "vitest";
import { basic, bearer, startShop, type HttpRequest } from "../../support/shop.js";

const shop = await startShop();

const post = (name: string, request: HttpRequest = {}) => shop.http("POST", `/api/rpc/${name}`, request);

async function login(): Promise<string> {
  const { json } = await post("login", { body: { username: "admin", apiKey: "admin123" } });
  return json as string;
}

async function opens(session: string): Promise<boolean> {
  return (await post("catalog_product_type.items", { headers: bearer(session) })).status === 200;
}

describe("login", () => {
  test("returns a session that is valid for the operations", async () => {
    const session = await login();
    expect(session).toMatch(/^[0-9a-f]{64}$/);
    expect(await opens(session)).toBe(true);
  });

  test.each<[string, object, number, string]>([
    ["a wrong key", { username: "admin", apiKey: "wrong123" }, 401, "access_denied"],
    ["an unknown name", { username: "nobody", apiKey: "admin123" }, 401, "access_denied"],
    ["no key", { username: "admin" }, 400, "invalid_request_param"],
    ["a list for a name", { username: [], apiKey: "admin123" }, 400, "invalid_request_param"],
  ])("%s", async (_what, body, status, fault) => {
    const answer = await post("login", { body });
    expect(answer).toMatchObject({ status, json: { data: { fault } } });
    expect(answer.headers.has("www-authenticate")).toBe(status === 401);
  });

  test("too many wrong keys: 401 with the seconds to wait", async () => {
    const strict = await startShop({ settings: { loginFailuresPerUser: 1 } });
    const body = { username: "admin", apiKey: "wrong123" };
    await strict.http("POST", "/api/rpc/login", { body });
    const answer = await strict.http("POST", "/api/rpc/login", { body });
    expect(answer).toMatchObject({
      status: 401,
      json: { data: { retry_after: expect.any(Number) as unknown } },
    });
  });
});

describe("endSession", () => {
  test("ends the session of the body", async () => {
    const session = await login();
    expect((await post("endSession", { body: { sessionId: session } })).json).toBe(true);
    expect(await opens(session)).toBe(false);
  });

  test("ends the session of the header if the body names none", async () => {
    const session = await login();
    expect((await post("endSession", { headers: bearer(session) })).json).toBe(true);
    expect(await opens(session)).toBe(false);
  });

  test("ends the session of the body if both name one", async () => {
    const [header, body] = [await login(), await login()];
    await post("endSession", { headers: bearer(header), body: { sessionId: body } });
    expect([await opens(header), await opens(body)]).toEqual([true, false]);
  });

  test("is true without a session", async () => {
    expect(await post("endSession")).toMatchObject({ status: 200, json: true });
  });
});

describe("multiCall, resources, resourceFaults", () => {
  const calls = [
    ["catalog_category.currentStore", ["german"]],
    ["customer.info", 99],
  ];

  test("results and faults, one entry per call", async () => {
    const { status, json } = await post("multiCall", { headers: bearer(await login()), body: { calls } });
    expect(status).toBe(200);
    expect(json).toMatchObject([3, { isFault: true, faultCode: 102, fault: "customer_not_exists" }]);
  });

  test("options.break stops at the first fault", async () => {
    const body = { calls: [...calls].reverse(), options: { break: 1 } };
    expect((await post("multiCall", { headers: basic(), body })).json).toHaveLength(1);
  });

  test("the same answers as over JSON-RPC", async () => {
    const headers = basic();
    const session = await login();
    expect((await post("resources", { headers })).json).toEqual(
      (await shop.rpc("resources", [session])).result,
    );
    expect((await post("resourceFaults", { headers, body: { resourceName: "customer" } })).json).toEqual(
      (await shop.rpc("resourceFaults", [session, "customer"])).result,
    );
  });

  test.each<[string, (session: string) => HttpRequest, number]>([
    ["the session of the body", (sessionId) => ({ body: { sessionId } }), 200],
    [
      "a header with a wrong session and a body with a right one",
      (sessionId) => ({ headers: bearer("x"), body: { sessionId } }),
      401,
    ],
    [
      "a header with a right session and a body with a wrong one",
      (session) => ({ headers: bearer(session), body: { sessionId: "x" } }),
      200,
    ],
    ["nothing", () => ({}), 401],
    ["a wrong key", () => ({ headers: basic("admin", "wrong123") }), 401],
    ["an unknown scheme", () => ({ headers: { Authorization: "Digest x" } }), 401],
  ])("credentials: %s", async (_what, request, status) => {
    expect((await post("resources", request(await login()))).status).toBe(status);
  });

  test("faults have the statuses of operations", async () => {
    await shop.saveUser("clerk", ["customer"]);
    const headers = bearer(await shop.login("clerk", "secret123"));
    const ask = (resourceName: unknown) => post("resourceFaults", { headers, body: { resourceName } });
    expect(await ask("catalog_product")).toMatchObject({
      status: 403,
      json: { data: { fault: "access_denied" } },
    });
    expect(await ask("nope")).toMatchObject({
      status: 404,
      json: { data: { fault: "resource_path_invalid" } },
    });
    expect(await post("multiCall", { headers, body: { calls: 5 } })).toMatchObject({
      status: 400,
      json: { data: { parameter: "calls" } },
    });
  });
});

test("globalFaults needs no credentials", async () => {
  const { json } = await post("globalFaults");
  expect(json).toEqual((await shop.rpc("globalFaults")).result);
});

test.each(["call", "startSession", "rpc.discover", "constructor"])(
  "%s has no plain address",
  async (name) => {
    expect((await post(name, { headers: basic() })).status).toBe(404);
  },
);

test("a body that is not an object: 400", async () => {
  expect(await post("login", { body: "[1]" })).toMatchObject({ status: 400, json: { code: 6 } });
});
