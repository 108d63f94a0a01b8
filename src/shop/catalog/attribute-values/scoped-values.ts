/**
 * Attribute values per scope: which value applies in a store view, and under which key a value is stored
 * (catalog 1.2). Website values are stored per website, so they also apply in store views that are added later.
 */
import type {
  AttributeDoc,
  AttributeScope,
  AttributeValue,
  ScopedValues,
} from "../../data/entities/catalog.js";
import type { Scope } from "../../stores/directory.js";

export const defaultValueKey = "0";

/** The scope key under which a write in this scope is stored. */
export function writeKey(attribute: AttributeScope, scope: Scope): string {
  if (scope.store_id === 0 || attribute === "global") return defaultValueKey;
  return attribute === "website" ? `w${scope.website_id}` : `s${scope.store_id}`;
}

/** The scope keys to read in this scope, in order of precedence. */
export function readKeys(attribute: AttributeScope, scope: Scope): readonly string[] {
  const key = writeKey(attribute, scope);
  return key === defaultValueKey ? [defaultValueKey] : [key, defaultValueKey];
}

/** The value that applies in this scope; null if unset. A null that is stored for a view hides the default. */
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

/** The value of an attribute in this scope; null without an attribute. */
export function attributeValue(
  values: ScopedValues,
  attribute: AttributeDoc | undefined,
  scope: Scope,
  priceScope: PriceScope,
): AttributeValue {
  if (!attribute) return null;
  return effectiveValue(values, attribute.attribute_code, scopeInForce(attribute, priceScope), scope);
}

/** One change. `undefined` removes the value under that key; the default, if any, applies again. */
export interface ValueChange {
  readonly code: string;
  readonly key: string;
  readonly value: AttributeValue | undefined;
}

/** The values after the changes, without scope keys that have no values left. */
export function withChanges(values: ScopedValues, changes: readonly ValueChange[]): ScopedValues {
  if (changes.length === 0) return values;
  const edited = new Map<string, Record<string, AttributeValue>>();
  for (const { code, key, value } of changes) {
    let row = edited.get(key);
    if (!row) edited.set(key, (row = { ...values[key] }));
    if (value === undefined) delete row[code];
    else row[code] = value;
  }
  const result: Record<string, Readonly<Record<string, AttributeValue>>> = { ...values };
  for (const [key, row] of edited) {
    if (key !== defaultValueKey && Object.keys(row).length === 0) delete result[key];
    else result[key] = row;
  }
  return result;
}

/** Whether prices can differ between websites (PRICE_SCOPE). */
export type PriceScope = "website" | "global";

/** The scope of an attribute. PRICE_SCOPE overrides the scope of prices (catalog 1.5). */
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
