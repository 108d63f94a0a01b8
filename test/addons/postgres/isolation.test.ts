/** Why writes lock what they get: the plain levels of isolation lose updates or let rules be broken (negative controls). */
import pg from "pg";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import type { DocOf } from "../../../src/engine/storage/storage.js";
import { parsePostgresAddress } from "../../../src/addons/postgres/address.js";
import { openPostgresStorage } from "../../../src/addons/postgres/open.js";
import type { PostgresStorage } from "../../../src/addons/postgres/storage.js";
import { ask } from "../../support/postgres-cluster.js";
import { administer, createDatabase, credentials, type TestDatabase } from "../../support/postgres.js";
import { product, put } from "../../engine/storage/support/documents.js";
import { collections } from "../../../src/shop/data/collections.js";

const writers = 40;

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
  return database.drop;
});

/** Every writer adds one to the same document by its own connection; answers how much was added. */
async function addByStatements(begin: string, lock: string): Promise<{ sum: number; refused: number }> {
  const clients = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const client = new pg.Client({ ...credentials, port: database.port, database: database.name });
      await client.connect();
      onTestFinished(() => client.end());
      return client;
    }),
  );
  const [first] = clients as [pg.Client];
  await first.query(
    'insert into store_api.products values (900, \'{"id":900,"qty":0}\') on conflict (id) do update set d = excluded.d',
  );
  let refused = 0;
  const add = async (client: pg.Client) => {
    try {
      await client.query(begin);
      const { rows } = await client.query<{ d: { qty: number } }>(
        `select d from store_api.products where id = 900 ${lock}`,
      );
      const qty = (rows[0]?.d.qty ?? 0) + 1;
      await client.query("update store_api.products set d = $1 where id = 900", [
        JSON.stringify({ id: 900, qty }),
      ]);
      await client.query("commit");
    } catch {
      refused += 1;
      await client.query("rollback");
    }
  };
  await Promise.all(
    clients.map(async (client) => {
      for (let count = 0; count < writers / clients.length; count += 1) await add(client);
    }),
  );
  const { rows } = await first.query<{ d: { qty: number } }>(
    "select d from store_api.products where id = 900",
  );
  return { sum: rows[0]?.d.qty ?? 0, refused };
}

test("plain READ COMMITTED loses updates", async () => {
  const { sum, refused } = await addByStatements("begin isolation level read committed", "");
  expect(refused).toBe(0);
  expect(sum).toBeLessThan(writers);
});

test("READ COMMITTED with locks on what is read loses none, and refuses none", async () => {
  const { sum, refused } = await addByStatements("begin isolation level read committed", "for update");
  expect({ sum, refused }).toEqual({ sum: writers, refused: 0 });
});

test("the storage loses none over two processes, for documents read by get or find, and retries by itself", async () => {
  const open = () => openPostgresStorage(parsePostgresAddress(database.url), { collections });
  const storages = await Promise.all([open(), open()]);
  onTestFinished(() => Promise.all(storages.map((one) => one.close())).then(() => {}));
  const [one] = storages;
  await put(one, product(1, { qty: 0 }), product(2, { qty: 0, sku: "found" }));
  type Counted = DocOf<"products"> & { readonly qty: number };
  const where = [{ path: "sku", op: "eq", value: "found" }] as const;
  const adding = Array.from({ length: writers }, (_, at) =>
    (storages[at % 2] ?? one).write(async (tx) => {
      const got = (await tx.get("products", 1)) as Counted;
      const [found] = (await tx.find("products", { where })) as Counted[];
      await tx.put("products", { ...got, qty: got.qty + 1 } as Counted);
      await tx.put("products", { ...found, qty: (found?.qty ?? 0) + 1 } as Counted);
    }),
  );
  await Promise.all(adding);
  const quantities = await one.read(async (tx) => [await tx.get("products", 1), await tx.get("products", 2)]);
  expect(quantities).toMatchObject([{ qty: writers }, { qty: writers }]);
});

test("what a write has found, another process changes only after the end of this write", async () => {
  const [one, other] = await openTwo();
  await put(one, product(801, { sku: "old" }), product(802, { sku: "older" }));
  const where = [{ path: "sku", op: "in", value: ["old", "older"] }] as const;
  const waiting =
    "select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  const isWaiting = async () =>
    (await ask<{ count: number }>({ port: database.port }, waiting, database.name))[0]?.count === 1;
  let runs = 0;
  let theirs: Promise<unknown> = Promise.resolve();
  await one.write(async (tx) => {
    runs += 1;
    const found = await tx.find("products", { where });
    theirs = put(other, product(801, { sku: "new" }));
    await expect.poll(isWaiting, { timeout: 1000, interval: 10 }).toBe(true);
    for (const { id } of found) await tx.del("products", id);
  });
  await theirs;
  expect(runs).toBe(1);
  const left = await one.read(async (tx) => [await tx.get("products", 801), await tx.get("products", 802)]);
  expect(left).toMatchObject([{ sku: "new" }, undefined]);
});

