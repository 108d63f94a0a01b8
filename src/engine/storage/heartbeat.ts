/** The heartbeat of the lock. It also shows whether the folder still belongs to this process, and whether a full disk has room. */
import type { FileSystem } from "./files.js";
import type { WriteAheadLog } from "./write-ahead-log.js";
import { type FolderLock, LockLostError } from "./lock.js";
import { messageOf } from "../values/messages.js";

const INTERVAL_MS = 500;
/** Delay between a record and writing its number to the lock, by which a journal that was cut off is noticed. */
const RECORD_DELAY_MS = 50;
/** Free space with which a full disk accepts writes again, in bytes. */
const ROOM_BYTES = 1024 * 1024;

interface HeartbeatParts {
  readonly folder: string;
  readonly files: FileSystem;
  readonly report: (message: string) => void;
  readonly lock: FolderLock;
  readonly journal: WriteAheadLog;
}

export class Heartbeat {
  private running: Promise<void> | undefined;
  private interval: NodeJS.Timeout | undefined;
  private recordDelay: NodeJS.Timeout | undefined;

  constructor(private readonly parts: HeartbeatParts) {}

  start(): void {
    this.interval = setInterval(() => this.beat(), INTERVAL_MS).unref();
  }

  /** Call it after a record: its number is written to the lock soon, together with those of the next ones. */
  noteRecord(): void {
    this.recordDelay ??= setTimeout(() => {
      this.recordDelay = undefined;
      this.beat();
    }, RECORD_DELAY_MS).unref();
  }

  /** Resolves when no heartbeat is running any more. */
  async stop(): Promise<void> {
    clearInterval(this.interval);
    clearTimeout(this.recordDelay);
    await this.running;
  }

  /** Does nothing while an earlier heartbeat is running. */
  private beat(): void {
    this.running ??= this.beatOnce().finally(() => {
      this.running = undefined;
    });
  }

  private async beatOnce(): Promise<void> {
    const { lock, journal, report } = this.parts;
    if (journal.failure !== undefined) return;
    try {
      await lock.beat(journal.record);
      journal.wait(undefined);
      if (journal.isFull && (await this.hasRoom())) journal.resume();
    } catch (error) {
      if (error instanceof LockLostError) {
        journal.fail(error.message, error);
        report(`writing has stopped: ${error.message}`);
      }
      // Other errors may be temporary: writes are blocked until the lock can be checked again.
      else if (!lock.isTrusted) journal.wait(messageOf(error), error);
    }
  }

  private async hasRoom(): Promise<boolean> {
    const { files, folder } = this.parts;
    return (await files.room(folder)).free >= ROOM_BYTES;
  }
}
