/** Reads members that callers can send as an object or as a list of `{key, value}` (catalog 4.4, 9.4). */
import { isObject } from "../../../engine/values/coercion.js";

interface KeyValuePair {
  readonly key: string;
  readonly value: unknown;
}

/** The members in their order; undefined if the value has neither form. */
export function pairsOf(given: unknown): readonly (readonly [string, unknown])[] | undefined {
  if (isObject(given)) return Object.entries(given);
  if (!Array.isArray(given) || !given.every(isPair)) return undefined;
  return given.map(({ key, value }) => [key, value]);
}

function isPair(given: unknown): given is KeyValuePair {
  return isObject(given) && typeof given.key === "string" && Object.hasOwn(given, "value");
}
