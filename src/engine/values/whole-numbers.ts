/**
 * The ranges of whole numbers: those of the columns that the living system stores them in (conventions 10.2). It cuts a
 * number beyond, so it stores another one than was sent; here such a number is refused.
 */
import { toInt } from "./coercion.js";
import { quote } from "./messages.js";

export interface Range {
  readonly min: number;
  readonly max: number;
}

export const int: Range = { min: -2_147_483_648, max: 2_147_483_647 };
export const unsignedInt: Range = { min: 0, max: 4_294_967_295 };
/** A signed column for places that are not negative. */
export const positiveInt: Range = { min: 0, max: int.max };
export const positiveSmallint: Range = { min: 0, max: 32_767 };

/** The whole number, if it is in the range. */
export function toIntIn(value: unknown, range: Range): number | undefined {
  const number = toInt(value);
  return number !== undefined && isIn(number, range) ? number : undefined;
}

export function isIn(number: number, { min, max }: Range): boolean {
  return number >= min && number <= max;
}

/** The required form, for messages. */
export function rangeText({ min, max }: Range): string {
  return `must be a whole number from ${min} to ${max}`;
}

/** The message about a value that is not one of these numbers. */
export function notIn(range: Range, value: unknown): string {
  return `${rangeText(range)}, not ${quote(value)}`;
}
