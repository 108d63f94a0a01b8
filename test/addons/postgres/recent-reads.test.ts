/** Reads that may return a recent state: what is cached is read without a statement, and still is what others have written. */
import { beforeAll, expect, test } from "vitest";
import { parsePostgresAddress } from "../../../src/addons/postgres/address.js";
import { openPostgresStorage } from "../../../src/addons/postgres/open.js";
import type { PostgresStorage } from "../../../src/addons/postgres/storage.js";
import { type SentStatement, sqlStatements } from "../../../src/engine/storage/sql-statements.js";
import type { ReadTx } from "../../../src/engine/storage/storage.js";
import { collections } from "../../../src/shop/data/collections.js";
import { closedAtEnd } from "../../support/closed.js";
import { category, product } from "../../engine/storage/support/documents.js";
import { createDatabase, type TestDatabase } from "../../support/postgres.js";

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
  return database.drop;
});

async function open(): Promise<PostgresStorage> {
  const storage = closedAtEnd(await openPostgresStorage(parsePostgresAddress(database.url), { collections }));
  return storage;
}

const move = (storage: PostgresStorage, position: number) =>
  storage.write((tx) => tx.put("categories", category(position)));
const positionIn = async (tx: ReadTx) => (await tx.get("categories", 1))?.position;

/** As a call does first: its session is read with the version numbers. */
const enter = (storage: PostgresStorage) =>
  storage.read((tx) => tx.get("sessions", "none"), { single: true });

/** The statements that are sent for documents meanwhile. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = [];
  const note = (message: unknown) => {
    const { text } = message as SentStatement;
    if (!/transaction_read_only/.test(text)) texts.push(text);
  };
  sqlStatements.subscribe(note);
  try {
    await work();
  } finally {
    sqlStatements.unsubscribe(note);
  }
  return texts;
}

test("a read of what is cached sends no statement", async () => {
  const storage = await open();
  await move(storage, 1);
  const since = performance.now();
  await enter(storage);
  expect(await storage.read(positionIn, { since })).toBe(1);
  const read = () => storage.read(positionIn, { since });
  expect(await statementsOf(read)).toEqual([]);
  // Without the option, or since a later time, it asks.
  expect(await statementsOf(() => storage.read(positionIn))).not.toEqual([]);
  expect(await statementsOf(() => storage.read(positionIn, { since: performance.now() }))).not.toEqual([]);
});

test("a read sees what another process wrote before", async () => {
  const [one, other] = [await open(), await open()];
  for (let count = 0; count < 20; count += 1) {
    await move(other, count);
    const since = performance.now();
    if (count % 2 === 0) await enter(one);
    expect(await one.read(positionIn, { since })).toBe(count);
  }
});

test("a read that goes on in the database starts over if the cache is outdated: it sees one state", async () => {
  const [one, other] = [await open(), await open()];
  await move(one, 1);
  await one.read(positionIn);
  const since = performance.now();
  await enter(one);
  let attempts = 0;
  const seen = await one.read(
    async (tx) => {
      attempts += 1;
      const position = await positionIn(tx);
      if (attempts === 1) {
        await move(other, 2);
        await other.write((write) => write.put("products", product(1)));
      }
      return { position, hasProduct: (await tx.get("products", 1)) !== undefined };
    },
    { since },
  );
  expect({ ...seen, attempts }).toEqual({ position: 2, hasProduct: true, attempts: 2 });
});

test("a read that catches the error of an outdated cache starts over all the same", async () => {
  const [one, other] = [await open(), await open()];
  await move(one, 1);
  await one.read(positionIn);
  const since = performance.now();
  await enter(one);
  let attempts = 0;
  const seen = await one.read(
    async (tx) => {
      attempts += 1;
      const position = await positionIn(tx);
      if (attempts === 1) await move(other, 2);
      await tx.count("products").catch(() => {});
      return position;
    },
    { since },
  );
  expect({ seen, attempts }).toEqual({ seen: 2, attempts: 2 });
});

test("a read that is over refuses to go on", async () => {
  const storage = await open();
  await move(storage, 1);
  const since = performance.now();
  await enter(storage);
  const tx = await storage.read(async (inside) => ({ inside, position: await positionIn(inside) }), {
    since,
  });
  await expect(tx.inside.count("products")).rejects.toThrow("this transaction is over");
  await expect(positionIn(tx.inside)).rejects.toThrow("this transaction is over");
});
