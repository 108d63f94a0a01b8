/** The rest of an export that broke off: what comes behind the bytes that are there already. */
import { createHash } from "node:crypto";
import type { Problem } from "../../engine/values/problem.js";

/** The bytes of an export that somebody has. */
export interface KnownBytes {
  readonly count: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

export interface ExportQuery {
  readonly checksums: boolean;
  readonly known?: KnownBytes;
}

export function exportQuery(
  query: Readonly<Record<string, unknown>>,
): ExportQuery | { readonly problem: Problem } {
  const { checksums = "false", offset, sha256, ...others } = query;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) return problem(unknown, "is no parameter of this address");
  if (checksums !== "true" && checksums !== "false") return problem("checksums", "must be true or false");
  const wanted = { checksums: checksums === "true" };
  if (offset === undefined && sha256 === undefined) return wanted;

  const count = typeof offset === "string" && /^\d{1,16}$/.test(offset) ? Number(offset) : NaN;
  if (!Number.isSafeInteger(count)) return problem("offset", "must be a number of bytes, beside sha256");
  if (typeof sha256 !== "string" || !/^[0-9a-f]{64}$/.test(sha256)) {
    return problem("sha256", "must be the SHA-256 of the bytes in front, in 64 hexadecimal digits");
  }
  return { ...wanted, known: { count, sha256 } };
}

function problem(field: string, message: string): { readonly problem: Problem } {
  return { problem: { field, message } };
}

/**
 * The text as bytes without the first ones; undefined when it begins with others. So whoever puts the rest behind what
 * is there has one state as it was at one moment, whatever was written in between.
 */
export async function bytesBehind(
  text: AsyncGenerator<string>,
  { count, sha256 }: KnownBytes,
): Promise<AsyncIterable<Uint8Array> | undefined> {
  const hash = createHash("sha256");
  let missing = count;
  let bytes = Buffer.alloc(0);
  while (missing > 0) {
    const next = await text.next();
    if (next.done) return undefined;
    bytes = Buffer.from(next.value);
    const known = bytes.subarray(0, missing);
    hash.update(known);
    missing -= known.length;
    bytes = bytes.subarray(known.length);
  }
  if (hash.digest("hex") === sha256) return rest(bytes, text);
  await text.return(undefined);
  return undefined;
}

async function* rest(first: Uint8Array, text: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  if (first.length > 0) yield first;
  for await (const piece of text) yield Buffer.from(piece);
}
