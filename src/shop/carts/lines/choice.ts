/** The choice of a product by a caller, as the line of a cart (beyond 7.1). */
import type { LineRequest } from "../../data/entities/cart.js";
import type { ProductFacts } from "./facts.js";

/** The choice that one line stands for. */
export interface LineChoice {
  /** The normalized request: choosing by it again gives the same line. */
  readonly request: LineRequest;
  /** Units of a member of a grouped product; absent if the entry gives the quantity. */
  readonly qty?: number;
  /** The parts of a composite product, per unit. */
  readonly children: readonly { readonly product_id: number; readonly qty: number }[];
  /** The SKUs of the chosen options, each after a `-`. */
  readonly skuSuffix: string;
  /** The unit price of the line for a final price of the product (catalog 9.8). */
  readonly priceOf: (finalPrice: number) => number;
  /** The members of the order item's `product_options` in addition to `info_buyRequest` (beyond 12.3). */
  readonly product_options: Readonly<Record<string, unknown>>;
}

/** `texts` are the problems, in the words of Magento 1, which clients compare. */
export type LineChoices = { readonly choices: readonly LineChoice[] } | { readonly texts: readonly string[] };

/** Quantities of the members of a grouped product, by product ID. */
export type GroupQuantities = Readonly<Record<string, number>>;

/** Turns a request into the choices of lines; one per product type. */
export type Chooser = (facts: ProductFacts, request: LineRequest, group: GroupQuantities) => LineChoices;

/** The key of a line within its product: requests with equal keys share a line. */
export function lineKey({ product_id: _, ...request }: LineRequest): string {
  return JSON.stringify(withSortedMembers(request));
}

/** Sorts the members of objects by name, at every level. */
function withSortedMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedMembers);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, withSortedMembers(member)]));
}
