import { randomBytes } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { crc32 } from "node:zlib";
import { differences } from "./difference.js";
import type { Change, Sequences, State } from "./state.js";
import type { Key } from "./documents.js";
import type { CollectionName, Doc } from "./storage.js";

/**
 * The format of the journal: records `crc32 length number link json\n`. The checksum is 8 hexadecimal digits over
 * everything after the length; the length is in bytes. A record is a group of commits with one write and one sync, so an
 * interrupted record is always the last one, in whatever order the disk wrote its blocks. An intact record after a bad one
 * means damage. Numbers run through all journals, so that a missing record is noticed. The link is the checksum of the
 * record before, or the link in the JSON file: records of another shop, or of another history of this shop, do not chain.
 * Records of format 1 have no number, those of format 2 no link.
 */

/** A commit in the journal: documents put and ids deleted by collection, and new values by sequence. */
interface LoggedChange {
  readonly put?: { readonly [collection: string]: readonly Doc[] };
  readonly del?: { readonly [collection: string]: readonly Key[] };
  readonly next?: { readonly [sequence: string]: number };
  /**
   * The state goes back to what it was after the record with this number, except for the collections in `keep`. Earlier
   * versions wrote it for a reset.
   */
  readonly back?: number;
  readonly keep?: readonly CollectionName[];
  /** The last record of an orderly stop: no record is missing after it. */
  readonly end?: true;
}

/** Written last at an orderly stop (LoggedChange.end). */
export const END_OF_WORK = JSON.stringify({ end: true } satisfies LoggedChange);

export function encodeChange(change: Change): string {
  const put: [string, Doc[]][] = [];
  const del: [string, Key[]][] = [];
  for (const [name, docs] of change.docs) {
    const kept = [...docs.values()].filter((doc) => doc !== null);
    const gone = [...docs].filter(([, doc]) => doc === null).map(([id]) => id);
    if (kept.length > 0) put.push([name, kept]);
    if (gone.length > 0) del.push([name, gone]);
  }
  const journaled: LoggedChange = {
    ...(put.length > 0 && { put: Object.fromEntries(put) }),
    ...(del.length > 0 && { del: Object.fromEntries(del) }),
    ...(change.sequences.size > 0 && { next: Object.fromEntries(change.sequences) }),
  };
  return JSON.stringify(journaled);
}

const BACK = '{"back":';

/** The numbers of the records that a journal goes back to. A stored text cannot match, since its quotes are escaped. */
export function* goBackTargets(bytes: Buffer): Generator<number> {
  for (let at = bytes.indexOf(BACK); at >= 0; at = bytes.indexOf(BACK, at + 1)) {
    const from = at + BACK.length;
    const digits = /^\d{1,15}/.exec(bytes.toString("latin1", from, from + 15))?.[0];
    if (digits !== undefined) yield Number(digits);
  }
}

const DOCS_PER_YIELD = 200;

/**
 * The changes that turn one state into the other, as one record. Deletions come first: a document must not collide with
 * the unique key of one that is about to lose it. Undefined if the text would exceed `limit` UTF-16 units; "" if the
 * states are equal.
 */
