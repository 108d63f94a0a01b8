/**
 * A state that comes in parts, so that what broke off goes on where it stopped: `PUT /control/state` with `Upload-Id` and
 * `Content-Range: bytes 0-1048575/5000000`; `bytes *` in place of the numbers asks how much is there.
 */
import { randomUUID } from "node:crypto";
import type { Request } from "express";
import type { Uploads } from "../../engine/storage/uploads.js";
import type { Problem } from "../../engine/values/problem.js";
import type { ReadBytes } from "../control/controlled-shop.js";

export interface UploadPart {
  readonly id: string;
  /** Where the bytes of this request begin; undefined without any. */
  readonly from: number | undefined;
  /** All bytes of the state. */
  readonly total: number;
}

const idForm = /^[A-Za-z0-9_-]{1,64}$/;
const rangeForm = /^bytes (?:\*|(\d{1,15})-(\d{1,15}))\/(\d{1,15})$/;

/** Undefined for a state that comes in one piece. */
export function uploadPart(request: Request): UploadPart | { readonly problem: Problem } | undefined {
  const [id, range] = [request.get("Upload-Id"), request.get("Content-Range")];
  if (id === undefined && range === undefined) return undefined;
  if (id === undefined || !idForm.test(id))
    return problemOf("Upload-Id", "must be 1 to 64 letters, digits, - and _, beside Content-Range");
  const [, from, to, total] = rangeForm.exec(range ?? "") ?? [];
  const isUsable =
    total !== undefined && (from === undefined || (Number(from) <= Number(to) && Number(to) < Number(total)));
  if (!isUsable) return problemOf("Content-Range", "must be bytes <first>-<last>/<all> or bytes */<all>");
  if ((request.get("Content-Encoding") ?? "identity") !== "identity")
    return problemOf("Content-Encoding", "is not possible for a state that comes in parts");
  return { id, from: from === undefined ? undefined : Number(from), total: Number(total) };
}

function problemOf(field: string, message: string): { readonly problem: Problem } {
  return { problem: { field, message } };
}

/** Bytes that are made durable at once. */
const blockBytes = 512 * 1024;

/** States that wait at a time, and for how long after their last part. */
const kept = { count: 4, seconds: 24 * 3600 };

/**
 * Adds the bytes to what is there. Those that came before a break are kept, but for the last few.
 * Undefined when they do not follow on what is there.
 */
export async function addBytes(
  uploads: Uploads,
  id: string,
  from: number,
  chunks: AsyncIterable<Uint8Array>,
): Promise<number | undefined> {
  if ((await uploads.size(id)) !== from) return undefined;
  if (from === 0) await uploads.removeOld({ ...kept, count: kept.count - 1 });
  let at = from;
  for await (const block of blocksOf(chunks)) {
    if (!(await uploads.append(id, at, block))) return undefined;
    at += block.length;
  }
  return at;
}

async function* blocksOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    waiting.push(chunk);
    size += chunk.length;
    if (size < blockBytes) continue;
    yield Buffer.concat(waiting);
    [waiting, size] = [[], 0];
  }
  if (size > 0) yield Buffer.concat(waiting);
}

/** Keeps the bytes elsewhere while the work reads them, as often as it wants to. */
export async function keptAside<R>(
  uploads: Uploads,
  chunks: AsyncIterable<Uint8Array>,
  work: (read: ReadBytes) => Promise<R>,
): Promise<R> {
  const id = randomUUID();
  try {
    await addBytes(uploads, id, 0, chunks);
    return await work((from, to) => uploads.read(id, from, to));
  } finally {
    await uploads.remove(id);
  }
}
