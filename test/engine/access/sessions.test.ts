/** Sessions: their lifetime and their end (conventions 6, 8.4). */
import { createHash } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { startShop, testTime } from "../../support/shop.js";
import { differsHere } from "../../support/storages.js";

const shop = await startShop();
beforeEach(() => shop.clock.freeze(testTime));

const call = (session: unknown) => shop.rpc("call", [session, "catalog_category.currentStore"]);

async function isAlive(session: unknown): Promise<boolean> {
  const { error } = await call(session);
  if (error) expect(error).toMatchObject({ code: 5, data: { fault: "session_expired" } });
  return !error;
}

describe("lifetime", () => {
  test("after 3600 s idle it is valid, after 3601 s it is not", async () => {
    const session = await shop.login();
    shop.clock.advance(3600);
    expect(await isAlive(session)).toBe(true);
    shop.clock.advance(3601);
    expect(await isAlive(session)).toBe(false);
  });

  test("every call restarts the hour", async () => {
    const session = await shop.login();
    for (let hour = 0; hour < 5; hour += 1) {
      shop.clock.advance(3599);
      expect(await isAlive(session)).toBe(true);
    }
  });

  test("a refused call also counts as use", async () => {
    const session = await shop.login();
    shop.clock.advance(3000);
    await shop.rpc("call", [session, "nope.x"]);
    shop.clock.advance(3000);
    expect(await isAlive(session)).toBe(true);
  });

  test.skipIf(differsHere("a process stores the last use of a session once a minute"))(
    "after a day it ends, even if it is used",
    async () => {
      const session = await shop.login();
      for (let passed = 0; passed < 86_400; passed += 3600) {
        expect(await isAlive(session)).toBe(true);
        shop.clock.advance(3600);
      }
      expect(await isAlive(session)).toBe(true);
      shop.clock.advance(1);
      expect(await isAlive(session)).toBe(false);
    },
  );

  test("a clock that was set to the past ends no session when it is released", async () => {
    const session = await shop.login();
    shop.clock.freeze("2020-01-01 00:00:00");
    expect(await isAlive(session)).toBe(true);
    shop.clock.freeze(testTime);
    shop.clock.advance(3600);
    expect(await isAlive(session)).toBe(true);
  });

  test.skipIf(differsHere("a process stores the last use of a session once a minute"))(
    "both limits are settings; 0 = no maximum age",
    async () => {
      const other = await startShop({ settings: { sessionTimeoutSeconds: 10, sessionMaxAgeSeconds: 0 } });
      const session = await other.login();
      const alive = async () => !(await other.rpc("call", [session, "catalog_category.currentStore"])).error;
      for (let passed = 0; passed < 100; passed += 10) {
        other.clock.advance(10);
        expect(await alive()).toBe(true);
      }
      other.clock.advance(11);
      expect(await alive()).toBe(false);
    },
  );
});

describe("identity", () => {
  test.each([
    [null],
    [""],
    [5],
    [true],
    [{}],
    [["a".repeat(64)]],
    ["0".repeat(64)],
    ["A".repeat(64)],
    ["a".repeat(63)],
    ["a".repeat(65)],
    [`${"a".repeat(64)}\n`],
    ["__proto__"],
    ["x".repeat(100_000)],
  ])("%j is not a session", async (session) => expect(await isAlive(session)).toBe(false));

  test("unknown, ended and expired sessions are refused in the same way", async () => {
    const [ended, expired] = [await shop.login(), await shop.login()];
    await shop.rpc("endSession", [ended]);
    shop.clock.advance(3601);
    const errors = await Promise.all(
      ["0".repeat(64), ended, expired, "x"].map(async (id) => (await call(id)).error),
    );
    for (const error of errors) expect(error).toEqual(errors[0]);
  });

  test("only a hash is stored", async () => {
    const session = await shop.login();
    const stored = await shop.storage.read((tx) => tx.find("sessions"));
    expect(JSON.stringify(stored)).not.toContain(session);
    expect(stored.map(({ id }) => id)).toContain(createHash("sha256").update(session).digest("hex"));
  });

  test("sessions of one user are independent", async () => {
    const [one, other] = [await shop.login(), await shop.login()];
    expect(one).not.toBe(other);
    await shop.rpc("endSession", [one]);
    expect([await isAlive(one), await isAlive(other)]).toEqual([false, true]);
  });

  test("a user has at most 100: the oldest is removed", async () => {
    await shop.saveUser("busy", ["all"]);
    const oldest = await shop.login("busy", "secret123");
    shop.clock.advance(1);
    const second = await shop.login("busy", "secret123");
    for (let count = 2; count < 101; count += 1) await shop.login("busy", "secret123");
    expect([await isAlive(oldest), await isAlive(second)]).toEqual([false, true]);
  });

  test("the oldest is removed, even if all began in the same second", async () => {
    await shop.saveUser("busier", ["all"]);
    const sessions: string[] = [];
    for (let count = 0; count < 103; count += 1) sessions.push(await shop.login("busier", "secret123"));
    const alive = await Promise.all(sessions.map(isAlive));
    expect(alive.map((is, at) => (is ? -1 : at)).filter((at) => at >= 0)).toEqual([0, 1, 2]);
  });

  test("a login deletes the user's own expired sessions", async () => {
    await shop.saveUser("tidy", ["all"]);
    const stored = () =>
      shop.storage.read((tx) => tx.count("sessions", { where: [{ path: "user_id", op: "eq", value: id }] }));
    const users = await shop.storage.read((tx) => tx.find("api_users"));
    const id = users.find(({ username }) => username === "tidy")?.id;
    await shop.login("tidy", "secret123");
    shop.clock.advance(4000);
    await shop.login("tidy", "secret123");
    expect(await stored()).toBe(1);
  });

  test("the sweep deletes the expired sessions of all users", async () => {
    await shop.reset();
    await shop.login();
    shop.clock.advance(4000);
    const alive = await shop.login();
    await shop.server.sessions.sweep();
    expect(await shop.storage.read((tx) => tx.count("sessions"))).toBe(1);
    expect(await isAlive(alive)).toBe(true);
  });
});