export async function encodeDifference(from: State, to: State, limit: number): Promise<string | undefined> {
  const del: { [collection: string]: Key[] } = {};
  const puts: string[] = [];
  let units = 0;
  let encoded = 0;
  for await (const batch of differences(from, to)) {
    for (const { collection, id, before, after } of batch) {
      if ((encoded += 1) % DOCS_PER_YIELD === 0) await setImmediate();
      const text = after && JSON.stringify(after);
      // States that share no objects, as after a restart, still have mostly equal documents.
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

/** New values by name; 0 for a sequence that does not exist in `to`. */
function sequenceDifference(from: Sequences, to: Sequences): { [sequence: string]: number } {
  const names = [...new Set([...from.keys(), ...to.keys()])];
  const changed = names.filter((name) => from.get(name) !== to.get(name));
  return Object.fromEntries(changed.map((name) => [name, to.get(name) ?? 0]));
}

/** Either a change, or a return to the state after an earlier record. */
export interface RecordedChange extends Change {
  readonly back?: { readonly record: number; readonly keep: readonly CollectionName[] };
}

function decodeChange(journaled: LoggedChange): RecordedChange {
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

/** For states of unknown history. */
export const NO_LINK: ChainLink = "00000000";

/** Random link for a state that has no preceding record, so that records of another journal cannot chain to it. */
export function newLink(): ChainLink {
  return randomBytes(4).toString("hex");
}

export function encodeRecord(number: number, link: ChainLink, changes: readonly string[]): Buffer {
  const body = Buffer.from(`${number} ${link} [${changes.join(",")}]\n`);
  const checked = body.subarray(0, -1);
  const head = `${crc32(checked).toString(16).padStart(8, "0")} ${checked.length} `;
  return Buffer.concat([Buffer.from(head), body]);
}

/** The link of the record that follows the one at `start`. */
export function linkOfRecord(record: Buffer, start = 0): ChainLink {
  return record.toString("latin1", start, start + 8);
}

/** Checksum, space, up to 15 digits, space. */
const LONGEST_HEAD = 8 + 1 + 15 + 1;

export interface LogRecord {
  /** Undefined in records of format 1. */
  readonly number: number | undefined;
  /** The link to the record before; undefined in records of formats 1 and 2. */
  readonly before: ChainLink | undefined;
  /** The `before` of the next record. */
  readonly link: ChainLink;
  readonly changes: readonly RecordedChange[];
  /** Whether it ends an orderly stop. */
  readonly isEnd: boolean;
  /** Where the next record starts. */
  readonly end: number;
}

/** The record at byte `start`; undefined if it is not intact. */
export function recordAt(bytes: Buffer, start: number): LogRecord | undefined {
  const borders = headAt(bytes, start);
  if (!borders || bytes[borders.end - 1] !== 0x0a) return undefined;
  const body = bytes.subarray(borders.body, borders.end - 1);
  if (crc32(body) !== borders.checksum) return undefined;
  const [head = "", number, before] =
    /^(\d{1,15}) (?:([0-9a-f]{8}) )?(?=\[)/.exec(body.toString("latin1", 0, LONGEST_HEAD + 1)) ?? [];
  const journaled = JSON.parse(body.toString("utf8", head.length)) as LoggedChange[];
  return {
    number: number === undefined ? undefined : Number(number),
    before,
    link: linkOfRecord(bytes, start),
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

/** Offset of the first intact record after a bad one; undefined if there is none. */
export function recordAfter(bytes: Buffer, bad: number): number | undefined {
  // The newline of the bad record may itself be damaged, so its length is tried as well.
  const next = headAt(bytes, bad)?.end;
  if (next !== undefined && next < bytes.length && recordAt(bytes, next)) return next;
  for (let at = bytes.indexOf(0x0a, bad); at >= 0; at = bytes.indexOf(0x0a, at + 1)) {
    if (recordAt(bytes, at + 1)) return at + 1;
  }
  // Behind zeros that another program appended while the process continued to write.
  for (let at = bytes.indexOf(0, bad); at >= 0; at = bytes.indexOf(0, at + 1)) {
    while (bytes[at + 1] === 0) at += 1;
    if (recordAt(bytes, at + 1)) return at + 1;
  }
  return undefined;
}

/**
 * Whether a bad last record was being written when the process or the machine stopped. Such a record is too short, or has
 * blocks that never reached the disk and read as zeros. JSON contains neither zero bytes nor line breaks, so a bad record
 * that ends in a line break and has no zero bytes was written completely and has changed since.
 */
export function isTorn(bytes: Buffer, start: number): boolean {
  if (bytes.includes(0, start)) return true;
  const end = headAt(bytes, start)?.end;
  return bytes.at(-1) !== 0x0a && (end === undefined || end > bytes.length);
}
