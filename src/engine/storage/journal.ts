import { isFull, type OpenFile } from "./files.js";
import { encodeRecord, type ChainLink, linkOfRecord } from "./records.js";
import { inaccessibleError, WriteBlockers } from "./write-blockers.js";
import { LockLostError } from "./lock.js";
import { OutcomeUnknownError, StorageFullError, StorageReadOnlyError } from "./storage.js";
import { messageOf } from "../values/messages.js";

/** A commit on its way to the disk. */
interface WaitingCommit {
  readonly text: string;
  readonly landed: () => void;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** What the journal needs from its surroundings. */
export interface JournalOwner {
  /** Rejects when another process may write here; undefined while the last look is recent. */
  ensureLock(): Promise<void> | undefined;
  /** Frees some room on a full disk; false when there is none to free. */
  makeRoom(): Promise<boolean>;
  /** Told after each record. */
  grown(): void;
}

/** A group larger than this is cut, so that no string grows without bound. In UTF-16 units. */
const GROUP_UNITS = 8 * 1024 * 1024;

/**
 * The file that makes commits durable. While one sync runs, further commits wait; then all of them go out in
 * one write and one sync. The first failure is the last: a disk that failed a sync may have dropped the data,
 * and a second sync would then succeed without it. Only a full disk is waited for, since a write that found no
 * room is taken back before anything was synced.
 */
export class Journal {
  private waiting: WaitingCommit[] = [];
  private barriers: (() => Promise<void>)[] = [];
  private running: Promise<void> | undefined;
  private last: Promise<void> = Promise.resolve();
  failure: string | undefined;
  private cause: unknown;
  private readonly blockers = new WriteBlockers();
  /** The record that is on its way to the disk. */
  private bytesUnderWay = 0;

  constructor(
    private file: OpenFile,
    /** The number of the last record that was written, in this file or before. */
    private number: number,
    /** To that record. */
    private before: ChainLink,
    private bytes: number,
    private readonly owner: JournalOwner,
  ) {}

  /** The size of the current file in bytes. */
  get size(): number {
    return this.bytes;
  }

  /** The number of the last record that is durable. */
  get record(): number {
    return this.number;
  }

  /** What the next record has as the link to that one. */
  get link(): ChainLink {
    return this.before;
  }

  /** Why nothing is written at the moment: for good, or until there is room. */
  get obstacle(): string | undefined {
    return this.failure ?? this.blockers.current?.message;
  }

  get isFull(): boolean {
    return this.blockers.full !== undefined && this.failure === undefined;
  }

  /** Calls `landed`, then resolves, when the commit is durable; commits land in the order of the calls. */
  append(text: string, landed: () => void): Promise<void> {
    const refusal = this.refusal();
    if (refusal) return Promise.reject(refusal);
    // Commits land in order, so that the last one stands for all.
    this.last = new Promise((resolve, reject) => {
      this.waiting.push({ text, landed, resolve, reject });
      this.start();
    });
    return this.last;
  }

  /** Resolves when all that was appended before is durable; rejects when it can not be. */
  flush(): Promise<void> {
    return this.failure === undefined ? this.last : Promise.reject(this.readOnly());
  }

  /**
   * Continues in another file. Runs between two groups, so that every commit that has landed is in the old
   * file and every other one will be in the new file; `opened` is called at just that moment, before `size` begins anew.
   */
  switchTo(open: () => Promise<OpenFile>, opened: () => void): Promise<void> {
    return this.exclusive(async () => {
      const next = await open();
      const old = this.file;
      this.file = next;
      opened();
      this.bytes = 0;
      // All of it is synced already, so that a failure to close loses nothing.
      await old.close().catch(() => {});
    });
  }

  /** A new state stands in place of what the records led to: the next one follows on that. */
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

  /** Whether the file that is written is still the one that the path leads to. */
  async isAt(identity: string | undefined): Promise<boolean> {
    const file = this.file;
    return identity === (await file.identify()) || file !== this.file;
  }

  /** Whether the file is as long as what was written: neither cut off nor added to by others. */
  async hasItsSize(): Promise<boolean> {
    const { file, bytes } = this;
    const size = await file.size();
    if (file !== this.file) return true;
    return size >= bytes && size <= this.bytes + this.bytesUnderWay;
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

  /** Runs `work` at a moment when nothing is being written, before the commits that wait. */
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
    // Barriers come between groups even under load: waiting for an idle moment would starve checkpoints.
    while (this.barriers.length > 0 || this.waiting.length > 0) {
      const barrier = this.barriers.shift();
      if (barrier) await barrier();
      else await this.writeGroup(this.takeGroup());
    }
    // In the same turn as the last look at the queue: whoever comes later starts the next run.
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
      this.bytesUnderWay = record.length;
      this.blockers.noteBegin();
      const mayWrite = this.owner.ensureLock();
      if (mayWrite) await mayWrite.catch(throwBlocked);
      isBegun = true;
      await this.write(record);
      await this.file.sync();
      // The process may have been stopped for long meanwhile: what was written under a lost lock is not promised.
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
      this.bytesUnderWay = 0;
      this.blockers.noteEnd();
    }
    for (const one of group) one.landed();
    for (const one of group) one.resolve();
    this.owner.grown();
  }

  /** Throws StorageFullError after a write that found no room was taken back, so that nothing of it is on disk. */
  private async write(record: Buffer): Promise<void> {
    for (;;) {
      try {
        await this.file.write(record);
        return;
      } catch (error) {
        if (!isFull(error)) throw error;
        await this.file.truncate(this.bytes);
        await this.file.sync();
        const full = new StorageFullError(`writing the journal failed (${messageOf(error)})`, {
          cause: error,
        });
        // What made room now is not there another time: this record is kept, and no further one is taken.
        if (!(await this.owner.makeRoom())) throw full;
        this.blockers.full = full;
      }
    }
  }

  private refuseUntilRoom(error: StorageFullError, group: readonly WaitingCommit[]): void {
    this.blockers.full = error;
    this.refuse(error, group);
  }

  /** Nothing of the group was stored, nor of what waits behind it. */
  private refuse(error: StorageReadOnlyError, group: readonly WaitingCommit[]): void {
    this.last = Promise.resolve();
    for (const one of [...group, ...this.takeWaiting()]) one.reject(error);
  }

  private async giveUp(error: unknown, group: readonly WaitingCommit[], isBegun: boolean): Promise<void> {
    const reason = `writing the journal failed (${messageOf(error)})`;
    this.fail(reason, error);
    const rest = this.takeWaiting();
    // Nobody was told that these commits exist. Without them a restart finds what readers see now; best
    // effort, and only while the file is surely this process's.
    const isOwn = await Promise.resolve(this.owner.ensureLock()).then(
      () => true,
      () => false,
    );
    if (isOwn) await this.file.truncate(this.bytes).catch(() => {});
    const refusal = new StorageReadOnlyError(reason, { cause: error });
    for (const one of group)
      one.reject(isBegun ? new OutcomeUnknownError(reason, { cause: error }) : refusal);
    // They rest on the failed ones, and were never written.
    for (const one of rest) one.reject(refusal);
  }

  private takeWaiting(): WaitingCommit[] {
    const waiting = this.waiting;
    this.waiting = [];
    return waiting;
  }
}

/** A lost lock is final; any other error of the check may be temporary. */
function throwBlocked(error: unknown): never {
  throw error instanceof LockLostError ? error : inaccessibleError(messageOf(error), error);
}
