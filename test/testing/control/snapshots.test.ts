/** Named copies of the whole state, options of a reset, and sessions without a key (docs/testing.md). */
import { setImmediate } from "node:timers/promises";
import { beforeEach, describe, expect, test } from "vitest";
import { AdjustableClock } from "../../../src/engine/clock.js";
import { MemoryStorage } from "../../../src/engine/storage/memory.js";
import { collections } from "../../../src/shop/data/collections.js";
import { snapshotHandlers } from "../../../src/testing/control/snapshots.js";
import { startShop } from "../../support/shop.js";
import { differsHere } from "../../support/storages.js";

const shop = await startShop({ dataset: "sample" });
beforeEach(() => shop.reset());

const control = async (method: string, path: string, body?: object) => {
  const answer = await shop.http(method, `/control${path}`, body === undefined ? {} : { body });
  return { status: answer.status, body: answer.text === "" ? undefined : answer.json };
};
const nameOf = async (session?: string) =>
  ((await shop.call("catalog_product.info", [1], session)) as { name: string }).name;
const openSession = async (username = "admin") =>
  ((await control("POST", "/sessions", { username })).body as { session: string }).session;

describe.skipIf(differsHere("snapshots and sandboxes exist in the memory of one process"))(
  "snapshots",
  () => {
    test("restore data, images, users, mail, clock and gateway, and end sessions", async () => {
      const path = "catalog_product_attribute_media";
      const image = ((await shop.call(`${path}.items`, [1])) as { file: string }[])[0]?.file;
      await shop.call("catalog_product.update", [1, { name: "Kept" }]);
      await control("PUT", "/clock", { now: "2026-02-03 04:05:06" });
      await control("PUT", "/gateway", { answer: "fail", times: 3 });
      await control("POST", "/users", { username: "reader", api_key: "reader123", roles: [] });
      const mail = (await control("GET", "/mail")).body;
      const taken = await control("POST", "/snapshots", { name: "point" });
      expect(taken).toEqual({ status: 201, body: { name: "point", created_at: "2026-02-03 04:05:06" } });

      const session = await openSession();
      await shop.call("catalog_product.update", [1, { name: "Lost" }], session);
      await shop.call(`${path}.remove`, [1, image], session);
      await control("POST", "/orders", { customer_id: 1, items: [{ sku: "mug-01", qty: 1 }], notify: true });
      await control("DELETE", "/users/reader");
      await control("DELETE", "/clock");

      expect((await control("POST", "/snapshots/point/restore")).status).toBe(204);
      await control("DELETE", "/snapshots/point");
      await expect(nameOf(session)).rejects.toMatchObject({ fault: "session_expired" });
      expect(await nameOf(await openSession())).toBe("Kept");
      expect((await control("GET", "/clock")).body).toEqual({ now: "2026-02-03 04:05:06", frozen: true });
      expect((await control("GET", "/users")).body).toHaveLength(2);
      expect((await control("GET", "/mail")).body).toEqual(mail);
      expect((await shop.http("GET", `/media/catalog/product${image}`)).status).toBe(200);
      const order = { customer_id: 1, items: [{ sku: "mug-01", qty: 1 }], payment_method: "test_authorize" };
      expect((await control("POST", "/orders", order)).status).toBe(422);
    });

    test("stay after a reset and a restore; one with the same name is replaced", async () => {
      await control("POST", "/snapshots", { name: "b" });
      await control("POST", "/snapshots", { name: "a" });
      await shop.reset();
      const names = ((await control("GET", "/snapshots")).body as { name: string }[]).map(({ name }) => name);
      expect(names).toEqual(["a", "b"]);
      await shop.call("catalog_product.update", [1, { name: "Newer" }]);
      await control("POST", "/snapshots", { name: "a" });
      await shop.reset();
      await control("POST", "/snapshots/a/restore");
      expect(await nameOf(await openSession())).toBe("Newer");
      for (const name of names) expect((await control("DELETE", `/snapshots/${name}`)).status).toBe(204);
    });

    test.each([
      ["POST", "/snapshots/none/restore", undefined, 404],
      ["DELETE", "/snapshots/none", undefined, 404],
      ["POST", "/snapshots", { name: "no space" }, 400],
      ["POST", "/snapshots", { name: "x".repeat(65) }, 400],
      ["POST", "/snapshots", { name: "_.-" }, 201],
      ["POST", "/snapshots", {}, 400],
    ])("%s %s %j: %i", async (method, path, body, status) => {
      expect((await control(method, path, body)).status).toBe(status);
    });
  },
);

test("no more than 1,000 snapshots are taken at the same time", async () => {
  const snapshots = new Map<string, unknown>();
  const state = await new MemoryStorage({ collections }).version();
  const taken = { snapshots, clock: new AdjustableClock(), version: () => setImmediate({ state }) };
  const statuses: number[] = [];
  const reply = {
    send: (status: number) => statuses.push(status),
    refuse: (status: number) => statuses.push(status),
  };
  const take = async (name: string) =>
    snapshotHandlers.createSnapshot({ shop: taken, body: { name } } as never, reply as never);
  // Every name twice: the second one replaces the first.
  const names = Array.from({ length: 1003 }, (_, nth) => `s${nth}`);
  await Promise.all([...names, ...names].map(take));
  expect(snapshots.size).toBe(1000);
  expect(statuses.filter((status) => status === 422)).toHaveLength(6);
  expect(statuses.filter((status) => status === 201)).toHaveLength(2000);
});

describe("reset", () => {
  test("ends sessions, unless they are kept", async () => {
    const session = await openSession();
    // Also if the clock continues from another time.
    for (let round = 1; round <= 2; round += 1) {
      await control("POST", "/reset", { keep_sessions: true });
      expect(await nameOf(session)).toBeDefined();
      await control("PUT", "/clock", { now: "2001-01-01 00:00:00" });
    }
    await control("POST", "/reset", {});
    await expect(nameOf(session)).rejects.toMatchObject({ fault: "session_expired" });
  });

  test("restores the API users of the start", async () => {
    await control("POST", "/users", { username: "late", api_key: "latecomer1", roles: ["all"] });
    await control("DELETE", "/users/admin");
    await control("POST", "/reset", {});
    expect((await control("GET", "/users")).body).toMatchObject([{ username: "admin" }]);
    await control("POST", "/reset", { dataset: "minimal" });
    expect((await control("GET", "/users")).body).toMatchObject([{ username: "admin" }]);
    expect(await shop.login()).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe("sessions without a key", () => {
  test.each([
    ["nobody", undefined],
    ["idle", { roles: ["all"], is_active: false }],
    ["roleless", { roles: null }],
  ])("for %s: 422", async (username, user) => {
    if (user) await control("POST", "/users", { username, api_key: "secret123", ...user });
    expect(await control("POST", "/sessions", { username })).toMatchObject({
      status: 422,
      body: { errors: [{ field: "username" }] },
    });
  });

  test("have the rights of their user", async () => {
    await control("POST", "/users", {
      username: "reader",
      api_key: "secret123",
      roles: ["catalog/product/info"],
    });
    const session = await openSession("Reader");
    expect(await nameOf(session)).toBeDefined();
    await expect(shop.call("catalog_product.delete", [1], session)).rejects.toMatchObject({
      fault: "access_denied",
    });
  });
});

test("API users have no + in their names", async () => {
  const refused = await control("POST", "/users", { username: "a+b", api_key: "secret123", roles: [] });
  expect(refused).toMatchObject({ status: 422, body: { errors: [{ field: "username" }] } });
});
