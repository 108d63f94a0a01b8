import { beforeEach, describe, expect, test } from "vitest";
import { startShop, testTime } from "../../support/shop.js";

const shop = await startShop();
beforeEach(() => shop.reset());

const product = {
  name: "Mug",
  description: "A mug",
  short_description: "Mug",
  weight: 1,
  status: 1,
  visibility: 4,
};

/** Status and body of a request to the test control. */
async function control(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const answer = await shop.http(
    method,
    `/control/${path}`,
    body === undefined ? { headers } : { body, headers },
  );
  return { status: answer.status, body: answer.text === "" ? undefined : answer.json };
}

describe("clock", () => {
  const oneOfTwo = { message: "The body must have exactly one of advance_seconds and now." };

  test("now freezes it, advance_seconds moves it, DELETE returns to real time", async () => {
    expect(await control("PUT", "clock", { now: "2020-02-29 23:59:59" })).toEqual({
      status: 200,
      body: { now: "2020-02-29 23:59:59", frozen: true },
    });
    expect((await control("PUT", "clock", { advance_seconds: 1 })).body).toEqual({
      now: "2020-03-01 00:00:00",
      frozen: true,
    });
    expect((await control("GET", "clock")).body).toEqual({ now: "2020-03-01 00:00:00", frozen: true });

    expect(await control("DELETE", "clock")).toEqual({ status: 204, body: undefined });
    expect((await control("GET", "clock")).body).toMatchObject({ frozen: false });
  });

  test.each([
    ["2026-06-30T23:30:00Z", "2026-06-30 23:30:00"],
    ["2026-06-30T23:30:00+02:00", "2026-06-30 21:30:00"],
    ["2026-06-30T23:30-0130", "2026-07-01 01:00:00"],
    ["2026-06-30T23:30:00.750Z", "2026-06-30 23:30:00"],
  ])("ISO 8601 with a zone: %s is %s", async (now, utc) => {
    expect((await control("PUT", "clock", { now })).body).toEqual({ now: utc, frozen: true });
  });

  test.each(["2026-02-30T10:00:00Z", "2026-06-30T23:30:00"])("%s is refused", async (now) => {
    expect([400, 422]).toContain((await control("PUT", "clock", { now })).status);
  });

  test("advance_seconds shifts a running clock", async () => {
    await control("DELETE", "clock");
    await control("PUT", "clock", { advance_seconds: 86_400 });
    const { now } = (await control("GET", "clock")).body as { now: string };
    const ahead = Date.parse(`${now}Z`) - Date.now();
    expect(ahead).toBeGreaterThan(86_000_000);
    expect(ahead).toBeLessThan(86_800_000);
  });

  test.each([
    [400, {}, oneOfTwo],
    [400, { now: testTime, advance_seconds: 1 }, oneOfTwo],
    [
      400,
      { now: "2020-01-01" },
      {
        field: "now",
        message:
          "must be a time in UTC, YYYY-MM-DD HH:MM:SS, or ISO 8601 with a zone, for example 2026-06-30T23:30:00Z",
      },
    ],
    [400, { advance_seconds: 1.5 }, { field: "advance_seconds", message: "must be a whole number" }],
    [400, { now: testTime, then: 1 }, { field: "then", message: "is unknown" }],
    [400, [], { message: "must be object" }],
    [
      422,
      { now: "2021-02-29 00:00:00" },
      { field: "now", message: "is not a real time; times are UTC unless they have a zone" },
    ],
  ])("%s for %j", async (status, body, error) => {
    expect(await control("PUT", "clock", body)).toEqual({ status, body: { errors: [error] } });
    expect((await control("GET", "clock")).body).toEqual({ now: testTime, frozen: true });
  });

  test("it stays within the years of four digits", async () => {
    await control("PUT", "clock", { now: "9999-12-31 23:59:59" });
    expect(await control("PUT", "clock", { advance_seconds: 1 })).toMatchObject({ status: 422 });
  });

  test("it determines the timeout of sessions", async () => {
    const session = await shop.login();
    await control("PUT", "clock", { advance_seconds: 3601 });
    await expect(shop.call("catalog_category.level", [], session)).rejects.toMatchObject({
      fault: "session_expired",
    });
  });
});

