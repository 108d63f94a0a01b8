import { writeSync } from "node:fs";
import { openFileStorage } from "../../../../src/engine/storage/file.js";
import { next, product } from "../support/documents.js";
import { collections } from "../../../../src/shop/data/collections.js";

/** Writes until it is killed; tells every write after it was acknowledged. Started by storage-deaths.ts. */
const folder = process.argv[2] as string;
// Small journals, so that most deaths meet a checkpoint.
const storage = await openFileStorage({ collections, folder, journalBytes: 64 * 1024 });

/** Written before the next step, since the process may be killed at any moment; a full pipe is waited for. */
function tell(line: string): void {
  for (;;) {
    try {
      writeSync(1, line);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}

async function writer(): Promise<never> {
  for (;;) {
    const id = await next(storage, "torture");
    tell(`n ${id}.\n`);
    for (let version = 1; version <= 3; version += 1) {
      await storage.write((tx) => tx.put("products", product(id, { version, text: "x".repeat(200) })));
      tell(`p ${id} ${version}.\n`);
    }
    if (id % 5 > 0) continue;
    // From here on the document may be gone, whether or not there is time to tell.
    tell(`t ${id}.\n`);
    await storage.write((tx) => tx.del("products", id));
    tell(`d ${id}.\n`);
  }
}

await Promise.all(Array.from({ length: 50 }, writer));
