/** Parts of messages for people. */
import { shorten } from "./text.js";

/** Characters of a caller's text that a message repeats. */
const maxShown = 80;

/** A caller's text, cut to a bearable length. */
export function cutText(text: string): string {
  return shorten(text, maxShown);
}

/** A caller's value as it looks in JSON, cut to a bearable length. */
export function quote(value: unknown): string {
  // Only texts and lists can be long; neither is written out whole to be cut again.
  if (typeof value === "string") return cutText(JSON.stringify(value.slice(0, maxShown + 1)));
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" && value !== null ? "an object" : (JSON.stringify(value) ?? "nothing");
}

/** What to say of an ID that has no record; nothing of 0, which may stand for any value that can be no ID. */
export function notFound(record: string, id: number): string | undefined {
  return id === 0 ? undefined : `${record} ${id} was not found.`;
}

/** What an error says; whatever else was thrown, as text. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
