/** Checks and stores image files: the file itself, and its record in `images`. */
import type { ImageFileDoc } from "../../data/entities/catalog.js";
import type { HandlerSettings } from "../../namespace.js";
import { decodeBase64, holdsForeignContent, pictureHeader, type Yielding } from "./image-content.js";
import { mediaKey, type ImageMime } from "../../media/image-names.js";
import { fileDoc, type FileContext } from "../../media/product-files.js";
import { isSliceOver, nextSlice } from "../../../engine/time-slices.js";

/** The path of image files below the base URL. */
export const imageFolder = "/media/catalog/product";

/** A checked picture. */
export interface Picture {
  readonly bytes: Uint8Array;
  /** Detected from the bytes; the caller's `mime` is ignored. */
  readonly type: ImageMime;
}

/** Decodes base64; undefined if it is invalid or empty. Yields to other calls. */
export async function decodeContent(base64: string): Promise<Buffer | undefined> {
  const bytes = await runYielding(decodeBase64(base64));
  return bytes?.length ? bytes : undefined;
}

/** Maximum width and height of an image. */
const maxPixels = 10_000;

/** The picture, or the text that says why it is refused (catalog 7.4, row 6). */
export async function readPicture(bytes: Buffer, limits: HandlerSettings): Promise<Picture | string> {
  const { imageMaxBytes } = limits;
  if (bytes.length > imageMaxBytes) return `The file is larger than ${imageMaxBytes} bytes.`;

  const header = pictureHeader(bytes);
  if (!header) return "The file is not a JPEG, PNG, GIF or WebP image.";
  if (Math.max(header.width, header.height) > maxPixels) {
    return `The image is larger than ${maxPixels} pixels in width or height.`;
  }
  if (await runYielding(holdsForeignContent(bytes))) {
    return "The file contains markup, a script, an archive or a document in addition to the image.";
  }
  return { bytes, type: header.type };
}

async function runYielding<Result>(work: Yielding<Result>): Promise<Result> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (isSliceOver()) await nextSlice();
  }
}

/** Stores a picture, replacing an earlier one of the same file. It is written to disk before its record. */
export async function storePicture(
  { tx, media, effects }: FileContext,
  owner: { readonly file: string; readonly product_id: number },
  picture: Picture,
): Promise<void> {
  const earlier = await tx.get("images", mediaKey(owner.file));
  const stored_as = await media.put(owner.file, picture.bytes, effects);
  await tx.put("images", imageFileDoc({ ...owner, stored_as }, picture));
  if (earlier) media.drop(earlier.stored_as, effects);
}

/** The record of an image file. Datasets use it, too. */
export function imageFileDoc(
  names: Pick<ImageFileDoc, "file" | "product_id" | "stored_as">,
  { bytes, type }: Picture,
): ImageFileDoc {
  return { ...fileDoc(names, bytes), type };
}
