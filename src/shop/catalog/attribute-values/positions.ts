/** Positions of categories, images, and of attributes and groups in an attribute set. */

/** The position after another one, at most the largest safe integer. */
export function nextPosition(position: number): number {
  return Math.min(position + 1, Number.MAX_SAFE_INTEGER);
}
