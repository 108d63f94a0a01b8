/** Parts of messages for people. */
import { shorten } from "./text.js";

/** Maximum number of characters of a caller's text in a message. */
const maxShown = 80;

/** A caller's text, cut for a message. */
export function cutText(text: string): string {
  return shorten(text, maxShown);
}

/** A caller's value as JSON, cut for a message, without secrets. */
export function quote(value: unknown): string {
  if (value === Infinity) return `a number above ${largest}`;
  if (value === -Infinity) return `a number below -${largest}`;
  // Escaping makes a text longer, so nothing beyond these characters is shown.
  const beginning = JSON.stringify(shownPart(value, maxShown))?.slice(0, maxShown + 1) ?? "nothing";
  return cutText(escaped(beginning));
}

/** The largest number of JavaScript. */
const largest = "1.79e308";

/** The beginning of a value that may be long. Members with secrets are hidden. */
function shownPart(value: unknown, room: number): unknown {
  if (typeof value === "string") return value.slice(0, maxShown + 1);
  if (typeof value !== "object" || value === null) return value;
  if (room <= 0) return "…";
  if (Array.isArray(value)) return value.slice(0, room).map((element) => shownPart(element, room / 2 - 1));
  const members = Object.keys(value).slice(0, room);
  return Object.fromEntries(
    members.map((name) => [
      name.slice(0, maxShown),
      isSecretName(name) ? "***" : shownPart((value as Record<string, unknown>)[name], room / 2 - 1),
    ]),
  );
}

/** Escapes what JSON leaves in place although a terminal, a log or XML cannot show it. */
function escaped(json: string): string {
  return json.replaceAll(
    /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Whether a message shows a value as `quote` writes it. */
export function shows(message: string, value: unknown): boolean {
  const shown = quote(value);
  if (typeof value !== "number") return message.includes(shown);
  // 100 does not show 1.
  return message.split(/[^\w.+-]+/).some((word) => word.replace(/\.$/, "") === shown);
}

/** Passwords, keys, sessions, tokens and the data of cards: messages name them and never show them. */
const secretName =
  /(?:^|[._])(?:\w*password\w*|\w*_hash|(?:api_?)?key|session(?:_?id)?|\w*token\w*|\w*secret\w*|confirmation|cc_\w+|oauth_\w+)$/i;

/** Whether a member, or the path of one, is secret. */
export function isSecretName(name: string): boolean {
  return secretName.test(name) && !publicKey.test(name);
}

/** Part of a public address. */
const publicKey = /(?:^|\.)url_key$/i;

/** The message for an ID without a record; none for 0, which stands for any value that is not an ID. */
export function notFound(record: string, id: number): string | undefined {
  return id === 0 ? undefined : `${record} ${id} was not found.`;
}

/** The message of an error, or any other thrown value as text. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
