/** Places in an order that callers may set: of categories, images, and of attributes and their groups in a set. */

/** The place behind another. Nothing lies behind the largest whole number that JSON carries exactly. */
export function nextPosition(place: number): number {
  return Math.min(place + 1, Number.MAX_SAFE_INTEGER);
}
