/** Sends pages compressed, with a cache of compressed contents and with ETags. */
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Request, Response } from "express";
import { BoundedCache } from "../../engine/values/bounded-cache.js";

const compressions = {
  // A compromise: a tenth of the time of the best quality, and a few per cent larger.
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
};

type Compression = keyof typeof compressions;

interface CompressibleAnswer {
  readonly type: string;
  readonly bytes: Buffer;
  readonly etag: string;
}

export function compressibleAnswer(type: string, content: string | Buffer): CompressibleAnswer {
  const bytes = Buffer.from(content);
  return { type, bytes, etag: createHash("sha256").update(bytes).digest("base64url").slice(0, 27) };
}

/** Keyed by content, so that servers with the same pages share entries; a few megabytes at most. */
const compressed = new BoundedCache<string, Promise<Buffer>>(400);

/** @param caching for the browser: `immutable` if the address changes with the content */
export async function sendCompressed(
  request: Request,
  response: Response,
  answer: CompressibleAnswer,
  caching: "immutable" | "revalidate",
): Promise<void> {
  const accepted = request.acceptsEncodings("br", "gzip", "identity");
  const compression = isCompressible(answer.type) && accepted !== "identity" ? accepted : false;
  const form = compression === false ? "" : `-${compression}`;
  response.set({
    "Content-Type": answer.type,
    ETag: `"${answer.etag}${form}"`,
    "Cache-Control": caching === "immutable" ? "public, max-age=31536000, immutable" : "no-cache",
  });
  response.vary("Accept-Encoding");
  if (request.fresh) {
    response.status(304).end();
    return;
  }
  if (compression === false) {
    response.end(answer.bytes);
    return;
  }
  const bytes = await compress(answer, compression as Compression);
  response.set({ "Content-Encoding": compression, "Content-Length": String(bytes.length) }).end(bytes);
}

function compress({ etag, bytes }: CompressibleAnswer, compression: Compression): Promise<Buffer> {
  const key = `${etag}-${compression}`;
  const known = compressed.get(key);
  if (known) return known;
  const made = compressions[compression](bytes);
  compressed.set(key, made);
  return made;
}

function isCompressible(type: string): boolean {
  return type !== "image/png";
}
