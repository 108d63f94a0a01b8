/**
 * The storage under the shops of tests: in memory, or with STORE_TEST_STORAGE=postgres a database for each shop. With
 * STORE_TEST_SERVERS=2 two servers work over it, and requests go to one and the other in turn.
 */
import { MemoryStorage } from "../../src/engine/storage/memory.js";
import type { Storage } from "../../src/engine/storage/storage.js";

export interface TestStorage {
  readonly storage: Storage;
  /** Another process over the same data, if the storage can have several. */
  readonly openAgain?: () => Promise<Storage>;
  /** After the storage was closed. */
  readonly remove: () => Promise<void>;
}

const isOverPostgres = process.env.STORE_TEST_STORAGE === "postgres";
const isOverTwo = isOverPostgres && process.env.STORE_TEST_SERVERS === "2";

/** What is another way by design where a shop lives in PostgreSQL, or has two servers (docs/operations.md). */
const differences = {
  "snapshots and sandboxes live in the memory of one process": isOverPostgres,
  "IDs may leave gaps and need not follow the order of commits": isOverPostgres,
  "the journal, metrics and limits of load are those of each process": isOverTwo,
  "a process notes the last use of a session once a minute": isOverTwo,
  "logins side by side through several processes may go beyond the limit": isOverTwo,
  "requests of one connection reach one process only": isOverTwo,
} as const;

/** Whether a test means nothing as the suite runs now: `test.skipIf(differsHere("…"))("…", …)`. */
export function differsHere(difference: keyof typeof differences): boolean {
  return differences[difference];
}

export async function openTestStorage(): Promise<TestStorage> {
  if (!isOverPostgres) return { storage: new MemoryStorage({ freeze: true }), remove: async () => {} };
  const [{ createDatabase }, { readAddress }, { openPostgresStorage }] = await Promise.all([
    import("./postgres.js"),
    import("../../src/engine/storage/postgres/address.js"),
    import("../../src/engine/storage/postgres/open.js"),
  ]);
  const database = await createDatabase();
  const openAgain = () => openPostgresStorage(readAddress(database.url));
  return {
    storage: await openAgain(),
    ...(isOverTwo ? { openAgain } : {}),
    remove: () => database.drop(),
  };
}
