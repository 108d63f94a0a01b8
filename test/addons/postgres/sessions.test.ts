/** A database ends the session of a transaction, as it does after an idle timeout: nothing of it is stored. */
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { collections } from "../../../src/shop/data/collections.js";
import { parsePostgresAddress } from "../../../src/addons/postgres/address.js";
import { openPostgresStorage } from "../../../src/addons/postgres/open.js";
import type { ReadTx, Tx } from "../../../src/engine/storage/storage.js";
import { closedAtEnd } from "../../support/closed.js";
import { administer, createDatabase, type TestDatabase } from "../../support/postgres.js";
import { ask } from "../../support/postgres-cluster.js";
import { product } from "../../engine/storage/support/documents.js";

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
  return database.drop;
});

const idle = "from pg_stat_activity where datname = current_database() and state = 'idle in transaction'";

/** Ends all sessions that wait within a transaction, and waits until they are gone. */
async function endSessions(): Promise<void> {
  const { port, name } = database;
  await administer(port, `select pg_terminate_backend(pid) ${idle}`, name);
  const count = async () =>
    (await ask<{ count: number }>({ port }, `select count(*)::int as count ${idle}`, name))[0]?.count;
  await expect.poll(count).toBe(0);
  // The client hears of it.
  await new Promise((resolve) => setTimeout(resolve, 50));
}

async function open() {
  const storage = closedAtEnd(await openPostgresStorage(parsePostgresAddress(database.url), { collections }));
  return storage;
}

describe("a write whose session ends", () => {
  test.each([
    ["before its commit", async () => {}],
    ["before it reads on", async (tx: ReadTx) => void (await tx.get("products", 901))],
  ])("%s is made again, once", async (_when, goOn) => {
    const storage = await open();
    let attempts = 0;
    await storage.write(async (tx: Tx) => {
      attempts += 1;
      await tx.get("products", 900);
      if (attempts === 1) await endSessions();
      await goOn(tx);
      await tx.put("products", { ...product(900), sku: `of attempt ${attempts}` });
    });
    expect(attempts).toBe(2);
    const stored = await storage.read((tx) => tx.get("products", 900));
    expect(stored?.sku).toBe("of attempt 2");
    await storage.write((tx) => tx.del("products", 900));
  });

  test("each time is given up, and nothing is stored", async () => {
    const storage = await open();
    const writing = storage.write(async (tx: Tx) => {
      await tx.get("products", 900);
      await endSessions();
      await tx.put("products", product(900));
    });
    await expect(writing).rejects.toMatchObject({ refusal: { outcome: "not_stored" } });
    expect(await storage.read((tx) => tx.get("products", 900))).toBeUndefined();
  });
});

test("a write whose session ends during its commit is not made again, since it may be stored", async () => {
  const { port, name } = database;
  const storage = await open();
  // A commit that takes long.
  await administer(
    port,
    `create function wait() returns trigger language plpgsql as 'begin perform pg_sleep(60); return null; end';
     create constraint trigger slow after insert on store_api.products deferrable initially deferred
       for each row execute function wait()`,
    name,
  );
  onTestFinished(() => administer(port, "drop trigger slow on store_api.products", name));
  let attempts = 0;
  const writing = storage.write(async (tx: Tx) => {
    attempts += 1;
    await tx.put("products", product(950));
  });
  const outcome = expect(writing).rejects.toMatchObject({ refusal: { outcome: "unknown" } });
  const committing = "from pg_stat_activity where query = 'commit' and state = 'active'";
  const end = async () =>
    (await ask({ port }, `select pg_terminate_backend(pid) ${committing}`, name)).length;
  await expect.poll(end).toBe(1);
  await outcome;
  expect(attempts).toBe(1);
});

test("a read whose session ends is made again", async () => {
  const storage = await open();
  let attempts = 0;
  const found = await storage.read(async (tx) => {
    attempts += 1;
    await tx.get("products", 900);
    if (attempts === 1) await endSessions();
    return tx.get("products", 901);
  });
  expect([found, attempts]).toEqual([undefined, 2]);
});
