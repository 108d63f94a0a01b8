/** Reads product data into the attribute values of a new or changed product (catalog 1.2, 9.4, 9.5). */
import type { AttributeDoc, AttributeValue, ScopedValues } from "../../data/entities/catalog.js";
import type { Problem } from "../../../engine/values/problem.js";
import type { Scope } from "../../stores/directory.js";
import { toText, type DataObject } from "../../../engine/values/coercion.js";
import { imageRoles } from "../images/image-data.js";
import { noImage } from "../images/image-gallery.js";
import { readValue, type ValueReading } from "../attribute-values/attribute-values.js";
import {
  defaultValueKey,
  effectiveValue,
  scopeInForce,
  withChanges,
  writeKey,
  type PriceScope,
  type ValueChange,
} from "../attribute-values/scoped-values.js";
import { withSpecialPriceStart, type AttributeOfProduct } from "../prices/special-price.js";
import { urlKey } from "../attribute-values/url-key.js";
import { append } from "../../../engine/values/lists.js";

/** The scope of the values, and the rules for them. */
export interface ValueRules {
  /** The attributes of the product's set and type that callers can write, in set order. */
  readonly attributes: readonly AttributeDoc[];
  readonly attributeOf: AttributeOfProduct;
  readonly choices: (attribute: AttributeDoc) => ReadonlySet<string> | undefined;
  readonly scope: Scope;
  readonly priceScope: PriceScope;
  readonly now: string;
}

/** A value that no other product can have. */
export interface UniqueValue {
  readonly attribute: AttributeDoc;
  readonly value: string | number;
}

interface WrittenValues {
  readonly values: ScopedValues;
  readonly unique: readonly UniqueValue[];
}

/** Default values of new products. Clearing a value in store 0 resets it to these. */
const createDefaults: Readonly<Record<string, number>> = { status: 1, visibility: 4, tax_class_id: 0 };

/** On create in a store view, these are also stored as default, so that the product is usable in the other views. */
const alsoDefault: ReadonlySet<string> = new Set(["url_key", "status", "visibility"]);

/** Integer attributes without an option list that only accept 0 and 1. */
const zeroOrOne: ReadonlySet<string> = new Set([
  "price_type",
  "sku_type",
  "weight_type",
  "shipment_type",
  "links_purchased_separately",
]);

/** Whether the attribute is a value that callers write. `tier_price` is a list of rows and is read elsewhere. */
export function isWritable({ attribute_code, is_read_only, backend }: AttributeDoc): boolean {
  return !is_read_only && backend !== "static" && attribute_code !== "tier_price";
}

/** The values of a new product. Adds invalid values to `problems`. */
export function createdValues(members: DataObject, rules: ValueRules, problems: Problem[]): WrittenValues {
  const changes: ValueChange[] = imageRoles
    .filter((role) => rules.attributeOf(role))
    .map((code) => ({ code, key: defaultValueKey, value: noImage }));
  const unique: UniqueValue[] = [];
  for (const attribute of rules.attributes) {
    const reading = readMember(attribute, members, rules, "create", problems);
    if (reading.kind === "set") {
      append(changes, newValue(attribute, reading.value, rules));
      append(unique, uniqueValue(attribute, reading.value));
    } else {
      const value = valueWhenAbsent(attribute, reading, rules);
      if (value === undefined) continue;
      changes.push({ code: attribute.attribute_code, key: defaultValueKey, value });
      append(unique, uniqueValue(attribute, value));
    }
  }
  append(changes, urlKeyFromName(members, rules));
  return { values: withStart(withChanges({ [defaultValueKey]: {} }, changes), rules), unique };
}

/** The values of a product after an update. Adds invalid values to `problems`. */
export function updatedValues(
  current: ScopedValues,
  members: DataObject,
  rules: ValueRules,
  problems: Problem[],
): WrittenValues {
  const changes: ValueChange[] = [];
  const unique: UniqueValue[] = [];
  for (const attribute of rules.attributes) {
    const reading = readMember(attribute, members, rules, "update", problems);
    if (reading.kind === "set") append(unique, uniqueValue(attribute, reading.value));
    append(changes, changeOf(attribute, reading, rules));
  }
  const values = withChanges(current, changes);
  return { values: withStart(members.url_key === "" ? withNewUrlKey(values, rules) : values, rules), unique };
}

