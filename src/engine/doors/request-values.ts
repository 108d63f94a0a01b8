/** Reads the texts of values in requests of the XML doors (doors 0.1, 2.3). */
import { isUtf8 } from "node:buffer";
import type { Contract } from "../contract/contract.js";
import { isObject, longestNumber } from "../values/coercion.js";

/** Maximum nesting of values. */
export const maxDepth = 64;

/** Maximum number of values in a SOAP request. A value counts each time that an element refers to it. */
export const maxValues = 30_000;

/** Longer base64 is not decoded: only a file may be so long, and files stay base64. In characters. */
const maxBase64Length = 8 * 1024 * 1024;

/** A value that was sent as base64. */
export class Base64Value {
  /** @param text the base64, without white space */
  constructor(readonly text: string) {}

  /** The bytes as UTF-8 text; the base64 if the bytes are not UTF-8. */
  decoded(): string {
    if (this.text.length > maxBase64Length) return this.text;
    const bytes = Buffer.from(this.text, "base64");
    return isUtf8(bytes) ? bytes.toString() : this.text;
  }
}

const otherCharacter = /[^A-Za-z0-9+/]/;
const padding = /^={1,2}$/;

/** Reads base64 and ignores white space; undefined if the text is not base64. */
export function readBase64(text: string): Base64Value | undefined {
  // A pass over the megabytes of a file takes 10 ms or more. Most files need at most two.
  for (const variant of spacingVariants(text))
    if (isBase64(variant)) return variant.length % 4 === 1 ? undefined : new Base64Value(variant);
  return undefined;
}

/** The text as sent, then without line breaks, then without any white space. Each variant is created on demand. */
function* spacingVariants(text: string): Generator<string> {
  yield text;
  yield text.replaceAll("\n", "").replaceAll("\r", "");
  yield text.replace(/\s+/g, "");
}

function isBase64(text: string): boolean {
  const end = text.search(otherCharacter);
  return end < 0 || padding.test(text.slice(end));
}

const dateTimeForm =
  /^\s*(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d):?(\d\d):?(\d\d)(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?\s*$/;

/** `19990521T10:20:30` → `1999-05-21 10:20:30`. Ignores an offset. Undefined if the text is not a valid time. */
export function readDateTime(text: string): string | undefined {
  if (text.length > longestNumber) return undefined;
  const [, year, month, day, hour = "00", minute = "00", second = "00"] = dateTimeForm.exec(text) ?? [];
  if (year === undefined) return undefined;
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  // Date.parse() accepts 31 April and returns 1 May.
  const time = Date.parse(`${iso}Z`);
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(iso)) return undefined;
  return iso.replace("T", " ");
}

const maxLong = 2n ** 63n;

/**
 * Reads a whole number of at most 64 bits. Returns a text if a number cannot represent it exactly; undefined if the text is
 * something else. An empty text is 0.
 */
export function readInteger(text: string): number | string | undefined {
  if (text.length > longestNumber) return undefined;
  const digits = text.trim().replace(/^\+/, "");
  if (digits === "") return 0;
  if (!/^-?\d{1,30}$/.test(digits)) return undefined;
  const number = Number(digits);
  if (Number.isSafeInteger(number)) return number === 0 ? 0 : number;
  const long = BigInt(digits);
  return long >= -maxLong && long < maxLong ? long.toString() : undefined;
}

/** Undefined if the text is not a finite number. */
export function readDouble(text: string): number | undefined {
  if (text.length > longestNumber) return undefined;
  const trimmed = text.trim();
  if (!/^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,4})?$/.test(trimmed)) return undefined;
  const number = Number(trimmed);
  return Number.isFinite(number) ? number : undefined;
}

/** False for an empty text, `0` and `false` in any case; true for every other text. */
export function readBoolean(text: string): boolean {
  const word = text.trim();
  return word.length > longestNumber || !["", "0", "false"].includes(word.toLowerCase());
}

/** For objects whose keys JavaScript sorts differently, as it puts `0` first: the keys as in the document. */
const documentOrders = new WeakMap<object, readonly string[]>();

/** Remembers the order of the keys in the document, where it is another than that of the object. */
export function rememberOrder(members: Readonly<Record<string, unknown>>, keys: Iterable<string>): void {
  const inDocument = [...new Set(keys)];
  if (Object.keys(members).some((key, index) => key !== inDocument[index]))
    documentOrders.set(members, inDocument);
}

/** The entries of a map in the order of the document. */
export function entriesInOrder(members: object): [string, unknown][] {
  const values = members as Readonly<Record<string, unknown>>;
  return (documentOrders.get(members) ?? Object.keys(members)).map((key) => [key, values[key]]);
}

/** Sets a member with any name, `__proto__` included. */
export function setMember(members: Record<string, unknown>, name: string, value: unknown): void {
  if (name === "__proto__") {
    Object.defineProperty(members, name, { value, enumerable: true, writable: true, configurable: true });
  } else members[name] = value;
}

/**
 * Decodes the base64 values in the arguments of an operation, in place. Members for which the operation expects base64 stay
 * base64.
 */
export function decodeBase64Values(contract: Contract, path: unknown, args: unknown): unknown {
  const operation = contract.operationNames.get(path);
  const base64Members = operation === undefined ? undefined : contract.tables.base64Members[operation];
  return decoded(args, (name) => base64Members?.includes(name) === true);
}

function decoded(value: unknown, staysBase64: (member: string) => boolean): unknown {
  if (value instanceof Base64Value) return value.decoded();
  if (Array.isArray(value)) {
    for (const [index, element] of value.entries()) value[index] = decoded(element, staysBase64);
  } else if (isObject(value) && !(value instanceof Error)) {
    for (const [name, member] of Object.entries(value)) {
      const isBase64Member = member instanceof Base64Value && staysBase64(name);
      setMember(value, name, isBase64Member ? member.text : decoded(member, staysBase64));
    }
  }
  return value;
}
