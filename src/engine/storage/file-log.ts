import { join } from "node:path";
import type { Low } from "lowdb";
import { CheckpointAborted, type CheckpointFile } from "./checkpoint.js";
import { type CheckpointContent, contentOfState, EMPTY_CONTENT } from "./checkpoint-text.js";
import { type FileSystem, isFull, type OpenFile } from "./files.js";
import { FileMeasures } from "./file-measures.js";
import { Heartbeat } from "./heartbeat.js";
import { WriteAheadLog } from "./write-ahead-log.js";
import type { FolderLock } from "./lock.js";
import { type CommitLog, type Restoring, Mutex } from "./memory.js";
import { encodeChange, encodeDifference, END_OF_WORK, type ChainLink, newLink } from "./records.js";
import { journalName, type Recovered, removeLeftovers } from "./recovery.js";
import type { Change, State } from "./state.js";
import { type Health, OutcomeUnknownError, StorageFullError } from "./storage.js";
import type { Measure } from "../values/measure.js";
import { messageOf } from "../values/messages.js";

const MIB = 1024 * 1024;
/** Delay before the next attempt after a failed checkpoint. */
const RETRY_MS = 10_000;
/** Limits for the checkpoint at a stop, which makes the JSON file of a small shop complete. */
const LAST_CHECKPOINT = { bytes: 32 * MIB, ms: 1_000 };

interface FileLogOptions {
  readonly folder: string;
  readonly files: FileSystem;
  readonly report: (message: string) => void;
  readonly journalBytes?: number | undefined;
  readonly differenceUnits?: number | undefined;
}

interface FileLogParts {
  readonly low: Low<CheckpointContent>;
  readonly checkpoint: CheckpointFile;
  readonly lock: FolderLock;
}

/** Continues after the recovered journals. */
export async function openFileLog(
  options: FileLogOptions,
  parts: FileLogParts,
  { journals, record, link }: Recovered,
): Promise<FileLog> {
  const { files, folder } = options;
  const sizes = journals.reduce((sum, { size }) => sum + size, 0);
  const last = journals.at(-1) as Recovered["journals"][number];
  if (parts.lock.wasSilent) {
    // The former holder may resume and write once more. It must write to its own journal, not between our records.
    const number = last.number + 1;
    const file = await newJournal(options, number);
    return new FileLog(options, parts, { file, number, record, link, size: 0, olderBytes: sizes });
  }
  const file = await files.open(join(folder, journalName(last.number)), "a");
  const { number, size } = last;
  return new FileLog(options, parts, { file, number, record, link, size, olderBytes: sizes - size });
}

async function newJournal({ files, folder }: FileLogOptions, number: number): Promise<OpenFile> {
  const file = await files.open(join(folder, journalName(number)), "w");
  await files.syncFolder(folder).catch(async (error: unknown) => {
    await file.close();
    throw error;
  });
  return file;
}

interface FirstLog {
  readonly file: OpenFile;
  readonly number: number;
  /** The number of the last record. */
  readonly record: number;
  readonly link: ChainLink;
  readonly size: number;
  /** Size of the earlier journals. */
  readonly olderBytes: number;
}

interface Snapshot {
  readonly state: State;
  readonly record: number;
  readonly link: ChainLink;
}

/** The journal, and the checkpoints that limit its size. */
class FileLog implements CommitLog {
  private readonly journal: WriteAheadLog;
  private readonly checkpoints = new Mutex();
  private number: number;
  private olderBytes: number;
  private visible: () => State = () => {
    throw new Error("call start() first");
  };
  private isCheckpointing = false;
  private retryAt = 0;
  private readonly heartbeat: Heartbeat;
  private readonly measuring: FileMeasures;

  constructor(
    private readonly options: FileLogOptions,
    private readonly parts: FileLogParts,
    first: FirstLog,
  ) {
    this.number = first.number;
    this.olderBytes = first.olderBytes;
    this.measuring = new FileMeasures(options.files, options.folder);
    this.journal = new WriteAheadLog(first.file, first.record, first.link, first.size, {
      ensureLock: () => parts.lock.ensure(),
      grown: () => {
        this.grown();
        this.heartbeat.noteRecord();
      },
    });
    this.heartbeat = new Heartbeat({ ...options, ...parts, journal: this.journal });
  }

  start(visible: () => State): void {
    this.visible = visible;
    this.heartbeat.start();
    this.grown();
  }

  append(change: Change, landed: () => void): Promise<void> {
    return this.journal.append(encodeChange(change), landed);
  }

  flush(): Promise<void> {
    return this.journal.flush();
  }

  /** Writes a record of what differs; if that is large, a checkpoint. */
  async restore({ from, to }: Restoring, landed: () => void): Promise<void> {
    // The initial data are written to the JSON file at once, for people who read it.
    const limit = from.isEmpty() ? 0 : (this.options.differenceUnits ?? 16 * MIB);
    const change = await encodeDifference(from, to, limit);
    if (change !== undefined && change !== "") return this.journal.append(change, landed);
    if (change === "") return landed();
    await this.checkpoints.run(async () => {
      await this.measuring.ofCheckpoint(() => this.checkpoint(() => to, true)).catch(throwFull);
      landed();
    });
  }

