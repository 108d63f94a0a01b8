/** Parts of messages for people. */
import { shorten } from "./text.js";

/** Maximum number of characters of a caller's text in a message. */
const maxShown = 80;

/** A caller's text, cut for a message. */
export function cutText(text: string): string {
  return shorten(text, maxShown);
}

/** A caller's value as JSON, cut for a message. */
export function quote(value: unknown): string {
  // Cuts before serializing: the text may be long.
  if (typeof value === "string") return cutText(JSON.stringify(value.slice(0, maxShown + 1)));
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" && value !== null ? "an object" : (JSON.stringify(value) ?? "nothing");
}

/** The message for an ID without a record; none for 0, which stands for any value that is no ID. */
export function notFound(record: string, id: number): string | undefined {
  return id === 0 ? undefined : `${record} ${id} was not found.`;
}

/** The message of an error, or any other thrown value as text. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
