/** Servers and connections that partly fail: frozen within a transaction, slow, or cut in one direction. */
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { parsePostgresAddress } from "../../../src/addons/postgres/address.js";
import { ConnectionPool, PrimaryHost } from "../../../src/addons/postgres/connections.js";
import { openPostgresStorage } from "../../../src/addons/postgres/open.js";
import { isUnavailable } from "../../../src/engine/storage/storage.js";
import { lockNumber } from "../../../src/addons/postgres/schema.js";
import { collections } from "../../../src/shop/data/collections.js";
import { ask } from "../../support/postgres-cluster.js";
import { callBy, workingPlace } from "../../support/process.js";
import { lineTo } from "../../support/line.js";
import { createDatabase, credentials } from "../../support/postgres.js";
import { product, put } from "../../engine/storage/support/documents.js";

async function database(): Promise<string> {
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  return url;
}

async function open(url: string) {
  const storage = await openPostgresStorage(parsePostgresAddress(url), { collections });
  onTestFinished(() => storage.close());
  return storage;
}

/** Simulates a server that is stopped within a transaction: its session keeps all locks, and nobody ends it. */
async function frozenServer(url: string, ...held: readonly string[]): Promise<void> {
  const { hosts, database, schema } = parsePostgresAddress(url);
  const client = new pg.Client({ ...credentials, ...hosts[0], database });
  client.on("error", () => {});
  await client.connect();
  onTestFinished(() => client.end().catch(() => {}));
  // The time-out that the service sets on its own connections.
  await client.query(`set idle_in_transaction_session_timeout = '${await idleTimeoutOf(url)}'`);
  await client.query("begin");
  for (const text of held) await client.query(text.replaceAll("SCHEMA", schema));
}

/** As a connection of the service itself has it. */
async function idleTimeoutOf(url: string): Promise<string> {
  const address = parsePostgresAddress(url);
  const connections = new ConnectionPool(address, new PrimaryHost(address), {
    max: 1,
    name: "test",
  });
  const session = await connections.take();
  const { rows } = await session.query<{ idle: string }>(
    "select current_setting('idle_in_transaction_session_timeout') as idle",
  );
  session.giveBack();
  await connections.close();
  return rows[0]?.idle ?? "0";
}

const guardOf = (url: string) => lockNumber(`store-api ${parsePostgresAddress(url).schema}`);

async function took(work: Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work;
  return performance.now() - begun;
}

const session = (id: string) => ({ id, user_id: 1, created_at: "2025-06-01 12:00:00", number: 1 }) as never;

test("a server frozen during a write blocks exclusive changes, but no other writes", async () => {
  const url = await database();
  const storage = await open(url);
  await put(storage, product(1));
  await frozenServer(url, `select pg_advisory_xact_lock_shared(${guardOf(url)})`);
  const change = took(storage.write((tx) => tx.put("attributes", { id: 900, code: "new" } as never)));
  await pause(200);
  for (let id = 2; id < 12; id += 1) expect(await took(put(storage, product(id)))).toBeLessThan(1500);
  expect(await change).toBeLessThan(9000);
});

test("a server frozen with the exclusive guard blocks writes for some seconds, but no logins", async () => {
  const url = await database();
  const storage = await open(url);
  await put(storage, product(1));
  await frozenServer(url, `select pg_advisory_xact_lock(${guardOf(url)})`);
  const waiting = Promise.all(Array.from({ length: 40 }, (_, at) => took(put(storage, product(at + 2)))));
  for (let at = 0; at < 10; at += 1) {
    const login = storage.write((tx) => tx.put("sessions", session(`s${at}`)), { independent: true });
    expect(await took(login)).toBeLessThan(1500);
  }
  expect(Math.max(...(await waiting))).toBeLessThan(9000);
});

