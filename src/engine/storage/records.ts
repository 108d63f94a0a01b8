import { randomBytes } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { crc32 } from "node:zlib";
import { differences } from "./difference.js";
import type { Change, State } from "./state.js";
import type { Key } from "./documents.js";
import type { CollectionName, Doc } from "./storage.js";

/**
 * The journal's form on disk: records `crc32 length number link json\n`, the checksum as 8 hexadecimal digits over all
 * that follows the length, which is in bytes. One record is one group of commits, that is one write and one sync. A
 * record that was interrupted is therefore always the last one, however the disk ordered its blocks; a whole record
 * after a bad one means damage. The numbers run through all journals, so that a record that is missing is noticed.
 * The link is the checksum of the record before, or what the JSON file gives in its place: records of another shop, or of
 * another life of this one, do not follow. Records of the first version have no number, those of the second no link.
 */

/**
 * A commit in the journal: whole documents put and ids deleted by collection, and numbers given by sequence.
 */
interface JournaledChange {
  readonly put?: { readonly [collection: string]: readonly Doc[] };
  readonly del?: { readonly [collection: string]: readonly Key[] };
  readonly next?: { readonly [sequence: string]: number };
  /** The state becomes what it was after the record of this number, but for the collections of `keep`. */
  readonly back?: number;
  readonly keep?: readonly CollectionName[];
  /** The last record of a process that stopped in order: nothing is missing after it. */
  readonly end?: true;
}

/** What a process writes last (JournaledChange.end). */
export const END_OF_WORK = JSON.stringify({ end: true } satisfies JournaledChange);

export function encodeChange(change: Change): string {
  const put: [string, Doc[]][] = [];
  const del: [string, Key[]][] = [];
  for (const [name, docs] of change.docs) {
    const kept = [...docs.values()].filter((doc) => doc !== null);
    const gone = [...docs].filter(([, doc]) => doc === null).map(([id]) => id);
    if (kept.length > 0) put.push([name, kept]);
    if (gone.length > 0) del.push([name, gone]);
  }
  const journaled: JournaledChange = {
    ...(put.length > 0 && { put: Object.fromEntries(put) }),
    ...(del.length > 0 && { del: Object.fromEntries(del) }),
    ...(change.sequences.size > 0 && { next: Object.fromEntries(change.sequences) }),
  };
  return JSON.stringify(journaled);
}

/** `back` comes first: backsIn() looks for it. */
export function encodeBack(back: number, keep: readonly CollectionName[]): string {
  return JSON.stringify({ back, ...(keep.length > 0 && { keep }) } satisfies JournaledChange);
}

const BACK = '{"back":';

/** The records that a journal goes back to. A text cannot look like it, since its quotes are escaped. */
export function* backsIn(bytes: Buffer): Generator<number> {
  for (let at = bytes.indexOf(BACK); at >= 0; at = bytes.indexOf(BACK, at + 1)) {
    const from = at + BACK.length;
    const digits = /^\d{1,15}/.exec(bytes.toString("latin1", from, from + 15))?.[0];
    if (digits !== undefined) yield Number(digits);
  }
}

const ENCODED_PER_TURN = 200;

/**
 * What turns one state into the other, as changes of one record: all that goes or changes is taken out first, so
 * that no document meets the unique key of one that is about to lose it. Undefined when it would be longer
 * than `limit`, in UTF-16 units; "" when the states are equal.
 */
export async function encodeDifference(from: State, to: State, limit: number): Promise<string | undefined> {
  const del: { [collection: string]: Key[] } = {};
  const puts: string[] = [];
  let units = 0;
  let encoded = 0;
  for await (const batch of differences(from, to)) {
    for (const { collection, id, before, after } of batch) {
      if ((encoded += 1) % ENCODED_PER_TURN === 0) await setImmediate();
      const text = after && JSON.stringify(after);
      // States that share nothing, as after a restart, still agree on most documents.
      if (before && text !== undefined && JSON.stringify(before) === text) continue;
      if (before) (del[collection] ??= []).push(id);
      if (text !== undefined) puts.push(`{"put":{"${collection}":[${text}]}}`);
      if ((units += 20 + (text?.length ?? 0)) > limit) return undefined;
    }
  }
  const next = sequenceDifference(from.sequences, to.sequences);
  const changes = [...(Object.keys(del).length > 0 ? [JSON.stringify({ del })] : []), ...puts];
  if (Object.keys(next).length > 0) changes.push(JSON.stringify({ next }));
  return changes.join(",");
}

/** By name, with 0 for one that is not there afterwards. */
export function sequenceDifference(
  from: ReadonlyMap<string, number>,
  to: ReadonlyMap<string, number>,
): { [sequence: string]: number } {
  const names = [...new Set([...from.keys(), ...to.keys()])];
  const changed = names.filter((name) => from.get(name) !== to.get(name));
  return Object.fromEntries(changed.map((name) => [name, to.get(name) ?? 0]));
}

/** One of the two: a change, or the way back to what was after an earlier record. */
export interface RecordedChange extends Change {
  readonly back?: { readonly record: number; readonly keep: readonly CollectionName[] };
}

