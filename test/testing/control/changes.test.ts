/** What calls have changed (docs/testing.md). */
import { beforeEach, describe, expect, test } from "vitest";
import { CallJournal } from "../../../src/testing/journal/journal.js";
import type { RecordedChange } from "../../../src/testing/journal/changes.js";
import { connect } from "../../../src/testing/embedded/store-server.js";
import { journalText } from "../../../src/testing/kits/journal-text.js";
import { basic, startShop } from "../../support/shop.js";
import { differsHere } from "../../support/storages.js";
import { update, updates } from "./updates.js";

const shop = await startShop({ dataset: "sample" });
beforeEach(() => shop.reset());

const get = async (path: string) => (await shop.http("GET", `/control${path}`)).json;
const latest = async (query = "") =>
  (await get(`/calls?limit=1&${query}`)) as [{ number: number; operation: string }];
const changesOf = async (query = "") =>
  (await get(`/calls/${(await latest(query))[0].number}/changes`)) as RecordedChange[];
const post = (path: string, body: object) => shop.http("POST", path, { body, headers: basic() });
const changedIn = (changes: readonly RecordedChange[]) =>
  [...new Set(changes.map(({ collection }) => collection))].toSorted();

test.each(Object.keys(updates))("the members of a record before and after: %s", async (door) => {
  const request = updates[door]?.(await shop.login(), "name", "Cup");
  const { path = "", body, type = "", method = "POST" } = request ?? {};
  await shop.http(method, path, { body, headers: { ...basic(), "Content-Type": type } });
  const operation = door === "rest" ? "updateProduct" : update;
  const calls = (await get(`/calls?operation=${operation}`)) as { number: number }[];
  // The second call of a batch finds the name as it is.
  const changes = (await get(`/calls/${calls.at(-1)?.number}/changes`)) as RecordedChange[];
  expect(changes).toContainEqual({
    ...{ collection: "products", id: 1, member: "values.0.name" },
    ...{ before: "Stoneware Mug", after: "Cup" },
  });
});

test("REST: what all operations of a request have changed", async () => {
  const body = { firstname: "Anne", lastname: "Becker", email: "anna.becker@example.com" };
  const { status } = await shop.http("PUT", "/api/rest/customers/1", {
    ...{ body, headers: { ...basic(), Accept: "application/json" } },
  });
  expect(status).toBe(200);
  expect(await changesOf("operation=updateCustomer")).toContainEqual(
    expect.objectContaining({ collection: "customers", id: 1, member: "firstname", after: "Anne" }),
  );
});

test("records that are created or deleted, with mail and images", async () => {
  const items = [{ sku: "mug-01", qty: 2 }];
  await post("/control/orders", { customer_id: 1, items, notify: true });
  const placed = await changesOf("operation=placeOrder");
  expect(changedIn(placed)).toEqual(expect.arrayContaining(["mail", "orders", "stock_items"]));
  const order = placed.find(({ collection }) => collection === "orders");
  expect(order).toMatchObject({ member: null, before: null, after: { customer_id: 1 } });
  expect(placed).toContainEqual(
    expect.objectContaining({
      collection: "stock_items",
      id: 1,
      member: "qty",
      after: expect.any(Number) as unknown,
    }),
  );

  const media = "catalog_product_attribute_media";
  const [image] = (await shop.call(`${media}.items`, [1])) as [{ file: string }];
  await shop.call(`${media}.remove`, [1, image.file]);
  expect(await changesOf()).toContainEqual(
    expect.objectContaining({ collection: "images", member: null, after: null }),
  );
});

test("nothing for a call that reads, fails, or only opens a session", async () => {
  await shop.login();
  expect(await changesOf("operation=login")).toEqual([]);
  await shop.call("catalog_product.info", [1]);
  expect(await changesOf("operation=catalog_product.info")).toEqual([]);
  await expect(shop.call("catalog_product.update", [1, { name: "" }])).rejects.toThrow();
  expect(await changesOf(`operation=${update}`)).toEqual([]);
});

