/**
 * Values as elements of SOAP v2, typed by the WSDL (doors 4.3): members in the order of the type, what the type does
 * not know dropped, null left out where that is allowed.
 */
import type { SoapType } from "../../../../generated/doors/soap-v2.js";
import { isObject } from "../../values/coercion.js";
import { visibleXmlText } from "../../xml/text.js";
import { isLarge } from "../large-values.js";
import { scalarTypes } from "./scalar-types.js";

type SoapTypes = Readonly<Record<string, SoapType>>;

/** How the elements of a binding are written. */
export interface Binding {
  /** Of the contract. */
  readonly types: SoapTypes;
  /** Behind the name of an element of a type, with a space in front. */
  readonly typed: (type: string) => string;
  /** The same of a list with its length. */
  readonly typedList: (type: string, element: string, length: number) => string;
  /** The name of the elements of a list. */
  readonly item: string;
  /** Behind the name of an element that has no value and may not be left out. */
  readonly nil: string;
}

/** rpc/encoded: every element says its type. */
export const encoded = (types: SoapTypes): Binding => ({
  types,
  typed: (type) => ` xsi:type="${prefixed(type)}"`,
  typedList: (type, element, length) =>
    ` SOAP-ENC:arrayType="${prefixed(element)}[${length}]" xsi:type="ns1:${type}"`,
  item: "item",
  nil: ' xsi:nil="true"',
});

/** document/literal: the schema says the types, and knows no nil (WS-I). */
export const literal = (types: SoapTypes): Binding => ({
  types,
  ...{ typed: () => "", typedList: () => "", item: "complexObjectArray", nil: "" },
});

function prefixed(type: string): string {
  return scalarTypes.has(type) ? `xsd:${type}` : `ns1:${type}`;
}

/** An element with a value of a type of the WSDL. */
export function typedElementXml(name: string, value: unknown, type: string, binding: Binding): string {
  if (value === null || value === undefined) return `<${name}${binding.nil}/>`;
  const content = contentOf(value, type, binding);
  return `${typedStart(name, value, type, binding)}${content}</${name}>`;
}

/** The same in pieces: those of a value that takes long to write, or one. */
export function* typedPieces(
  name: string,
  value: unknown,
  type: string,
  binding: Binding,
): Generator<string> {
  const form = binding.types[type];
  if (!form || !isLarge(value)) {
    yield typedElementXml(name, value, type, binding);
    return;
  }
  yield typedStart(name, value, type, binding);
  if ("list" in form) {
    for (const element of elementsOf(value, type, binding))
      yield* typedPieces(binding.item, element, form.list, binding);
  } else {
    const given = isObject(value) ? value : {};
    for (const member of form.members) {
      const inner = Object.hasOwn(given, member.name) ? given[member.name] : undefined;
      if (isLarge(inner)) yield* typedPieces(member.name, inner, member.type, binding);
      else yield membersXml(given, [member], binding);
    }
  }
  yield `</${name}>`;
}

/** The start tag. */
function typedStart(name: string, value: unknown, type: string, binding: Binding): string {
  const form = binding.types[type];
  if (!form || !("list" in form)) return `<${name}${binding.typed(type)}>`;
  return `<${name}${binding.typedList(type, form.list, elementsOf(value, type, binding).length)}>`;
}

function contentOf(value: unknown, type: string, binding: Binding): string {
  const form = binding.types[type];
  if (!form) return scalarText(value, type);
  if ("list" in form) return itemsXml(elementsOf(value, type, binding), form.list, binding);
  return membersXml(value, form.members, binding);
}

function itemsXml(elements: readonly unknown[], type: string, binding: Binding): string {
  let items = "";
  for (const element of elements) items += typedElementXml(binding.item, element, type, binding);
  return items;
}

/**
 * The elements of a list: a map is one of keys and values, or of its values where these are what the list holds, and a
 * single value one of itself.
 */
function elementsOf(value: unknown, type: string, { types }: Binding): readonly unknown[] {
  if (Array.isArray(value)) return value as unknown[];
  const form = types[type];
  if (!isObject(value) || !form || !("list" in form)) return [value];
  if (form.list === "associativeEntity")
    return Object.entries(value).map(([key, one]) => ({ key, value: one }));
  const values = Object.values(value);
  return values.length > 0 && values.every(isObject) && !hasMemberOf(value, types[form.list])
    ? values
    : [value];
}

function hasMemberOf(value: object, form: SoapType | undefined): boolean {
  return (
    form !== undefined && "members" in form && form.members.some(({ name }) => Object.hasOwn(value, name))
  );
}

type Members = Extract<SoapType, { members: unknown }>["members"];

function membersXml(value: unknown, members: Members, binding: Binding): string {
  const given = isObject(value) ? value : {};
  let content = "";
  for (const { name, type, required } of members) {
    const member = Object.hasOwn(given, name) ? given[name] : undefined;
    if ((member === null || member === undefined) && !required) continue;
    content += typedElementXml(name, member, type, binding);
  }
  return content;
}

function scalarText(value: unknown, type: string): string {
  switch (type) {
    case "int":
      return typeof value === "boolean" ? String(Number(value)) : numberText(value, Math.trunc);
    case "double":
      return numberText(value, (number) => number);
    case "boolean":
      return String(value !== false && value !== "0" && value !== "" && value !== 0);
    default:
      return visibleXmlText(plainText(value));
  }
}

/** What is no number is not sent as one. */
function numberText(value: unknown, form: (number: number) => number): string {
  const number = Number(value);
  return Number.isFinite(number) ? String(form(number)) : "0";
}

/** A list where the type wants text is one text with commas. */
function plainText(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return value ? "1" : "0";
  if (typeof value === "number") return String(value);
  return Array.isArray(value)
    ? value.filter((one) => typeof one !== "object").join(",")
    : JSON.stringify(value);
}
