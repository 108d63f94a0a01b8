/** Decodes the bytes of an XML document, by its byte order mark or its declaration (doors 0). */
import { isUtf8 } from "node:buffer";
import { XmlError } from "./errors.js";

type Charset = "utf8" | "latin1" | "utf16le" | "utf16be";

const charsets: Readonly<Record<string, Charset>> = {
  "utf-8": "utf8",
  utf8: "utf8",
  "us-ascii": "utf8",
  "iso-8859-1": "latin1",
  latin1: "latin1",
  "utf-16": "utf16le",
  "utf-16le": "utf16le",
  "utf-16be": "utf16be",
};

/**
 * Returns the text of a document. Throws an `XmlError`.
 * @param given the charset in `Content-Type`; the byte order mark and the declaration of the document take precedence
 */
export function decodeXml(bytes: Buffer, given?: string): string {
  const { charset, from } = charsetOf(bytes, given);
  if (charset === "utf8" && !isUtf8(bytes)) throw new XmlError("The body is not UTF-8.");
  const text = bytes.subarray(from);
  return charset === "utf16be" ? swapped(text).toString("utf16le") : text.toString(charset);
}

/** Swaps the bytes of each character. Drops an incomplete last character. */
function swapped(text: Buffer): Buffer {
  return Buffer.from(text.subarray(0, text.length & ~1)).swap16();
}

function charsetOf(bytes: Buffer, given: string | undefined): { charset: Charset; from: number } {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return { charset: "utf8", from: 3 };
  if (first === 0xff && second === 0xfe) return { charset: "utf16le", from: 2 };
  if (first === 0xfe && second === 0xff) return { charset: "utf16be", from: 2 };
  if (first === 0x3c && second === 0) return { charset: "utf16le", from: 0 };
  if (first === 0 && second === 0x3c) return { charset: "utf16be", from: 0 };
  const name = declaredEncoding(bytes) ?? given;
  const charset = name === undefined ? "utf8" : charsets[name.toLowerCase()];
  // A document in UTF-16 was recognized above by its first bytes.
  if (charset === undefined || charset.startsWith("utf16")) {
    throw new XmlError("The encoding must be UTF-8, UTF-16 or ISO-8859-1.");
  }
  return { charset, from: 0 };
}

const declaration = /^<\?xml\s[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/;

function declaredEncoding(bytes: Buffer): string | undefined {
  if (bytes[0] !== 0x3c || bytes[1] !== 0x3f) return undefined;
  return declaration.exec(bytes.toString("latin1", 0, 200))?.[1];
}
