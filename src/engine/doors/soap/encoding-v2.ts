/**
 * Writes values as elements of SOAP v2, typed by the WSDL (doors 4.3). Members are in the order of the type. Members that the
 * type does not contain are omitted, and so are optional members that are null.
 */
import type { SoapType } from "../../../../generated/doors/soap-v2.js";
import { isObject } from "../../values/coercion.js";
import { visibleXmlText } from "../../xml/text.js";
import { isLarge } from "../result-writer.js";

/** The types that are those of XML Schema; generated/doors/soap-v2.ts contains all others. */
export const scalarTypes: ReadonlySet<string> = new Set(["string", "int", "double", "boolean"]);

type SoapTypes = Readonly<Record<string, SoapType>>;

/** How a binding of the WSDL writes elements. All attribute texts start with a space or are empty. */
export interface Binding {
  /** The types of the contract by name. */
  readonly types: SoapTypes;
  /** The attribute of an element with a type. */
  readonly typeAttribute: (type: string) => string;
  /** The attributes of a list. @param element the type of its elements */
  readonly listAttributes: (type: string, element: string, length: number) => string;
  /** The name of the elements of a list. */
  readonly itemName: string;
  /** The attribute of a required element that is null. */
  readonly nilAttribute: string;
}

/** rpc/encoded: every element has a type attribute. */
export const encoded = (types: SoapTypes): Binding => ({
  types,
  typeAttribute: (type) => ` xsi:type="${prefixed(type)}"`,
  listAttributes: (type, element, length) =>
    ` SOAP-ENC:arrayType="${prefixed(element)}[${length}]" xsi:type="ns1:${type}"`,
  itemName: "item",
  nilAttribute: ' xsi:nil="true"',
});

/** document/literal (WS-I): the schema contains the types, and no element is nillable. */
export const literal = (types: SoapTypes): Binding => ({
  types,
  typeAttribute: () => "",
  listAttributes: () => "",
  itemName: "complexObjectArray",
  nilAttribute: "",
});

function prefixed(type: string): string {
  return scalarTypes.has(type) ? `xsd:${type}` : `ns1:${type}`;
}

/** @param type a type of the WSDL */
export function typedElementXml(name: string, value: unknown, type: string, binding: Binding): string {
  if (value === null || value === undefined) return `<${name}${binding.nilAttribute}/>`;
  const content = contentOf(value, type, binding);
  return `${startTag(name, value, type, binding)}${content}</${name}>`;
}

/** The text of `typedElementXml` in pieces if the value is large, otherwise as one piece. */
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
  yield startTag(name, value, type, binding);
  if ("list" in form) {
    for (const element of elementsOf(value, type, binding))
      yield* typedPieces(binding.itemName, element, form.list, binding);
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

function startTag(name: string, value: unknown, type: string, binding: Binding): string {
  const list = listTypes(type, binding);
  if (!list) return `<${name}${binding.typeAttribute(type)}>`;
  return listStartTag(name, list, elementsOf(value, type, binding).length, binding);
}

interface ListTypes {
  readonly list: string;
  readonly element: string;
}

/** Undefined for a type that is not a list. */
export function listTypes(type: string, { types }: Binding): ListTypes | undefined {
  const form = types[type];
  return form && "list" in form ? { list: type, element: form.list } : undefined;
}

export function listStartTag(
  name: string,
  { list, element }: ListTypes,
  count: number,
  binding: Binding,
): string {
  return `<${name}${binding.listAttributes(list, element, count)}>`;
}

function contentOf(value: unknown, type: string, binding: Binding): string {
  const form = binding.types[type];
  if (!form) return scalarText(value, type);
  if ("list" in form) return itemsXml(elementsOf(value, type, binding), form.list, binding);
  return membersXml(value, form.members, binding);
}

function itemsXml(elements: readonly unknown[], type: string, binding: Binding): string {
  let items = "";
  for (const element of elements) items += typedElementXml(binding.itemName, element, type, binding);
  return items;
}

/**
 * The elements of a value whose type is a list. Accepts a list, a map, or a single value. A map becomes a list of
 * `{key, value}` if the list contains these; it becomes the list of its values if all of them are objects and the map itself
 * is not an element.
 */
function elementsOf(value: unknown, type: string, { types }: Binding): readonly unknown[] {
  if (Array.isArray(value)) return value as unknown[];
  const form = types[type];
  if (!isObject(value) || !form || !("list" in form)) return [value];
  if (form.list === "associativeEntity")
    return Object.entries(value).map(([key, member]) => ({ key, value: member }));
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

/** "0" if the value is not a number: clients fail at any other text. */
function numberText(value: unknown, form: (number: number) => number): string {
  const number = Number(value);
  return Number.isFinite(number) ? String(form(number)) : "0";
}

/** A list becomes one text with commas. */
function plainText(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return value ? "1" : "0";
  if (typeof value === "number") return String(value);
  return Array.isArray(value)
    ? value.filter((element) => typeof element !== "object").join(",")
    : JSON.stringify(value);
}
