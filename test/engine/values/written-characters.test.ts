/** Characters of callers that XML, a log or a terminal cannot show: what is written for them, and how long that takes. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { escapeJsonLines, escapeText } from "../../../src/engine/log/escape.js";
import { visibleXmlText } from "../../../src/engine/xml/text.js";

const hex = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
const acting = /[\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** The same by a pattern whose matches are each replaced by a function. */
/* oxlint-disable no-control-regex */
const writers = {
  visibleXmlText: [
    visibleXmlText,
    (text: string) =>
      text
        .toWellFormed()
        .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, (one) => `&#${one.charCodeAt(0)};`)
        .replaceAll("&", "&amp;")
        .replaceAll("<", "&lt;")
        .replaceAll(">", "&gt;")
        .replaceAll("\r", "&#13;")
        .replaceAll('"', "&quot;"),
  ],
  escapeText: [
    escapeText,
    (text: string) =>
      text.replace(/[\0-\x1f]/g, (one) => (one === "\n" ? "\\n" : hex(one))).replace(acting, hex),
  ],
  escapeJsonLines: [escapeJsonLines, (text: string) => text.replace(acting, hex)],
} as const;
/* oxlint-enable no-control-regex */

describe.each(Object.entries(writers))("%s", (_, [write, byFunction]) => {
  test("writes every character as it is specified", () => {
    const all = String.fromCharCode(...Array.from({ length: 0x10000 }, (_, code) => code));
    expect(write(all)).toBe(byFunction(all));
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => write(text) === byFunction(text)));
  });
});
