import { join } from "node:path";
import { Low } from "lowdb";
import { CheckpointFile, type Content, NO_CONTENT, type Progress } from "./checkpoint.js";
import { collectionNames } from "./collections.js";
import { type FileSystem, nodeFiles } from "./files.js";
import { Journal } from "./journal.js";
import { lockFolder } from "./lock.js";
import { type Log, MemoryStorage } from "./memory.js";
import { Mutex } from "./mutex.js";
import { encodeChange, encodeDifference } from "./records.js";
import type { Change, State } from "./state.js";
import { type Health, OutcomeUnknownError, type Storage } from "./storage.js";
import { createFirst, journalName, journalNumber, recover } from "./recovery.js";

export interface FileStorageOptions {
  readonly folder: string;
  readonly files?: FileSystem | undefined;
  /**
   * A checkpoint is made when the journal is larger. Default: 64 MiB, or the JSON file's size up to 256 MiB.
   */
  readonly journalBytes?: number | undefined;
  /** The longest difference that restore() journals, in UTF-16 units; for a longer one a checkpoint is made. */
  readonly differenceUnits?: number | undefined;
  readonly freeze?: boolean | undefined;
  /** Told what an operator should know: a torn tail cut off, a checkpoint that failed. */
  readonly report?: ((message: string) => void) | undefined;
  /** Told how far the loading is. */
  readonly progress?: Progress | undefined;
}

const MIB = 1024 * 1024;

/**
 * Opens the folder, which is created when missing: `db.json`, lowdb's file with the state at one moment, and
 * `journal-<number>.log` with all commits since. Throws StorageInUseError and StorageDamagedError.
 */
export async function openFileStorage(options: FileStorageOptions): Promise<Storage> {
  const { folder, files = nodeFiles, report = () => {} } = options;
  await files.makeFolder(folder);
  const unlock = await lockFolder(files, folder);
  try {
    const checkpoint = new CheckpointFile(files, join(folder, "db.json"), options.progress);
    const low = new Low<Content>(checkpoint, NO_CONTENT);
    await createFirst(files, folder, checkpoint);
    await low.read();
    const { state, number, size } = await recover({ files, folder, content: low.data, report });
    // The documents now live in the state; a second list of them would only keep old ones alive.
    low.data = NO_CONTENT;
    const file = await files.open(join(folder, journalName(number)), "a");
    const log = new FileLog(
      { ...options, files, report },
      { low, checkpoint, unlock },
      { file, number, size },
    );
    return new MemoryStorage({ freeze: options.freeze, log, version: state });
  } catch (error) {
    await unlock().catch(() => {});
    throw error;
  }
}

type Settled = FileStorageOptions & {
  readonly files: FileSystem;
  readonly report: (message: string) => void;
};

interface Parts {
  readonly low: Low<Content>;
  readonly checkpoint: CheckpointFile;
  readonly unlock: () => Promise<void>;
}

/** The journal, and the checkpoints that keep it short. */
class FileLog implements Log {
  private readonly journal: Journal;
  private readonly checkpoints = new Mutex();
  private number: number;
  private visible: () => State = () => {
    throw new Error("start() comes first");
  };
  private running = false;
  /** After a failed checkpoint the next one is tried when the journal has grown to here. */
  private notBefore = 0;

  constructor(
    private readonly options: Settled,
    private readonly parts: Parts,
    first: {
      readonly file: ConstructorParameters<typeof Journal>[0];
      readonly number: number;
      readonly size: number;
    },
  ) {
    this.number = first.number;
    this.journal = new Journal(first.file, first.size, () => this.grown());
  }

  start(visible: () => State): void {
    this.visible = visible;
    this.grown();
  }

  append(change: Change, landed: () => void): Promise<void> {
    return this.journal.append(encodeChange(change), landed);
  }

  flush(): Promise<void> {
    return this.journal.flush();
  }

  /** A small difference is one record of the journal; a large one is a new JSON file. */
  async restore(from: State, to: State, landed: () => void): Promise<void> {
    const change = await encodeDifference(from, to, this.options.differenceUnits ?? 16 * MIB);
    if (change !== undefined && change !== "") return this.journal.append(change, landed);
    await this.journal.flush();
    if (change === "") return landed();
    await this.checkpoints.run(async () => {
      await this.checkpoint(() => to, true);
      landed();
    });
  }

  health(): Health {
    const reason = this.journal.failure;
    return reason === undefined ? { writable: true } : { writable: false, reason };
  }

  async close(last: State): Promise<void> {
    await this.checkpoints.run(async () => {
      // Without a commit since the last checkpoint there is nothing to add to it.
      if (this.journal.failure === undefined && this.journal.size > 0) await this.attempt(() => last);
      await this.journal.close().catch(() => {});
    });
    await this.parts.unlock();
  }

  private get limit(): number {
    return this.options.journalBytes ?? Math.max(64 * MIB, Math.min(256 * MIB, this.parts.checkpoint.bytes));
  }

  private grown(): void {
    if (this.running || this.journal.size <= Math.max(this.limit, this.notBefore)) return;
    this.running = true;
    void this.checkpoints
      .run(() => this.attempt(() => this.visible()))
      .finally(() => {
        this.running = false;
      });
  }

  /** A checkpoint that may fail: the journals still hold everything. */
  private async attempt(take: () => State): Promise<void> {
    try {
      await this.checkpoint(take, false);
      this.notBefore = 0;
    } catch (error) {
      this.notBefore = this.journal.size + this.limit;
      this.options.report(`no checkpoint was made, the journal grows on: ${String(error)}`);
    }
  }

  /**
   * Turns to a new journal first, at a moment when nothing is on its way; the snapshot of that moment,
   * written while commits go on, then stands for all older journals. A crash anywhere leaves the old file
   * with all journals or the new file with the new ones.
   */
  private async checkpoint(take: () => State, replaces: boolean): Promise<void> {
    const { files, folder } = this.options;
    const number = this.number + 1;
    let snapshot: State | undefined;
    const open = async () => {
      const file = await files.open(join(folder, journalName(number)), "w");
      await files.syncFolder(folder).catch(async (error: unknown) => {
        await file.close();
        throw error;
      });
      return file;
    };
    await this.journal.switchTo(open, () => {
      this.number = number;
      snapshot = take();
    });
    await this.write(snapshot as unknown as State, number, replaces);
    await this.dropBefore(number);
  }

  private async write(state: State, journal: number, replaces: boolean): Promise<void> {
    const { low, checkpoint } = this.parts;
    const tables = collectionNames.map((name) => [name, state.table(name).docs] as const);
    const collections = Object.fromEntries(
      tables.map(([name, docs]) => [name, { [Symbol.iterator]: () => docs.values() }]),
    );
    low.data = { format: 1, journal, sequences: Object.fromEntries(state.sequences), collections };
    try {
      await low.write();
    } catch (error) {
      // Renamed but not known to be durable: whether a restart finds the old state or the new one is open.
      if (!replaces || !checkpoint.renamed) throw error;
      const reason = `syncing the folder failed (${String(error)})`;
      this.journal.fail(reason, error);
      throw new OutcomeUnknownError(reason, { cause: error });
    } finally {
      low.data = NO_CONTENT;
    }
  }

  private async dropBefore(number: number): Promise<void> {
    const { files, folder } = this.options;
    for (const name of await files.list(folder)) {
      const one = journalNumber(name);
      // A journal that stays is dropped by the next checkpoint or start.
      if (one !== undefined && one < number) await files.remove(join(folder, name)).catch(() => {});
    }
  }
}
