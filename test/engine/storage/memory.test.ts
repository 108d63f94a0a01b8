import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { type CommitLog, MemoryStorage, type Restoring } from "../../../src/engine/storage/memory.js";
import { StorageFullError } from "../../../src/engine/storage/storage.js";
import { storageContract } from "./contract.js";
import { collections } from "../../../src/shop/data/collections.js";
import { product, put } from "./support/documents.js";

storageContract("memory", async () => new MemoryStorage({ collections, freeze: true }));

test("a restore starts from the state without the commit that was refused before it", async () => {
  let refuse = (_: Error) => {};
  const pending = new Promise<void>((_, reject) => (refuse = reject));
  const from: Restoring["from"][] = [];
  const log: CommitLog = {
    start: () => {},
    append: () => pending,
    // As with a full disk that has room again before the restore.
    flush: () => pending.catch(() => {}),
    async restore(change, landed) {
      from.push(change.from);
      landed();
    },
    health: () => ({ writable: true }),
    measures: async () => [],
    interrupt: () => {},
    close: async () => {},
  };
  const storage = new MemoryStorage({ collections, log });
  const before = await storage.version();
  const refused = put(storage, product(1));
  const restored = storage.restore(before);
  await setImmediate();
  refuse(new StorageFullError("no space left"));
  await expect(refused).rejects.toThrow(StorageFullError);
  await restored;
  expect(from).toEqual([before]);
});
