/** The types of links, what a link is found by, and what callers give of it (beyond 3). */
import type { LinkType, ProductLinkDoc } from "../../data/entities/catalog.js";
import { round4, toDecimal, toInt, type DataObject } from "../../../engine/values/coercion.js";
import type { Problem } from "../../../engine/values/problem.js";

export const linkTypes: readonly LinkType[] = ["related", "up_sell", "cross_sell", "grouped"];

export function isLinkType(value: unknown): value is LinkType {
  return linkTypes.includes(value as LinkType);
}

export type LinkPlace = Pick<ProductLinkDoc, "type" | "product_id" | "linked_product_id">;

/** The ID of a link. */
export function linkKey({ type, product_id, linked_product_id }: LinkPlace): string {
  return `${type}:${product_id}:${linked_product_id}`;
}

type LinkValues = Pick<ProductLinkDoc, "position" | "qty">;

/** What a link begins with, and what an assigned one goes back to. */
export const noValues: LinkValues = { position: null, qty: null };

/** What links of a type hold, in order. */
export function linkAttributes(type: LinkType) {
  const position = { code: "position", type: "int" } as const;
  return type === "grouped" ? [position, { code: "qty", type: "decimal" } as const] : [position];
}

const highestPosition = 2_147_483_647;
const qtyBound = 100_000_000;

/**
 * Reads the members that are given and fit the type: links outside of groups have no quantity. What is not usable is
 * added to `problems`.
 */
export function readLinkValues(data: DataObject, type: LinkType, problems: Problem[]): Partial<LinkValues> {
  const values: { -readonly [Name in keyof LinkValues]?: LinkValues[Name] } = {};
  if ((data.position ?? null) !== null) {
    const position = toInt(data.position);
    if (position !== undefined && position >= 0 && position <= highestPosition) values.position = position;
    else
      problems.push({
        field: "data.position",
        message: `must be a whole number from 0 to ${highestPosition}`,
      });
  }
  if (type === "grouped" && (data.qty ?? null) !== null) {
    const qty = toDecimal(data.qty);
    if (qty !== undefined && qty >= 0 && qty < qtyBound) values.qty = round4(qty);
    else problems.push({ field: "data.qty", message: `must be a number from 0 to below ${qtyBound}` });
  }
  return values;
}
