/**
 * How JSON values become values of the documented types (conventions 10.2). Pure: no storage, no clock.
 * Every reader answers `undefined` for a value that has no usable form; the caller decides which fault that is.
 */

/** An object of named members as a caller sent it; without prototype, so `__proto__` is an ordinary key. */
export type DataObject = Readonly<Record<string, unknown>>;

export const maxId = 4294967295;

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whole number: 5, 5.0, "5", " 5 ". */
export function toInt(value: unknown): number | undefined {
  if (typeof value === "number") return Number.isSafeInteger(value) ? value : undefined;
  if (typeof value !== "string" || !/^\s*-?\d+\s*$/.test(value)) return undefined;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : undefined;
}

/** Decimal number: 5, 1.5, "1.5"; no exponents, no commas. */
export function toDecimal(value: unknown): number | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  if (typeof value !== "string" || !/^\s*-?\d+(\.\d+)?\s*$/.test(value)) return undefined;
  return Number(value);
}

export function toFlag(value: unknown): boolean | undefined {
  switch (value) {
    case true:
    case 1:
    case "1":
      return true;
    case false:
    case 0:
    case "0":
      return false;
    default:
      return undefined;
  }
}

/** Text as given; a number becomes its decimal text. */
export function toText(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "number" ? decimalText(value) : undefined;
}

/** The ID of a record: 1 … 4294967295 as number or digits, spaces around them trimmed. 0 for anything that can match no record. */
export function toId(value: unknown): number {
  const id = typeof value === "string" && !/^\s*\d+\s*$/.test(value) ? undefined : toInt(value);
  return id !== undefined && id >= 1 && id <= maxId ? id : 0;
}

/** The members of an object (none of an empty list); undefined for anything else. */
export function toData(value: unknown): DataObject | undefined {
  if (Array.isArray(value)) return value.length === 0 ? (Object.create(null) as DataObject) : undefined;
  if (!isObject(value)) return undefined;
  const data = Object.create(null) as Record<string, unknown>;
  for (const key of Object.keys(value)) data[key] = value[key];
  return data;
}

/** The shortest decimal text of a number: `5`, `19.99`, never an exponent. */
export function decimalText(value: number): string {
  const text = String(value);
  if (!text.includes("e")) return text;
  return value.toLocaleString("en-US", { useGrouping: false, maximumFractionDigits: 20 });
}

/** Rounds to the 4 decimals that prices, weights and quantities are stored with; half away from zero. */
export function round4(value: number): number {
  const size = Math.abs(value);
  if (size < 1e-6 || size >= 1e21) return size < 1 ? 0 : value;
  // Shifting the decimal point in the text keeps 1.00005 from becoming 1.00004999….
  const rounded = Number(`${Math.round(Number(`${size}e4`))}e-4`);
  return value < 0 && rounded !== 0 ? -rounded : rounded;
}

/** Control characters that text may not hold: all but tab, line feed and carriage return. NUL is stripped before. */
// eslint-disable-next-line no-control-regex
const controlCharacters = /[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/** A caller's value in which NUL characters of texts are as if they had not been sent. Lists and objects are changed. */
export function withoutNul(value: unknown): unknown {
  if (typeof value === "string") return value.includes("\0") ? value.replaceAll("\0", "") : value;
  if (typeof value !== "object" || value === null) return value;
  const members = value as Record<string, unknown>;
  for (const key of Object.keys(members)) {
    const member = members[key];
    const clean = withoutNul(member);
    if (clean !== member) members[key] = clean;
  }
  return value;
}

/** Text without NUL; undefined when other control characters or lone surrogates make it unusable. */
export function cleanText(text: string): string | undefined {
  const stripped = withoutNul(text) as string;
  return controlCharacters.test(stripped) || !stripped.isWellFormed() ? undefined : stripped;
}
