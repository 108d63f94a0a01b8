/**
 * Log and commands print text from callers. It must not control the terminal or look like a line of its own, so control
 * characters (C0, DEL, C1), line and paragraph separators and bidirectional marks are escaped (`\u001b`).
 */

// oxlint-disable-next-line no-control-regex
const acting = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Escapes a line of JSON: such characters occur only inside its strings, where the escape has the same meaning. */
const actingInJson = /[\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

export function escapeJsonLines(lines: string): string {
  return lines.replace(actingInJson, escapeOf);
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
  return text.replace(acting, escapeOf);
}

function escapeOf(character: string): string {
  if (character === "\n") return "\\n";
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
