/** Values of the XML doors on their way to an operation (doors 0.1, 2.3). */
import { isUtf8 } from "node:buffer";
import type { Contract } from "../contract/contract.js";
import { isObject, longestNumber } from "../values/coercion.js";

/** Levels of values inside one another. */
export const maxDepth = 64;

/** Values of one request of SOAP, where each counts as often as it is referred to. */
export const maxValues = 30_000;

/** Characters; what is longer is too long for any argument but a file, decoded or not. */
const longestText = 8 * 1024 * 1024;

/** Bytes that came as base64, as their text. */
export class Base64Text {
  constructor(readonly text: string) {}

  /** The text in the bytes, or the base64 itself where they hold no text. */
  decoded(): string {
    if (this.text.length > longestText) return this.text;
    const bytes = Buffer.from(this.text, "base64");
    return isUtf8(bytes) ? bytes.toString() : this.text;
  }
}

const noDigit = /[^A-Za-z0-9+/]/;
const padding = /^={1,2}$/;

/** The base64 in a text; undefined when it is none. White-space means nothing. */
export function readBase64(text: string): Base64Text | undefined {
  // A file is megabytes, and each look at all of them takes 10 ms and more: most need two at the most.
  for (const dense of written(text))
    if (isDense(dense)) return dense.length % 4 === 1 ? undefined : new Base64Text(dense);
  return undefined;
}

/** As it came, without ends of lines, and without any white-space, each made when it is asked for. */
function* written(text: string): Generator<string> {
  yield text;
  yield text.replaceAll("\n", "").replaceAll("\r", "");
  yield text.replace(/\s+/g, "");
}

function isDense(text: string): boolean {
  const end = text.search(noDigit);
  return end < 0 || padding.test(text.slice(end));
}

const dateTimeForm =
  /^\s*(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d):?(\d\d):?(\d\d)(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?\s*$/;

/** `19990521T10:20:30` → `1999-05-21 10:20:30`; an offset means nothing. Undefined when it is no point in time. */
export function readDateTime(text: string): string | undefined {
  if (text.length > longestNumber) return undefined;
  const [, year, month, day, hour = "00", minute = "00", second = "00"] = dateTimeForm.exec(text) ?? [];
  if (year === undefined) return undefined;
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  // A day that there is not would become another one.
  const time = Date.parse(`${iso}Z`);
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(iso)) return undefined;
  return iso.replace("T", " ");
}

const maxLong = 2n ** 63n;

/** A whole number of at most 64 bits; beyond what numbers hold exactly its digits as text. Undefined for anything else. */
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

/** Undefined for what is no number. */
export function readDouble(text: string): number | undefined {
  if (text.length > longestNumber) return undefined;
  const trimmed = text.trim();
  if (!/^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,4})?$/.test(trimmed)) return undefined;
  const number = Number(trimmed);
  return Number.isFinite(number) ? number : undefined;
}

/** Everything is true but what says that it is not. */
export function readBoolean(text: string): boolean {
  const word = text.trim();
  return word.length > longestNumber || !["", "0", "false"].includes(word.toLowerCase());
}

/** Sets a member that may have any name. */
export function setMember(members: Record<string, unknown>, name: string, value: unknown): void {
  if (name === "__proto__") {
    Object.defineProperty(members, name, { value, enumerable: true, writable: true, configurable: true });
  } else members[name] = value;
}

/** The arguments of an operation with what came as base64 turned into the text that it wants there. */
export function settleBase64(contract: Contract, path: unknown, args: unknown): unknown {
  const operation = contract.operationNames.get(path);
  const kept = operation === undefined ? undefined : contract.tables.base64Members[operation];
  return settle(args, (name) => kept?.includes(name) === true);
}

function settle(value: unknown, isKept: (member: string) => boolean): unknown {
  if (value instanceof Base64Text) return value.decoded();
  if (Array.isArray(value)) return value.map((element) => settle(element, isKept));
  if (!isObject(value) || value instanceof Error) return value;
  const settled: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) {
    const isText = member instanceof Base64Text && isKept(name);
    setMember(settled, name, isText ? member.text : settle(member, isKept));
  }
  return settled;
}
