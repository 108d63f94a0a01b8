/** How a member of customer or address data is read (customers 1.1, 2; conventions 10.2). */
import { cleanText, toText } from "../../../engine/values/coercion.js";
import { isLonger } from "../../../engine/values/text.js";

/** What became of a value that was given. */
export type Reading<Value> =
  | { readonly kind: "set"; readonly value: Value }
  /** Given, but as if it were not. */
  | { readonly kind: "keep" }
  /** The JSON type cannot be read. */
  | { readonly kind: "unreadable"; readonly message: string }
  /** The content cannot be taken. */
  | { readonly kind: "refused"; readonly message: string };

export function set<Value>(value: Value): Reading<Value> {
  return { kind: "set", value };
}

export function unreadable(message: string): Reading<never> {
  return { kind: "unreadable", message };
}

export function refuse(message: string): Reading<never> {
  return { kind: "refused", message };
}

/** Not given. */
export function isAbsent(value: unknown): value is undefined | null {
  return value === undefined || value === null;
}

export const requiredMessage = "is required";

/** Characters, the most that a text has. */
const maxText = 255;

/** Trimmed text, at most 255 characters; "" when blank. */
export function readText(value: unknown): Reading<string> {
  const text = toText(value);
  return text === undefined ? unreadable("must be text") : readLine(text);
}

/** As `readText`, for what is text already. */
export function readLine(text: string): Reading<string> {
  const clean = cleanText(text)?.trim();
  if (clean === undefined) return refuse("must not hold control characters");
  return isLonger(clean, maxText) ? refuse(`must have at most ${maxText} characters`) : set(clean);
}

/** Text that may be unset: null when blank. */
export function readOptionalText(value: unknown): Reading<string | null> {
  const reading = readText(value);
  return reading.kind === "set" ? set(reading.value || null) : reading;
}

/** Text that must not be blank. */
export function readRequiredText(value: unknown): Reading<string> {
  const reading = readText(value);
  return reading.kind === "set" && reading.value === "" ? refuse(requiredMessage) : reading;
}
