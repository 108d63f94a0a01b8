/** Creates the indexes that only speed up queries, while other servers continue to write. */
import { setTimeout as pause } from "node:timers/promises";
import type { PoolClient } from "pg";
import type { Collections } from "../../engine/storage/collections.js";
import { secondaryIndexes } from "./schema.js";

const othersPoll_ms = 200;
/** PostgreSQL waits for all transactions under way, for example that of a long list. */
const lockTimeout_ms = 30_000;

/** Creates missing indexes, by one process at a time. */
export async function addIndexes(
  client: PoolClient,
  schema: string,
  collections: Collections,
): Promise<void> {
  if ((await missingIndexes(client, schema, collections)).length === 0) return;
  const lock = `hashtext('store-api indexes ${schema}')`;
  // Polls: a process that waited within a statement would block the index creation, which waits for open transactions.
  while (!(await isTrue(client, `select pg_try_advisory_lock(${lock})`))) await pause(othersPoll_ms);
  try {
    await client.query(`set lock_timeout = ${lockTimeout_ms}`);
    for (const { name, on, isBroken } of await missingIndexes(client, schema, collections)) {
      if (isBroken) await client.query(`drop index concurrently ${schema}.${name}`);
      await client.query(`create index concurrently ${name} on ${on}`);
    }
  } finally {
    // If this fails, the connection is lost, and both end with it.
    await client.query(`reset lock_timeout; select pg_advisory_unlock(${lock})`).catch(() => {});
  }
}

/** Missing indexes, and broken ones, whose creation was interrupted. */
async function missingIndexes(client: PoolClient, schema: string, collections: Collections) {
  const { rows } = await client.query<{ name: string; isValid: boolean }>(
    `select relname::text as name, indisvalid as "isValid" from pg_index join pg_class on pg_class.oid = indexrelid
       where relnamespace = $1::regnamespace`,
    [schema],
  );
  const known = new Map(rows.map(({ name, isValid }) => [name, isValid]));
  return secondaryIndexes(schema, collections)
    .filter(({ name }) => known.get(name) !== true)
    .map((index) => ({ ...index, isBroken: known.has(index.name) }));
}

async function isTrue(client: PoolClient, text: string): Promise<boolean> {
  const { rows } = await client.query<unknown[]>({ text, rowMode: "array" });
  return rows[0]?.[0] === true;
}
