/** Lists from callers, with a limit on their length. */
import { longestText } from "./coercion.js";

/** Maximum number of elements; the contract names it. */
export const maxListed = 1000;

/** The message for a longer list. */
export const tooLong = `must have at most ${maxListed} elements`;

/** A list, or a single value as a list of one; undefined if it is too long. */
export function readList(given: unknown): readonly unknown[] | undefined {
  if (!Array.isArray(given)) return [given];
  return given.length > maxListed ? undefined : (given as readonly unknown[]);
}

/** As `readList`; a text is split at its commas, without blank elements. */
export function readCommaList(given: unknown): readonly unknown[] | undefined {
  if (typeof given !== "string") return readList(given);
  if (given.length > longestText) return undefined;
  // The limit bounds the work for a long text.
  const parts = readList(given.split(",", maxListed + 1));
  return parts?.filter((part) => (part as string).trim() !== "");
}

/** Appends elements to a list. `push(...more)` would overflow the stack with a hundred thousand elements. */
export function append<Element>(list: Element[], more: Iterable<Element>): void {
  for (const element of more) list.push(element);
}
