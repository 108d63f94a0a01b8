/** Reads the members of product and category data as attribute values, and presents stored values in results. */
import type { AttributeDoc, AttributeValue } from "../../data/entities/catalog.js";
import {
  cleanText,
  decimalText,
  illegalText,
  round4,
  toDecimal,
  toFlag,
  toInt,
  toText,
} from "../../../engine/values/coercion.js";
import { toDateTime } from "../../../engine/values/dates.js";
import { memoize } from "../../../engine/values/memo.js";
import { isLonger } from "../../../engine/values/text.js";
import { readCommaList, tooLong } from "../../../engine/values/lists.js";
import { int, isIn, notIn } from "../../../engine/values/whole-numbers.js";

/** "keep" leaves the stored value; "remove" deletes it, so that the default applies again. */
export type ValueReading =
  | { readonly kind: "keep" }
  | { readonly kind: "remove" }
  | { readonly kind: "set"; readonly value: AttributeValue }
  | { readonly kind: "problem"; readonly message: string };

type Choices = ReadonlySet<string> | undefined;

const keep: ValueReading = { kind: "keep" };
const remove: ValueReading = { kind: "remove" };
const set = (value: AttributeValue): ValueReading => ({ kind: "set", value });
const problem = (message: string): ValueReading => ({ kind: "problem", message });

/** Characters of a varchar, bytes of a text, and the exclusive upper bound of decimals (catalog 1.4). */
const maxVarchar = 255;
const maxTextBytes = 65_535;
const decimalBound = 100_000_000;

/**
 * Reads a member of product or category data (catalog 1.2, 1.4, 9.4, 9.5; conventions 10.2, 10.3). Members with
 * rules of their own are read elsewhere: sku, the lists of IDs, `tier_price`, `stock_data`. Rules that combine
 * values, such as the URL key from the name, are up to the caller.
 * @param choices from `choicesOf` in option-sources.ts
 */
export function readValue(
  attribute: AttributeDoc,
  given: unknown,
  choices: Choices,
  mode: "create" | "update",
): ValueReading {
  if (given === null || given === undefined || isReserved(attribute)) return keep;
  if (given === false && !isYesNo(attribute)) return remove;
  if (attribute.source === "sort_by" && meansShopDefault(attribute, given)) return set(null);
  // For yes/no attributes, an empty text is an error and does not clear the value (catalog 9.5).
  if (isYesNo(attribute)) return readYesNo(attribute, given);
  if (isEmpty(attribute, given)) return readEmpty(attribute, mode);
  if (attribute.frontend_input === "multiselect") return readOptions(attribute, given, choices);
  return readScalar(attribute, given, choices);
}

/** The value in the results of `info`: yes/no values are numbers, also if they are stored as text. */
export function presentValue(attribute: AttributeDoc, value: AttributeValue): string | number | null {
  return typeof value === "string" && isYesNo(attribute) ? Number(value) : value;
}

/** True for input boolean and for selects between yes and no, where `false` means 0 (catalog 1.2). */
export function isYesNo({ frontend_input, source }: AttributeDoc): boolean {
  return frontend_input === "boolean" || (frontend_input === "select" && source === "yes_no");
}

/** Whether only the service writes the attribute, or it is a column with rules of its own. */
function isReserved({ is_read_only, backend }: AttributeDoc): boolean {
  return is_read_only || backend === "static";
}

/**
 * Whether a sorting attribute is set to the default of the shop, which is stored as null, also for a store view
 * (catalog 10.6).
 */
function meansShopDefault({ frontend_input }: AttributeDoc, given: unknown): boolean {
  if (given === "use_config") return true;
  if (frontend_input !== "multiselect" || !Array.isArray(given)) return false;
  return given.length === 0 || (given.length === 1 && given[0] === "use_config");
}

/** Whether the value is an empty text (NUL characters do not count) or an empty list of options. */
export function isEmpty({ frontend_input }: AttributeDoc, given: unknown): boolean {
  if (typeof given === "string") return given.replaceAll("\0", "") === "";
  return frontend_input === "multiselect" && Array.isArray(given) && given.length === 0;
}

function readEmpty({ backend }: AttributeDoc, mode: "create" | "update"): ValueReading {
  const isText = backend === "varchar" || backend === "text";
  return mode === "update" || isText ? remove : problem(`must be ${wanted[backend]}`);
}

function readYesNo(attribute: AttributeDoc, given: unknown): ValueReading {
  const flag = toFlag(given);
  if (flag === undefined) return problem("must be true or false");
  return set(attribute.backend === "int" ? Number(flag) : String(Number(flag)));
}

