/** Which product a configurable product is sold as: its options of the configuring attributes say so. */
import type { AttributeDoc, ProductDoc } from "../../data/entities/catalog.js";
import { defaultValueKey } from "../attribute-values/scoped-values.js";

/** The options of a product by the IDs of global attributes, in their order; one without a value is missing. */
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
