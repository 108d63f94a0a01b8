/** Writes texts as the content of an element or attribute, of XML and of HTML. */

import { codesOf, replaceCharacters } from "../values/characters.js";

/** The characters that XML 1.0 cannot contain, not even as a reference. */
// oxlint-disable-next-line no-control-regex
const illegal = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

// oxlint-disable-next-line no-control-regex
const special = /[&<>\r\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/;

/** Drops illegal characters. A carriage return becomes a reference, because a parser would read it as a line feed. */
export function xmlText(text: string): string {
  return special.test(text) ? escaped(text.toWellFormed().replace(illegal, "")) : text;
}

/**
 * Shows illegal characters as text, for example `&amp;#1;`, which a reader sees as `&#1;` (doors 2.4). Also escapes
 * `"`.
 */
export function visibleXmlText(text: string): string {
  if (!special.test(text)) return text.includes('"') ? text.replaceAll('"', "&quot;") : text;
  const written = escaped(text.toWellFormed()).replaceAll('"', "&quot;");
  return written.search(illegal) < 0 ? written : replaceCharacters(written, shown);
}

const shown = new Map(
  codesOf([0, 0x08], [0x0b, 0x0c], [0x0e, 0x1f], [0xfffe, 0xffff]).map((code) => [code, `&amp;#${code};`]),
);

/** Escapes a text for elements and quoted attributes of HTML. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll("\r", "&#13;");
}
