/** The types, keys and values of product links (beyond 3). */
import { idleMembers, withoutEffect, type Handling } from "../../../engine/contract/members.js";
import type { LinkType, ProductLinkDoc } from "../../data/entities/catalog.js";
import { addProblems, readAs } from "../../../engine/contract/inputs.js";
import type { DataObject } from "../../../engine/values/coercion.js";
import { append } from "../../../engine/values/lists.js";
import type { Problem } from "../../../engine/values/problem.js";
import { inputs, readerOf } from "../../inputs.js";

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

const { qty } = inputs.ProductLinkMembers;

const linkMembers = readerOf<"ProductLinkMembers", { readonly position: number; readonly qty: number }>(
  ["ProductLinkMembers"],
  { qty: readAs(qty, `must be a number from ${qty.min} to below ${Math.ceil(qty.max)}`) },
);

/**
 * Reads the given members that the type has: only links of type grouped have a quantity. Adds invalid members to
 * `problems`.
 */
export function readLinkValues(
  data: DataObject,
  type: LinkType,
  handling: Handling,
  problems: Problem[],
): Partial<LinkValues> {
  const isGrouped = type === "grouped";
  const { given, problems: found } = linkMembers.read(isGrouped ? data : { ...data, qty: null }, undefined);
  addProblems(problems, found, "data.");
  if (!isGrouped)
    append(
      problems,
      withoutEffect(handling, "", () =>
        idleMembers(data, ["qty"], `does not apply to links of type ${type}`, "data."),
      ),
    );
  return given;
}
