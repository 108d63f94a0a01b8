/** JSON in and out with bounds: on nesting when reading, on how long the event loop is held when writing. */
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

/** Does the text open more than `limit` lists and objects inside one another? */
export function nestsDeeperThan(limit: number, json: string): boolean {
  if (!opensMoreThan(limit, json)) return false;
  let depth = 0;
  for (let index = 0; index < json.length; index += 1) {
    switch (json[index]) {
      case '"':
        index = endOfText(json, index);
        break;
      case "[":
      case "{":
        depth += 1;
        if (depth > limit) return true;
        break;
      case "]":
      case "}":
        depth -= 1;
        break;
      default:
    }
  }
  return false;
}

/** Are there more than `limit` opening brackets in all? Most bodies have few, and finding so few costs next to nothing. */
function opensMoreThan(limit: number, json: string): boolean {
  let count = 0;
  for (const bracket of ["[", "{"]) {
    let at = json.indexOf(bracket);
    while (at !== -1 && count <= limit) {
      count += 1;
      at = json.indexOf(bracket, at + 1);
    }
  }
  return count > limit;
}

/** Index of the quote that closes the text opened at `start`. */
function endOfText(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  while (end !== -1) {
    let escapes = 0;
    while (json[end - 1 - escapes] === "\\") escapes += 1;
    if (escapes % 2 === 0) return end;
    end = json.indexOf('"', end + 1);
  }
  return json.length;
}
