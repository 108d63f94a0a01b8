/** From the bytes of a document to its characters, by its byte order mark or its declaration (doors 0). */
import { isUtf8 } from "node:buffer";
import { XmlProblem } from "./problems.js";

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
 * The text of a document. Throws `XmlProblem`.
 * @param given the charset that the request names; the document's own mark or declaration wins over it
 */
export function decodeXml(bytes: Buffer, given?: string): string {
  const { charset, from } = charsetOf(bytes, given);
  if (charset === "utf8" && !isUtf8(bytes)) throw new XmlProblem("The body is not UTF-8.");
  const text = bytes.subarray(from);
  return charset === "utf16be" ? swapped(text).toString("utf16le") : text.toString(charset);
}

/** A last odd byte is no character. */
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
  // Two bytes for each character were looked for above.
  if (charset === undefined || charset.startsWith("utf16")) {
    throw new XmlProblem("The encoding must be UTF-8, UTF-16 or ISO-8859-1.");
  }
  return { charset, from: 0 };
}

const declaration = /^<\?xml\s[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/;

function declaredEncoding(bytes: Buffer): string | undefined {
  if (bytes[0] !== 0x3c || bytes[1] !== 0x3f) return undefined;
  return declaration.exec(bytes.toString("latin1", 0, 200))?.[1];
}
