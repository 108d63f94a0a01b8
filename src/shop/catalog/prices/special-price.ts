/** The special price and its period (catalog 9.8). */
import type { AttributeDoc, ScopedValues } from "../../data/entities/catalog.js";
import type { Problem } from "../../../engine/values/problem.js";
import type { Scope } from "../../stores/directory.js";
import type { DataObject } from "../../../engine/values/coercion.js";
import {
  attributeValue,
  scopeInForce,
  withChanges,
  writeKey,
  type PriceScope,
} from "../attribute-values/scoped-values.js";

/** Finds an attribute of the product by code; undefined if the product does not have it. */
export type AttributeOfProduct = (code: string) => AttributeDoc | undefined;

/** Sets the start of a special price without a first day to now, with the time of day. */
export function withSpecialPriceStart(
  values: ScopedValues,
  attributeOf: AttributeOfProduct,
  scope: Scope,
  priceScope: PriceScope,
  now: string,
): ScopedValues {
  const price = attributeValue(values, attributeOf("special_price"), scope, priceScope);
  const from = attributeOf("special_from_date");
  if (price === null || !from || attributeValue(values, from, scope, priceScope) !== null) return values;
  const key = writeKey(scopeInForce(from, priceScope), scope);
  return withChanges(values, [{ code: "special_from_date", key, value: now }]);
}

/** The arguments of `setSpecialPrice` by attribute. */
const argumentOf: Readonly<Record<string, string>> = {
  special_price: "specialPrice",
  special_from_date: "fromDate",
  special_to_date: "toDate",
};

interface SpecialPriceArguments {
  readonly specialPrice: unknown;
  readonly fromDate: unknown;
  readonly toDate: unknown;
}

/** Converts the arguments to product data; null members change nothing. */
export function specialPriceData({ specialPrice, fromDate, toDate }: SpecialPriceArguments): DataObject {
  return { special_price: specialPrice, special_from_date: fromDate, special_to_date: toDate };
}

/** Converts problems of product data to problems of the arguments. */
export function asArgumentProblems(problems: readonly Problem[]): Problem[] {
  return problems.map(({ field, message }) => ({ field: argumentOf[field] ?? field, message }));
}
