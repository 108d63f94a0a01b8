/** A storage that lives through writes of every kind, and a history to compare with what is found after its death. */
import { openFileStorage } from "../../../../src/engine/storage/file.js";
import type { FileSystem } from "../../../../src/engine/storage/files.js";
import {
  OutcomeUnknownError,
  type StateRecord,
  type Storage,
  StorageFullError,
  type Version,
} from "../../../../src/engine/storage/storage.js";
import { product, stateOf } from "../support/documents.js";
import { collections } from "../../../../src/shop/data/collections.js";

export const FOLDER = "/shop";

/** Every state that the storage may be found in, in the order in which they came to be. */
export class History {
  /** States as text; the first is the empty one. */
  private readonly states: string[];
  /** The state up to which everything was acknowledged. */
  acknowledged = 0;

  constructor(first = "[]") {
    this.states = [first];
  }

  /** Begun, not acknowledged. */
  begin(state: string): number {
    return this.states.push(state) - 1;
  }

  /** How many states there are so far. */
  get begun(): number {
    return this.states.length;
  }

  /** It was refused and is known not to be stored. */
  takeBack(): void {
    this.states.pop();
  }

  /** What is wrong with a state that was found, if anything. */
  problemWith(
    found: string,
    acknowledged = this.acknowledged,
    begun = this.states.length,
  ): string | undefined {
    const at = this.states.lastIndexOf(found, begun - 1);
    if (at >= acknowledged) return undefined;
    if (at < 0) return `a state that never was: ${found.slice(0, 200)}`;
    return `state ${at} was found, but ${acknowledged} had been acknowledged`;
  }
}

export async function textOf(storage: Storage): Promise<string> {
  return JSON.stringify(await stateOf(storage));
}

export interface LifeOptions {
  readonly files: FileSystem;
  readonly random: () => number;
  readonly history: History;
  readonly writes: number;
  /** Told before and after each write; for the scenarios that stop or break something then. */
  readonly step?: (() => void | Promise<void>) | undefined;
}

/** A storage over a tiny journal, so that checkpoints go on beside most writes. */
export function openLife(files: FileSystem, report: (message: string) => void = () => {}): Promise<Storage> {
  return openFileStorage({
    collections,
    folder: FOLDER,
    files,
    journalBytes: 1_500,
    lockStale_ms: 1,
    freeze: false,
    report,
  });
}

/**
 * Writes one after the other and notes each in the history. Ends early when the storage takes no more. Each write
 * changes two documents and a sequence, so that half of one would be seen.
 */
export async function live(storage: Storage, options: LifeOptions): Promise<void> {
  const { random, history, writes, step } = options;
  const model = new Model(await stateOf(storage));
  let version: { readonly kept: Version; readonly model: Model } | undefined;
  for (let count = 0; count < writes; count += 1) {
    await step?.();
    const kind = random();
    const next = kind < 0.1 && version ? version.model.copy() : model.copy();
    const write = kind < 0.1 && version ? restoring(storage, version.kept) : changing(storage, next, random);
    const at = history.begin(next.text());
    const end = await write.then(
      () => "stored" as const,
      (error: unknown) => error,
    );
    if (end === "stored") {
      model.become(next);
      history.acknowledged = at;
    } else if (!(end instanceof OutcomeUnknownError)) {
      history.takeBack();
      if (!(end instanceof StorageFullError)) return;
    } else return;
    if (random() < 0.15) version = { kept: await storage.version(), model: model.copy() };
  }
}

function restoring(storage: Storage, version: Version): Promise<void> {
  return storage.restore(version);
}

/** Puts two documents, takes a number, sometimes deletes one, sometimes replaces everything. */
function changing(storage: Storage, model: Model, random: () => number): Promise<void> {
  const [one, other] = [1 + Math.floor(random() * 6), 11 + Math.floor(random() * 6)];
  const text = "x".repeat(Math.floor(random() * 900));
  const doomed = random() < 0.3 ? 1 + Math.floor(random() * 16) : undefined;
  if (random() < 0.06) {
    model.clear();
    model.put(one, text);
    return storage.replace(model.records());
  }
  model.next();
  model.put(one, text);
  model.put(other, text);
  if (doomed !== undefined) model.del(doomed);
  return storage.write(async (tx) => {
    await tx.next("count");
    await tx.put("products", product(one, { text }));
    await tx.put("products", product(other, { text }));
    if (doomed !== undefined) await tx.del("products", doomed);
  });
}

/** The same state as the storage should have, kept in the simplest way. */
class Model {
  private readonly docs = new Map<number, unknown>();
  private count = 0;

  constructor(records: readonly StateRecord[]) {
    for (const record of records) {
      if ("sequence" in record) this.count = record.value;
      else this.docs.set(record.doc.id as number, record.doc);
    }
  }

  put(id: number, text: string): void {
    this.docs.set(id, product(id, { text }));
  }

  del(id: number): void {
    this.docs.delete(id);
  }

  next(): void {
    this.count += 1;
  }

  clear(): void {
    this.docs.clear();
    this.count = 0;
  }

  become(other: Model): void {
    this.docs.clear();
    for (const [id, doc] of other.docs) this.docs.set(id, doc);
    this.count = other.count;
  }

  copy(): Model {
    return new Model(this.records());
  }

  records(): StateRecord[] {
    const docs = [...this.docs].sort(([a], [b]) => a - b);
    const records = docs.map(([, doc]) => ({ collection: "products", doc }) as StateRecord);
    return this.count > 0 ? [...records, { sequence: "count", value: this.count }] : records;
  }

  text(): string {
    return JSON.stringify(this.records());
  }
}
