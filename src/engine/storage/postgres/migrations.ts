/**
 * Brings the tables of a database up to this program, by one process at a time. The numbered steps go forward only;
 * tables and indexes of collections follow from their descriptors. Nothing is taken away, so that servers of the version
 * before go on over the same database while a new one starts beside them.
 */
import { DatabaseError, type PoolClient } from "pg";
import type { Collections } from "../collections.js";
import { functionsSql, wordsSql } from "./functions.js";
import { addIndexes, createIndexes } from "./indexes.js";
import { collectionsSql } from "./schema.js";
import { keptCollections, ownColumns } from "./versions.js";

export interface Migration {
  readonly number: number;
  readonly sql: (schema: string) => string;
}

const numberType = "bigint not null default 0";

export const migrations: readonly Migration[] = [
  {
    number: 1,
    // Failed logins were kept one by one; today call_windows counts them, too.
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
create table ${schema}.login_failures (key text collate "C" not null, at_ms bigint not null);
create index on ${schema}.login_failures (key, at_ms);
create index on ${schema}.login_failures (at_ms);
create unlogged table ${schema}.call_windows (
  caller text collate "C" primary key,
  until_ms bigint not null,
  calls bigint not null
);
${functionsSql(schema)}`,
  },
  {
    number: 2,
    // The era and the writes of callers served reads from standbys, which are no more.
    sql: (schema) => `
alter table ${schema}.versions add column standby_era bigint not null default 0;
create unlogged table ${schema}.caller_writes (caller text collate "C" primary key, lsn pg_lsn not null);
create table ${schema}.uploads (
  name text collate "C" not null,
  at bigint not null,
  bytes bytea not null,
  written_at timestamptz not null default now(),
  primary key (name, at)
);
alter table ${schema}.uploads alter column bytes set storage external;`,
  },
  { number: 3, sql: (schema) => `drop table ${schema}.uploads;` },
  { number: 4, sql: wordsSql },
];

/** The database holds a schema of a later version of the program. */
export class NewerSchemaError extends Error {}

/** Attempts at a migration that gets in the way of servers of the version before. */
const maxAttempts = 5;
/** Deadlock, and a lock that was not to be had in time. */
const passing = new Set(["40P01", "55P03"]);
/** Whoever waits for a lock here holds up those who come behind: rather let them pass and try again. */
const lockTimeout_ms = 5000;

/**
 * Throws what PostgreSQL refuses, and NewerSchemaError.
 * @param steps all that this program knows
 */
export async function migrateSchema(
  client: PoolClient,
  schema: string,
  collections: Collections,
  steps = migrations,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await migrateOnce(client, schema, collections, steps);
      return await addIndexes(client, schema, collections);
    } catch (error) {
      await client.query("rollback").catch(() => {});
      const isPassing = error instanceof DatabaseError && passing.has(error.code ?? "");
      if (!isPassing || attempt === maxAttempts) throw error;
    }
  }
}

async function migrateOnce(
  client: PoolClient,
  schema: string,
  collections: Collections,
  steps: readonly Migration[],
): Promise<void> {
  await client.query("begin");
  // Two that start at once: the second one finds everything done.
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
  // Servers of the version before go on while those of the next one start beside them.
  if (last > newest + 1) {
    throw new NewerSchemaError(
      `the tables are of a later version of the program (migration ${last}, this one knows ${newest})`,
    );
  }
  for (const { number, sql } of steps.filter((one) => one.number > last)) {
    await client.query(sql(schema));
    await client.query(`insert into ${schema}.migrations (number) values ($1)`, [number]);
  }
  await addRelations(client, schema, collections);
  if (last === 0) await createIndexes(client, schema, collections);
  await addVersionColumns(client, schema, collections);
  await client.query("commit");
}

// Nothing by `if not exists`: PostgreSQL locks the table for it even where it does nothing, and all writes wait behind.

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
  const missing = keptCollections(collections).filter((name) => !known.has(name));
  if (missing.length === 0) return;
  const columns = missing.map((name) => `add column ${name} ${numberType}`);
  await client.query(`alter table ${schema}.versions ${columns.join(", ")}`);
}

async function hasSchema(client: PoolClient, schema: string): Promise<boolean> {
  const { rows } = await client.query("select from pg_namespace where nspname = $1", [schema]);
  return rows.length > 0;
}