test("passwords, hashes and keys are masked, also where they are no member of that name", async () => {
  const password = "Sunflower-4711";
  await shop.call("customer.update", [1, { password }]);
  const changes = await changesOf("operation=customer.update");
  expect(changes).toContainEqual({
    ...{ collection: "customers", id: 1, member: "password_hash", before: "***", after: "***" },
  });
  await shop.call("customer.update", [1, { firstname: password, password }]);
  expect(await changesOf("operation=customer.update")).toContainEqual(
    expect.objectContaining({ member: "firstname", after: "***" }),
  );
  await shop.call("customer.create", [{ ...person, password }]);
  const created = JSON.stringify(await changesOf("operation=customer.create"));
  expect(created).toContain('"password_hash":"***"');
  expect(created).not.toContain(password);
});

const person = { firstname: "Mia", lastname: "Moss", email: "mia@example.com", website_id: 1, group_id: 1 };

test("a number that no call had is 404; a call that is no longer kept is 410", async () => {
  await shop.call(update, [1, { name: "Cup" }]);
  const [{ number }] = await latest();
  expect((await shop.http("GET", `/control/calls/${number + 1000}/changes`)).status).toBe(404);
  await shop.http("DELETE", "/control/calls");
  const { status, text } = await shop.http("GET", `/control/calls/${number}/changes`);
  expect([status, text]).toEqual([410, expect.stringContaining(`call ${number}`)]);
});

test("what takes more than the journal keeps of a value is not kept, whatever the length of its texts", () => {
  const contract = {} as never;
  const journal = new CallJournal(contract, { now: () => 0 });
  const doc = (id: number) => ({ id, text: "x".repeat(1500) });
  const add = (count: number) =>
    journal.add({
      ...{ operation: update, username: "", fault: undefined, durationMs: 1 },
      changes: Array.from({ length: count }, (_, id) => ({
        ...{ collection: "products" as const, id, before: undefined, after: doc(id) as never },
      })),
    });
  add(1);
  add(1000);
  expect(journal.changes(1)).toHaveLength(1);
  expect(journal.changes(2)).toBe("gone");
});

test("the kits show changes where STORE_API_CHANGES=1 asks for them", async () => {
  await shop.call(update, [1, { name: "Cup" }]);
  const line = '  products/1 values.0.name "Stoneware Mug" → "Cup"';
  expect(await journalText(connect(shop.url))).not.toContain(line);
  process.env.STORE_API_CHANGES = "1";
  try {
    expect((await journalText(connect(shop.url))).split("\n")).toContain(line);
  } finally {
    delete process.env.STORE_API_CHANGES;
  }
});

describe.skipIf(differsHere("snapshots and sandboxes exist in the memory of one process"))(
  "snapshots",
  () => {
    test("what has changed since one, or from one to another", async () => {
      // A login counts at its user.
      await shop.session();
      await post("/control/snapshots", { name: "one" });
      expect(await get("/changes?since=one")).toEqual([]);
      await shop.call(update, [1, { name: "Cup" }]);
      await post("/control/snapshots", { name: "two" });
      await post("/control/orders", { customer_id: 1, items: [{ sku: "mug-01", qty: 1 }], notify: true });
      await post("/control/users", { username: "clerk", api_key: "clerk-key-1", roles: [] });

      const renamed = {
        collection: "products",
        id: 1,
        member: "values.0.name",
        before: "Stoneware Mug",
        after: "Cup",
      };
      const first = (await get("/changes?since=one&until=two")) as RecordedChange[];
      expect([changedIn(first), first]).toEqual([["products"], expect.arrayContaining([renamed])]);
      const all = (await get("/changes?since=one")) as RecordedChange[];
      expect(all).toContainEqual(renamed);
      expect(changedIn(all)).toEqual(expect.arrayContaining(["api_users", "mail", "orders", "products"]));
      expect(all.find(({ collection }) => collection === "api_users")).toMatchObject({
        after: { username: "clerk", key_hash: "***" },
      });
      expect(JSON.stringify(all)).not.toContain("scrypt");
    });

    test("an unknown snapshot is 404 and names those there are", async () => {
      await post("/control/snapshots", { name: "one" });
      for (const query of ["since=other", "since=one&until=other"]) {
        const { status, text } = await shop.http("GET", `/control/changes?${query}`);
        expect([status, text]).toEqual([404, expect.stringContaining("one")]);
      }
      expect((await shop.http("GET", "/control/changes")).status).toBe(400);
    });
  },
);
