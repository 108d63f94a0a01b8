/** Opens the storage over a database: looks whether it can serve, and brings its tables up to this program. */
import { DatabaseError } from "pg";
import type { Collections } from "../collections.js";
import { StorageError } from "../storage.js";
import { type PostgresAddress, shownAddress } from "./address.js";
import { Connections, HostChoice } from "./connections.js";
import { type Migration, migrateSchema, NewerSchemaError } from "./migrations.js";
import { PostgresStorage } from "./postgres.js";
import { messageOf } from "../../values/messages.js";

/** The database cannot be used; the message is for the person who starts the server and holds no password. */
export class DatabaseRefusedError extends StorageError {
  override name = "DatabaseRefusedError";
}

export interface OpenOptions {
  /** What is kept in it. */
  readonly collections: Collections;
  /** Other steps than this program's own: tests stand for the next version by them. */
  readonly migrations?: readonly Migration[];
}

const oldest = 150_000;

/** Throws DatabaseRefusedError. */
export async function openPostgresStorage(
  address: PostgresAddress,
  { collections, migrations }: OpenOptions,
): Promise<PostgresStorage> {
  const connections = new Connections(address, new HostChoice(address), {
    // An index over millions takes its time.
    ...{ max: 1, pipeline: false, name: "start", patient: true },
  });
  try {
    const client = await connections.take();
    try {
      const { rows } = await client.query<{ number: string; name: string; encoding: string; icu: boolean }>(
        `select current_setting('server_version_num') as number, current_setting('server_version') as name,
           current_setting('server_encoding') as encoding,
           exists (select from pg_collation where collname = 'und-x-icu') as icu`,
      );
      const [server] = rows;
      if (Number(server?.number) < oldest)
        throw refused(address, `PostgreSQL ${server?.name}: 15 or later is needed`);
      if (server?.encoding !== "UTF8")
        throw refused(address, `the database has encoding ${server?.encoding}: UTF8 is needed`);
      if (!server.icu) throw refused(address, "PostgreSQL was built without ICU, which compares text here");
      await migrateSchema(client, address.schema, collections, migrations);
    } finally {
      connections.giveBack(client);
    }
  } catch (error) {
    throw error instanceof DatabaseRefusedError ? error : refused(address, reasonOf(error), error);
  } finally {
    await connections.close();
  }
  const storage = new PostgresStorage(address, collections);
  storage.start();
  return storage;
}

function refused(address: PostgresAddress, reason: string, cause?: unknown): DatabaseRefusedError {
  return new DatabaseRefusedError(`The database ${shownAddress(address)} cannot be used: ${reason}`, {
    cause,
  });
}

function reasonOf(error: unknown): string {
  if (error instanceof NewerSchemaError) return error.message;
  if (!(error instanceof DatabaseError)) return messageOf(error);
  switch (error.code) {
    case "28P01":
    case "28000":
      return "the user or the password is wrong, or pg_hba.conf does not let this machine in";
    case "3D000":
      return "there is no such database: create it (create database …), then start again";
    case "42501":
      return `the user lacks a right (${error.message}): let it create a schema in the database (grant create on database …)`;
    default:
      return error.message;
  }
}
