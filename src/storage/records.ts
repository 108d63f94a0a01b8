import { crc32 } from "node:zlib";
import type { Change } from "./state.js";
import type { Key } from "../entities/documents.js";
import type { CollectionName, Doc } from "./storage.js";

/**
 * The journal's form on disk: records `crc32 length json\n`, the checksum as 8 hexadecimal digits, the length
 * in bytes. One record is one group of commits, that is one write and one sync. A record that was interrupted
 * is therefore always the last one, however the disk ordered its blocks; a whole record after a bad one means
 * damage.
 */

/**
 * A commit in the journal: whole documents put and ids deleted by collection, and numbers given by sequence.
 */
interface Entry {
  readonly put?: { readonly [collection: string]: readonly Doc[] };
  readonly del?: { readonly [collection: string]: readonly Key[] };
  readonly next?: { readonly [sequence: string]: number };
}

export function encodeChange(change: Change): string {
  const put: [string, Doc[]][] = [];
  const del: [string, Key[]][] = [];
  for (const [name, docs] of change.docs) {
    const kept = [...docs.values()].filter((doc) => doc !== null);
    const gone = [...docs].filter(([, doc]) => doc === null).map(([id]) => id);
    if (kept.length > 0) put.push([name, kept]);
    if (gone.length > 0) del.push([name, gone]);
  }
  const entry: Entry = {
    ...(put.length > 0 && { put: Object.fromEntries(put) }),
    ...(del.length > 0 && { del: Object.fromEntries(del) }),
    ...(change.sequences.size > 0 && { next: Object.fromEntries(change.sequences) }),
  };
  return JSON.stringify(entry);
}

function decodeChange(entry: Entry): Change {
  const docs = new Map<CollectionName, Map<Key, Doc | null>>();
  const of = (name: string) => {
    const changes = docs.get(name as CollectionName) ?? new Map<Key, Doc | null>();
    docs.set(name as CollectionName, changes);
    return changes;
  };
  for (const [name, ids] of Object.entries(entry.del ?? {})) for (const id of ids) of(name).set(id, null);
  for (const [name, put] of Object.entries(entry.put ?? {})) for (const doc of put) of(name).set(doc.id, doc);
  return { docs, sequences: new Map(Object.entries(entry.next ?? {})) };
}

export function encodeRecord(changes: readonly string[]): Buffer {
  const json = Buffer.from(`[${changes.join(",")}]`);
  const head = `${crc32(json).toString(16).padStart(8, "0")} ${json.length} `;
  return Buffer.concat([Buffer.from(head), json, NEWLINE]);
}

const NEWLINE = Buffer.from("\n");
/** Checksum, space, up to 15 digits, space. */
const LONGEST_HEAD = 8 + 1 + 15 + 1;

export interface JournalRecord {
  readonly changes: readonly Change[];
  /** Where the next record starts. */
  readonly end: number;
}

/** The record that starts at a byte; undefined unless it is whole. */
export function recordAt(bytes: Buffer, start: number): JournalRecord | undefined {
  const borders = headAt(bytes, start);
  if (!borders || bytes[borders.end - 1] !== 0x0a) return undefined;
  const json = bytes.subarray(borders.json, borders.end - 1);
  if (crc32(json) !== borders.checksum) return undefined;
  const entries = JSON.parse(json.toString("utf8")) as Entry[];
  return { changes: entries.map(decodeChange), end: borders.end };
}

function headAt(bytes: Buffer, start: number): { checksum: number; json: number; end: number } | undefined {
  const head = /^([0-9a-f]{8}) (\d{1,15}) /.exec(bytes.toString("latin1", start, start + LONGEST_HEAD));
  if (!head) return undefined;
  const json = start + head[0].length;
  return { checksum: Number.parseInt(head[1] as string, 16), json, end: json + Number(head[2]) + 1 };
}

/** Where the first whole record after a bad one starts; undefined when there is none. */
export function recordAfter(bytes: Buffer, bad: number): number | undefined {
  // The bad record's own newline may be what is damaged, so its length is tried besides every newline.
  const next = headAt(bytes, bad)?.end;
  if (next !== undefined && next < bytes.length && recordAt(bytes, next)) return next;
  for (let at = bytes.indexOf(0x0a, bad); at >= 0; at = bytes.indexOf(0x0a, at + 1)) {
    if (recordAt(bytes, at + 1)) return at + 1;
  }
  return undefined;
}
