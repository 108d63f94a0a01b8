/**
 * Image files as several operations keep and release them: the record in `images` and the file that it names.
 */
import { createHash } from "node:crypto";
import type { ImageFileDoc } from "../../data/entities/catalog.js";
import type { MediaStore } from "../../media/media-store.js";
import type { Effects, HandlerSettings } from "../../namespace.js";
import { decodeBase64, holdsForeignContent, pictureHeader, type Paused } from "./image-content.js";
import { mediaKey, numberedPath, type ImageMime } from "../../media/image-names.js";
import type { ReadTx, Tx } from "../../../engine/storage/storage.js";
import { isSliceOver, nextSlice } from "../../../engine/time-slices.js";

/** Where image files are served, below the base URL. */
export const imageFolder = "/media/catalog/product";

/** A picture that may be stored. */
export interface Picture {
  readonly bytes: Uint8Array;
  /** Found in the bytes, whatever the caller said. */
  readonly type: ImageMime;
}

/** The bytes of base64, undefined when it is none or empty. Other calls get their turn meanwhile. */
export async function decodeContent(base64: string): Promise<Buffer | undefined> {
  const bytes = await runPaused(decodeBase64(base64));
  return bytes?.length ? bytes : undefined;
}

/** The picture that the bytes are, or why they cannot be stored as one (catalog 7.4, row 6). */
export async function readPicture(bytes: Buffer, limits: HandlerSettings): Promise<Picture | string> {
  const { imageMaxBytes, imageMaxPixels } = limits;
  if (bytes.length > imageMaxBytes) return `The file is larger than ${imageMaxBytes} bytes.`;

  const header = pictureHeader(bytes);
  if (!header) return "The file is not a JPEG, PNG, GIF or WebP image.";
  if (Math.max(header.width, header.height) > imageMaxPixels) {
    return `The image is larger than ${imageMaxPixels} pixels in width or height.`;
  }
  if (await runPaused(holdsForeignContent(bytes))) {
    return "The file contains markup, a script, an archive or a document in addition to the image.";
  }
  return { bytes, type: header.type };
}

async function runPaused<Result>(work: Paused<Result>): Promise<Result> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (isSliceOver()) await nextSlice();
  }
}

/** What changing image files takes of a call. */
export interface ImageWork {
  readonly tx: Tx;
  readonly media: MediaStore;
  readonly effects: Effects;
}

/** The wanted key, or the first numbered one that no product has (catalog 7.4). */
export async function freePath(tx: ReadTx, wanted: string): Promise<string> {
  let path = wanted;
  for (let number = 1; await tx.get("images", mediaKey(path)); number += 1)
    path = numberedPath(wanted, number);
  return path;
}

/** Stores a picture under a key, in place of an earlier one. It is on disk before the record is. */
export async function keepPicture(
  { tx, media, effects }: ImageWork,
  owner: { readonly file: string; readonly product_id: number },
  picture: Picture,
): Promise<void> {
  const earlier = await tx.get("images", mediaKey(owner.file));
  const stored_as = await media.put(owner.file, picture.bytes, effects);
  await tx.put("images", imageFileDoc({ ...owner, stored_as }, picture));
  if (earlier) media.drop(earlier.stored_as, effects);
}

/** The record of an image file; datasets make theirs here too. */
export function imageFileDoc(
  names: Pick<ImageFileDoc, "file" | "product_id" | "stored_as">,
  { bytes, type }: Picture,
): ImageFileDoc {
  const etag = createHash("sha256").update(bytes).digest("base64url");
  return { id: mediaKey(names.file), ...names, type, size: bytes.length, etag };
}

/** Deletes the record of an image, and its file once that has lasted. */
export async function releasePicture({ tx, media, effects }: ImageWork, file: string): Promise<void> {
  const record = await tx.get("images", mediaKey(file));
  if (!record) return;
  await tx.del("images", record.id);
  media.drop(record.stored_as, effects);
}

/** The same for all images of a product that is deleted (catalog 9.7, 5.3). */
export async function releasePictures(work: ImageWork, productId: number): Promise<void> {
  const records = await work.tx.find("images", {
    where: [{ path: "product_id", type: "number", op: "eq", value: productId }],
  });
  for (const { file } of records) await releasePicture(work, file);
}
