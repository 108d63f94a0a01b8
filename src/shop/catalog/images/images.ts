/** Image files as several operations keep them: the record in `images` and the file that it names. */
import type { ImageFileDoc } from "../../data/entities/catalog.js";
import type { HandlerSettings } from "../../namespace.js";
import { decodeBase64, holdsForeignContent, pictureHeader, type Paused } from "./image-content.js";
import { mediaKey, type ImageMime } from "../../media/image-names.js";
import { fileDoc, type FileWork } from "../../media/kept-files.js";
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

/** Stores a picture under a key, in place of an earlier one. It is on disk before the record is. */
export async function keepPicture(
  { tx, media, effects }: FileWork,
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
  return { ...fileDoc(names, bytes), type };
}