const keep: ValueReading = { kind: "keep" };

function readMember(
  attribute: AttributeDoc,
  members: DataObject,
  rules: ValueRules,
  mode: "create" | "update",
  problems: Problem[],
): ValueReading {
  const code = attribute.attribute_code;
  const given = members[code];
  if (code === "name" && lacksName(given, rules.scope, mode)) {
    problems.push({ field: code, message: "must not be empty" });
    return keep;
  }
  if (given === undefined || (code === "url_key" && given === "")) return keep;
  const reading = readValue(attribute, given, rules.choices(attribute), mode);
  if (reading.kind === "problem") problems.push({ field: code, message: reading.message });
  if (reading.kind !== "set") return reading;
  if (zeroOrOne.has(code) && reading.value !== 0 && reading.value !== 1) {
    problems.push({ field: code, message: "must be 0 or 1" });
  }
  return code === "url_key" ? { kind: "set", value: urlKeyOf(reading.value) } : reading;
}

/** Whether the name is missing. `false` can only remove the name of a store view. */
function lacksName(given: unknown, scope: Scope, mode: "create" | "update"): boolean {
  if (given === undefined) return mode === "create";
  if (given === false) return mode === "create" || scope.store_id === 0;
  return toText(given)?.trim() === "";
}

/** Without a given one, the `url_key` of a new product is made from its name and stored in the same scope. */
function urlKeyFromName(members: DataObject, rules: ValueRules): ValueChange[] {
  const attribute = rules.attributeOf("url_key");
  if (!attribute || (members.url_key ?? "") !== "") return [];
  const value = urlKeyOf(members.name);
  return value === null ? [] : newValue(attribute, value, rules);
}

function newValue(attribute: AttributeDoc, value: AttributeValue, rules: ValueRules): ValueChange[] {
  const code = attribute.attribute_code;
  const key = writeKey(scopeInForce(attribute, rules.priceScope), rules.scope);
  const isDefaultToo = key !== defaultValueKey && (attribute.is_required || alsoDefault.has(code));
  return [{ code, key, value }, ...(isDefaultToo ? [{ code, key: defaultValueKey, value }] : [])];
}

/** The value of a new product for a member that is absent or `false`. */
function valueWhenAbsent(
  attribute: AttributeDoc,
  { kind }: ValueReading,
  rules: ValueRules,
): AttributeValue | undefined {
  const code = attribute.attribute_code;
  if (Object.hasOwn(createDefaults, code)) return createDefaults[code];
  const hasDefault = attribute.is_user_defined || code === "options_container";
  if (kind !== "keep" || !hasDefault || attribute.default_value === null) return undefined;
  const reading = readValue(attribute, attribute.default_value, rules.choices(attribute), "create");
  // A default that is no longer valid, such as a removed option, counts as none.
  return reading.kind === "set" ? reading.value : undefined;
}

function changeOf(attribute: AttributeDoc, reading: ValueReading, rules: ValueRules): ValueChange[] {
  const code = attribute.attribute_code;
  const key = writeKey(scopeInForce(attribute, rules.priceScope), rules.scope);
  if (reading.kind === "set") return [{ code, key, value: reading.value }];
  if (reading.kind !== "remove") return [];
  return [{ code, key, value: key === defaultValueKey ? createDefaults[code] : undefined }];
}

function uniqueValue(attribute: AttributeDoc, value: AttributeValue): UniqueValue[] {
  const isEmpty = value === null || (typeof value === "string" && value.trim() === "");
  return attribute.is_unique && !isEmpty ? [{ attribute, value }] : [];
}

function urlKeyOf(value: unknown): string | null {
  return urlKey(toText(value) ?? "");
}

/** Makes the `url_key` again from the name in this scope. */
function withNewUrlKey(values: ScopedValues, { attributeOf, scope, priceScope }: ValueRules): ScopedValues {
  const attribute = attributeOf("url_key");
  if (!attribute) return values;
  const key = writeKey(scopeInForce(attribute, priceScope), scope);
  const value = urlKeyOf(effectiveValue(values, "name", "store", scope));
  return withChanges(values, [{ code: "url_key", key, value }]);
}

function withStart(values: ScopedValues, { attributeOf, scope, priceScope, now }: ValueRules): ScopedValues {
  return withSpecialPriceStart(values, attributeOf, scope, priceScope, now);
}
