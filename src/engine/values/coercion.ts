/**
 * Converts JSON values to values of the documented types (conventions 10.2). Pure: no storage, no clock.
 * Every reader returns `undefined` for a value without a usable form; the caller decides which fault that is.
 */

/** An object of named members as a caller sent it; without prototype, so `__proto__` is an ordinary key. */
export type DataObject = Readonly<Record<string, unknown>>;

export const maxId = 4294967295;

/** In characters. A longer text is neither a number nor a date, even if it only has more spaces or zeros. */
export const longestNumber = 1000;

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A whole number: 5, 5.0, "5", " 5 ". */
export function toInt(value: unknown): number | undefined {
  if (typeof value === "number") return Number.isSafeInteger(value) ? value : undefined;
  if (typeof value !== "string" || value.length > longestNumber) return undefined;
  if (!/^\s*-?\d+\s*$/.test(value)) return undefined;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : undefined;
}

/** A decimal number: 5, 1.5, "1.5"; no exponents in texts, no commas. */
export function toDecimal(value: unknown): number | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  if (typeof value !== "string" || value.length > longestNumber) return undefined;
  if (!/^\s*-?\d+(\.\d+)?\s*$/.test(value)) return undefined;
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

/** A text unchanged, or a number as decimal text. */
export function toText(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "number" ? decimalText(value) : undefined;
}

/** A number unchanged, a boolean as 1 or 0; undefined for any other value. */
export function asNumber(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  if (typeof value === "boolean") return value ? 1 : 0;
  return undefined;
}

/** The ID of a record: 1 … 4294967295 as number or digits, with surrounding spaces ignored. 0 for any other value, which matches no record. */
export function toId(value: unknown): number {
  const id = toInt(value);
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
  // Almost all values have no more decimals.
  if (size < 1e11 && Math.round(size * 1e4) / 1e4 === size) return value;
  // Shifting the decimal point in the text keeps 1.00005 from becoming 1.00004999….
  const rounded = Number(`${Math.round(Number(`${size}e4`))}e-4`);
  return value < 0 && rounded !== 0 ? -rounded : rounded;
}

/**
 * Characters not allowed in text: control characters but for tab, line feed and carriage return, and the others that XML 1.0
 * cannot carry, so that every protocol returns the text that was stored. NUL is removed before.
 */
// oxlint-disable-next-line no-control-regex
const illegalCharacters = /[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/;

/** In characters: twice the bytes of the longest text that can be stored (catalog 1.4). */
export const longestText = 131_072;

/** Filler for cut texts. Trimming and removing tags does not shorten it. */
const filler = "x".repeat(longestText);

/** Bounds a text to twice the longest valid length: the result is still too long, so it is refused as the text would be. */
function cutOverlong(text: string): string {
  return text.length > longestText ? text.slice(0, longestText) + filler : text;
}

/** Budget of characters for all texts and member names of a value; below 0 once it is exceeded. */
interface TextBudget {
  left: number;
}

interface SanitizeOptions {
  readonly room?: TextBudget;
  /** Members that contain a file and may have any length. If given, NUL characters stay in all members. */
  readonly content?: readonly string[] | undefined;
  /** Leaves long texts uncut. */
  readonly isWhole?: boolean;
}

/**
 * Removes NUL characters from the texts of a caller's value, and bounds their length. Lists and objects are changed in
 * place; stops when the budget is exceeded.
 */
export function sanitize(value: unknown, how: SanitizeOptions = {}): unknown {
  const { room, content, isWhole } = how;
  if (typeof value === "string") {
    const text = isWhole ? value : cutOverlong(value);
    if (room) room.left -= text.length;
    return content === undefined ? text.replaceAll("\0", "") : text;
  }
  if (typeof value !== "object" || value === null || (room && room.left < 0)) return value;
  if (Array.isArray(value)) {
    const list = value as unknown[];
    for (let at = 0; at < list.length; at += 1) {
      const element = list[at];
      const clean = sanitize(element, how);
      if (clean !== element) list[at] = clean;
    }
    return value;
  }
  const members = value as Record<string, unknown>;
  for (const name of Object.keys(members)) {
    if (room) room.left -= name.length;
    const member = members[name];
    if (content?.includes(name) && typeof member === "string") continue;
    const clean = sanitize(member, how);
    if (clean !== member) members[name] = clean;
  }
  return value;
}

/** The message about a text that `cleanText` refuses. */
export function illegalText(text: string): string {
  const [found] = illegalCharacters.exec(text) ?? /\p{Surrogate}/u.exec(text) ?? [""];
  const code = found.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
  return `must not contain control characters or invalid characters, such as U+${code}`;
}

/** Text without NUL; undefined if it contains other characters that are not allowed, or lone surrogates. */
export function cleanText(text: string): string | undefined {
  const stripped = cutOverlong(text).replaceAll("\0", "");
  return illegalCharacters.test(stripped) || !stripped.isWellFormed() ? undefined : stripped;
}

/** A product or attribute as a caller names it: by number or by text. */
export type Identifier = string | number | boolean;

/** The type that a handler receives, by kind of argument. */
export interface ArgumentKinds {
  /** 0 matches no record. */
  id: number;
  identifier: Identifier;
  /** "" matches no record. */
  increment_id: string;
  identifier_type: "sku" | "id";
  /** Unchanged; `scope` resolves it. */
  store: unknown;
  website: unknown;
  text: string;
  flag: boolean;
  int: number;
  decimal: number;
  data: DataObject;
  filters: DataObject;
  upload: DataObject;
  raw: unknown;
}

interface Kind<Value> {
  /** Identifies a record: a list or object cannot, and is refused before the operation starts. */
  readonly namesRecord?: true;
  /** Members that contain a file and may have any length. NUL characters are not removed from the other members. */
  readonly content?: readonly string[];
  /** Not checked here: the handler's `scope` throws if it cannot resolve the value. */
  readonly resolvedLater?: true;
  /**
   * Converts a value that passed the schema, or any scalar for `namesRecord`, to what the handler receives; undefined if it
   * has no usable form.
   */
  readonly read: (value: unknown) => Value | undefined;
}

/** How arguments are read, by the `x-kind` of their schema (spec/README.md). */
export const kinds: { readonly [K in keyof ArgumentKinds]: Kind<ArgumentKinds[K]> } = {
  id: { namesRecord: true, read: toId },
  identifier: { namesRecord: true, read: (value) => value as Identifier },
  increment_id: { namesRecord: true, read: (value) => toText(value) ?? "" },
  identifier_type: { read: (value) => ((value as string).toLowerCase() === "sku" ? "sku" : "id") },
  store: { resolvedLater: true, read: (value) => value },
  website: { resolvedLater: true, read: (value) => value },
  text: { read: (value) => cleanText(toText(value) ?? "") },
  flag: { read: toFlag },
  int: { read: toInt },
  decimal: { read: toDecimal },
  data: { read: toData },
  filters: { read: toData },
  upload: { content: ["content", "base64_content"], read: toData },
  raw: { read: (value) => value },
};
