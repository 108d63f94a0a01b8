/** Reads the values of elements of SOAP, by the types that the elements name (doors 3.2). */
import type { SoapType } from "../../../../generated/doors/soap-v2.js";
import { requestTooLarge } from "../builtin-calls.js";
import {
  maxDepth,
  maxValues,
  readBase64,
  readBoolean,
  readDouble,
  readInteger,
  rememberOrder,
  setMember,
} from "../request-values.js";
import { SoapError, type SoapElement, type SoapRequest } from "./reading.js";

const integers = new Set([
  ...["int", "integer", "long", "short", "byte", "nonNegativeInteger", "positiveInteger", "negativeInteger"],
  ...["unsignedInt", "unsignedLong", "unsignedShort", "unsignedByte", "nonPositiveInteger"],
]);

const violation = () => new SoapError("SOAP-ENV:Server", "SOAP-ERROR: Encoding: Violation of encoding rules");

/** Decodes the values of one request. */
export class Decoder {
  /** Number of decoded values. A value counts each time that an element refers to it. */
  private count = 0;

  /**
   * @param byId the elements that others refer to
   * @param types the types of the WSDL, for SOAP v2
   */
  constructor(
    private readonly byId: SoapRequest["byId"],
    readonly types: Readonly<Record<string, SoapType>> = {},
  ) {}

  /** The element that contains the value: the element itself, or the one that it refers to by `href`. */
  resolved(element: SoapElement): SoapElement {
    let target = element;
    // The limit ends a circle of references.
    for (let steps = 0; target.href !== undefined; steps += 1) {
      const next = this.byId.get(target.href);
      if (!next || steps > maxDepth) throw violation();
      target = next;
    }
    return target;
  }

  /**
   * The value of an element. Throws a `SoapError` or a `Fault`.
   * @param type the type if the element names none
   */
  value(given: SoapElement, type?: string, depth = 1): unknown {
    const element = this.resolved(given);
    this.countValue(depth);
    if (element.isNil) return null;
    const knownType = element.type ?? type;
    if (knownType === "Map") return this.map(element, depth);
    if (element.itemType !== undefined || knownType === "Array")
      return this.list(element, element.itemType, depth);
    if (knownType === "Struct") return this.members(element, depth);
    if (element.children.length === 0) return scalar(element.text, knownType);
    return this.untyped(element, depth);
  }

  /** Counts one more value. Throws if it is too deep, or if the request contains too many values. */
  countValue(depth: number): void {
    this.count += 1;
    if (depth > maxDepth) throw new SoapError("Sender", "Invalid XML");
    if (this.count > maxValues) throw requestTooLarge({ bound: `have more than ${maxValues} values` });
  }

  private list(element: SoapElement, itemType: string | undefined, depth: number): unknown[] {
    return element.children.map((child) => this.value(child, itemType, depth + 1));
  }

  /** Reads `<item><key/><value/></item>`. The keys 0, 1, 2, … make a list, as in PHP. */
  private map(element: SoapElement, depth: number): unknown {
    const entries = element.children.map((item) => this.entry(item, depth));
    if (entries.length > 0 && entries.every(([key], index) => key === index))
      return entries.map(([, value]) => value);
    const members: Record<string, unknown> = {};
    for (const [key, value] of entries) setMember(members, String(key), value);
    rememberOrder(
      members,
      entries.map(([key]) => String(key)),
    );
    return members;
  }

  private entry(item: SoapElement, depth: number): [key: unknown, value: unknown] {
    const inner = this.resolved(item).children;
    const key = inner.find(({ name }) => name === "key");
    const value = inner.find(({ name }) => name === "value");
    if (!key) throw violation();
    return [this.value(key, "string", depth), value ? this.value(value, undefined, depth + 1) : null];
  }

  /** Guesses from the names of the elements inside: items are a list or a map, other elements are members. */
  private untyped(element: SoapElement, depth: number): unknown {
    const { children } = element;
    // JavaScript clients repeat the name of a list for its elements.
    if (children.every(({ name }) => name === element.name)) return this.list(element, undefined, depth);
    if (children.every(({ name }) => itemNames.has(name))) {
      const areEntries = children.every((item) => isEntry(this.resolved(item)));
      return areEntries ? this.map(element, depth) : this.list(element, undefined, depth);
    }
    return this.members(element, depth);
  }

  /** Members by the names of the elements. A repeated name becomes a list. */
  private members({ children }: SoapElement, depth: number): Record<string, unknown> {
    const members: Record<string, unknown> = {};
    const repeated = new Set<string>();
    for (const child of children) {
      const value = this.value(child, undefined, depth + 1);
      if (!Object.hasOwn(members, child.name)) setMember(members, child.name, value);
      else if (repeated.has(child.name)) (members[child.name] as unknown[]).push(value);
      else {
        repeated.add(child.name);
        setMember(members, child.name, [members[child.name], value]);
      }
    }
    return members;
  }
}

function isEntry({ children }: SoapElement): boolean {
  const names = children.map(({ name }) => name);
  return names.includes("key") && names.every((name) => name === "key" || name === "value");
}

/** Items of a list by SOAP v1 and rpc/encoded, and by WS-I. */
export const itemNames: ReadonlySet<string> = new Set(["item", "complexObjectArray"]);

/** The value of a text. It stays a text if the type is unknown. Throws a `SoapError` if it does not fit the type. */
export function scalar(text: string, type: string | undefined): unknown {
  if (type === undefined || type === "string") return text;
  const value = readScalar(text, type);
  if (value === undefined) throw violation();
  return value;
}

/** Undefined if the text does not fit the type. */
function readScalar(text: string, type: string): unknown {
  if (integers.has(type)) return readInteger(text);
  switch (type) {
    case "float":
    case "double":
      return readDouble(text);
    case "boolean":
      return readBoolean(text);
    case "base64Binary":
      return readBase64(text);
    default:
      return text;
  }
}
