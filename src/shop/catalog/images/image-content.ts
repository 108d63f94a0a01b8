/**
 * From base64 to a picture that may be stored: which of the four types the bytes are, how large, and whether
 * something else hides among them (catalog 7.4, rows 4 and 6). Whatever goes through all bytes is a
 * generator that pauses, so that other calls get their turn; `run` in catalog/images/images.ts drives it.
 */
import { GIF } from "image-size/types/gif";
import { JPG } from "image-size/types/jpg";
import { PNG } from "image-size/types/png";
import { WEBP } from "image-size/types/webp";
import type { ImageMime } from "../../media/image-names.js";

/** Work in slices; ends with the result. */
export type Paused<Result> = Generator<undefined, Result, undefined>;

/** Characters between two pauses: 5 ms where every other one is a space. */
const charactersPerTurn = 64 * 1024;
const bytesPerTurn = 1024 * 1024;

const [tab, carriageReturn, blank, equalSign] = [0x09, 0x0d, 0x20, 0x3d];
const space = /[\t\n\v\f\r ]+/g;
const otherThanDigits = /[^A-Za-z0-9+/]/;

/**
 * The bytes of strict base64: white space anywhere and missing padding are fine, anything else is undefined.
 */
export function* decodeBase64(text: string): Paused<Buffer | undefined> {
  const { end, padding } = withoutTail(text);
  const bytes = Buffer.allocUnsafe(Math.ceil((end * 3) / 4));
  let written = 0;
  let digits = 0;
  let rest = "";
  for (let at = 0; at < end; at += charactersPerTurn) {
    const slice = rest + text.slice(at, Math.min(at + charactersPerTurn, end)).replace(space, "");
    if (otherThanDigits.test(slice)) return undefined;
    // Four digits are three bytes: what is left over waits for the next slice.
    const whole = at + charactersPerTurn < end ? slice.length - (slice.length % 4) : slice.length;
    written += bytes.write(slice.slice(0, whole), written, "base64");
    digits += whole;
    rest = slice.slice(whole);
    yield;
  }
  const complete = padding === 0 ? digits % 4 !== 1 : padding <= 2 && (digits + padding) % 4 === 0;
  return complete ? bytes.subarray(0, written) : undefined;
}

/** Where the digits end, and how many `=` follow, white space among them or not. */
function withoutTail(text: string): { end: number; padding: number } {
  let end = text.length;
  let padding = 0;
  for (; end > 0; end -= 1) {
    const code = text.charCodeAt(end - 1);
    if (code === equalSign) padding += 1;
    else if (code !== blank && !(code >= tab && code <= carriageReturn)) break;
  }
  return { end, padding };
}

/** What the header of a picture says. Sides are in pixels. */
export interface PictureHeader {
  readonly type: ImageMime;
  readonly width: number;
  readonly height: number;
}

interface Format {
  readonly type: ImageMime;
  /**
   * Of the first bytes as Latin-1, with those that hold the size: readers look beyond the end of what is too
   * short.
   */
  readonly signature: RegExp;
  readonly reader: typeof PNG;
  /**
   * The part that holds the size, where finding it is not left to the reader; undefined when it is broken.
   */
  readonly head?: (bytes: Buffer) => Buffer | undefined;
}

const signatureLength = 32;

/** Only these readers ever see an upload: image-size knows more formats, SVG among them. */
const formats: readonly Format[] = [
  // oxlint-disable-next-line no-control-regex
  { type: "image/png", signature: /^\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR[^]{8}/, reader: PNG },
  { type: "image/jpeg", signature: /^\xff\xd8\xff/, reader: JPG, head: jpegHead },
  { type: "image/gif", signature: /^GIF8[79]a[^]{4}/, reader: GIF, head: gifHead },
  {
    type: "image/webp",
    // oxlint-disable-next-line no-control-regex
    signature: /^RIFF[^]{4}WEBPVP8(?:X[^]{14}|L[^]{4}\x2f[^]{4}| [^]{7}\x9d\x01\x2a[^]{4})/,
    reader: WEBP,
  },
];

/** Type and size of a JPEG, PNG, GIF or WebP picture; undefined for all other bytes. */
export function pictureHeader(bytes: Buffer): PictureHeader | undefined {
  const start = bytes.toString("latin1", 0, signatureLength);
  const format = formats.find(({ signature }) => signature.test(start));
  const head = format?.head ? format.head(bytes) : bytes;
  if (!format || !head) return undefined;
  try {
    const { width, height } = format.reader.calculate(head);
    return isSide(width) && isSide(height) ? { type: format.type, width, height } : undefined;
  } catch {
    return undefined;
  }
}

function isSide(pixels: number): boolean {
  return Number.isInteger(pixels) && pixels > 0;
}

/** Photographs have a dozen; each may hold 64 KiB. */
const maxJpegSegments = 1_000;

/** Start of image and an empty segment: the reader passes over the first segment without looking. */
const jpegStart = Buffer.from("ffd8ffe00002", "hex");

/** Up to height and width. */
const frameHeaderLength = 9;

/**
 * The frame header of a JPEG, as a JPEG of its own. Decoders follow the segments from one to the next; the
 * reader searches on where this chain breaks, so it could be shown another size than they see, and be kept
 * busy for seconds.
 */
function jpegHead(bytes: Buffer): Buffer | undefined {
  let at = 2;
  for (let segment = 0; segment < maxJpegSegments && at + frameHeaderLength <= bytes.length; segment += 1) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff || marker < 0xc0 || marker === 0xff) return undefined;
    if (marker <= 0xc2) return Buffer.concat([jpegStart, bytes.subarray(at, at + frameHeaderLength)]);
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

/**
 * A GIF whose first block, if it has come that far, is one: scripts that begin with `GIF89a` have text there.
 */
function gifHead(bytes: Buffer): Buffer | undefined {
  const flags = bytes[10] ?? 0;
  const colors = flags & 0x80 ? 2 ** ((flags & 7) + 1) : 0;
  const introducer = bytes[13 + 3 * colors];
  return introducer === undefined || [0x21, 0x2c, 0x3b].includes(introducer) ? bytes : undefined;
}

/** Longer than anything that `foreign` matches, so that nothing is missed between two slices. */
const overlap = 32;

/**
 * Markup and scripts, ZIP archives (programs in Java too), PDF: with enough bytes each not to occur by
 * chance.
 */
const foreign =
  // oxlint-disable-next-line no-control-regex
  /<(?:script|html|head|body|iframe|object|embed|svg|!doctype|\?php)[\s>/]|PK\x03\x04[\x0a\x14\x2d]\0|%PDF-\d\./i;

/** Whether a picture is something else as well: a page, a script, an archive. */
export function* holdsForeignContent(bytes: Buffer): Paused<boolean> {
  for (let at = 0; at < bytes.length; at += bytesPerTurn) {
    if (foreign.test(bytes.toString("latin1", at, at + bytesPerTurn + overlap))) return true;
    yield;
  }
  return false;
}
