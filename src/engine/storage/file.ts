import { join, dirname, resolve } from "node:path";
import { Low } from "lowdb";
import { CheckpointFile, type ReportProgress } from "./checkpoint.js";
import { type CheckpointContent, EMPTY_CONTENT } from "./checkpoint-text.js";
import type { Collections } from "./collections.js";
import { openFileLog } from "./file-log.js";
import { type FileSystem, nodeFiles } from "./files.js";
import { FolderLock } from "./lock.js";
import { MemoryStorage } from "./memory.js";
import { createFirst, makeDurable, recover, tidy } from "./recovery.js";
import type { Storage } from "./storage.js";

export interface FileStorageOptions {
  /** The collections of the storage. */
  readonly collections: Collections;
  readonly folder: string;
  readonly files?: FileSystem | undefined;
  /**
   * Total size of the journals that triggers a checkpoint. Default: 64 MiB, or the JSON file's size up to 256 MiB.
   */
  readonly journalBytes?: number | undefined;
  /** The longest difference that restore() writes to the journal, in UTF-16 units; otherwise it makes a checkpoint. */
  readonly differenceUnits?: number | undefined;
  /** A lock of another machine without a heartbeat for this time is taken over. Default: 10 s. */
  readonly lockStale_ms?: number | undefined;
  readonly freeze?: boolean | undefined;
  /** Receives messages for operators, such as a truncated record or a failed checkpoint. */
  readonly report?: ((message: string) => void) | undefined;
  /** Receives the progress of loading. */
  readonly progress?: ReportProgress | undefined;
}

/**
 * Opens the folder, or creates it. `db.json`, the file of lowdb, contains a checkpoint; `journal-<number>.log` contains all
 * commits since. A refused folder stays unchanged. Throws StorageInUseError and StorageDamagedError.
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
    const recovered = await recover({
      files,
      folder,
      collections,
      content: low.data,
      witnessed: lock.witnessed,
    });
    low.data = EMPTY_CONTENT;
    await makeDurable({ files, folder }, recovered);
    if (!recovered.isEnded && !lock.hasFormer) {
      report(
        `${folder}: the last process that wrote here did not stop properly, and its lock is missing or cannot be read: ` +
          "it cannot be checked whether all of its last writes are present",
      );
    }
    const log = await openFileLog({ ...options, files, report }, { low, checkpoint, lock }, recovered);
    await tidy({ files, folder }, recovered, report);
    return new MemoryStorage({ freeze: options.freeze, log, version: recovered.state });
  } catch (error) {
    await lock.release({ restore: true }).catch(() => {});
    throw error;
  }
}

/** Creates the folder and its missing parents; they survive a loss of power. */
async function makeDurableFolder(files: FileSystem, folder: string): Promise<void> {
  const wanted = resolve(folder);
  const outermost = await files.makeFolder(wanted);
  if (outermost === undefined) return;
  // The name of a folder is stored in its parent.
  const top = dirname(resolve(outermost));
  for (let inner = wanted; inner !== top; inner = dirname(inner)) await files.syncFolder(dirname(inner));
}

const OTHERS_WRITE = 0o022;

/** A user who can write to the folder can replace the shop. */
async function warnIfOthersCanWrite(
  files: FileSystem,
  folder: string,
  report: (message: string) => void,
): Promise<void> {
  if (process.platform === "win32") return;
  const rights = await files.rights(folder);
  if ((rights & OTHERS_WRITE) === 0) return;
  report(`${folder} can be written by other users (mode ${rights.toString(8)}): chmod go-w ${folder}`);
}