/** Option IDs or codes, as a list or separated by commas. Keeps their order and removes duplicates. */
function readOptions(attribute: AttributeDoc, given: unknown, choices: Choices): ValueReading {
  const parts = readCommaList(typeof given === "number" ? toText(given) : given);
  if (!parts) return problem(tooLong);
  const values = new Set<string>();
  for (const part of parts) {
    const value = toText(part)?.trim();
    if (value === undefined)
      return problem("must be a list of options, or their IDs with commas between them");
    if (value === "") continue;
    const choice = choiceOf(value);
    if (choices && !choices.has(choice)) return problem(choiceMessage(attribute, choices));
    values.add(choice);
  }
  return values.size === 0 ? remove : readText([...values].join(","), attribute.backend);
}

function readScalar(attribute: AttributeDoc, given: unknown, choices: Choices): ValueReading {
  const reading = readers[attribute.backend](given, attribute.backend);
  if (reading.kind !== "set") return reading;
  if (choices && !choices.has(String(reading.value))) return problem(choiceMessage(attribute, choices));
  const rule = attribute.entity_type === "category" ? categoryRules[attribute.attribute_code] : undefined;
  return rule && !rule.fits(reading.value) ? problem(rule.message) : reading;
}

type Reader = (given: unknown, backend: AttributeDoc["backend"]) => ValueReading;

const wanted = {
  varchar: "text",
  text: "text",
  int: "a whole number",
  decimal: "a number",
  datetime: "an existing date as YYYY-MM-DD, or with a time as YYYY-MM-DD HH:MM:SS",
  static: "absent",
} as const satisfies Record<AttributeDoc["backend"], string>;

const readers: { readonly [B in AttributeDoc["backend"]]: Reader } = {
  varchar: readText,
  text: readText,
  int: readInt,
  decimal: readAmount,
  datetime: (given) => readingOf(toDateTime(given), "datetime"),
  static: () => keep,
};

function readingOf(value: AttributeValue | undefined, backend: AttributeDoc["backend"]): ValueReading {
  return value === undefined ? problem(`must be ${wanted[backend]}`) : set(value);
}

function readInt(given: unknown): ValueReading {
  const number = toInt(given);
  if (number !== undefined && !isIn(number, int)) return problem(notIn(int, given));
  return readingOf(number, "int");
}

/** HTML is not changed (catalog 1.4). */
function readText(given: unknown, backend: AttributeDoc["backend"]): ValueReading {
  const text = toText(given);
  if (text === undefined) return problem("must be text");
  const clean = cleanText(text);
  if (clean === undefined) return problem(illegalText(text));
  if (backend === "text") {
    return Buffer.byteLength(clean) > maxTextBytes
      ? problem(`must have at most ${maxTextBytes} bytes`)
      : set(clean);
  }
  return isLonger(clean, maxVarchar) ? problem(`must have at most ${maxVarchar} characters`) : set(clean);
}

/** All decimals of the catalog are non-negative amounts: prices, weights, steps of a price filter. */
function readAmount(given: unknown): ValueReading {
  const amount = toDecimal(given);
  if (amount === undefined) return problem(`must be ${wanted.decimal}`);
  if (amount < 0) return problem("must be 0 or more");
  const rounded = round4(amount);
  return rounded < decimalBound ? set(rounded) : problem(`must be less than ${decimalText(decimalBound)}`);
}

/** Additional rules of single category attributes (catalog 2.4). */
const categoryRules: Readonly<
  Record<string, { readonly message: string; readonly fits: (value: AttributeValue) => boolean }>
> = {
  landing_page: { message: "must be 1 or more", fits: (value) => Number(value) >= 1 },
  image: {
    message: "must be a plain file name of letters, digits, dots, dashes and underscores",
    fits: (value) => /^[A-Za-z0-9_.-]+$/.test(String(value)),
  },
};

/** Normalizes option IDs, so that "007" and 7 name the same option; codes are not changed. */
function choiceOf(text: string): string {
  const id = toInt(text);
  return id === undefined ? text : String(id);
}

function choiceMessage({ source }: AttributeDoc, choices: ReadonlySet<string>): string {
  const message = memoize(choices, describeChoices);
  return source === "tax_class" ? `${message}; settings.tax_classes of a dataset adds others` : message;
}

function describeChoices(choices: ReadonlySet<string>): string {
  const values = [...choices];
  if (values.length === 0) return "must be empty: there are no options to choose from";
  if (values.length > 8) return "must be one of the attribute's options";
  if (values.length === 1) return `must be ${values[0]}`;
  return `must be ${values.slice(0, -1).join(", ")} or ${values.at(-1)}`;
}
