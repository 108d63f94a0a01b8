/** Positions that callers may set: of categories, images, and of attributes and their groups in a set. */

/** The position behind another. Nothing lies behind the largest whole number that JSON carries exactly. */
export function nextPosition(position: number): number {
  return Math.min(position + 1, Number.MAX_SAFE_INTEGER);
}
