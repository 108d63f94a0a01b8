/** Detects changes to the data folder by other programs, which would otherwise be noticed only at the next start. */
import { join } from "node:path";
import type { CheckpointFile } from "./checkpoint.js";
import type { FileSystem } from "./files.js";
import type { WriteAheadLog } from "./write-ahead-log.js";
import { type FolderLock, LockLostError } from "./lock.js";
import { journalName } from "./recovery.js";
import { messageOf } from "../values/messages.js";

/** Interval of the heartbeat and of the check that the folder still belongs to this process. */
const CHECK_INTERVAL_MS = 500;
/** Delay between a record and writing its number to the lock, by which a journal that was cut off is noticed. */
const RECORD_DELAY_MS = 50;
/** Free space with which a full disk accepts writes again, in bytes. */
const ROOM_BYTES = 1024 * 1024;
const SAVE = "the data in memory is complete: save it (GET /control/state) before this process ends";

export interface WatchedFolder {
  readonly folder: string;
  readonly files: FileSystem;
  readonly report: (message: string) => void;
  readonly lock: FolderLock;
  readonly journal: WriteAheadLog;
  readonly checkpoint: CheckpointFile;
  /** The number of the current journal. */
  readonly number: () => number;
}

export class FolderWatch {
  private running: Promise<void> | undefined;
  private interval: NodeJS.Timeout | undefined;
  private recordDelay: NodeJS.Timeout | undefined;

  constructor(private readonly watched: WatchedFolder) {}

  start(): void {
    this.interval = setInterval(() => this.run(() => this.check()), CHECK_INTERVAL_MS).unref();
  }

  /** Call it after a record: its number is written to the lock soon, together with those of the next ones. */
  noteRecord(): void {
    this.recordDelay ??= setTimeout(() => {
      this.recordDelay = undefined;
      this.run(() => this.beat());
    }, RECORD_DELAY_MS).unref();
  }

  /** Resolves when no check is running any more. */
  async stop(): Promise<void> {
    clearInterval(this.interval);
    clearTimeout(this.recordDelay);
    await this.running;
  }

  /** Does nothing while an earlier check or heartbeat is running. */
  private run(work: () => Promise<void>): void {
    this.running ??= work().finally(() => {
      this.running = undefined;
    });
  }

  private async check(): Promise<void> {
    const { journal, files, folder } = this.watched;
    await this.beat();
    await this.noticeLoss(() => this.requireFiles());
    if (!journal.isFull) return;
    const room = await files.room(folder).catch(() => undefined);
    if (room && room.free >= ROOM_BYTES) journal.resume();
  }

  private beat(): Promise<void> {
    const { lock, journal } = this.watched;
    return this.noticeLoss(() => lock.beat(journal.record));
  }

  private async noticeLoss(check: () => Promise<void>): Promise<void> {
    if (this.watched.journal.failure !== undefined) return;
    try {
      await check();
      this.watched.journal.wait(undefined);
    } catch (error) {
      if (error instanceof LockLostError) this.stopWriting(error);
      // Other errors may be temporary: writes are blocked until the folder can be checked again.
      else if (!this.watched.lock.isTrusted) this.watched.journal.wait(messageOf(error), error);
    }
  }

  private stopWriting(error: LockLostError): void {
    this.watched.journal.fail(error.message, error);
    this.watched.report(`writing has stopped: ${error.message}`);
  }

  private async requireFiles(): Promise<void> {
    const { files, folder, journal, checkpoint } = this.watched;
    const number = this.watched.number();
    const path = join(folder, journalName(number));
    const isSame = await journal.isAt(await files.identify(path));
    // Ignore the result if the journal was switched during the check.
    if (!isSame && number === this.watched.number()) throw new LockLostError(`${path} was moved or removed`);
    if (!(await journal.hasItsSize()))
      throw new LockLostError(`${path} was changed by another program; ${SAVE}`);
    const json = join(folder, "db.json");
    if (await checkpoint.isInPlace()) return;
    const isGone = (await files.identify(json)) === undefined;
    throw new LockLostError(
      isGone ? `${json} was moved or removed` : `${json} was changed or replaced by another program; ${SAVE}`,
    );
  }
}
