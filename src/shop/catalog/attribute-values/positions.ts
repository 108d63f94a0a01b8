/** Positions of categories, images, and of attributes and groups in an attribute set. */
import type { Range } from "../../../engine/values/whole-numbers.js";

/** The position after another one: after the last number of the range there is none, so several share it. */
export function nextPosition(position: number, { max }: Range): number {
  return Math.max(position, Math.min(position + 1, max));
}
