/** The options by which a child of a configurable product is chosen. */
import type { AttributeDoc, ProductDoc } from "../../data/entities/catalog.js";
import { defaultValueKey } from "../attribute-values/scoped-values.js";

/**
 * The options of a product by attribute ID, for global attributes, in their order; attributes without a value
 * are omitted.
 */
export function optionsOfChild(
  { values }: Pick<ProductDoc, "values">,
  attributes: readonly Pick<AttributeDoc, "id" | "attribute_code">[],
): ReadonlyMap<number, number> {
  const chosen = new Map<number, number>();
  for (const { id, attribute_code } of attributes) {
    const value = values[defaultValueKey]?.[attribute_code];
    if (typeof value === "number") chosen.set(id, value);
  }
  return chosen;
}
