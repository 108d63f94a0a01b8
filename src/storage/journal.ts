import type { OpenFile } from "./files.js";
import { encodeRecord } from "./records.js";
import { OutcomeUnknownError, StorageReadOnlyError } from "./storage.js";

/** A commit on its way to the disk. */
interface Waiting {
  readonly text: string;
  readonly landed: () => void;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** A group larger than this is cut, so that no string grows without bound. In UTF-16 units. */
const GROUP_UNITS = 8 * 1024 * 1024;

/**
 * The file that makes commits durable. While one sync runs, further commits wait; then all of them go out in
 * one write and one sync. The first failure is the last: a disk that failed a sync may have dropped the data,
 * and a second sync would then succeed without it.
 */
export class Journal {
  private waiting: Waiting[] = [];
  private barriers: (() => Promise<void>)[] = [];
  private running: Promise<void> | undefined;
  private last: Promise<void> = Promise.resolve();
  failure: string | undefined;
  private cause: unknown;

  constructor(
    private file: OpenFile,
    private bytes: number,
    private readonly grown: () => void,
  ) {}

  /** The size of the current file in bytes. */
  get size(): number {
    return this.bytes;
  }

  /** Calls `landed`, then resolves, when the commit is durable; commits land in the order of the calls. */
  append(text: string, landed: () => void): Promise<void> {
    if (this.failure !== undefined) return Promise.reject(this.refusal());
    // Commits land in order, so that the last one stands for all.
    this.last = new Promise((resolve, reject) => {
      this.waiting.push({ text, landed, resolve, reject });
      this.start();
    });
    return this.last;
  }

  /** Resolves when all that was appended before is durable; rejects when it can not be. */
  flush(): Promise<void> {
    return this.failure === undefined ? this.last : Promise.reject(this.refusal());
  }

  /**
   * Continues in another file. Runs between two groups, so that every commit that has landed is in the old
   * file and every other one will be in the new file; `opened` is called at just that moment.
   */
  switchTo(open: () => Promise<OpenFile>, opened: () => void): Promise<void> {
    return this.exclusive(async () => {
      const next = await open();
      const old = this.file;
      this.file = next;
      this.bytes = 0;
      opened();
      // All of it is synced already, so that a failure to close loses nothing.
      await old.close().catch(() => {});
    });
  }

  /** Refuses all further commits. */
  fail(reason: string, cause?: unknown): void {
    this.failure ??= reason;
    this.cause ??= cause;
  }

  async close(): Promise<void> {
    await this.running;
    await this.file.close();
  }

  private refusal(): StorageReadOnlyError {
    return new StorageReadOnlyError(this.failure ?? "", { cause: this.cause });
  }

  /** Runs `work` at a moment when nothing is being written, before the commits that wait. */
  private exclusive(work: () => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      this.barriers.push(async () => {
        if (this.failure !== undefined) reject(this.refusal());
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

  private takeGroup(): Waiting[] {
    let units = 0;
    let count = 0;
    while (count < this.waiting.length && (count === 0 || units < GROUP_UNITS)) {
      units += (this.waiting[count] as Waiting).text.length;
      count += 1;
    }
    return this.waiting.splice(0, count);
  }

  private async writeGroup(group: readonly Waiting[]): Promise<void> {
    try {
      const record = encodeRecord(group.map((one) => one.text));
      await this.file.write(record);
      await this.file.sync();
      this.bytes += record.length;
    } catch (error) {
      await this.giveUp(error, group);
      return;
    }
    for (const one of group) one.landed();
    for (const one of group) one.resolve();
    this.grown();
  }

  private async giveUp(error: unknown, group: readonly Waiting[]): Promise<void> {
    this.fail(
      `writing the journal failed (${error instanceof Error ? error.message : String(error)})`,
      error,
    );
    const lost = [...group, ...this.waiting];
    this.waiting = [];
    // Nobody was told that these commits exist. Without them a restart finds what readers see now; best
    // effort.
    await this.file.truncate(this.bytes).catch(() => {});
    for (const one of lost) one.reject(new OutcomeUnknownError(this.failure ?? "", { cause: error }));
  }
}
