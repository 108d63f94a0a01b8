/**
 * Bounds for the growth of single documents. A document is read, stored and serialized as a whole, which
 * blocks the event loop: at these bounds, each step takes a few milliseconds.
 */
import type { Problem } from "../../engine/values/problem.js";

export const growthBounds = {
  /** Characters of all attribute values of a product, in all scopes. */
  productTexts: 2 * 1024 * 1024,
  productImages: 1000,
  productOptions: 500,
  /** Values of all options of a product. */
  productOptionValues: 5000,
  /** Characters in all titles of options and values, in all scopes. */
  productOptionTexts: 1024 * 1024,
  /** Links of a downloadable product; the same for its samples. */
  productDownloads: 1000,
  attributeOptions: 20_000,
  attributesOfSet: 5000,
  /** Rows in the history of an order, or comments of one of its documents; and their characters. */
  comments: 5000,
  commentTexts: 1024 * 1024,
  tracksOfShipment: 1000,
  /** Every change of a cart prices all lines. */
  cartLines: 500,
  /** Characters of the text for a custom option that has no limit of its own. */
  optionText: 65_535,
  /** Every change of a cart searches all coupons. */
  coupons: 1000,
  agreements: 100,
  /** Categories of the whole tree: `tree` returns all of them, and a move can change all. */
  categories: 10_000,
  /** Some clients cannot parse deeply nested values: JSON parsers from 64 levels, XML parsers from 256. */
  treeLevels: 100,
} as const;

/** The problem of a product with too many characters in its values. @param values by scope and attribute */
export function valueProblems(
  values: Readonly<Record<string, Readonly<Record<string, string | number | null>>>>,
): Problem[] {
  const { productTexts } = growthBounds;
  let characters = 0;
  for (const ofScope of Object.values(values)) {
    for (const value of Object.values(ofScope)) if (typeof value === "string") characters += value.length;
  }
  if (characters <= productTexts) return [];
  const message = `all values of a product together must have at most ${productTexts} characters`;
  return [{ field: "productData", message }];
}

/** Why a comment cannot be added to the existing ones; undefined if it can. */
export function commentProblem(
  rows: readonly { readonly comment: string | null }[],
  added: string,
): string | undefined {
  const { comments, commentTexts } = growthBounds;
  if (rows.length >= comments) return `there are ${rows.length} comments, which is the maximum`;
  const characters = rows.reduce((sum, { comment }) => sum + (comment?.length ?? 0), added.length);
  return characters > commentTexts
    ? `all comments together must have at most ${commentTexts} characters`
    : undefined;
}
