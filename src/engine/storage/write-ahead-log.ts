import { isFull, type OpenFile } from "./files.js";
import { encodeRecord, type ChainLink, linkOfRecord } from "./records.js";
import { inaccessibleError, WriteBlockers } from "./write-blockers.js";
import { LockLostError } from "./lock.js";
import { OutcomeUnknownError, StorageFullError, StorageReadOnlyError } from "./storage.js";
import { messageOf } from "../values/messages.js";

/** A commit that is not durable yet. */
interface WaitingCommit {
  readonly text: string;
  readonly landed: () => void;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** What the journal needs from the storage. */
export interface LogOwner {
  /** Rejects if another process may write to the folder; undefined if the last check is recent. */
  ensureLock(): Promise<void> | undefined;
  /** Called after each record. */
  grown(): void;
}

/** Size limit of a group in UTF-16 units. */
const GROUP_UNITS = 8 * 1024 * 1024;

/**
 * The file that makes commits durable. Commits wait while a sync runs; then one write and one sync store all of them. The
 * first failure is final: after a failed sync the disk may have dropped the data, and a second sync could succeed without
 * it. Only a full disk is temporary, since a write without space is removed again before any sync.
 */
export class WriteAheadLog {
  private waiting: WaitingCommit[] = [];
  private barriers: (() => Promise<void>)[] = [];
  private running: Promise<void> | undefined;
  private last: Promise<void> = Promise.resolve();
  failure: string | undefined;
  private cause: unknown;
  private readonly blockers = new WriteBlockers();

  constructor(
    private file: OpenFile,
    /** The number of the last record, in this file or an earlier one. */
    private number: number,
    /** The link to that record. */
    private before: ChainLink,
    private bytes: number,
    private readonly owner: LogOwner,
  ) {}

  /** The size of the current file in bytes. */
  get size(): number {
    return this.bytes;
  }

  /** The number of the last durable record. */
  get record(): number {
    return this.number;
  }

  /** The link to that record, which the next record will contain. */
  get link(): ChainLink {
    return this.before;
  }

  /** Why writing is not possible, permanently or at the moment. */
  get obstacle(): string | undefined {
    return this.failure ?? this.blockers.current?.message;
  }

  get isFull(): boolean {
    return this.blockers.full !== undefined && this.failure === undefined;
  }

  /** When the commit is durable, calls `landed`, in the order of the calls, then resolves. */
  append(text: string, landed: () => void): Promise<void> {
    const refusal = this.refusal();
    if (refusal) return Promise.reject(refusal);
    // Commits land in order, so waiting for the last one is sufficient.
    this.last = new Promise((resolve, reject) => {
      this.waiting.push({ text, landed, resolve, reject });
      this.start();
    });
    return this.last;
  }

  /** Resolves when all earlier commits are durable; rejects if that fails. */
  flush(): Promise<void> {
    return this.failure === undefined ? this.last : Promise.reject(this.readOnly());
  }

  /**
   * Continues in another file. Runs between two groups: commits that have landed are in the old file, all others will be in
   * the new one. Calls `opened` at that moment, before `size` is reset.
   */
  switchTo(open: () => Promise<OpenFile>, opened: () => void): Promise<void> {
    return this.exclusive(async () => {
      const next = await open();
      const old = this.file;
      this.file = next;
      opened();
      this.bytes = 0;
      // Everything is synced, so an error here loses nothing.
      await old.close().catch(() => {});
    });
  }

  /** After the state was replaced: the next record continues from the new state. */
  followOn(link: ChainLink): void {
    this.before = link;
  }

  /** Refuses all further commits. */
  fail(reason: string, cause?: unknown): void {
    this.failure ??= reason;
    this.cause ??= cause;
  }

  /** Call when the disk has space again. */
  resume(): void {
    this.blockers.full = undefined;
  }

  /** Refuses commits while the folder cannot be checked. `reason` is undefined once it can be checked again. */
  wait(reason: string | undefined, cause?: unknown): void {
    this.blockers.noteInaccessible(reason, cause);
  }

  async close(): Promise<void> {
    await this.running;
    await this.file.close();
  }

  private refusal(): StorageReadOnlyError | undefined {
    return this.failure === undefined ? this.blockers.current : this.readOnly();
  }

  private readOnly(): StorageReadOnlyError {
    return new StorageReadOnlyError(this.failure ?? "", { cause: this.cause });
  }