test("a server frozen with a locked document blocks writes of this document for some seconds, and no others", async () => {
  const url = await database();
  const storage = await open(url);
  await Promise.all([put(storage, product(1)), put(storage, product(2))]);
  await frozenServer(url, "select d from SCHEMA.products where id = 1 for update");
  const same = took(storage.write(async (tx) => void (await tx.get("products", 1))));
  expect(await took(storage.write(async (tx) => void (await tx.get("products", 2))))).toBeLessThan(1500);
  expect(await same).toBeLessThan(9000);
});

/**
 * A whole process is stopped while its writers compete for two documents: one of them holds each document, the others wait for
 * it. Their waits must end in the database, or each would get the document in turn and hold it until it is ended.
 */
test("a server frozen with 12 writers of 2 documents blocks writes of others for some seconds", async () => {
  const url = await database();
  const place = await workingPlace({ onTestFinished });
  const program = place.start([
    "--port",
    "0",
    "--storage",
    `${url}&pool=12`.replace("pool=3&", ""),
    "--log-level",
    "silent",
  ]);
  const address = await program.address();
  const products = await Promise.all(
    ["one", "other"].map(async (sku) => {
      const data = { name: sku, price: 1 };
      return (await callBy(address, "catalog_product.create", ["simple", 4, sku, data])).result as number;
    }),
  );
  const storage = await open(url);
  const write = (id: number) =>
    storage.write(async (tx) => {
      const found = await tx.get("products", id);
      await tx.put("products", found as NonNullable<typeof found>);
    });
  let isOver = false;
  const writers = Array.from({ length: 12 }, async (_, at) => {
    for (let count = 0; !isOver; count += 1) {
      const change = [products[at % 2], { price: count + 1 }];
      await callBy(address, "catalog_product.update", change).catch(() => {});
    }
  });
  const { port, database: name } = { ...parsePostgresAddress(url).hosts[0], ...parsePostgresAddress(url) };
  const waiting =
    "select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  const count = async () => (await ask<{ count: number }>({ port: port ?? 0 }, waiting, name))[0]?.count ?? 0;
  await expect.poll(count, { timeout: 100_000, interval: 5 }).toBeGreaterThan(5);
  program.kill("SIGSTOP");
  try {
    const times = await Promise.all(products.map((id) => took(write(id))));
    console.info(`after the freeze: ${times.map(Math.round).join(" and ")} ms`);
    // lock_timeout and idle_in_transaction_session_timeout, one after the other, and a retry.
    expect(Math.max(...times)).toBeLessThan(8000);
  } finally {
    isOver = true;
    program.kill("SIGCONT");
  }
  await Promise.all(writers);
});

test("with a latency of 2 s writes are slow and complete", async () => {
  const { state, url } = await lineTo(await database());
  const storage = await open(url);
  await put(storage, product(1));
  state.delay_ms = 2000;
  await storage.write(async (tx) => {
    await tx.get("products", 1);
    await tx.put("products", product(2));
  });
  state.delay_ms = 0;
  expect(await storage.read((tx) => tx.count("products"))).toBe(2);
});

test("with connections cut in one direction every call ends, and calls work again once the line is back", async () => {
  const { state, url } = await lineTo(await database());
  const storage = await open(`${url}${url.includes("?") ? "&" : "?"}statement_timeout=2&connect_timeout=1`);
  await put(storage, product(1));
  state.isCut = true;
  const begun = performance.now();
  const calls = await Promise.allSettled([
    ...Array.from({ length: 5 }, (_, at) => put(storage, product(at + 2))),
    storage.read((tx) => tx.get("products", 1)),
  ]);
  expect(performance.now() - begun).toBeLessThan(15_000);
  for (const call of calls) {
    expect(call.status === "rejected" && isUnavailable(call.reason)).toBe(true);
  }
  state.isCut = false;
  await put(storage, product(9));
  await expect.poll(() => storage.health()).toEqual({ writable: true });
  expect(await storage.read(async (tx) => (await tx.find("products")).map(({ id }) => id))).toEqual([1, 9]);
});
