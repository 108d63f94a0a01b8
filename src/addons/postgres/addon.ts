/** PostgreSQL as addons.ts loads it. */
import type { Collections } from "../../engine/storage/collections.js";
import { type Storage, StorageSettingError } from "../../engine/storage/storage.js";
import { type ConnectionFiles, parsePostgresAddress, PostgresAddressError } from "./address.js";
import { openPostgresStorage } from "./open.js";

interface StorageSettings extends ConnectionFiles {
  readonly address: string;
  readonly collections: Collections;
}

/** Throws StorageSettingError and StorageUnusableError. */
export function open({ address, collections, ...files }: StorageSettings): Promise<Storage> {
  return openPostgresStorage(parse(address, files), { collections });
}

function parse(address: string, files: ConnectionFiles) {
  try {
    return parsePostgresAddress(address, files);
  } catch (error) {
    if (!(error instanceof PostgresAddressError)) throw error;
    throw new StorageSettingError(`STORE_API_STORAGE ${error.message}`, { cause: error });
  }
}
