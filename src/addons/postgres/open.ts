/** Opens the storage over a database: checks that it can be used, and migrates its tables. */
import { readFile } from "node:fs/promises";
import { DatabaseError } from "pg";
import type { Collections } from "../../engine/storage/collections.js";
import { StorageUnusableError } from "../../engine/storage/storage.js";
import { messageOf } from "../../engine/values/messages.js";
import { type PostgresAddress, shownAddress, shownHost } from "./address.js";
import { ConnectionPool, PrimaryHost } from "./connections.js";
import { DatabaseUnavailableError } from "./failures.js";
import { type SchemaMigration, migrateSchema, OtherSchemaError } from "./migrations.js";
import { PostgresStorage } from "./storage.js";

export interface OpenOptions {
  readonly collections: Collections;
  /** Migrations other than those of this program: tests simulate the next version with them. */
  readonly migrations?: readonly SchemaMigration[];
}

/** `server_version_num` of PostgreSQL 15. */
const minServerVersion = 150_000;

/** Throws StorageUnusableError. */
export async function openPostgresStorage(
  address: PostgresAddress,
  { collections, migrations }: OpenOptions,
): Promise<PostgresStorage> {
  const primary = new PrimaryHost(address);
  const pool = new ConnectionPool(address, primary, {
    // Creating an index over millions of rows takes long.
    max: 1,
    name: "start",
    noTimeouts: true,
  });
  try {
    await requireFiles(address);
    const session = await pool.take();
    try {
      const { rows } = await session.query<{ number: string; name: string; encoding: string; icu: boolean }>(
        `select current_setting('server_version_num') as number, current_setting('server_version') as name,
           current_setting('server_encoding') as encoding,
           exists (select from pg_collation where collname = 'und-x-icu') as icu`,
      );
      const [server] = rows;
      if (Number(server?.number) < minServerVersion)
        throw refused(address, `PostgreSQL ${server?.name}: 15 or later is needed`);
      if (server?.encoding !== "UTF8")
        throw refused(address, `the database has encoding ${server?.encoding}: UTF8 is needed`);
      if (!server.icu) throw refused(address, "PostgreSQL was built without ICU, which compares text here");
      await migrateSchema(session.client, address.schema, collections, migrations);
    } finally {
      session.giveBack();
    }
  } catch (error) {
    throw error instanceof StorageUnusableError ? error : refused(address, reasonOf(error, primary), error);
  } finally {
    await pool.close();
  }
  const storage = new PostgresStorage(address, collections);
  storage.start();
  return storage;
}

/** Throws StorageUnusableError for a file that cannot be read. */
async function requireFiles(address: PostgresAddress): Promise<void> {
  const { passwordFile, tls } = address;
  for (const path of [passwordFile, tls.ca, tls.cert, tls.key]) {
    if (path === undefined) continue;
    await readFile(path).catch((error: unknown) => {
      throw refused(address, `its file ${path} cannot be read (${messageOf(error)})`, error);
    });
  }
}

function refused(address: PostgresAddress, reason: string, cause?: unknown): StorageUnusableError {
  return new StorageUnusableError(`The database ${shownAddress(address)} cannot be used: ${reason}`, {
    cause,
  });
}

/** Of a start, which ends with this: nothing goes on by itself. */
function reasonOf(error: unknown, { count, current }: PrimaryHost): string {
  if (error instanceof OtherSchemaError) return error.message;
  if (error instanceof DatabaseUnavailableError) return error.reason;
  if (!(error instanceof DatabaseError)) return messageOf(error);
  return count === 1 ? refusalOf(error) : `${shownHost(current)}: ${refusalOf(error)}`;
}

function refusalOf(error: DatabaseError): string {
  switch (error.code) {
    case "3D000":
      return "there is no such database: create it (create database …), then start again";
    case "42501":
      return `the user lacks a right (${error.message}): let it create a schema in the database (grant create on database …)`;
    default:
      return messageOf(error);
  }
}
