/**
 * The storage of shops in tests: in memory unless the test or STORE_TEST_STORAGE names another one. If two
 * servers use one database, requests go to them in turn.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openFileStorage } from "../../src/engine/storage/file.js";
import { MemoryStorage } from "../../src/engine/storage/memory.js";
import type { Storage } from "../../src/engine/storage/storage.js";
import { collections } from "../../src/shop/data/collections.js";

export interface TestStorage {
  readonly storage: Storage;
  /** Another process with the same data, if the storage can have several. */
  readonly openAgain?: () => Promise<Storage>;
  /** Called after the storage was closed. */
  readonly remove: () => Promise<void>;
}

export const topologies = ["memory", "file", "postgres", "postgres with two servers"] as const;

export type Topology = (typeof topologies)[number];

/** STORE_TEST_STORAGE=file or postgres; with it STORE_TEST_SERVERS=2. */
function topologyOfRun(): Topology {
  const { STORE_TEST_STORAGE: storage = "memory", STORE_TEST_SERVERS: servers = "1" } = process.env;
  const name = servers === "2" ? `${storage} with two servers` : storage;
  const topology = topologies.find((one) => one === name);
  if (!topology) throw new Error(`STORE_TEST_STORAGE: there is no ${name}, but ${topologies.join(", ")}`);
  return topology;
}

const ofRun = topologyOfRun();
const isOverTwo = ofRun === "postgres with two servers";
const isOverPostgres = ofRun === "postgres" || isOverTwo;

/**
 * Behaviour that intentionally differs if a shop is in PostgreSQL, or has two servers (docs/operations.md).
 */
const differences = {
  "snapshots and sandboxes exist in the memory of one process": isOverPostgres,
  "IDs may have gaps and need not follow the order of commits": isOverPostgres,
  "each process has its own journal, metrics and load limits": isOverTwo,
  "a process stores the last use of a session once a minute": isOverTwo,
  "concurrent logins through several processes may exceed the limit": isOverTwo,
  "requests of one connection reach only one process": isOverTwo,
} as const;

/** Whether a test does not apply to the storage of this run: `test.skipIf(differsHere("…"))("…", …)`. */
export function differsHere(difference: keyof typeof differences): boolean {
  return differences[difference];
}

export async function openTestStorage(topology: Topology = ofRun): Promise<TestStorage> {
  if (topology === "memory")
    return { storage: new MemoryStorage({ collections, freeze: true }), remove: async () => {} };
  if (topology === "file") {
    const folder = await mkdtemp(join(tmpdir(), "store-api-shop-"));
    const remove = () => rm(folder, { recursive: true, force: true });
    return { storage: await openFileStorage({ collections, folder, freeze: true }), remove };
  }
  const [{ createDatabase }, { parsePostgresAddress: readAddress }, { openPostgresStorage }] =
    await Promise.all([
      import("./postgres.js"),
      import("../../src/addons/postgres/address.js"),
      import("../../src/addons/postgres/open.js"),
    ]);
  const database = await createDatabase();
  const openAgain = () => openPostgresStorage(readAddress(database.url), { collections });
  return {
    storage: await openAgain(),
    ...(topology === "postgres with two servers" ? { openAgain } : {}),
    remove: () => database.drop(),
  };
}
