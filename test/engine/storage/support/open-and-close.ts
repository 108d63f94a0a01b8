import { openFileStorage } from "../../../../src/engine/storage/file.js";
import { collections } from "../../../../src/shop/data/collections.js";

/** Opens the folder in a process of its own, and tells how that went. Started by folder.test.ts. */
const end = await openFileStorage({ collections, folder: process.argv[2] as string }).then(
  (storage) => storage.close().then(() => "opened"),
  (error: unknown) => String(error),
);
process.stdout.write(`${end}\n`);
