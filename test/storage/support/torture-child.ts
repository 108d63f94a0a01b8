import { writeSync } from "node:fs";
import { openFileStorage } from "../../../src/storage/file.js";
import { product } from "./documents.js";

/** Writes until it is killed; tells every write after it was acknowledged. Started by torture.ts. */
const folder = process.argv[2] as string;
// Small journals, so that most deaths meet a checkpoint.
const storage = await openFileStorage({ folder, journalBytes: 64 * 1024 });

async function writer(): Promise<never> {
  for (;;) {
    const id = await storage.next("torture");
    writeSync(1, `n ${id}.\n`);
    for (let version = 1; version <= 3; version += 1) {
      await storage.write((tx) => tx.put("products", product(id, { version, text: "x".repeat(200) })));
      writeSync(1, `p ${id} ${version}.\n`);
    }
    if (id % 5 > 0) continue;
    // From here on the document may be gone, whether or not there is time to tell.
    writeSync(1, `t ${id}.\n`);
    await storage.write((tx) => tx.del("products", id));
    writeSync(1, `d ${id}.\n`);
  }
}

await Promise.all(Array.from({ length: 50 }, writer));
