/**
 * `GET /media/catalog/product/...`: serves the files of product images (docs/settings.md). The path is only used
 * to look up a record and never as a file name, so that requests cannot reach other files.
 */
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Router, type Request, type Response } from "express";
import type { ImageFileDoc } from "../data/entities/catalog.js";
import type { MediaFile } from "../../engine/files/media-files.js";
import { logRequests, type ServedInstance } from "../../engine/serving/served-instance.js";
import { mediaKey } from "./image-names.js";
import type { MediaStore } from "./media-store.js";
import type { Storage } from "../../engine/storage/storage.js";

/** The shop of a request, with its images. */
interface MediaParts extends Pick<ServedInstance, "storage"> {
  readonly media: MediaStore;
}

/** At the path that URLs in results have. */
export function mediaRoutes(): Router {
  return Router().use("/media/catalog/product", logRequests("image", "media"), async (request, response) => {
    if (request.method !== "GET" && request.method !== "HEAD") {
      response.status(405).set("Allow", "GET, HEAD").type("text/plain").send("Images are read-only.\n");
      return;
    }
    const { storage, own } = request.instance;
    const found = await findImage({ storage, ...(own as Pick<MediaParts, "media">) }, request.path);
    if (!found) {
      response.status(404).type("text/plain").send("There is no such image.\n");
      return;
    }
    try {
      await sendImage(request, response, found);
    } finally {
      await found.file.close();
    }
  });
}

interface FoundImage {
  readonly record: ImageFileDoc;
  readonly file: MediaFile;
  /** Throws if the file is damaged. */
  readonly requireUndamaged: () => Promise<void>;
}

async function findImage({ storage, media }: MediaParts, path: string): Promise<FoundImage | undefined> {
  const wanted = decodePath(path);
  if (wanted === undefined) return undefined;
  // If the file is replaced between the two steps, the second attempt finds its new record.
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    const record: ImageFileDoc | undefined = await recordOf(storage, wanted);
    if (record?.file !== wanted) return undefined;
    const file: MediaFile | undefined = await media.open(record.stored_as);
    if (file && file.size === record.size)
      return { record, file, requireUndamaged: () => media.requireUndamaged(record, file) };
    await file?.close();
  }
  return undefined;
}

function recordOf(storage: Storage, file: string): Promise<ImageFileDoc | undefined> {
  return storage.read((tx) => tx.get("images", mediaKey(file)));
}

function decodePath(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/** Sends the detected type, and prevents sniffing and scripts. */
function setHeaders(response: Response, { type, etag }: ImageFileDoc): void {
  response.set({
    "Content-Type": type,
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    // Storefront pages of any origin can embed the images.
    "Cross-Origin-Resource-Policy": "cross-origin",
    "Cache-Control": "public, max-age=300",
    "Accept-Ranges": "bytes",
    ETag: quoteTag(etag),
  });
}

async function sendImage(request: Request, response: Response, found: FoundImage): Promise<void> {
  const { record, file } = found;
  if (isKnown(request, record)) {
    setHeaders(response, record);
    response.status(304).end();
    return;
  }
  await found.requireUndamaged();
  setHeaders(response, record);
  const part = requestedPart(request, record);
  if (part === "none") {
    response.status(416).set("Content-Range", `bytes */${record.size}`).removeHeader("Content-Type");
    response.end();
    return;
  }
  const { start, end } = part ?? { start: 0, end: record.size - 1 };
  if (part) response.status(206).set("Content-Range", `bytes ${start}-${end}/${record.size}`);
  response.set("Content-Length", String(end - start + 1));
  if (request.method === "HEAD") {
    response.end();
    return;
  }
  await pipeline(Readable.from(chunks(file, start, end)), response).catch((error: unknown) => {
    // A client disconnect is not an error.
    if (!response.destroyed) throw error;
  });
}

/**
 * Whether the client has the current bytes. Not `request.fresh`, which is false with `Cache-Control:
 * no-cache`, a header that fetch adds.
 */
function isKnown(request: Request, { etag }: ImageFileDoc): boolean {
  const tags = request
    .get("If-None-Match")
    ?.split(",")
    .map((tag) => tag.trim().replace(/^W\//, ""));
  return tags !== undefined && (tags.includes("*") || tags.includes(quoteTag(etag)));
}

/** The requested range; undefined = the whole file, also for several ranges; "none" = beyond the end. */
function requestedPart(
  request: Request,
  { size, etag }: ImageFileDoc,
): { start: number; end: number } | "none" | undefined {
  const ifRange = request.get("If-Range");
  if (ifRange !== undefined && ifRange !== quoteTag(etag)) return undefined;
  const ranges = request.range(size);
  if (ranges === -1) return "none";
  return Array.isArray(ranges) && ranges.type === "bytes" && ranges.length === 1 ? ranges[0] : undefined;
}

function quoteTag(etag: string): string {
  return `"${etag}"`;
}

const chunkLength = 64 * 1024;

async function* chunks(file: MediaFile, start: number, end: number): AsyncGenerator<Uint8Array> {
  for (let at = start; at <= end;) {
    const bytes = await file.read(at, Math.min(chunkLength, end - at + 1));
    if (bytes.length === 0) throw new Error("an image file is shorter than its size");
    at += bytes.length;
    yield bytes;
  }
}
