/** The interface to the shop that is imported, and readers for the values in its results. */
import { isObject, type DataObject } from "../../../engine/values/coercion.js";

/** The shop that is imported. The functions reject with a `SourceRefusal` or a `SourceFailure`. */
export interface ShopSource {
  /** The result of an operation, by its name in Magento 1. */
  readonly ask: (operation: string, args?: readonly unknown[], bound?: AnswerBound) => Promise<unknown>;
  /** The result of a method of the protocol, such as `globalFaults`. */
  readonly askMethod: (method: string, args: readonly unknown[]) => Promise<unknown>;
  /**
   * Whether results are typed (SOAP v2): unset members are omitted, and untyped attributes are requested
   * separately.
   */
  readonly isTyped: boolean;
  /** The bytes of an image. */
  readonly load: (address: string) => Promise<Buffer>;
}

/** A bound for the response. The call rejects with a `TooLongAnswer` if it is longer. */
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

/** The call failed after all retries. Other calls can succeed. */
export class SourceFailure extends Error {
  constructor(
    readonly operation: string,
    message: string,
  ) {
    super(message);
  }
}

/** The response exceeds its bound. */
export class TooLongAnswer extends Error {}

/** The rows of a list. Lists with gaps are returned as objects, and by SOAP, single rows without a list. */
export function rowsIn(value: unknown): DataObject[] {
  if (Array.isArray(value)) return value.filter(isObject);
  return isObject(value) ? Object.values(value).filter(isObject) : [];
}

/** The scalars of a list, as text. */
export function textsIn(value: unknown): string[] {
  const list = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [value];
  return list.map(textIn).filter((text) => text !== undefined);
}

/** A scalar as text; undefined for null and other values. */
export function textIn(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return value ? "1" : "0";
  return typeof value === "number" ? String(value) : undefined;
}

/** `"12.5000"` is 12.5; undefined for null, "" and values that are not numbers. */
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

/** `YYYY-MM-DD HH:MM:SS` in UTC. Accepts times with an offset, and days. */
export function timeIn(value: unknown): string | undefined {
  const text = textIn(value)?.trim() ?? "";
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return `${text} 00:00:00`;
  if (/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)) return text;
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : new Date(time).toISOString().slice(0, 19).replace("T", " ");
}

/** The words of a text. */
export const words = (text: string): readonly string[] => text.trim().split(/\s+/);
