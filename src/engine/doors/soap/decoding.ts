/** From elements of SOAP to values, by what the elements say of their types (doors 3.2). */
import type { SoapType } from "../../../../generated/doors/soap-v2.js";
import { tooMuch } from "../calls.js";
import {
  maxDepth,
  maxValues,
  readBase64,
  readBoolean,
  readDouble,
  readInteger,
  setMember,
} from "../values-in.js";
import { EnvelopeProblem, type SoapElement, type SoapRequest } from "./reading.js";

const integers = new Set([
  ...["int", "integer", "long", "short", "byte", "nonNegativeInteger", "positiveInteger", "negativeInteger"],
  ...["unsignedInt", "unsignedLong", "unsignedShort", "unsignedByte", "nonPositiveInteger"],
]);

const violation = () =>
  new EnvelopeProblem("SOAP-ENV:Server", "SOAP-ERROR: Encoding: Violation of encoding rules");

export class Decoder {
  /** Values so far: a value that is referred to counts each time. */
  private count = 0;

  /** @param types of the contract, for values that are typed by them */
  constructor(
    private readonly byId: SoapRequest["byId"],
    readonly types: Readonly<Record<string, SoapType>> = {},
  ) {}

  /** The element itself, or the one that it refers to. */
  resolved(element: SoapElement): SoapElement {
    let at = element;
    // A chain of references ends, or goes round in a circle.
    for (let steps = 0; at.href !== undefined; steps += 1) {
      const next = this.byId.get(at.href);
      if (!next || steps > maxDepth) throw violation();
      at = next;
    }
    return at;
  }

  /**
   * The value of an element.
   * @param type where the element does not say it
   */
  value(given: SoapElement, type?: string, depth = 1): unknown {
    const element = this.resolved(given);
    this.note(depth);
    if (element.isNil) return null;
    const named = element.type ?? type;
    if (named === "Map") return this.map(element, depth);
    if (element.itemType !== undefined || named === "Array")
      return this.list(element, element.itemType, depth);
    if (named === "Struct") return this.members(element, depth);
    if (element.children.length === 0) return scalar(element.text, named);
    return this.structure(element, depth);
  }

  /** Judges one more value. */
  note(depth: number): void {
    this.count += 1;
    if (depth > maxDepth) throw new EnvelopeProblem("Sender", "Invalid XML");
    if (this.count > maxValues) throw tooMuch({ bound: `hold more than ${maxValues} values` });
  }

  list(element: SoapElement, itemType: string | undefined, depth: number): unknown[] {
    return element.children.map((child) => this.value(child, itemType, depth + 1));
  }

  /** `<item><key/><value/></item>`; whole numbers from 0 on as keys make a list, as in PHP. */
  private map(element: SoapElement, depth: number): unknown {
    const entries = element.children.map((item) => this.entry(item, depth));
    if (entries.length > 0 && entries.every(([key], index) => key === index))
      return entries.map(([, value]) => value);
    const members: Record<string, unknown> = {};
    for (const [key, value] of entries) setMember(members, String(key), value);
    return members;
  }

  private entry(item: SoapElement, depth: number): [key: unknown, value: unknown] {
    const inner = this.resolved(item).children;
    const key = inner.find(({ name }) => name === "key");
    const value = inner.find(({ name }) => name === "value");
    if (!key) throw violation();
    return [this.value(key, "string", depth), value ? this.value(value, undefined, depth + 1) : null];
  }

  /** Elements without types: items are a list or a map, anything else members. */
  private structure(element: SoapElement, depth: number): unknown {
    const { children } = element;
    // Clients of JavaScript repeat the name of a list for its elements.
    if (children.every(({ name }) => name === element.name)) return this.list(element, undefined, depth);
    if (children.every(({ name }) => name === "item")) {
      const areEntries = children.every((item) => isEntry(this.resolved(item)));
      return areEntries ? this.map(element, depth) : this.list(element, undefined, depth);
    }
    return this.members(element, depth);
  }

  /** By the names of the elements; a name that comes again is a list. */
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

/** The value of a text; what no type is known of stays text. */
export function scalar(text: string, type: string | undefined): unknown {
  if (type === undefined || type === "string") return text;
  const value = typedScalar(text, type);
  if (value === undefined) throw violation();
  return value;
}

function typedScalar(text: string, type: string): unknown {
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