  health(): Health {
    const reason = this.journal.obstacle;
    return reason === undefined ? { writable: true } : { writable: false, reason };
  }

  measures(): Promise<readonly Measure[]> {
    return this.measuring.all(this.journalBytes);
  }

  interrupt(): void {
    this.parts.checkpoint.abort();
  }

  async close(last: State): Promise<void> {
    await this.heartbeat.stop();
    await this.checkpoints.run(async () => {
      const isComplete = this.journalBytes === 0 || (await this.lastCheckpoint(last));
      // This record says that nothing follows. If it cannot be written, the reason was reported before.
      if (!isComplete) {
        // A few bytes may fit on a full disk.
        this.journal.resume();
        await this.journal.append(END_OF_WORK, () => {}).catch(() => {});
      }
      await this.journal.close().catch(() => {});
    });
    await this.parts.lock.release();
  }

  private get journalBytes(): number {
    return this.olderBytes + this.journal.size;
  }

  private get limit(): number {
    return this.options.journalBytes ?? Math.max(64 * MIB, Math.min(256 * MIB, this.parts.checkpoint.bytes));
  }

  /** True if the JSON file is complete now. Not attempted for a large shop, whose journals are sufficient. */
  private async lastCheckpoint(last: State): Promise<boolean> {
    if (this.journal.obstacle !== undefined && !this.journal.isFull) return false;
    if (this.parts.checkpoint.bytes + this.journalBytes > LAST_CHECKPOINT.bytes) return false;
    this.parts.checkpoint.allow();
    const limit = setTimeout(() => this.parts.checkpoint.abort(), LAST_CHECKPOINT.ms);
    try {
      return await this.attempt(() => last);
    } finally {
      clearTimeout(limit);
    }
  }

  private grown(): void {
    if (this.isCheckpointing || performance.now() < this.retryAt) return;
    if (this.journalBytes <= this.limit) return;
    this.isCheckpointing = true;
    void this.checkpoints
      .run(() => this.attempt(() => this.visible()))
      .finally(() => {
        this.isCheckpointing = false;
      });
  }

  /** Makes a checkpoint. It may fail, since the journals are still complete. */
  private async attempt(take: () => State): Promise<boolean> {
    try {
      await this.measuring.ofCheckpoint(() => this.checkpoint(take, false));
      this.retryAt = 0;
      return true;
    } catch (error) {
      this.retryAt = performance.now() + RETRY_MS;
      if (error instanceof CheckpointAborted) return false;
      const todo = isFull(error) ? "; free some space, then it is retried" : "";
      this.options.report(`no checkpoint was written, so the journal keeps growing: ${String(error)}${todo}`);
      return false;
    }
  }

  /**
   * First switches to a new journal while nothing is being written. The snapshot of that moment, which is written while
   * commits continue, replaces all older journals. A crash at any time leaves the old file with all journals, or the new
   * file with the new ones.
   */
  private async checkpoint(take: () => State, replaces: boolean): Promise<void> {
    await this.parts.lock.check();
    const number = this.number + 1;
    const snapshot = await this.turnTo(number, take);
    const { state, record } = snapshot;
    // No record precedes a state that replaces another one, and no record is written meanwhile.
    const link = replaces ? newLink() : snapshot.link;
    const older = this.olderBytes;
    await this.write({ ...contentOfState(state), journal: number, record, link }, replaces);
    if (replaces) this.journal.followOn(link);
    this.olderBytes -= older;
    await removeLeftovers(this.options.files, this.options.folder, number);
  }

  /** Switches to a new journal. Returns the state at the end of the earlier journals. */
  private async turnTo(number: number, take: () => State): Promise<Snapshot> {
    let snapshot: Snapshot | undefined;
    await this.journal.switchTo(
      () => newJournal(this.options, number),
      () => {
        this.olderBytes = this.journalBytes;
        this.number = number;
        snapshot = { state: take(), record: this.journal.record, link: this.journal.link };
      },
    );
    return snapshot as unknown as Snapshot;
  }

  private async write(content: CheckpointContent, replaces: boolean): Promise<void> {
    const { low, checkpoint } = this.parts;
    low.data = content;
    try {
      await low.write();
    } catch (error) {
      // The file is renamed, but maybe not durably: a restart may find the old state or the new one.
      if (!replaces || !checkpoint.renamed) throw error;
      const reason = `syncing the folder failed (${String(error)})`;
      this.journal.fail(reason, error);
      throw new OutcomeUnknownError(reason, { cause: error });
    } finally {
      low.data = EMPTY_CONTENT;
    }
  }
}

function throwFull(error: unknown): never {
  if (!isFull(error)) throw error;
  throw new StorageFullError(`writing the JSON file failed (${messageOf(error)})`, { cause: error });
}
