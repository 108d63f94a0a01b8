/** JSON out, with a bound on how long the event loop is held. What comes in is read by json-reader.ts. */
import { memoize, isImmutable } from "../values/memo.js";
import { wire, type Wire } from "../fast/wire.js";

/** Rows that are turned into text at a stretch; about 1 ms for the list entries of this service. */
const rowsAtOnce = 500;

/** The JSON of a value. Long lists are written in slices between which other requests get their turn. */
export function toJson(value: unknown): Wire | Promise<Wire> {
  if (Array.isArray(value) && value.length > rowsAtOnce) return inSlices(value);
  const isKept = typeof value === "object" && value !== null && isImmutable(value);
  return isKept ? memoize(value, stringify) : wire(JSON.stringify(value));
}

const stringify = (value: object) => wire(JSON.stringify(value));

async function inSlices(value: readonly unknown[]): Promise<Wire> {
  const slices: string[] = [];
  for (let from = 0; from < value.length; from += rowsAtOnce) {
    slices.push(wire(JSON.stringify(value.slice(from, from + rowsAtOnce)).slice(1, -1)));
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
  return `[${slices.join(",")}]` as Wire;
}
