/**
 * Checks uploaded pictures: decodes base64, finds type and size, and searches for foreign content such as scripts
 * (catalog 7.4, rows 4 and 6). What reads all bytes is a generator that yields between chunks, so that it does not
 * block the event loop; `runYielding` in images.ts runs it.
 */
import { GIF } from "image-size/types/gif";
import { JPG } from "image-size/types/jpg";
import { PNG } from "image-size/types/png";
import { WEBP } from "image-size/types/webp";
import type { ImageMime } from "../../media/image-names.js";

/** Work in chunks that returns a result. */
export type Yielding<Result> = Generator<undefined, Result, undefined>;

/** Characters between two yields: 5 ms if every second character is a space. */
const charactersPerYield = 64 * 1024;
const bytesPerYield = 1024 * 1024;

const [tab, carriageReturn, blank, equalSign] = [0x09, 0x0d, 0x20, 0x3d];
const space = /[\t\n\v\f\r ]+/g;
const otherThanDigits = /[^A-Za-z0-9+/]/;

/** Decodes base64. Ignores white space and accepts missing padding; undefined for anything else. */
export function* decodeBase64(text: string): Yielding<Buffer | undefined> {
  const { end, padding } = withoutTail(text);
  const bytes = Buffer.allocUnsafe(Math.ceil((end * 3) / 4));
  let written = 0;
  let digits = 0;
  let rest = "";
  for (let at = 0; at < end; at += charactersPerYield) {
    const slice = rest + text.slice(at, Math.min(at + charactersPerYield, end)).replace(space, "");
    if (otherThanDigits.test(slice)) return undefined;
    // Four digits are three bytes. The digits of an incomplete group move to the next chunk.
    const whole = at + charactersPerYield < end ? slice.length - (slice.length % 4) : slice.length;
    written += bytes.write(slice.slice(0, whole), written, "base64");
    digits += whole;
    rest = slice.slice(whole);
    yield;
  }
  const complete = padding === 0 ? digits % 4 !== 1 : padding <= 2 && (digits + padding) % 4 === 0;
  return complete ? bytes.subarray(0, written) : undefined;
}

/** Where the digits end, and the number of `=` after them. White space between them is ignored. */
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

/** The header of a picture. Width and height are in pixels. */
interface PictureHeader {
  readonly type: ImageMime;
  readonly width: number;
  readonly height: number;
}

interface Format {
  readonly type: ImageMime;
  /** Matches the first bytes as Latin-1, up to the size: the readers would read beyond the end of a shorter file. */
  readonly signature: RegExp;
  readonly reader: typeof PNG;
  /** Returns the part of the file to give to the reader instead of all bytes; undefined if the file is broken. */
  readonly head?: (bytes: Buffer) => Buffer | undefined;
}

const signatureLength = 32;

/** Uploads are given to these readers only: image-size supports more formats, including SVG. */
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

/** Photographs have about a dozen segments. A segment has at most 64 KiB. */
const maxJpegSegments = 1_000;

/** Start of image and an empty segment, because the reader skips the first segment. */
const jpegStart = Buffer.from("ffd8ffe00002", "hex");

/** Bytes of the frame header up to height and width. */
const frameHeaderLength = 9;

/**
 * The frame header of a JPEG, as a JPEG of its own. Decoders follow the chain of segments. The reader searches on
 * where the chain breaks, so a crafted file could show it another size than decoders see, or block it for seconds.
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

/** The bytes, unless the first block is not a GIF block: scripts that begin with `GIF89a` have text there. */
function gifHead(bytes: Buffer): Buffer | undefined {
  const flags = bytes[10] ?? 0;
  const colors = flags & 0x80 ? 2 ** ((flags & 7) + 1) : 0;
  const introducer = bytes[13 + 3 * colors];
  return introducer === undefined || [0x21, 0x2c, 0x3b].includes(introducer) ? bytes : undefined;
}

/** Longer than any match of `foreign`, so that no match is missed between two chunks. */
const overlap = 32;

/**
 * Markup and scripts, ZIP archives (including Java programs), PDF. Each pattern is long enough not to match by
 * chance.
 */
const foreign =
  // oxlint-disable-next-line no-control-regex
  /<(?:script|html|head|body|iframe|object|embed|svg|!doctype|\?php)[\s>/]|PK\x03\x04[\x0a\x14\x2d]\0|%PDF-\d\./i;

/** Whether a picture also contains a page, a script, an archive or a document. */
export function* holdsForeignContent(bytes: Buffer): Yielding<boolean> {
  for (let at = 0; at < bytes.length; at += bytesPerYield) {
    if (foreign.test(bytes.toString("latin1", at, at + bytesPerYield + overlap))) return true;
    yield;
  }
  return false;
}
