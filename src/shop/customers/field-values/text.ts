/** Reads members of customer and address data (customers 1.1, 2; conventions 10.2). */
import { cleanText, illegalText, toText } from "../../../engine/values/coercion.js";
import { isLonger } from "../../../engine/values/text.js";

/** The result of reading a member. */
export type FieldReading<Value> =
  | { readonly kind: "set"; readonly value: Value }
  /** The value counts as not given. */
  | { readonly kind: "keep" }
  /** The JSON type is wrong. */
  | { readonly kind: "unreadable"; readonly message: string }
  /** The content is invalid. */
  | { readonly kind: "refused"; readonly message: string };

export function set<Value>(value: Value): FieldReading<Value> {
  return { kind: "set", value };
}

export function unreadable(message: string): FieldReading<never> {
  return { kind: "unreadable", message };
}

export function refuse(message: string): FieldReading<never> {
  return { kind: "refused", message };
}

export function isAbsent(value: unknown): value is undefined | null {
  return value === undefined || value === null;
}

export const requiredMessage = "is required";

/** Maximum length of a text, in characters. */
const maxText = 255;

/** Trimmed text of at most 255 characters; "" if blank. */
export function readFieldText(value: unknown): FieldReading<string> {
  const text = toText(value);
  return text === undefined ? unreadable("must be text") : readLine(text);
}

/** Like `readText`, for values that are texts. */
export function readLine(text: string): FieldReading<string> {
  const clean = cleanText(text)?.trim();
  if (clean === undefined) return refuse(illegalText(text));
  return isLonger(clean, maxText) ? refuse(`must have at most ${maxText} characters`) : set(clean);
}

/** Optional text: null if blank. */
export function readOptionalText(value: unknown): FieldReading<string | null> {
  const reading = readFieldText(value);
  return reading.kind === "set" ? set(reading.value || null) : reading;
}

/** Text that must not be blank. */
export function readRequiredText(value: unknown): FieldReading<string> {
  const reading = readFieldText(value);
  return reading.kind === "set" && reading.value === "" ? refuse(requiredMessage) : reading;
}
