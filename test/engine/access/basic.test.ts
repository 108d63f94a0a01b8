/** HTTP Basic in place of a session (conventions 3.1, 6, 11.3). */
import { describe, expect, test } from "vitest";
import { basic, startShop } from "../../support/shop.js";

const shop = await startShop();

const call = (
  session: unknown,
  headers: Record<string, string>,
  path = "catalog_category.currentStore",
  args = {},
) => shop.rpc("call", [session, path, args], headers);

test("null for a session means the credentials of the header", async () => {
  expect((await call(null, basic())).result).toBe(0);
});

test.each([[""], [5], [{}], [[]], [true], ["0".repeat(64)]])("%j does not", async (session) => {
  expect((await call(session, basic())).error?.code).toBe(5);
});

test("nothing is stored", async () => {
  const sessions = () => shop.storage.read((tx) => tx.count("sessions"));
  const before = await sessions();
  await call(null, basic());
  expect(await sessions()).toBe(before);
});

test.each<[string, string, string]>([
  ["a wrong key", "admin", "wrong123"],
  ["an unknown user", "nobody", "admin123"],
  ["a key of 300 characters", "admin", "k".repeat(300)],
])("%s: fault 2", async (_what, username, key) => {
  expect((await call(null, basic(username, key))).error).toMatchObject({
    code: 2,
    data: { fault: "access_denied" },
  });
});

test.each<[string, Record<string, string>]>([
  ["no header", {}],
  ["an empty user", basic("", "admin123")],
  ["an empty key", basic("admin", "")],
  ["another scheme", { Authorization: "Digest x" }],
])("%s: fault 5", async (_what, headers) => expect((await call(null, headers)).error?.code).toBe(5));

test("a given session takes precedence over the header", async () => {
  const session = await shop.login();
  expect((await call(session, basic("admin", "wrong123"))).result).toBe(0);
  expect((await call("bad", basic())).error?.code).toBe(5);
});

test("a key may contain colons and non-ASCII letters", async () => {
  await shop.saveUser("Jürgen", ["all"], { api_key: "a:b:ü:1234" });
  expect((await call(null, basic("jürgen", "a:b:ü:1234"))).result).toBe(0);
});

describe("the current store lasts for the request", () => {
  const current = (args: unknown[]) => ["catalog_category.currentStore", args];

  test("and all calls of one multiCall use it", async () => {
    const calls = [current(["german"]), current([])];
    expect((await shop.rpc("multiCall", [null, calls], basic())).result).toEqual([3, 3]);
  });

  test("but the next request does not", async () => {
    await call(null, basic(), "catalog_category.currentStore", ["german"]);
    expect((await call(null, basic())).result).toBe(0);
  });
});

describe("a verified key is remembered, but not longer than it is valid", () => {
  test("changed", async () => {
    await shop.saveUser("worker", ["all"]);
    expect((await call(null, basic("worker", "secret123"))).result).toBe(0);
    await shop.saveUser("worker", ["all"], { api_key: "another456" });
    expect((await call(null, basic("worker", "secret123"))).error?.code).toBe(2);
    expect((await call(null, basic("worker", "another456"))).result).toBe(0);
  });

  test("disabled, without a role, deleted", async () => {
    const change = (body: object) =>
      shop.http("POST", "/control/users", { body: { username: "worker", ...body } });
    await shop.saveUser("worker", ["all"]);
    const answer = async () => (await call(null, basic("worker", "secret123"))).error?.code;
    expect(await answer()).toBeUndefined();
    await change({ is_active: false });
    expect(await answer()).toBe(2);
    await change({ is_active: true });
    expect(await answer()).toBeUndefined();
    await change({ roles: null });
    expect(await answer()).toBe(2);
    await change({ roles: ["customer"] });
    expect(await answer()).toBe(2);
    await change({ roles: ["all"] });
    expect(await answer()).toBeUndefined();
    await shop.http("DELETE", "/control/users/worker");
    expect(await answer()).toBe(2);
  });
});