describe("changes of the user during a session", () => {
  test("disabled: fault 5, and valid again when enabled", async () => {
    await shop.saveUser("worker", ["all"]);
    const session = await shop.login("worker", "secret123");
    await shop.http("POST", "/control/users", { body: { username: "worker", is_active: false } });
    expect(await isAlive(session)).toBe(false);
    await shop.http("POST", "/control/users", { body: { username: "worker", is_active: true } });
    expect(await isAlive(session)).toBe(true);
  });

  test("role taken away: fault 5", async () => {
    await shop.saveUser("worker", ["all"]);
    const session = await shop.login("worker", "secret123");
    await shop.http("POST", "/control/users", { body: { username: "worker", roles: null } });
    expect(await isAlive(session)).toBe(false);
  });

  test("nodes changed: the next call uses the new ones", async () => {
    await shop.saveUser("worker", ["all"]);
    const session = await shop.login("worker", "secret123");
    await shop.http("POST", "/control/users", { body: { username: "worker", roles: ["customer"] } });
    expect((await call(session)).error?.code).toBe(2);
    await shop.http("POST", "/control/users", { body: { username: "worker", roles: ["catalog/*"] } });
    expect(await isAlive(session)).toBe(true);
  });

  test("key changed: fault 5", async () => {
    await shop.saveUser("worker", ["all"]);
    const session = await shop.login("worker", "secret123");
    await shop.saveUser("worker", ["all"], { api_key: "another456" });
    expect(await isAlive(session)).toBe(false);
    expect(await isAlive(await shop.login("worker", "another456"))).toBe(true);
  });

  test("deleted: fault 5", async () => {
    await shop.saveUser("worker", ["all"]);
    const session = await shop.login("worker", "secret123");
    expect((await shop.http("DELETE", "/control/users/worker")).status).toBe(204);
    expect(await isAlive(session)).toBe(false);
  });
});

describe("the current store", () => {
  const current = (family: string, session: string, args: unknown[] = []) =>
    shop.call(`catalog_${family}.currentStore`, args, session);

  test("is stored with the session, separately for products and categories", async () => {
    const session = await shop.login();
    expect(await current("product", session, ["german"])).toBe(3);
    expect(await current("product", session)).toBe(3);
    expect(await current("category", session)).toBe(0);
    expect(await current("category", session, [1])).toBe(1);
    expect(await current("product", session)).toBe(3);
  });

  test("does not affect another session", async () => {
    const session = await shop.login();
    await current("product", session, ["german"]);
    expect(await current("product", await shop.login())).toBe(0);
  });

  test("null and an unknown store do not change it", async () => {
    const session = await shop.login();
    await current("category", session, ["german"]);
    expect(await current("category", session, [null])).toBe(3);
    await expect(current("category", session, ["nope"])).rejects.toMatchObject({ fault: "store_not_exists" });
    expect(await current("category", session)).toBe(3);
  });
});
