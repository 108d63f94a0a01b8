/** What a caller asks for of a product, as the line that it makes (beyond 7.1). */
import type { LineRequest } from "../../data/entities/cart.js";
import type { ProductFacts } from "./product-facts.js";

/** One line, as it was chosen. */
export interface Choice {
  /** What is kept of the request: asked again, it makes this line and no other. */
  readonly request: LineRequest;
  /** Units, where the request says it and not the entry: of what a grouped product consists of. */
  readonly qty?: number;
  /** What a composite product consists of, for each unit. */
  readonly children: readonly { readonly product_id: number; readonly qty: number }[];
  /** The SKUs of what was chosen, each behind a `-`. */
  readonly skuSuffix: string;
  /** The price of a unit by the final price of the product (catalog 9.8). */
  readonly priceOf: (finalPrice: number) => number;
  /** Members of `product_options` of the order, beside `info_buyRequest` (beyond 12.3). */
  readonly product_options: Readonly<Record<string, unknown>>;
}

/** What is missing is said in texts for people, which clients compare. */
export type Chosen = { readonly choices: readonly Choice[] } | { readonly texts: readonly string[] };

/** Quantities by product ID, of what a grouped product consists of. */
export type GroupQuantities = Readonly<Record<string, number>>;

/** How products of a type are chosen. */
export type Choose = (facts: ProductFacts, request: LineRequest, group: GroupQuantities) => Chosen;

/** Equal for requests that make the same line of a product. */
export function keyOf({ product_id: _, ...request }: LineRequest): string {
  return JSON.stringify(sorted(request));
}

/** Objects with their members by name. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]));
}
