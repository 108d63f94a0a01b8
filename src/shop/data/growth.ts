/**
 * How far calls can make one document grow. A document is read, stored and answered as a whole, while everybody else
 * waits: at these bounds each of that takes some milliseconds.
 */
import type { Problem } from "../../engine/values/problem.js";

export const growthBounds = {
  /** Characters of all attribute values of a product, in all scopes. */
  productTexts: 2 * 1024 * 1024,
  productImages: 1000,
  productOptions: 500,
  /** Of all options of a product. */
  productOptionValues: 5000,
  /** Characters of all titles of them, in all scopes. */
  productOptionTexts: 1024 * 1024,
  /** Links, and samples, of a downloadable product. */
  productDownloads: 1000,
  attributeOptions: 20_000,
  attributesOfSet: 5000,
  /** Rows of the history of an order, or comments of one of its documents, and their characters. */
  comments: 5000,
  commentTexts: 1024 * 1024,
  tracksOfShipment: 1000,
  /** Each is worked out again by every change of the cart. */
  cartLines: 500,
  /** Characters of the text that is chosen for a custom option without a limit of its own. */
  optionText: 65_535,
  /** Each is looked at by every change of a cart. */
  coupons: 1000,
  agreements: 100,
  /** Of the whole tree, which is answered as one value, and in which a move may change all. */
  categories: 10_000,
  /** Clients that read trees of JSON give up at depths from 64 levels of nesting on, XML parsers at 256. */
  treeLevels: 100,
} as const;

/** What keeps a product from having all of these values, if anything. @param values by scope and attribute */
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

/** What keeps a comment from being added to those that are there, if anything. */
export function commentProblem(
  rows: readonly { readonly comment: string | null }[],
  added: string,
): string | undefined {
  const { comments, commentTexts } = growthBounds;
  if (rows.length >= comments)
    return `there are ${rows.length} comments, and no more than ${comments} are kept`;
  const characters = rows.reduce((sum, { comment }) => sum + (comment?.length ?? 0), added.length);
  return characters > commentTexts
    ? `all comments together must have at most ${commentTexts} characters`
    : undefined;
}
