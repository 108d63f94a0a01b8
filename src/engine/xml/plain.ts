/**
 * Documents of tags and ASCII text alone, as programs write small requests: read without a parser, which costs four times
 * as much. Whatever else a document holds, attributes, references, comments, other characters or a mistake, is left to
 * the parser; what is read here is read by both alike (test/engine/doors/plain-xml.test.ts).
 */
import type { XmlEvents } from "./reading.js";

const declaration = /^<\?xml version=(["'])1\.0\1( encoding=(["'])(UTF|utf)-8\3)?\?>/;
const unusual = /[^\t\n\x20-\x7e]|&|<[!?]|\]\]>/;
const name = /^[A-Za-z_][\w.-]*$/;
const nothing = Object.freeze({});

/** False: it holds something else, of which `events` may have been told a part; it is to be read anew. */
export function readPlainXml(document: string, events: XmlEvents): boolean {
  const from = document.startsWith("<?") ? (declaration.exec(document)?.[0].length ?? 0) : 0;
  const text = from === 0 ? document : document.slice(from);
  if (unusual.test(text)) return false;
  const open: string[] = [];
  let isDone = false;
  for (let at = 0; at < text.length;) {
    const tag = text.indexOf("<", at);
    const end = tag < 0 ? text.length : tag;
    if (end > at) {
      const between = text.slice(at, end);
      if (open.length > 0) events.text(between);
      else if (between.trim() !== "") return false;
    }
    if (tag < 0) break;
    const close = text.indexOf(">", tag);
    if (close < 0 || isDone) return false;
    if (!readTag(text.slice(tag + 1, close), open, events)) return false;
    isDone = open.length === 0;
    at = close + 1;
  }
  return isDone;
}

/** @param tag what stands between its brackets */
function readTag(tag: string, open: string[], events: XmlEvents): boolean {
  if (tag.startsWith("/")) {
    const closed = tag.slice(1);
    if (open.pop() !== closed) return false;
    events.close(closed);
    return true;
  }
  const isEmpty = tag.endsWith("/");
  const opened = isEmpty ? tag.slice(0, -1) : tag;
  if (!name.test(opened)) return false;
  events.open(opened, nothing);
  if (isEmpty) events.close(opened);
  else open.push(opened);
  return true;
}