test("of two transactions that create the same document at once, one finds that of the other", async () => {
  const open = () => openPostgresStorage(parsePostgresAddress(database.url), { collections });
  const storages = await Promise.all([open(), open()]);
  onTestFinished(() => Promise.all(storages.map((one) => one.close())).then(() => {}));
  const make = (at: number) =>
    (storages[at % 2] ?? storages[0]).write(async (tx) => {
      if (await tx.by("products", "sku", ["only one"])) return "found";
      await tx.put("products", product(await tx.next("product"), { sku: "Only One" }));
      return "made";
    });
  const outcomes = await Promise.all(Array.from({ length: 20 }, (_, at) => make(at)));
  expect(outcomes.filter((one) => one === "made")).toHaveLength(1);
});

/** Two processes over the database of this file. */
async function openTwo(url = database.url) {
  const open = () => openPostgresStorage(parsePostgresAddress(url), { collections });
  const storages = await Promise.all([open(), open()]);
  onTestFinished(() => Promise.all(storages.map((one) => one.close())).then(() => {}));
  return storages;
}

/** Takes a number by one process and the other in turn; every third transaction is refused. */
async function takeInTurn(name: string, count: number, isSideBySide: boolean, numbering?: "gapless") {
  const storages = await openTwo();
  const taken: { number: number; begun: number; ended: number }[] = [];
  const take = async (at: number) => {
    const begun = performance.now();
    const work = (storages[at % 2] ?? storages[0]).write(async (tx) => {
      const number = await tx.next(name, numbering);
      if (at % 3 === 0) throw new Error("refused");
      return number;
    });
    const number = await work.catch(() => undefined);
    if (number !== undefined) taken.push({ number, begun, ended: performance.now() });
  };
  const all = Array.from({ length: count }, (_, at) => at);
  if (isSideBySide) await Promise.all(all.map(take));
  else for (const at of all) await take(at);
  return taken;
}

test.each([
  { name: "invoice_number", numbering: "gapless" as const },
  { name: "customer", numbering: undefined },
])(
  "one call after the other by two processes leaves no gap and none to fill: $name",
  async ({ name, numbering }) => {
    const numbers = (await takeInTurn(name, 30, false, numbering)).map(({ number }) => number);
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
  },
);

test("gapless numbers have no gaps under concurrency either", async () => {
  const taken = await takeInTurn("other_invoice_number", 30, true, "gapless");
  const numbers = taken.map(({ number }) => number);
  expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
});

test("polling two processes by ID misses no document created after the seen ones were committed", async () => {
  const taken = await takeInTurn("order", 120, true);
  expect(new Set(taken.map(({ number }) => number)).size).toBe(80);
  const late = taken.flatMap((one) =>
    taken
      .filter((other) => other.begun >= one.ended && other.number < one.number)
      .map((other) => [one, other]),
  );
  expect(late).toEqual([]);
});

test("after a backup is restored under running processes, they use nothing of the later state", async () => {
  const { url, port, name, drop } = await createDatabase();
  onTestFinished(drop);
  const [one, other] = await openTwo(url);
  const add = (storage: PostgresStorage) =>
    storage.write(async (tx) => {
      const category = { id: await tx.next("category"), name: "new" } as unknown as DocOf<"categories">;
      await tx.put("categories", category);
      return category.id;
    });
  const known = (storage: PostgresStorage) =>
    storage.read(async (tx) => (await tx.find("categories")).map(({ id }) => id));
  const told: boolean[] = [];
  other.shared.values.onChange((_values, isOtherState) => void told.push(isOtherState));
  await one.shared.values.change("clock", () => "early");
  expect([await add(one), await add(other)]).toEqual([1, 2]);

  const tables = ["categories", "sequences", "versions", "shared_values"];
  const copy = tables.map((table) => `create table backup_${table} as table store_api.${table}`);
  await administer(port, copy.join(";"), name);
  await one.shared.values.change("clock", () => "late");
  for (const storage of [one, other, one]) await add(storage);
  expect([await known(one), await known(other)]).toEqual([
    [1, 2, 3, 4, 5],
    [1, 2, 3, 4, 5],
  ]);
  const back = tables.map(
    (table) => `delete from store_api.${table}; insert into store_api.${table} table backup_${table}`,
  );
  await administer(port, `begin; ${back.join(";")}; commit`, name);

  expect([await known(one), await known(other)]).toEqual([
    [1, 2],
    [1, 2],
  ]);
  // As many changes as there were: a counter would give the numbers of what is gone.
  expect([await add(other), await add(one), await add(one)]).toEqual([3, 4, 5]);
  expect(await known(other)).toEqual([1, 2, 3, 4, 5]);
  expect(told.length).toBeGreaterThan(0);
  const values: unknown[] = [];
  other.shared.values.onChange((all) => void values.push(all.get("clock")));
  await one.shared.values.change("clock", (before) => `${String(before)} again`);
  await other.shared.values.refresh();
  expect(values.at(-1)).toBe("early again");
});
