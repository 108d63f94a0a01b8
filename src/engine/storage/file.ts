import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Low } from "lowdb";
import { CheckpointFile, type ReportProgress } from "./checkpoint.js";
import { type CheckpointContent, EMPTY_CONTENT } from "./checkpoint-text.js";
import type { Collections } from "./collections.js";
import { openFileLog } from "./file-log.js";
import { type FileSystem, nodeFiles } from "./files.js";
import { makeDurableFolder, warnIfOthersCanWrite } from "./folder.js";
import { FolderLock } from "./lock.js";
import { MemoryStorage } from "./memory.js";
import { createFirst, makeDurable, recover, tidy } from "./recovery.js";
import type { Storage } from "./storage.js";

/** Of the JSON file of a large shop: 50,000 products. */
const LARGE_BYTES = 64 * 1024 * 1024;

export interface FileStorageOptions {
  /** What is kept in it. */
  readonly collections: Collections;
  readonly folder: string;
  readonly files?: FileSystem | undefined;
  /**
   * A checkpoint is made when the journals are larger. Default: 64 MiB, or the JSON file's size up to 256 MiB.
   */
  readonly journalBytes?: number | undefined;
  /** The longest difference that restore() journals, in UTF-16 units; for a longer one a checkpoint is made. */
  readonly differenceUnits?: number | undefined;
  /** The lock of a process on another machine that is silent for so long is taken over. Default: 10 s. */
  readonly lockStale_ms?: number | undefined;
  readonly freeze?: boolean | undefined;
  /** Told what an operator should know: a torn tail cut off, a checkpoint that failed. */
  readonly report?: ((message: string) => void) | undefined;
  /** Told how far the loading is. */
  readonly progress?: ReportProgress | undefined;
}

/**
 * Opens the folder, which is created when missing: `db.json`, lowdb's file with the state at one moment, and
 * `journal-<number>.log` with all commits since. A folder that is refused is left as it was found. Throws
 * StorageInUseError and StorageDamagedError.
 */
export async function openFileStorage(options: FileStorageOptions): Promise<Storage> {
  const { folder, collections, files = nodeFiles, report = () => {} } = options;
  await makeDurableFolder(files, folder);
  await warnIfOthersCanWrite(files, folder, report);
  const lock = await FolderLock.acquire(files, folder, { stale_ms: options.lockStale_ms, report });
  try {
    const checkpoint = new CheckpointFile(files, join(folder, "db.json"), collections, {
      progress: options.progress,
      report,
    });
    checkpoint.mayReplace = () => lock.check();
    const low = new Low<CheckpointContent>(checkpoint, EMPTY_CONTENT);
    await createFirst(files, folder, checkpoint);
    await low.read();
    // Nothing else may refer to the content: its lists of documents take memory that is released below.
    const recovered = await recover({
      ...{ files, folder, collections },
      ...{ content: low.data, witnessed: lock.witnessed },
    });
    low.data = EMPTY_CONTENT;
    await makeDurable({ files, folder }, recovered);
    if (!recovered.isEnded && !lock.hasFormer) {
      report(
        `${folder}: the process that wrote here last did not stop in order, and its lock is gone or cannot be read: ` +
          "whether its last writes are all there cannot be checked",
      );
    }
    const log = await openFileLog({ ...options, files, report }, { low, checkpoint, lock }, recovered);
    await tidy({ files, folder }, recovered, report);
    if (checkpoint.bytes > LARGE_BYTES) collectGarbage();
    return new MemoryStorage({ freeze: options.freeze, log, version: recovered.state });
  } catch (error) {
    await lock.release({ restore: true }).catch(() => {});
    throw error;
  }
}

/**
 * Reading a large shop leaves a third of the memory filled with what nobody needs, and Node would keep it for as long as
 * nothing else is written. Before the first call nobody waits for this.
 */
function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
}