describe("reset", () => {
  test("restores products, users, sessions, faults and the clock; the first API user stays", async () => {
    const session = await shop.session();
    await shop.call("catalog_product.create", ["simple", 4, "MUG", product]);
    await shop.saveUser("reader", ["all"]);
    await control("POST", "faults", { operation: "*", fault: "internal", times: 0 });
    expect(await control("POST", "reset")).toEqual({ status: 204, body: undefined });

    await expect(shop.call("catalog_product.list", [], session)).rejects.toMatchObject({
      fault: "session_expired",
    });
    expect(await shop.call("catalog_product.list", [], await shop.login())).toEqual([]);
    expect((await control("GET", "users")).body).toEqual([
      { username: "admin", roles: ["all"], is_active: true },
    ]);
    expect((await control("GET", "faults")).body).toEqual([]);
    expect((await control("GET", "clock")).body).toMatchObject({ frozen: false });
  });

  test("restores the first API user", async () => {
    await control("DELETE", "users/admin");
    await expect(shop.login()).rejects.toMatchObject({ fault: "access_denied" });
    await control("POST", "reset");
    expect(await shop.login()).toMatch(/^[0-9a-f]{64}$/);
  });

  test("another dataset, only for this reset", async () => {
    await control("POST", "reset", { dataset: "sample" });
    expect((await shop.call("catalog_product.list", [], await shop.login())) as unknown[]).not.toHaveLength(
      0,
    );
    await control("POST", "reset", {});
    expect(await shop.call("catalog_product.list", [], await shop.login())).toEqual([]);
  });

  test("accepts only the built-in datasets", async () => {
    const answer = await control("POST", "reset", { dataset: "/etc/passwd" });
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: [{ field: "dataset", message: "must be one of sample, minimal, or an object" }] },
    });
  });
});

describe("users", () => {
  const reader = { username: "reader", api_key: "read-only-1", roles: ["catalog", "catalog/category"] };

  test("201 created, 200 changed, absent members keep their values", async () => {
    const shown = { username: "reader", roles: reader.roles, is_active: true };
    expect(await control("POST", "users", reader)).toEqual({ status: 201, body: shown });
    expect(await control("POST", "users", { username: "READER", is_active: false })).toEqual({
      status: 200,
      body: { ...shown, is_active: false },
    });
    expect((await control("GET", "users")).body).toMatchObject([
      { username: "admin" },
      { username: "reader" },
    ]);
    await expect(shop.login("reader", reader.api_key)).rejects.toMatchObject({ fault: "access_denied" });
  });

  test("without a role there is no login; with a role without nodes there is a login without permissions", async () => {
    await control("POST", "users", { ...reader, roles: null });
    await expect(shop.login("reader", reader.api_key)).rejects.toMatchObject({ fault: "access_denied" });
    await control("POST", "users", { username: "reader", roles: [] });
    const session = await shop.login("reader", reader.api_key);
    await expect(shop.call("catalog_category.level", [], session)).rejects.toMatchObject({
      fault: "access_denied",
    });
  });

  test("a new key ends the sessions", async () => {
    await control("POST", "users", { ...reader, roles: ["all"] });
    const session = await shop.login("reader", reader.api_key);
    await control("POST", "users", { username: "reader", api_key: "another-1" });
    await expect(shop.call("catalog_category.level", [], session)).rejects.toMatchObject({
      fault: "session_expired",
    });
  });

  test("deleted once, then 404", async () => {
    await control("POST", "users", reader);
    expect(await control("DELETE", "users/Reader")).toMatchObject({ status: 204 });
    expect(await control("DELETE", "users/reader")).toMatchObject({ status: 404, body: { errors: [{}] } });
  });

  test.each([
    { body: { api_key: "read-only-1" }, status: 400, field: "username" },
    { body: { username: "a@shop.test", api_key: "read-only-1" }, status: 400, field: "username" },
    { body: { username: "reader", wish: 1 }, status: 400, field: "wish" },
    { body: { username: "reader" }, status: 422, field: "api_key" },
    { body: { username: "reader", api_key: "onlyletters" }, status: 422, field: "api_key" },
    { body: { ...reader, roles: ["catalog/nothing"] }, status: 422, field: "roles" },
  ])("$status for $body", async ({ body, status, field }) => {
    expect(await control("POST", "users", body)).toMatchObject({ status, body: { errors: [{ field }] } });
    expect((await control("GET", "users")).body).toHaveLength(1);
  });
});

test.each(["application/x-www-form-urlencoded", "text/plain", "application/xml"])(
  "no content may have the type %s",
  async (type) => {
    const headers = { "Content-Type": type, "Content-Length": "0" };
    expect((await shop.http("POST", "/control/reset", { headers })).status).toBe(204);
  },
);

describe("form of requests", () => {
  test.each([
    ["another type", 415, "dataset=minimal", "application/x-www-form-urlencoded"],
    ["not JSON", 400, "{", "application/json"],
    ["a list", 400, "[]", "application/json"],
    [
      "too large",
      413,
      `{"dataset":"${"x".repeat(1024 * 1024)}"}`,
      "application/json",
      "The body has more than 1048576 bytes.",
    ],
  ])("%s: %s", async (_title, status, body, type, message = expect.any(String) as unknown) => {
    const answer = await control("POST", "reset", body, { "Content-Type": type });
    expect(answer).toMatchObject({ status, body: { errors: [{ message }] } });
  });

  test("an unknown address, and an unknown method", async () => {
    expect(await control("GET", "nothing")).toMatchObject({ status: 404, body: { errors: [{}] } });
    const wrong = await shop.http("POST", "/control/clock");
    expect(wrong.status).toBe(405);
    expect(wrong.headers.get("Allow")).toContain("PUT");
  });
});
