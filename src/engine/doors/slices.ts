/** Long answers of the XML doors: written piece by piece, while others go on. */
import { wire, WireParts, type Wire } from "../values/text.js";
import { globalFault } from "../calls/faults.js";
import { isSliceOver, nextSlice } from "../time-slices.js";

/** Characters of one answer, as for JSON. */
const maxLength = 256 * 1024 * 1024;

/** Characters that are sent at once. */
export const partLength = 64 * 1024;

/**
 * The text that the pieces make, in parts where it is long. Throws `invalid_request_param` when it would be too long to
 * send.
 */
export async function writtenInSlices(pieces: Iterable<string>): Promise<Wire | WireParts> {
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
