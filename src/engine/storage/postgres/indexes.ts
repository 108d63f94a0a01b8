/** The indexes that only make queries quicker: made while other servers go on writing, since that takes its time. */
import { setTimeout as pause } from "node:timers/promises";
import type { PoolClient } from "pg";
import type { Collections } from "../collections.js";
import { plainIndexes } from "./schema.js";

const othersPoll_ms = 200;
/** PostgreSQL waits for all transactions that are under way, such as that of a long list. */
const lockTimeout_ms = 30_000;

/** Of empty tables, within the transaction that made them. */
export async function createIndexes(
  client: PoolClient,
  schema: string,
  collections: Collections,
): Promise<void> {
  const texts = plainIndexes(schema, collections).map(({ name, on }) => `create index ${name} on ${on}`);
  await client.query(texts.join(";\n"));
}

/** Those that are missing, by one process at a time. */
export async function addIndexes(
  client: PoolClient,
  schema: string,
  collections: Collections,
): Promise<void> {
  if ((await missingIndexes(client, schema, collections)).length === 0) return;
  const lock = `hashtext('store-api indexes ${schema}')`;
  // Who waits within a statement would be one of those that the making of an index waits for.
  while (!(await isTrue(client, `select pg_try_advisory_lock(${lock})`))) await pause(othersPoll_ms);
  try {
    await client.query(`set lock_timeout = ${lockTimeout_ms}`);
    for (const { name, on, isBroken } of await missingIndexes(client, schema, collections)) {
      if (isBroken) await client.query(`drop index concurrently ${schema}.${name}`);
      await client.query(`create index concurrently ${name} on ${on}`);
    }
  } finally {
    // With the connection both are gone.
    await client.query(`reset lock_timeout; select pg_advisory_unlock(${lock})`).catch(() => {});
  }
}

/** @returns also those whose making broke off */
async function missingIndexes(client: PoolClient, schema: string, collections: Collections) {
  const { rows } = await client.query<{ name: string; isValid: boolean }>(
    `select relname::text as name, indisvalid as "isValid" from pg_index join pg_class on pg_class.oid = indexrelid
       where relnamespace = $1::regnamespace`,
    [schema],
  );
  const known = new Map(rows.map(({ name, isValid }) => [name, isValid]));
  return plainIndexes(schema, collections)
    .filter(({ name }) => known.get(name) !== true)
    .map((index) => ({ ...index, isBroken: known.has(index.name) }));
}

async function isTrue(client: PoolClient, text: string): Promise<boolean> {
  const { rows } = await client.query<unknown[]>({ text, rowMode: "array" });
  return rows[0]?.[0] === true;
}
