/** The metrics of a storage over PostgreSQL. */
import pg from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { openPostgresStorage } from "../../../src/addons/postgres/open.js";
import { parsePostgresAddress, type PostgresAddress } from "../../../src/addons/postgres/address.js";
import { collections } from "../../../src/shop/data/collections.js";
import { closedAtEnd } from "../../support/closed.js";
import { createDatabase } from "../../support/postgres.js";
import { product, put } from "../../engine/storage/support/documents.js";
import { measure } from "../../engine/storage/support/measure.js";

async function opened(options: Partial<PostgresAddress> = {}) {
  const database = await createDatabase();
  onTestFinished(() => database.drop());
  const storage = closedAtEnd(
    await openPostgresStorage({ ...parsePostgresAddress(database.url), ...options }, { collections }),
  );
  const client = new pg.Client({ connectionString: database.url, application_name: "store-api other" });
  client.on("error", () => {});
  await client.connect();
  onTestFinished(() => client.end().catch(() => {}));
  return { storage, client };
}

test("transactions that hold or await a connection", async () => {
  const { storage, client } = await opened({ pool: 1 });
  await put(storage, product(1));
  const pool = (name: string, labels = {}) => measure(storage, name, { pool: "writes", ...labels });
  expect(await pool("store_pool_size")).toBe(1);
  expect(await pool("store_pool_connections", { state: "in_use" })).toBe(0);

  await client.query("begin; lock table store_api.products");
  const writing = [put(storage, product(2)), put(storage, product(3))];
  await vi.waitFor(async () => expect(await pool("store_pool_waiting")).toBe(1), 100_000);
  expect(await pool("store_pool_connections", { state: "in_use" })).toBe(1);
  await client.query("rollback");
  await Promise.all(writing);
  expect(await pool("store_pool_waiting")).toBe(0);
});

test("transactions that are retried, and those that time out", async () => {
  const { storage, client } = await opened({ statementTimeout: 1 });
  await put(storage, product(1));
  const timeouts = (waited_for: string) =>
    measure(storage, "store_transaction_timeouts_total", { waited_for });
  await client.query("begin; lock table store_api.products");
  await expect(put(storage, product(2))).rejects.toThrow(/lock timeout/);
  await client.query("rollback");
  expect([await timeouts("lock"), await timeouts("statement")]).toEqual([1, 0]);

  const retries = (reason: string) => measure(storage, "store_transaction_retries_total", { reason });
  expect(await retries("session_ended")).toBe(0);
  let attempts = 0;
  await storage.write(async (tx) => {
    await tx.get("products", 1);
    attempts += 1;
    // As if the process were frozen, for longer than the database waits.
    if (attempts === 1) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4500);
    await tx.put("products", product(4));
  });
  expect([attempts, await retries("session_ended"), await retries("changed")]).toEqual([2, 1, 0]);
});
