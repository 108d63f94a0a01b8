/**
 * Log and commands print text from callers. It must not control the terminal or look like a line of its own, so control
 * characters (C0, DEL, C1), line and paragraph separators and bidirectional marks are escaped (`\u001b`).
 */

import { codesOf, replaceCharacters } from "../values/characters.js";

// oxlint-disable-next-line no-control-regex
const acting = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/** Escapes a line of JSON: such characters occur only inside its strings, where the escape has the same meaning. */
const actingInJson = /[\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

const beyondC0 = codesOf([0x7f, 0x9f], [0x200e, 0x200f], [0x2028, 0x202e], [0x2066, 0x2069]);
const inJson = new Map(beyondC0.map((code) => [code, escapeOf(code)]));
const inText = new Map([...codesOf([0, 0x1f]), ...beyondC0].map((code) => [code, escapeOf(code)]));

export function escapeJsonLines(lines: string): string {
  return actingInJson.test(lines) ? replaceCharacters(lines, inJson) : lines;
}

/** Escapes all strings of a JSON value, member names included. Stack traces keep their line breaks. */
export function escapeAll(value: unknown): unknown {
  if (typeof value === "string") return escapeText(value);
  if (Array.isArray(value)) return value.map(escapeAll);
  if (typeof value !== "object" || value === null) return value;
  const { message, stack } = value as Record<string, unknown>;
  const members = Object.entries(value).map(([name, member]) => [escapeText(name), escapeAll(member)]);
  const isError = typeof message === "string" && typeof stack === "string";
  return { ...Object.fromEntries(members), ...(isError ? { stack: escapeStack(stack, message) } : {}) };
}

/** Escapes the message in front of a stack trace, line breaks included. */
function escapeStack(stack: string, message: string): string {
  const end = stack.indexOf(message) + message.length;
  const lines = stack.slice(end).split("\n").map(escapeText);
  return escapeText(stack.slice(0, end)) + lines.join("\n");
}

/** Escapes a text of several lines, whose line breaks stay. */
export function escapeLines(text: string): string {
  return text.split("\n").map(escapeText).join("\n");
}

export function escapeText(text: string): string {
  return acting.test(text) ? replaceCharacters(text, inText) : text;
}

function escapeOf(code: number): string {
  return code === 0x0a ? "\\n" : `\\u${code.toString(16).padStart(4, "0")}`;
}
