/**
 * What callers send may stand in the log, but it must not act on a terminal or pass for a line of its own: control
 * characters (C0, DEL, C1), line and paragraph separators and marks that turn the direction of text are written as
 * escapes (`\u001b`).
 */

// eslint-disable-next-line no-control-regex
const acting = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A line of JSON has no such character outside of its texts, where the escape means the same; its own end is kept. */
const actingInJson = /[\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

export function escapeText(text: string): string {
  return text.replace(acting, escaped);
}

/** Like `escapeText`, with the line breaks of a stack trace. */
export function escapeLines(text: string): string {
  return text.split("\n").map(escapeText).join("\n");
}

export function escapeJsonLine(line: string): string {
  return line.replace(actingInJson, escaped);
}

function escaped(character: string): string {
  if (character === "\n") return "\\n";
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
