/**
 * The storage under the shops of tests: in memory, or with STORE_TEST_STORAGE=postgres a database for each shop. With
 * STORE_TEST_SERVERS=2 two servers work over it, and requests go to one and the other in turn.
 */
import { MemoryStorage } from "../../src/storage/memory.js";
import type { Storage } from "../../src/storage/storage.js";

export interface TestStorage {
  readonly storage: Storage;
  /** Another process over the same data, if the storage can have several. */
  readonly openAgain?: () => Promise<Storage>;
  /** After the storage was closed. */
  readonly remove: () => Promise<void>;
}

export const isOverPostgres = process.env.STORE_TEST_STORAGE === "postgres";

export async function openTestStorage(): Promise<TestStorage> {
  if (!isOverPostgres) return { storage: new MemoryStorage({ freeze: true }), remove: async () => {} };
  const [{ createDatabase }, { readAddress }, { openPostgresStorage }] = await Promise.all([
    import("./postgres.js"),
    import("../../src/storage/postgres/address.js"),
    import("../../src/storage/postgres/open.js"),
  ]);
  const database = await createDatabase();
  const openAgain = () => openPostgresStorage(readAddress(database.url));
  return {
    storage: await openAgain(),
    ...(process.env.STORE_TEST_SERVERS === "2" ? { openAgain } : {}),
    remove: () => database.drop(),
  };
}
