/** Detects changes of the data folder by other programs, which the storage would otherwise notice only at its next start. */
import { join } from "node:path";
import type { CheckpointFile } from "./checkpoint.js";
import type { FileSystem } from "./files.js";
import { Heartbeat } from "./heartbeat.js";
import type { Journal } from "./journal.js";
import { type FolderLock, LockLostError } from "./lock.js";
import { journalName } from "./recovery.js";
import type { Reserve } from "./reserve.js";
import { messageOf } from "../values/messages.js";

/** How often the process looks whether the folder is still its own, and shows that it lives. */
const LOOK_MS = 500;
/** After a record, the lock tells its number so much later: a journal that was cut off since is noticed then. */
const PROGRESS_MS = 50;
const SAVE = "what is in memory is whole: save it (GET /control/state) before this process ends";

export interface Watched {
  readonly folder: string;
  readonly files: FileSystem;
  readonly report: (message: string) => void;
  readonly lock: FolderLock;
  readonly journal: Journal;
  readonly checkpoint: CheckpointFile;
  readonly reserve: Reserve;
  /** Of the journal that is written at the moment. */
  readonly number: () => number;
  /** Told after each look. */
  readonly looked: () => void;
  readonly isCheckpointing: () => boolean;
}

export class FolderWatch {
  private readonly heartbeat = new Heartbeat(
    { every_ms: LOOK_MS, task: () => this.look() },
    { after_ms: PROGRESS_MS, task: () => this.beat() },
  );

  constructor(private readonly watched: Watched) {}

  start(): void {
    this.heartbeat.start();
  }

  /** After a record. */
  hurry(): void {
    this.heartbeat.hurry();
  }

  stop(): Promise<void> {
    return this.heartbeat.stop();
  }

  private async look(): Promise<void> {
    const { journal, reserve, looked } = this.watched;
    await this.beat();
    await this.noticeLoss(() => this.requireFiles());
    if (journal.failure !== undefined) return;
    looked();
    // A checkpoint needs the room itself, and makes more of it.
    if ((journal.isFull || !reserve.isKept) && !this.watched.isCheckpointing()) await this.findRoom();
  }

  private beat(): Promise<void> {
    const { lock, journal } = this.watched;
    return this.noticeLoss(() => lock.beat(journal.record));
  }

  private async noticeLoss(look: () => Promise<void>): Promise<void> {
    if (this.watched.journal.failure !== undefined) return;
    try {
      await look();
      this.watched.journal.wait(undefined);
    } catch (error) {
      if (error instanceof LockLostError) this.stopWriting(error);
      // Any other error may be temporary: writes wait until the folder can be checked again.
      else if (!this.watched.lock.isTrusted) this.watched.journal.wait(messageOf(error), error);
    }
  }

  private stopWriting(error: LockLostError): void {
    this.watched.journal.fail(error.message, error);
    this.watched.report(`nothing is written any more: ${error.message}`);
  }

  private async requireFiles(): Promise<void> {
    const { files, folder, journal, checkpoint } = this.watched;
    const number = this.watched.number();
    const path = join(folder, journalName(number));
    const isSame = await journal.isAt(await files.identify(path));
    // Only a journal that was not switched meanwhile can be missed.
    if (!isSame && number === this.watched.number()) throw new LockLostError(`${path} was moved or removed`);
    if (!(await journal.hasItsSize()))
      throw new LockLostError(`${path} was changed by somebody else; ${SAVE}`);
    const json = join(folder, "db.json");
    if (await checkpoint.isInPlace()) return;
    const isGone = (await files.identify(json)) === undefined;
    throw new LockLostError(
      isGone ? `${json} was moved or removed` : `${json} was changed or replaced by somebody else; ${SAVE}`,
    );
  }

  /** There is room again when the reserve can be made. */
  private async findRoom(): Promise<void> {
    await this.watched.reserve.fill().then(
      () => this.watched.journal.resume(),
      () => {},
    );
  }
}