  /** Runs `work` while nothing is being written, before the waiting commits. */
  private exclusive(work: () => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      this.barriers.push(async () => {
        if (this.failure !== undefined) reject(this.readOnly());
        else await work().then(resolve, reject);
      });
      this.start();
    });
  }

  private start(): void {
    this.running ??= this.run();
  }

  private async run(): Promise<void> {
    // Between groups, even under load: waiting until the journal is idle would starve checkpoints.
    while (this.barriers.length > 0 || this.waiting.length > 0) {
      const barrier = this.barriers.shift();
      if (barrier) await barrier();
      else await this.writeGroup(this.takeGroup());
    }
    // No `await` since the last check of the queue: a later commit starts the next run.
    this.running = undefined;
  }

  private takeGroup(): WaitingCommit[] {
    let units = 0;
    let count = 0;
    while (count < this.waiting.length && (count === 0 || units < GROUP_UNITS)) {
      units += (this.waiting[count] as WaitingCommit).text.length;
      count += 1;
    }
    return this.waiting.splice(0, count);
  }

  private async writeGroup(group: readonly WaitingCommit[]): Promise<void> {
    let isBegun = false;
    try {
      const record = encodeRecord(
        this.number + 1,
        this.before,
        group.map((one) => one.text),
      );
      this.blockers.noteBegin();
      const mayWrite = this.owner.ensureLock();
      if (mayWrite) await mayWrite.catch(throwBlocked);
      isBegun = true;
      await this.write(record);
      await this.file.sync();
      // The process may have been suspended meanwhile: writes under a lost lock are not acknowledged.
      const mayAnswer = this.owner.ensureLock();
      if (mayAnswer) await mayAnswer;
      if (this.failure !== undefined) throw new Error(this.failure, { cause: this.cause });
      this.bytes += record.length;
      this.number += 1;
      this.before = linkOfRecord(record);
    } catch (error) {
      if (error instanceof StorageFullError) this.refuseUntilRoom(error, group);
      else if (!isBegun && error instanceof StorageReadOnlyError) this.refuse(error, group);
      else await this.giveUp(error, group, isBegun);
      return;
    } finally {
      this.blockers.noteEnd();
    }
    for (const one of group) one.landed();
    for (const one of group) one.resolve();
    this.owner.grown();
  }

  /** Throws StorageFullError if there was no space; nothing of the write is on disk then. */
  private async write(record: Buffer): Promise<void> {
    try {
      await this.file.write(record);
    } catch (error) {
      if (!isFull(error)) throw error;
      await this.file.truncate(this.bytes);
      await this.file.sync();
      throw new StorageFullError(`writing the journal failed (${messageOf(error)})`, { cause: error });
    }
  }

  private refuseUntilRoom(error: StorageFullError, group: readonly WaitingCommit[]): void {
    this.blockers.full = error;
    this.refuse(error, group);
  }

  /** Rejects the group and all waiting commits: nothing of them was stored. */
  private refuse(error: StorageReadOnlyError, group: readonly WaitingCommit[]): void {
    this.last = Promise.resolve();
    for (const one of [...group, ...this.takeWaiting()]) one.reject(error);
  }

  private async giveUp(error: unknown, group: readonly WaitingCommit[], isBegun: boolean): Promise<void> {
    const reason = `writing the journal failed (${messageOf(error)})`;
    this.fail(reason, error);
    const rest = this.takeWaiting();
    // Nobody has seen these commits. Without them a restart finds what readers see now. Best effort, and only while the
    // file certainly belongs to this process.
    const isOwn = await Promise.resolve(this.owner.ensureLock()).then(
      () => true,
      () => false,
    );
    if (isOwn) await this.file.truncate(this.bytes).catch(() => {});
    const refusal = new StorageReadOnlyError(reason, { cause: error });
    for (const one of group)
      one.reject(isBegun ? new OutcomeUnknownError(reason, { cause: error }) : refusal);
    // They depend on the failed commits and were never written.
    for (const one of rest) one.reject(refusal);
  }

  private takeWaiting(): WaitingCommit[] {
    const waiting = this.waiting;
    this.waiting = [];
    return waiting;
  }
}

/** A lost lock is permanent; other errors of the check may be temporary. */
function throwBlocked(error: unknown): never {
  throw error instanceof LockLostError ? error : inaccessibleError(messageOf(error), error);
}
