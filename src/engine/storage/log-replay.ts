/** Applies the records of the journals to a state. */
import { basename } from "node:path";
import { setImmediate } from "node:timers/promises";
import {
  isTorn,
  type LogRecord,
  type ChainLink,
  recordAfter,
  recordAt,
  type RecordedChange,
} from "./records.js";
import { type State, StateBuilder } from "./state.js";
import { StorageDamagedError } from "./storage.js";

/** Documents of a collection that this release does not have. */
export class UnknownCollectionError extends Error {
  constructor(file: string, collection: string) {
    super(`${file} has documents of an unknown collection, ${collection}`);
  }
}

export class LogReplay {
  isEnded = true;
  private builder: StateBuilder;
  private isLinked: boolean;
  /** States by record number, for those records that a later one goes back to. */
  private readonly states = new Map<number, State>();

  constructor(
    state: State,
    /** The number of the last record; undefined before the first numbered record (files of format 1 have none). */
    private last: number | undefined,
    /** The link that the next record must have; undefined in files of formats 1 and 2. */
    private link: ChainLink | undefined,
    private readonly wanted: ReadonlySet<number>,
  ) {
    this.builder = new StateBuilder(state);
    this.isLinked = link !== undefined;
    this.keepState();
  }

  get state(): State {
    return this.builder.finish();
  }

  get record(): number {
    return this.last ?? 0;
  }

  /** The link that the next record must have. */
  get lastLink(): ChainLink | undefined {
    return this.link;
  }

  /** Applies one journal. @returns the size of its intact part in bytes */
  async journal(path: string, bytes: Buffer): Promise<number> {
    let at = 0;
    for (let count = 1; at < bytes.length; count += 1) {
      const record = recordAt(bytes, at);
      if (!record) break;
      this.requireNext(path, at, record);
      this.apply(path, at, record);
      this.keepState();
      at = record.end;
      if (count % 500 === 0) await setImmediate();
    }
    // Later changes need not be kept apart from those of this journal.
    this.builder = new StateBuilder(this.state);
    if (at < bytes.length) {
      refuseDamage(path, bytes, at);
      this.isEnded = false;
    }
    return at;
  }

  private requireNext(path: string, at: number, record: LogRecord): void {
    this.requireNumber(path, at, record);
    const { number, before, link } = record;
    // Earlier versions wrote no links, so the first record after one of their JSON files cannot be checked.
    const isForeign = before === undefined ? this.isLinked : before !== (this.link ?? before);
    if (isForeign) {
      throw new StorageDamagedError(
        path,
        at,
        `record ${String(number)} does not continue the records before it: ` +
          "files of different shops or times were mixed",
      );
    }
    this.isLinked ||= before !== undefined;
    this.link = link;
  }

  private requireNumber(path: string, at: number, { number }: LogRecord): void {
    if (number === undefined && this.last === undefined) return;
    const expected = this.last === undefined ? number : this.last + 1;
    if (number !== expected) {
      const what = `record ${expected} is missing, ${number === undefined ? "one without a number" : `record ${number}`} follows`;
      throw new StorageDamagedError(path, at, what);
    }
    this.last = number;
  }

  private apply(path: string, at: number, record: LogRecord): void {
    const names: readonly string[] = this.builder.base.names;
    const foreign = record.changes
      .flatMap(({ docs }) => [...docs.keys()])
      .find((name) => !names.includes(name));
    if (foreign !== undefined) throw new UnknownCollectionError(path, foreign);
    try {
      for (const change of record.changes) {
        if (change.back) this.goBack(change.back);
        else this.builder.apply(change);
      }
    } catch (error) {
      throw new StorageDamagedError(path, at, `the record does not fit the state (${String(error)})`, {
        cause: error,
      });
    }
    this.isEnded = record.isEnd;
  }

  private goBack({ record, keep }: NonNullable<RecordedChange["back"]>): void {
    const state = this.states.get(record);
    if (!state) throw new Error(`it refers to record ${record}, which does not exist`);
    this.builder = new StateBuilder(state.withTablesOf(this.state, keep));
  }

  private keepState(): void {
    if (this.last === undefined || !this.wanted.has(this.last)) return;
    this.states.set(this.last, this.state);
    // Otherwise the builder would change the state that it has returned.
    this.builder = new StateBuilder(this.state);
  }
}

function refuseDamage(path: string, bytes: Buffer, at: number): void {
  const whole = recordAfter(bytes, at);
  if (whole !== undefined) {
    throw new StorageDamagedError(path, at, `a damaged record, followed by an intact one at byte ${whole}`);
  }
  if (isTorn(bytes, at)) return;
  throw new StorageDamagedError(
    path,
    at,
    "the last record was changed after it was written completely: it may contain an acknowledged write; " +
      `if you can lose it, truncate ${basename(path)} at this byte`,
  );
}
