/** The text of an answer of the XML doors: kept with a kept result, and written in slices where it is long. */
import { wire, WireParts, type Wire } from "../values/text.js";
import { globalFault } from "../calls/faults.js";
import { isSliceOver, nextSlice } from "../time-slices.js";
import type { Awaitable } from "../values/awaitable.js";
import { isImmutable, memoize } from "../values/memo.js";
import { isLarge } from "./large-values.js";

/** Throws `invalid_request_param` when the text would be too long to send. */
export type WriteAnswer = (result: unknown) => Awaitable<Wire | WireParts>;

/**
 * Writes results between two texts. A writer is made once: the text of a kept result is found by it.
 * @param pieces of a result: few where it is small
 */
export function answerWriter(
  before: string,
  pieces: (result: unknown) => Iterable<string>,
  after: string,
): WriteAnswer {
  function* all(result: unknown): Generator<string> {
    yield before;
    yield* pieces(result);
    yield after;
  }
  const whole = (result: unknown) => wire([...all(result)].join(""));
  return (result) => {
    if (isImmutable(result)) return memoize(result, whole);
    return isLarge(result) ? writtenInSlices(all(result)) : whole(result);
  };
}

/** Characters of one answer, as for JSON. */
const maxLength = 256 * 1024 * 1024;

/** Characters that are sent at once. */
export const partLength = 64 * 1024;

/** The text that the pieces make, in parts where it is long. */
async function writtenInSlices(pieces: Iterable<string>): Promise<Wire | WireParts> {
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
        throw globalFault("invalid_request_param", "The answer would be too large; ask for less at once.");
    }
    if (isSliceOver()) await nextSlice();
  }
  if (parts.length === 0) return wire(text);
  return new WireParts([...parts, wire(text)]);
}
