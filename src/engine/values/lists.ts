/** Lists from callers, whose length is not limited until they are read. */
import { longestText } from "./coercion.js";

/** The most elements of a list that is looked at one by one; the contract names it where it counts. */
export const maxListed = 1000;

/** What to say of a longer list. */
export const tooLong = `must hold at most ${maxListed} elements`;

/** A list, or a single value as a list of one; undefined when it is too long. */
export function readList(given: unknown): readonly unknown[] | undefined {
  if (!Array.isArray(given)) return [given];
  return given.length > maxListed ? undefined : (given as readonly unknown[]);
}

/** As `readList`; a text is a list with commas between its elements, of which blank ones do not count. */
export function readCommaList(given: unknown): readonly unknown[] | undefined {
  if (typeof given !== "string") return readList(given);
  if (given.length > longestText) return undefined;
  // Only so many are split off, however long the text is.
  const parts = readList(given.split(",", maxListed + 1));
  return parts?.filter((part) => (part as string).trim() !== "");
}

/** Adds elements to a list. Spread into the arguments of `push`, a hundred thousand of them would overflow the stack. */
export function append<Element>(list: Element[], more: Iterable<Element>): void {
  for (const element of more) list.push(element);
}
