/**
 * Migrates the tables of a database to this version, by one process at a time. The numbered migrations only go forward;
 * tables and indexes of collections are created from their descriptors. Nothing that the previous version uses is removed,
 * so its servers continue on the same database while new ones start.
 */
import { setTimeout } from "node:timers/promises";
import { DatabaseError, type PoolClient } from "pg";
import type { Collections } from "../../engine/storage/collections.js";
import { functionsSql } from "./functions.js";
import { addIndexes } from "./indexes.js";
import { collectionsSql } from "./schema.js";
import { cachedCollections, ownColumns } from "./versions.js";

export interface SchemaMigration {
  readonly number: number;
  readonly sql: (schema: string) => string;
}

const numberType = "bigint not null default 0";

/** The first one makes the tables of 0.3, the first release with PostgreSQL. */
export const schemaMigrations: readonly SchemaMigration[] = [
  {
    number: 4,
    sql: (schema) => `
create table ${schema}.sequences (name text collate "C" primary key, value bigint not null);
create table ${schema}.versions (
  only_row boolean primary key default true check (only_row),
  ${ownColumns.map((name) => `${name} ${numberType}`).join(",\n  ")}
);
insert into ${schema}.versions default values;
create sequence ${schema}.image_version;
create table ${schema}.image_files (
  name text collate "C" primary key,
  version bigint not null default nextval('${schema}.image_version'),
  size bigint not null,
  written_at timestamptz not null default now()
);
create table ${schema}.image_parts (
  name text collate "C" not null references ${schema}.image_files on delete cascade,
  part int not null,
  bytes bytea not null,
  primary key (name, part)
);
alter table ${schema}.image_parts alter column bytes set storage external;
create table ${schema}.shared_values (name text collate "C" primary key, value json not null);
create unlogged table ${schema}.call_windows (
  caller text collate "C" primary key,
  until_ms bigint not null,
  calls bigint not null
);
${functionsSql(schema)}`,
  },
  {
    number: 5,
    // What 0.3 kept for the servers before it.
    sql: (schema) => `
drop table if exists ${schema}.login_failures, ${schema}.caller_writes;
alter table ${schema}.versions drop column if exists standby_era;`,
  },
];

/** The schema in the database belongs to a version that this program cannot continue. */
export class OtherSchemaError extends Error {}

/** A migration is retried when it conflicts with servers of the previous version. */
const maxAttempts = 30;
/** Deadlock and lock timeout. */
const retried = new Set(["40P01", "55P03"]);
/**
 * A waiting lock request blocks later ones, so it is given up and retried. Much shorter than the time after which the
 * database ends an idle transaction: one that has the lock may wait for another connection, which waits behind the request.
 */
const lockTimeout_ms = 1000;
/** Lets those that waited behind the request go on. */
const pause_ms = 200;

/** Throws OtherSchemaError and errors of PostgreSQL. @param steps the migrations that this program knows */
export async function migrateSchema(
  client: PoolClient,
  schema: string,
  collections: Collections,
  steps = schemaMigrations,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await migrateOnce(client, schema, collections, steps);
      return await addIndexes(client, schema, collections);
    } catch (error) {
      await client.query("rollback").catch(() => {});
      const isRetried = error instanceof DatabaseError && retried.has(error.code ?? "");
      if (!isRetried || attempt === maxAttempts) throw error;
      await setTimeout(pause_ms);
    }
  }
}

async function migrateOnce(
  client: PoolClient,
  schema: string,
  collections: Collections,
  steps: readonly SchemaMigration[],
): Promise<void> {
  await client.query("begin");
  // Of two processes that start at once, the second one finds everything done.
  await client.query("select pg_advisory_xact_lock(hashtext($1))", [`store-api migrations ${schema}`]);
  await client.query(`set local lock_timeout = ${lockTimeout_ms}`);
  if (!(await hasSchema(client, schema))) await client.query(`create schema ${schema}`);
  await client.query(
    `create table if not exists ${schema}.migrations (number int primary key, applied_at timestamptz not null default now())`,
  );
  const { rows } = await client.query<{ last: number }>(
    `select coalesce(max(number), 0) as last from ${schema}.migrations`,
  );
  const last = rows[0]?.last ?? 0;
  const newest = steps.at(-1)?.number ?? 0;
  // One migration ahead is accepted: servers of this version continue while those of the next one start.
  if (last > newest + 1) {
    throw new OtherSchemaError(
      `the tables are of a later version of the program (migration ${last}, this one knows ${newest})`,
    );
  }
  const oldest = steps[0]?.number ?? 0;
  if (last > 0 && last < oldest) {
    throw new OtherSchemaError(
      `the tables are of a version before 0.3 (migration ${last}, this one continues from ${oldest}): ` +
        "export the shop with that version, and import the file with another schema in the address (?schema=…)",
    );
  }
  for (const { number, sql } of steps.filter((one) => one.number > last)) {
    await client.query(sql(schema));
    await client.query(`insert into ${schema}.migrations (number) values ($1)`, [number]);
  }
  await addRelations(client, schema, collections);
  await addVersionColumns(client, schema, collections);
  await client.query("commit");
}

// Never use `if not exists`: PostgreSQL locks the table even if it does nothing, and blocks all writes meanwhile.

async function addRelations(client: PoolClient, schema: string, collections: Collections): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "select relname::text as name from pg_class where relnamespace = $1::regnamespace",
    [schema],
  );
  const known = new Set(rows.map(({ name }) => name));
  const missing = collectionsSql(schema, collections).filter(({ name }) => !known.has(name));
  if (missing.length > 0) await client.query(missing.map(({ sql }) => sql).join(";\n"));
}

async function addVersionColumns(
  client: PoolClient,
  schema: string,
  collections: Collections,
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "select attname::text as name from pg_attribute where attrelid = $1::regclass and attnum > 0",
    [`${schema}.versions`],
  );
  const known = new Set(rows.map(({ name }) => name));
  const missing = cachedCollections(collections).filter((name) => !known.has(name));
  if (missing.length === 0) return;
  const columns = missing.map((name) => `add column ${name} ${numberType}`);
  await client.query(`alter table ${schema}.versions ${columns.join(", ")}`);
}

async function hasSchema(client: PoolClient, schema: string): Promise<boolean> {
  const { rows } = await client.query("select from pg_namespace where nspname = $1", [schema]);
  return rows.length > 0;
}