function decodeChange(journaled: JournaledChange): RecordedChange {
  const docs = new Map<CollectionName, Map<Key, Doc | null>>();
  const of = (name: string) => {
    const changes = docs.get(name as CollectionName) ?? new Map<Key, Doc | null>();
    docs.set(name as CollectionName, changes);
    return changes;
  };
  for (const [name, ids] of Object.entries(journaled.del ?? {})) for (const id of ids) of(name).set(id, null);
  for (const [name, put] of Object.entries(journaled.put ?? {}))
    for (const doc of put) of(name).set(doc.id, doc);
  const { back: record, keep = [] } = journaled;
  const sequences = new Map(Object.entries(journaled.next ?? {}));
  return { docs, sequences, ...(record !== undefined && { back: { record, keep } }) };
}

/** The link of a record to the one before it: 8 hexadecimal digits. */
export type ChainLink = string;

/** Where nothing is known of what was before. */
export const NO_LINK: ChainLink = "00000000";

/** Of a state that no record led to: no other one has it, so that no other one's records follow. */
export function newLink(): ChainLink {
  return randomBytes(4).toString("hex");
}

export function encodeRecord(number: number, link: ChainLink, changes: readonly string[]): Buffer {
  const body = Buffer.from(`${number} ${link} [${changes.join(",")}]\n`);
  const checked = body.subarray(0, -1);
  const head = `${crc32(checked).toString(16).padStart(8, "0")} ${checked.length} `;
  return Buffer.concat([Buffer.from(head), body]);
}

/** The link to a record, from its bytes. */
export function linkTo(record: Buffer, start = 0): ChainLink {
  return record.toString("latin1", start, start + 8);
}

/** Checksum, space, up to 15 digits, space. */
const LONGEST_HEAD = 8 + 1 + 15 + 1;

export interface JournalRecord {
  /** Undefined in records of the first version. */
  readonly number: number | undefined;
  /** To the record before; undefined in records of the first two versions. */
  readonly before: ChainLink | undefined;
  /** What the next record has as its `before`. */
  readonly link: ChainLink;
  readonly changes: readonly RecordedChange[];
  /** It says that the process stopped in order. */
  readonly isEnd: boolean;
  /** Where the next record starts. */
  readonly end: number;
}

/** The record that starts at a byte; undefined unless it is whole. */
export function recordAt(bytes: Buffer, start: number): JournalRecord | undefined {
  const borders = headAt(bytes, start);
  if (!borders || bytes[borders.end - 1] !== 0x0a) return undefined;
  const body = bytes.subarray(borders.body, borders.end - 1);
  if (crc32(body) !== borders.checksum) return undefined;
  const [head = "", number, before] =
    /^(\d{1,15}) (?:([0-9a-f]{8}) )?(?=\[)/.exec(body.toString("latin1", 0, LONGEST_HEAD + 1)) ?? [];
  const journaled = JSON.parse(body.toString("utf8", head.length)) as JournaledChange[];
  return {
    number: number === undefined ? undefined : Number(number),
    before,
    link: linkTo(bytes, start),
    changes: journaled.map(decodeChange),
    isEnd: journaled.at(-1)?.end === true,
    end: borders.end,
  };
}

function headAt(bytes: Buffer, start: number): { checksum: number; body: number; end: number } | undefined {
  const head = /^([0-9a-f]{8}) (\d{1,15}) /.exec(bytes.toString("latin1", start, start + LONGEST_HEAD));
  if (!head) return undefined;
  const body = start + head[0].length;
  return { checksum: Number.parseInt(head[1] as string, 16), body, end: body + Number(head[2]) + 1 };
}

/** Where the first whole record after a bad one starts; undefined when there is none. */
export function recordAfter(bytes: Buffer, bad: number): number | undefined {
  // The bad record's own newline may be what is damaged, so its length is tried besides every newline.
  const next = headAt(bytes, bad)?.end;
  if (next !== undefined && next < bytes.length && recordAt(bytes, next)) return next;
  for (let at = bytes.indexOf(0x0a, bad); at >= 0; at = bytes.indexOf(0x0a, at + 1)) {
    if (recordAt(bytes, at + 1)) return at + 1;
  }
  // Behind zeros, which somebody added while the process went on writing.
  for (let at = bytes.indexOf(0, bad); at >= 0; at = bytes.indexOf(0, at + 1)) {
    while (bytes[at + 1] === 0) at += 1;
    if (recordAt(bytes, at + 1)) return at + 1;
  }
  return undefined;
}

/**
 * Is a bad last record one that was being written when the process or the machine stopped? Such a record is too short,
 * or has blocks that never reached the disk and read as zeros. JSON holds neither a zero nor a line break, so
 * a record that ends in one and has no zeros was written whole, and has changed since.
 */
export function isTorn(bytes: Buffer, start: number): boolean {
  if (bytes.includes(0, start)) return true;
  const end = headAt(bytes, start)?.end;
  return bytes.at(-1) !== 0x0a && (end === undefined || end > bytes.length);
}
