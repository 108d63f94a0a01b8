/** The types, keys and values of product links (beyond 3). */
import type { LinkType, ProductLinkDoc } from "../../data/entities/catalog.js";
import { round4, toDecimal, type DataObject } from "../../../engine/values/coercion.js";
import type { Problem } from "../../../engine/values/problem.js";
import { notIn, positiveInt, toIntIn } from "../../../engine/values/whole-numbers.js";

export const linkTypes: readonly LinkType[] = ["related", "up_sell", "cross_sell", "grouped"];

export function isLinkType(value: unknown): value is LinkType {
  return linkTypes.includes(value as LinkType);
}

export type LinkIdentity = Pick<ProductLinkDoc, "type" | "product_id" | "linked_product_id">;

/** The ID of the link in `product_links`. */
export function linkKey({ type, product_id, linked_product_id }: LinkIdentity): string {
  return `${type}:${product_id}:${linked_product_id}`;
}

type LinkValues = Pick<ProductLinkDoc, "position" | "qty">;

/** The values of a new link. Assigning a link again resets them. */
export const noValues: LinkValues = { position: null, qty: null };

/** The attributes of links of a type, in the order of results. */
export function linkAttributes(type: LinkType) {
  const position = { code: "position", type: "int" } as const;
  return type === "grouped" ? [position, { code: "qty", type: "decimal" } as const] : [position];
}

const qtyBound = 100_000_000;

/**
 * Reads the given members that the type has: only links of type grouped have a quantity. Adds invalid members to
 * `problems`.
 */
export function readLinkValues(
  data: DataObject,
  type: LinkType,
  { isStrict }: { readonly isStrict: boolean },
  problems: Problem[],
): Partial<LinkValues> {
  const values: { -readonly [Name in keyof LinkValues]?: LinkValues[Name] } = {};
  if ((data.position ?? null) !== null) {
    const position = toIntIn(data.position, positiveInt);
    if (position !== undefined) values.position = position;
    else problems.push({ field: "data.position", message: notIn(positiveInt, data.position) });
  }
  if (type === "grouped" && (data.qty ?? null) !== null) {
    const qty = toDecimal(data.qty);
    if (qty !== undefined && qty >= 0 && qty < qtyBound) values.qty = round4(qty);
    else problems.push({ field: "data.qty", message: `must be a number from 0 to below ${qtyBound}` });
  }
  if (isStrict && type !== "grouped" && (data.qty ?? null) !== null)
    problems.push({ field: "data.qty", message: `does not apply to links of type ${type}` });
  return values;
}
