/** A shop that is read by its public operations, and the forms that its answers come in. */
import { isObject, type DataObject } from "../../engine/values/coercion.js";

/** The shop that is read. Both reject with a `SourceRefusal` or a `SourceFailure`. */
export interface ShopSource {
  /** The result of an operation, by the name that Magento gives it. */
  readonly ask: (operation: string, args?: readonly unknown[], bound?: AnswerBound) => Promise<unknown>;
  /** Answers are of fixed types: unset members are left out, and attributes without a type are asked for apart (SOAP v2). */
  readonly isTyped: boolean;
  /** The bytes of an image. */
  readonly load: (address: string) => Promise<Buffer>;
}

/** Longer answers are not read to their end: the call rejects with a `TooLongAnswer`. */
export interface AnswerBound {
  readonly mostBytes: number;
}

/** The shop answered with a fault. */
export class SourceRefusal extends Error {
  constructor(
    readonly operation: string,
    message: string,
    readonly kind: "denied" | "unknown operation" | "other",
  ) {
    super(message);
  }
}

/** There was no usable answer to this one call, however often it was tried; others may go well. */
export class SourceFailure extends Error {
  constructor(
    readonly operation: string,
    message: string,
  ) {
    super(message);
  }
}

/** There is more than was to be read. */
export class TooLongAnswer extends Error {}

/** The rows of a list. Lists with a hole come as an object, single rows of SOAP without a list around them. */
export function rowsIn(value: unknown): DataObject[] {
  if (Array.isArray(value)) return value.filter(isObject);
  return isObject(value) ? Object.values(value).filter(isObject) : [];
}

/** The scalars of a list, as text. */
export function textsIn(value: unknown): string[] {
  const list = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [value];
  return list.map(textIn).filter((text) => text !== undefined);
}

/** Undefined for null and whatever is no scalar. */
export function textIn(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return value ? "1" : "0";
  return typeof value === "number" ? String(value) : undefined;
}

/** `"12.5000"` is 12.5; undefined for null, the empty text, and what is no number. */
export function numberIn(value: unknown): number | undefined {
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value === "string" && value.trim() === "") return undefined;
  const number = typeof value === "string" || typeof value === "number" ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}

export function idIn(value: unknown): number | undefined {
  const number = numberIn(value);
  return number !== undefined && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

export function flagIn(value: unknown): boolean | undefined {
  if (value === "true" || value === "false") return value === "true";
  const number = numberIn(value);
  return number === undefined ? undefined : number !== 0;
}

/** `YYYY-MM-DD HH:MM:SS` in UTC. Some answers carry an offset, and some are days. */
export function timeIn(value: unknown): string | undefined {
  const text = textIn(value)?.trim() ?? "";
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return `${text} 00:00:00`;
  if (/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)) return text;
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : new Date(time).toISOString().slice(0, 19).replace("T", " ");
}
