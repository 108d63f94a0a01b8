/** Servers and connections that partly fail: frozen within a transaction, slow, or cut in one direction. */
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { parsePostgresAddress } from "../../../src/addons/postgres/address.js";
import { ConnectionPool, PrimaryHost } from "../../../src/addons/postgres/connections.js";
import { openPostgresStorage } from "../../../src/addons/postgres/open.js";
import { isUnavailable } from "../../../src/engine/storage/storage.js";
import { lockNumber } from "../../../src/addons/postgres/schema.js";
import { collections } from "../../../src/shop/data/collections.js";
import { closedAtEnd } from "../../support/closed.js";
import { ask } from "../../support/postgres-cluster.js";
import { callBy, workingPlace } from "../../support/process.js";
import { lineTo } from "../../support/line.js";
import { createDatabase, credentials } from "../../support/postgres.js";
import { product, put } from "../../engine/storage/support/documents.js";

async function database(): Promise<string> {
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  // How long a write waits for others is half of it.
  return `${url}&statement_timeout=300`;
}

async function open(url: string) {
  const storage = closedAtEnd(await openPostgresStorage(parsePostgresAddress(url), { collections }));
  return storage;
}

/**
 * Simulates a server that is stopped within a transaction: its session keeps all locks until the database ends it. Ends it.
 */
async function frozenServer(url: string, ...held: readonly string[]): Promise<() => Promise<void>> {
  const { hosts, database, schema } = parsePostgresAddress(url);
  const client = new pg.Client({ ...credentials, ...hosts[0], database });
  client.on("error", () => {});
  await client.connect();
  onTestFinished(() => client.end().catch(() => {}));
  await client.query("begin");
  for (const text of held) await client.query(text.replaceAll("SCHEMA", schema));
  return () => client.end();
}

const guardOf = (url: string) => lockNumber(`store-api ${parsePostgresAddress(url).schema}`);

const session = (id: string) => ({ id, user_id: 1, created_at: "2025-06-01 12:00:00", number: 1 }) as never;

/** The processes of the database in this state. */
async function pids(url: string, state: string): Promise<number[]> {
  const { hosts, database } = parsePostgresAddress(url);
  const text = `select pid from pg_stat_activity where datname = current_database() and ${state}`;
  const rows = await ask<{ pid: number }>({ port: hosts[0]?.port ?? 0 }, text, database);
  return rows.map(({ pid }) => pid);
}

const waitsForLock = "wait_event_type = 'Lock'";

/** Tells whether it has ended. */
function settled(work: Promise<unknown>): () => boolean {
  let isSettled = false;
  const note = () => (isSettled = true);
  work.then(note, note);
  return () => isSettled;
}

test("the database ends a session of the service that does nothing within a transaction for 4 s", async () => {
  const address = parsePostgresAddress(await database());
  const pool = new ConnectionPool(address, new PrimaryHost(address), { max: 1, name: "test" });
  onTestFinished(() => pool.close());
  const frozen = await pool.take();
  const idle = "select current_setting('idle_in_transaction_session_timeout') as idle";
  expect((await frozen.query(idle)).rows).toEqual([{ idle: "4s" }]);
  await frozen.run(["begin"]);
  await new Promise((resolve) => frozen.client.once("end", resolve));
  frozen.discard();
});

test("a server frozen during a write blocks exclusive changes, but no other writes", async () => {
  const url = await database();
  const storage = await open(url);
  await put(storage, product(1));
  const end = await frozenServer(url, `select pg_advisory_xact_lock_shared(${guardOf(url)})`);
  const change = storage.write((tx) => tx.put("attributes", { id: 900, code: "new" } as never));
  const isChanged = settled(change);
  for (let id = 2; id < 12; id += 1) await put(storage, product(id));
  expect(isChanged()).toBe(false);
  await end();
  await change;
});

test("a server frozen with the exclusive guard blocks writes until it is ended, but no logins", async () => {
  const url = await database();
  const storage = await open(url);
  await put(storage, product(1));
  const end = await frozenServer(url, `select pg_advisory_xact_lock(${guardOf(url)})`);
  const writes = Array.from({ length: 40 }, (_, at) => put(storage, product(at + 2)));
  const areWritten = writes.map(settled);
  for (let at = 0; at < 10; at += 1)
    await storage.write((tx) => tx.put("sessions", session(`s${at}`)), { independent: true });
  expect(areWritten.some((isWritten) => isWritten())).toBe(false);
  await end();
  await Promise.all(writes);
});

test("a server frozen with a locked document blocks writes of this document until it is ended, and no others", async () => {
  const url = await database();
  const storage = await open(url);
  await Promise.all([put(storage, product(1)), put(storage, product(2))]);
  const end = await frozenServer(url, "select d from SCHEMA.products where id = 1 for update");
  const same = storage.write(async (tx) => void (await tx.get("products", 1)));
  const isDone = settled(same);
  await expect.poll(() => pids(url, waitsForLock)).toHaveLength(1);
  await storage.write(async (tx) => void (await tx.get("products", 2)));
  expect(isDone()).toBe(false);
  await end();
  await same;
});

/**
 * A whole process is stopped while its writers compete for two documents: one of them holds each document, the others wait for
 * it. Their waits must end in the database, or each would get the document in turn and hold it until it is ended.
 */
test("of a server frozen with 12 writers of 2 documents, only those that hold the documents block writes of others", async () => {
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
  let waiting: number[] = [];
  while (waiting.length <= 5) waiting = await pids(url, waitsForLock);
  program.kill("SIGSTOP");
  try {
    const areWritten = settled(Promise.all(products.map(write)));
    const holders = new Set<number>();
    while (!areWritten()) {
      const holding = await pids(url, "state = 'idle in transaction'");
      for (const pid of holding) if (waiting.includes(pid)) holders.add(pid);
    }
    // One may have got a document while the server was stopped. Without an end of their waits, all get it in turn.
    expect(holders.size).toBeLessThanOrEqual(products.length);
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
  const storage = await open(`${url.replace("=300", "=2")}&connect_timeout=1`);
  await put(storage, product(1));
  state.isCut = true;
  const calls = await Promise.allSettled([
    ...Array.from({ length: 5 }, (_, at) => put(storage, product(at + 2))),
    storage.read((tx) => tx.get("products", 1)),
  ]);
  for (const call of calls) {
    expect(call.status === "rejected" && isUnavailable(call.reason)).toBe(true);
  }
  state.isCut = false;
  await put(storage, product(9));
  await expect.poll(() => storage.health()).toEqual({ writable: true });
  expect(await storage.read(async (tx) => (await tx.find("products")).map(({ id }) => id))).toEqual([1, 9]);
});
