/**
 * What callers send may stand in the log and in what commands print, but it must not act on a terminal or pass for a line
 * of its own: control characters (C0, DEL, C1), line and paragraph separators and marks that turn the direction of text
 * are written as escapes (`\u001b`).
 */

// oxlint-disable-next-line no-control-regex
const acting = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A line of JSON has no such character outside of its texts, where the escape means the same; its own end is none of these. */
const actingInJson = /[\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

export function escapeJsonLines(lines: string): string {
  return lines.replace(actingInJson, escapeOf);
}

/** A value of JSON with all of its texts escaped, names of members too. A stack trace keeps the breaks between its lines. */
export function escapeAll(value: unknown): unknown {
  if (typeof value === "string") return escapeText(value);
  if (Array.isArray(value)) return value.map(escapeAll);
  if (typeof value !== "object" || value === null) return value;
  const { message, stack } = value as Record<string, unknown>;
  const members = Object.entries(value).map(([name, member]) => [escapeText(name), escapeAll(member)]);
  const isError = typeof message === "string" && typeof stack === "string";
  return { ...Object.fromEntries(members), ...(isError ? { stack: escapeStack(stack, message) } : {}) };
}

/** What stands in front of a stack trace is the message, whose line breaks are no ends of lines. */
function escapeStack(stack: string, message: string): string {
  const end = stack.indexOf(message) + message.length;
  const lines = stack.slice(end).split("\n").map(escapeText);
  return escapeText(stack.slice(0, end)) + lines.join("\n");
}

export function escapeText(text: string): string {
  return text.replace(acting, escapeOf);
}

function escapeOf(character: string): string {
  if (character === "\n") return "\\n";
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
