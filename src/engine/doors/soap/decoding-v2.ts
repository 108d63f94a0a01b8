/**
 * Reads the parts of SOAP v2 by the types of the WSDL; converts maps and filters to the form of the operations (doors
 * 4.2).
 */
import type { SoapType } from "../../../../generated/doors/soap-v2.js";
import { isObject } from "../../values/coercion.js";
import { readDouble, readInteger, setMember } from "../request-values.js";
import { itemNames, scalar, type Decoder } from "./decoding.js";
import { scalarTypes } from "./encoding-v2.js";
import type { SoapElement } from "./reading.js";

/** The value of an element. @param type its type in the WSDL */
export function typedValue(given: SoapElement, type: string, decoder: Decoder, depth = 1): unknown {
  const element = decoder.resolved(given);
  // Clients that do not use the WSDL send maps of SOAP v1.
  if (element.type === "Map") return decoder.value(element, undefined, depth);
  decoder.countValue(depth);
  if (element.isNil) return null;
  if (scalarTypes.has(type)) return typedScalar(element, type, decoder, depth);
  const value = valueByForm(element, decoder.types[type], decoder, depth);
  const convert = conversions[type];
  return convert ? convert(value) : value;
}

/** An empty number or boolean is null. A fraction where the type is `int` stays a text, so that nothing is cut off. */
function typedScalar(element: SoapElement, type: string, decoder: Decoder, depth: number): unknown {
  if (element.children.length > 0) return decoder.value(element, undefined, depth);
  if (type !== "string" && element.text.trim() === "") return null;
  const isFraction =
    type === "int" && readInteger(element.text) === undefined && readDouble(element.text) !== undefined;
  return scalar(element.text, isFraction ? "string" : type);
}

/** The value as its type describes it: a list or an object. */
function valueByForm(
  element: SoapElement,
  type: SoapType | undefined,
  decoder: Decoder,
  depth: number,
): unknown {
  if (!type) return decoder.value(element, undefined, depth);
  const { children } = element;
  if ("list" in type) {
    if (children.length === 0 && element.text.trim() !== "") return [scalar(element.text, "string")];
    if (type.list === "associativeEntity" && children.some(isNamedMember))
      return namedMap(element, decoder, depth);
    return children.map((child) => typedValue(child, type.list, decoder, depth + 1));
  }
  const members: Record<string, unknown> = {};
  for (const child of children) {
    const known = type.members.find(({ name }) => name === child.name);
    const value = known
      ? typedValue(child, known.type, decoder, depth + 1)
      : decoder.value(child, undefined, depth + 1);
    setMember(members, child.name, value);
  }
  return members;
}

/** Whether an element of a map is named by its key, instead of being an item with `key` and `value`. */
function isNamedMember({ name, children, href }: SoapElement): boolean {
  return !itemNames.has(name) && href === undefined && children.every((child) => child.name !== "key");
}

/** A map of maps, such as `additional_attributes` in the form of rpc/encoded, where WS-I declares one map. */
function namedMap({ children }: SoapElement, decoder: Decoder, depth: number): Record<string, unknown> {
  const members: Record<string, unknown> = {};
  for (const child of children)
    setMember(
      members,
      child.name,
      typedValue(child, child.children.length > 0 ? "associativeArray" : "string", decoder, depth + 1),
    );
  return members;
}

/** Types whose values have another form in the operations. */
const conversions: Readonly<Record<string, (value: unknown) => unknown>> = {
  associativeArray: mapOf,
  associativeMultiArray: mapOf,
  filters: filtersOf,
  catalogProductCreateEntity: withAttributeGroups,
};

/** WS-I declares `additional_attributes` as one map; the operations expect groups of them. */
function withAttributeGroups(data: unknown): unknown {
  if (!isObject(data) || !isObject(data.additional_attributes)) return data;
  const { additional_attributes: attributes } = data;
  const isGrouped = Object.keys(attributes).every((name) => attributeGroups.has(name));
  return isGrouped ? data : { ...data, additional_attributes: { single_data: attributes } };
}

const attributeGroups = new Set(["single_data", "multi_data"]);

/** `[{key, value}]` → `{key: value}` */
function mapOf(entries: unknown): unknown {
  if (!Array.isArray(entries)) return entries;
  const map: Record<string, unknown> = {};
  for (const entry of entries as unknown[]) {
    if (isObject(entry)) setMember(map, String(entry.key), entry.value ?? null);
  }
  return map;
}

/**
 * `{filter: {key: value}, complex_filter: [{key, value: {key: operator, value}}]}` → `{key: value | {operator: value}}`.
 * Several conditions of the same key are combined.
 */
function filtersOf(value: unknown): unknown {
  if (!isObject(value)) return value;
  const filters: Record<string, unknown> = {};
  if (isObject(value.filter)) {
    for (const [key, operand] of Object.entries(value.filter)) setMember(filters, key, operand);
  }
  const complex = Array.isArray(value.complex_filter) ? (value.complex_filter as unknown[]) : [];
  for (const entry of complex) {
    if (!isObject(entry) || !isObject(entry.value)) continue;
    const key = String(entry.key);
    const before = Object.hasOwn(filters, key) ? filters[key] : undefined;
    const conditions = isObject(before) ? before : before === undefined ? {} : { eq: before };
    setMember(conditions, String(entry.value.key), entry.value.value);
    setMember(filters, key, conditions);
  }
  return filters;
}

/** The attributes that the result of `catalogProductInfo` contains. */
interface RequestedAttributes {
  /** Codes of all requested attributes; undefined = all attributes. */
  readonly all: readonly unknown[] | undefined;
  /** Codes of those that the result lists in `additional_attributes`, by key and value. */
  readonly additional: readonly string[];
}

export function requestedAttributes(value: unknown): RequestedAttributes {
  if (!isObject(value)) return { all: undefined, additional: [] };
  const listOf = (list: unknown) => (Array.isArray(list) ? (list as unknown[]) : []);
  const additional = listOf(value.additional_attributes).filter((code) => typeof code === "string");
  const attributes = listOf(value.attributes);
  return { all: attributes.length === 0 ? undefined : [...attributes, ...additional], additional };
}
