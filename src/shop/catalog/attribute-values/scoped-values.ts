/**
 * Which value of an attribute counts at a store, and where a new one is kept (catalog 1.2).
 * Website values are kept per website, so a store view that is added later has them too.
 */
import type {
  AttributeDoc,
  AttributeScope,
  AttributeValue,
  ScopedValues,
} from "../../data/entities/catalog.js";
import type { Scope } from "../../stores/directory.js";

export const defaultValueKey = "0";

/** The scope key under which a write at this store is kept. */
export function writeKey(attribute: AttributeScope, scope: Scope): string {
  if (scope.store_id === 0 || attribute === "global") return defaultValueKey;
  return attribute === "website" ? `w${scope.website_id}` : `s${scope.store_id}`;
}

/** The scope keys that are read at this store, the one that counts first. */
export function readKeys(attribute: AttributeScope, scope: Scope): readonly string[] {
  const key = writeKey(attribute, scope);
  return key === defaultValueKey ? [defaultValueKey] : [key, defaultValueKey];
}

/** The value that counts at this store; null when unset. A stored null at a view hides the default. */
export function effectiveValue(
  values: ScopedValues,
  code: string,
  attribute: AttributeScope,
  scope: Scope,
): AttributeValue {
  if (scope.store_id !== 0 && attribute !== "global") {
    const own = values[attribute === "website" ? `w${scope.website_id}` : `s${scope.store_id}`]?.[code];
    if (own !== undefined) return own;
  }
  return values[defaultValueKey]?.[code] ?? null;
}

/** The value of an attribute that counts at this store; null when the product does not have the attribute. */
export function attributeValue(
  values: ScopedValues,
  attribute: AttributeDoc | undefined,
  scope: Scope,
  priceScope: PriceScope,
): AttributeValue {
  if (!attribute) return null;
  return effectiveValue(values, attribute.attribute_code, scopeInForce(attribute, priceScope), scope);
}

/** One change: undefined removes the value at that key, so that the default shows again (or nothing, at "0"). */
export interface ValueChange {
  readonly code: string;
  readonly key: string;
  readonly value: AttributeValue | undefined;
}

/** The values after the changes; scope keys without values are left out. */
export function withChanges(values: ScopedValues, changes: readonly ValueChange[]): ScopedValues {
  if (changes.length === 0) return values;
  const result: Record<string, Record<string, AttributeValue>> = {};
  for (const [key, row] of Object.entries(values)) result[key] = { ...row };
  for (const { code, key, value } of changes) {
    const row = (result[key] ??= {});
    if (value === undefined) delete row[code];
    else row[code] = value;
  }
  for (const [key, row] of Object.entries(result)) {
    if (key !== defaultValueKey && Object.keys(row).length === 0) delete result[key];
  }
  return result;
}

/** Whether prices can differ between websites (PRICE_SCOPE). */
export type PriceScope = "website" | "global";

/** Which scope a price-type attribute is written and read at under PRICE_SCOPE (catalog 1.5). */
export function scopeInForce(
  attribute: Pick<AttributeDoc, "frontend_input" | "scope" | "attribute_code">,
  priceScope: PriceScope,
): AttributeScope {
  const isPrice = attribute.frontend_input === "price" || isPriceList(attribute.attribute_code);
  return priceScope === "global" && isPrice ? "global" : attribute.scope;
}

function isPriceList(code: string): boolean {
  return code === "tier_price" || code === "group_price";
}
