/** A digest of operation and arguments, equal for all equivalent requests. */
import { createHash, type Hash } from "node:crypto";
import { isSliceOver, nextSlice } from "../time-slices.js";

/** Parts per slice. */
const partsPerLook = 500;

/** Characters per slice: about a millisecond. */
const stretch = 256 * 1024;

/**
 * SHA-256 of an operation and its arguments. Null equals absent, digits equal the number (conventions 10.2), and the
 * order of members does not matter. Large arguments yield between slices.
 */
export async function requestDigest(
  operation: string,
  values: Readonly<Record<string, unknown>>,
): Promise<string> {
  const hash = createHash("sha256");
  let count = 0;
  for (const part of partsOf([operation, values])) {
    await addText(hash, part);
    if ((count += 1) % partsPerLook === 0 && isSliceOver()) await nextSlice();
  }
  return hash.digest("base64url");
}

/** UTF-16, because it distinguishes all strings of JavaScript. */
async function addText(hash: Hash, text: string): Promise<void> {
  for (let from = 0; from < text.length; from += stretch) {
    if (from > 0 && isSliceOver()) await nextSlice();
    hash.update(text.slice(from, from + stretch), "utf16le");
  }
}

/** Each string follows its length, so that different values never have the same digest input. */
function* partsOf(value: unknown): Generator<string> {
  if (Array.isArray(value)) {
    yield `[${value.length}:`;
    for (const element of value as unknown[]) yield* partsOf(element);
  } else if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined && member !== null);
    yield `{${members.length}:`;
    for (const [name, member] of members.sort(byName)) {
      yield `${name.length}:${name}`;
      yield* partsOf(member);
    }
  } else if (value === undefined || value === null) {
    yield "-";
  } else {
    const text = scalarText(value);
    yield `${text.length}:`;
    yield text;
  }
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}

function scalarText(value: unknown): string {
  if (typeof value === "boolean") return value ? "1" : "0";
  return String(value);
}
