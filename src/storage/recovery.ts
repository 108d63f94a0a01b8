import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { type CheckpointFile, type Content, NO_CONTENT } from "./checkpoint.js";
import { collectionNames } from "./collections.js";
import type { FileSystem } from "./files.js";
import { recordAfter, recordAt } from "./records.js";
import { StateBuilder, State } from "./state.js";
import { StorageDamagedError } from "./storage.js";

export function journalName(number: number): string {
  return `journal-${String(number).padStart(6, "0")}.log`;
}

export function journalNumber(name: string): number | undefined {
  const digits = /^journal-(\d+)\.log$/.exec(name)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

async function journals(files: FileSystem, folder: string): Promise<number[]> {
  const numbers = (await files.list(folder)).map(journalNumber).filter((number) => number !== undefined);
  return numbers.sort((a, b) => a - b);
}

/**
 * Makes an empty folder a storage. The first journal comes before the JSON file: a file without a journal is
 * damage.
 */
export async function createFirst(
  files: FileSystem,
  folder: string,
  checkpoint: CheckpointFile,
): Promise<void> {
  const names = await files.list(folder);
  if (names.includes("db.json")) return;
  const journal = join(folder, journalName(1));
  for (const number of await journals(files, folder)) {
    const file = await files.open(join(folder, journalName(number)), "r");
    const size = await file.size().finally(() => file.close());
    if (size === 0 && number === 1) continue;
    throw new StorageDamagedError(join(folder, "db.json"), 0, "it is missing, but there is a journal to it");
  }
  await (await files.open(journal, "w")).close();
  await checkpoint.write(NO_CONTENT);
}

export interface Recovered {
  readonly state: State;
  /** The journal to go on with, and its size in bytes. */
  readonly number: number;
  readonly size: number;
}

export interface Found {
  readonly files: FileSystem;
  readonly folder: string;
  readonly content: Content;
  readonly report: (message: string) => void;
}

/**
 * The state that the JSON file and the journals hold together. Cuts off a torn tail. Throws
 * StorageDamagedError.
 */
export async function recover(found: Found): Promise<Recovered> {
  const { files, folder, content } = found;
  const numbers: number[] = [];
  for (const number of await journals(files, folder)) {
    // Left over by a crash between the renaming of the JSON file and this.
    if (number < content.journal) await files.remove(join(folder, journalName(number)));
    else numbers.push(number);
  }
  checkComplete(folder, content.journal, numbers);

  let state = await load(join(folder, "db.json"), content);
  const replayed: { number: number; size: number; torn: boolean }[] = [];
  for (const number of numbers) {
    const path = join(folder, journalName(number));
    const bytes = await readAll(files, path);
    const draft = new StateBuilder(state);
    const size = await replay(draft, path, bytes);
    state = draft.finish();
    refuseAfterTorn(folder, replayed, size);
    replayed.push({ number, size, torn: size < bytes.length });
  }
  for (const { number, size, torn } of replayed) if (torn) await cut(found, number, size);

  const last = replayed[replayed.length - 1] as { number: number; size: number };
  return { state, number: last.number, size: last.size };
}

function checkComplete(folder: string, first: number, numbers: readonly number[]): void {
  const missing = numbers.length === 0 ? first : numbers.findIndex((number, at) => number !== first + at);
  if (numbers.length > 0 && missing === -1) return;
  const number = numbers.length === 0 ? first : first + missing;
  throw new StorageDamagedError(join(folder, journalName(number)), 0, "it is missing");
}

/**
 * A journal is followed by a used one only after all of it was durable, so only unused ones may follow a torn
 * one.
 */
function refuseAfterTorn(
  folder: string,
  before: readonly { number: number; size: number; torn: boolean }[],
  size: number,
): void {
  const torn = before.find((one) => one.torn);
  if (!torn || size === 0) return;
  throw new StorageDamagedError(
    join(folder, journalName(torn.number)),
    torn.size,
    "a later journal follows a bad record",
  );
}

async function load(path: string, content: Content): Promise<State> {
  const draft = new StateBuilder(State.empty());
  let count = 0;
  for (const name of collectionNames) {
    for (const doc of content.collections[name] ?? []) {
      try {
        draft.put(name, doc);
      } catch (error) {
        const what = `${name} ${JSON.stringify(doc.id)}: ${error instanceof Error ? error.message : String(error)}`;
        throw new StorageDamagedError(path, 0, what, { cause: error });
      }
      if ((count += 1) % 5_000 === 0) await setImmediate();
    }
  }
  for (const [name, value] of Object.entries(content.sequences)) draft.setSequence(name, value);
  return draft.finish();
}

async function readAll(files: FileSystem, path: string): Promise<Buffer> {
  const file = await files.open(path, "r");
  try {
    const parts: Buffer[] = [];
    for (let position = 0; ;) {
      const part = await file.read(position, 8 * 1024 * 1024);
      if (part.length === 0) return Buffer.concat(parts);
      parts.push(part);
      position += part.length;
    }
  } finally {
    await file.close();
  }
}

/** Applies all whole records; answers the size in bytes of the good part. */
async function replay(draft: StateBuilder, path: string, bytes: Buffer): Promise<number> {
  let at = 0;
  for (let count = 1; at < bytes.length; count += 1) {
    const record = recordAt(bytes, at);
    if (!record) break;
    try {
      for (const change of record.changes) draft.apply(change);
    } catch (error) {
      throw new StorageDamagedError(path, at, `the record does not fit the state (${String(error)})`, {
        cause: error,
      });
    }
    at = record.end;
    if (count % 500 === 0) await setImmediate();
  }
  const whole = at < bytes.length ? recordAfter(bytes, at) : undefined;
  if (whole !== undefined) {
    throw new StorageDamagedError(path, at, `a bad record, followed by a whole one at byte ${whole}`);
  }
  return at;
}

async function cut({ files, folder, report }: Found, number: number, size: number): Promise<void> {
  const path = join(folder, journalName(number));
  const file = await files.open(path, "r+");
  try {
    const before = await file.size();
    await file.truncate(size);
    await file.sync();
    report(
      `${path}: an unfinished record of ${before - size} bytes at byte ${size} was cut off; it was never acknowledged`,
    );
  } finally {
    await file.close();
  }
}
