/**
 * Writes the results of the XML doors. The text of an immutable result is kept with it, and a long text is written in slices of
 * the event loop.
 */
import { partLength, wire, WireParts, type Wire } from "../values/text.js";
import { globalFault } from "../contract/faults.js";
import { isSliceOver, nextSlice } from "../time-slices.js";
import { isImmutable, memoize } from "../values/memo.js";

/** Returns the text of a response. Throws `invalid_request_param` if it is too long to send. */
export type WriteResult = (result: unknown) => Promise<Wire | WireParts>;

/**
 * Creates a writer of results between two texts. Create it once: the texts of immutable results are found by the writer.
 * @param pieces writes a result: as one piece, or as several if the result is large
 */
export function resultWriter(
  before: string,
  pieces: (result: unknown) => Iterable<string>,
  after: string,
): WriteResult {
  function* all(result: unknown): Generator<string> {
    yield before;
    yield* pieces(result);
    yield after;
  }
  const whole = (result: unknown) => {
    let text = before;
    for (const piece of pieces(result)) text += piece;
    return wire(text + after);
  };
  return async (result) => {
    if (isImmutable(result)) return memoize(result, whole);
    return isLarge(result) ? writeInSlices(all(result)) : whole(result);
  };
}

/** Maximum length of a response in bytes, as for JSON. */
const maxLength = 256 * 1024 * 1024;

/** Joins the pieces, in parts if the text is long. */
async function writeInSlices(pieces: Iterable<string>): Promise<Wire | WireParts> {
  const parts: Wire[] = [];
  let [text, length] = ["", 0];
  for (const piece of pieces) {
    text += piece;
    if (text.length >= partLength) {
      const part = wire(text);
      text = "";
      parts.push(part);
      length += part.length;
      if (length > maxLength)
        throw globalFault(
          "invalid_request_param",
          "The response would be too large; request less data at once.",
        );
    }
    if (isSliceOver()) await nextSlice();
  }
  if (parts.length === 0) return wire(text);
  return new WireParts([...parts, wire(text)]);
}

/** How many values are written as one piece, which takes well below a millisecond. */
const maxValuesPerPiece = 500;

/** Whether a value contains so many values that it is written in pieces. Counts no further than necessary. */
export function isLarge(value: unknown): boolean {
  return typeof value === "object" && value !== null && countValues(value, 0) > maxValuesPerPiece;
}

/** Adds the number of values within `value` to `before`; stops above the limit. */
function countValues(value: object, before: number): number {
  if (Array.isArray(value)) return countElements(value, before);
  let count = before;
  // Every result is counted, and Object.values() would create a list for each of its objects.
  for (const name in value) {
    const member = (value as Readonly<Record<string, unknown>>)[name];
    count += 1;
    if (typeof member === "object" && member !== null) count = countValues(member, count);
    if (count > maxValuesPerPiece) return count;
  }
  return count;
}

function countElements(list: readonly unknown[], before: number): number {
  let count = before + list.length;
  for (const element of list) {
    if (count > maxValuesPerPiece) return count;
    if (typeof element === "object" && element !== null) count = countValues(element, count);
  }
  return count;
}
