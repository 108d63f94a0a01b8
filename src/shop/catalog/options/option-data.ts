/** Reads the data of a custom option or one of its values (beyond 4, 5). */
import type { CustomOptionType, PriceType } from "../../data/entities/options.js";
import { growthBounds } from "../../data/growth.js";
import {
  cleanText,
  isObject,
  round4,
  toDecimal,
  toFlag,
  toId,
  toText,
  type DataObject,
} from "../../../engine/values/coercion.js";
import { quote } from "../../../engine/values/messages.js";
import type { Problem } from "../../../engine/values/problem.js";
import { stripTags } from "../../../engine/values/strip-tags.js";
import { isLonger } from "../../../engine/values/text.js";
import {
  rangeText,
  toIntIn,
  unsignedInt,
  unsignedSmallint,
  type Range,
} from "../../../engine/values/whole-numbers.js";
import { idleMembers } from "../../../engine/contract/members.js";
import { isOptionType, optionGroupOf, type OptionGroup } from "./option-types.js";

/** An entry of `additional_fields`, or the data of a single value; undefined = not given, null = cleared. */
export interface FieldsInput {
  readonly value_id: number | undefined;
  readonly title: string | undefined;
  readonly price: number | undefined;
  readonly price_type: PriceType | undefined;
  readonly sku: string | null | undefined;
  readonly sort_order: number | undefined;
  readonly max_characters: number | undefined;
  readonly file_extension: string | null | undefined;
  readonly image_size_x: number | undefined;
  readonly image_size_y: number | undefined;
}

export interface OptionInput {
  readonly title: string | undefined;
  readonly is_require: boolean | undefined;
  readonly sort_order: number | undefined;
}

const maxTitle = 255;
const maxSku = 64;
const maxExtensions = 50;
/** Bounds prices, so that every total is exact. */
const maxPrice = 99_999_999.9999;

/** How a whole number is read, and the form that it must have. */
function within(range: Range) {
  return [(value: unknown) => toIntIn(value, range), rangeText(range)] as const;
}

/** Reads one member; adds to `problems` if it was given and is invalid. */
type Read = <Value>(
  name: string,
  of: (value: unknown) => Value | undefined,
  expectation: string,
) => Value | undefined;

function reader(data: Readonly<Record<string, unknown>>, place: string, problems: Problem[]): Read {
  return (name, of, expectation) => {
    const given = data[name];
    if (given === undefined || given === null) return undefined;
    const value = of(given);
    if (value === undefined)
      problems.push({ field: `${place}${name}`, message: `${expectation}, not ${quote(given)}` });
    return value;
  };
}

/** Reads whole numbers of a range. */
function wholeReader(read: ReturnType<typeof reader>) {
  return (name: string, range: Range) => {
    const [readIn, expectation] = within(range);
    return read(name, readIn, expectation);
  };
}

export function readCustomOption(data: DataObject, problems: Problem[]): OptionInput {
  const read = reader(data, "", problems);
  const whole = wholeReader(read);
  return {
    title: read("title", titleOf, titleForm),
    is_require: read("is_require", toFlag, "must be true or false"),
    sort_order: whole("sort_order", unsignedInt),
  };
}

/** @param place path of the entry, for example `additional_fields[0].` */
export function readOptionFields(entry: unknown, place: string, problems: Problem[]): FieldsInput {
  if (!isObject(entry)) problems.push({ field: place.replace(/\.$/, ""), message: "must be an object" });
  const read = reader(isObject(entry) ? entry : {}, place, problems);
  const whole = wholeReader(read);
  return {
    value_id: read("value_id", (value) => toId(value) || undefined, "must be the ID of a value"),
    title: read("title", titleOf, titleForm),
    price: read("price", priceOf, `must be a number of at most ${maxPrice}`),
    price_type: read("price_type", priceTypeOf, "must be fixed or percent"),
    sku: read("sku", (value) => optionalText(value, maxSku), `must be text of at most ${maxSku} characters`),
    sort_order: whole("sort_order", unsignedInt),
    max_characters: whole("max_characters", unsignedInt),
    file_extension: read(
      "file_extension",
      (value) => optionalText(value, maxExtensions),
      `must be text of at most ${maxExtensions} characters`,
    ),
    image_size_x: whole("image_size_x", unsignedSmallint),
    image_size_y: whole("image_size_y", unsignedSmallint),
  };
}

const entryNames = [
  "title",
  "sort_order",
  "max_characters",
  "file_extension",
  "image_size_x",
  "image_size_y",
];

/** The members of entries that some types have; all have a price and a SKU. */
const namesByGroup: Readonly<Record<OptionGroup, readonly string[]>> = {
  text: ["max_characters"],
  file: ["file_extension", "image_size_x", "image_size_y"],
  select: ["title", "sort_order"],
  date: [],
};

/** The given entries of `additional_fields` and their members that options of a type do not have, for strict handling. */
export function idleOptionFields(entries: readonly unknown[], type: CustomOptionType): Problem[] {
  const group = optionGroupOf(type);
  const others = entryNames.filter((name) => !namesByGroup[group].includes(name));
  const taken = group === "select" ? entries : entries.slice(0, 1);
  return [
    ...taken.flatMap((entry, at) =>
      idleMembers(
        isObject(entry) ? entry : {},
        others,
        `does not apply to options of type ${type}`,
        entryPlace(at),
      ),
    ),
    ...entries.slice(taken.length).map((_, at) => ({
      field: `additional_fields[${taken.length + at}]`,
      message: `has no effect, since options of type ${type} have a single entry`,
    })),
  ];
}

/** The path of the members of an entry. */
export function entryPlace(at: number): string {
  return `additional_fields[${at}].`;
}

/** The entries of `additional_fields`; undefined, with a problem, if there are none. */
export function readAdditionalFieldEntries(
  given: unknown,
  problems: Problem[],
): readonly unknown[] | undefined {
  const { productOptionValues: most } = growthBounds;
  const message = Array.isArray(given)
    ? given.length > most
      ? `must hold at most ${most} objects`
      : given.some((entry) => isObject(entry) && Object.keys(entry).length > 0)
        ? undefined
        : "must be a list with one object that has members"
    : "must be a list of objects";
  if (message === undefined) return given as readonly unknown[];
  problems.push({ field: "additional_fields", message });
  return undefined;
}

export function customOptionType(data: DataObject): CustomOptionType | undefined {
  return isOptionType(data.type) ? data.type : undefined;
}

/** The text without tags; undefined if it is empty or not a text. */
export function titleOf(value: unknown): string | undefined {
  const text = plainText(value, maxTitle);
  return text === undefined || text.trim() === "" ? undefined : text;
}

export const titleForm = `must be text of 1 to ${maxTitle} characters`;

/** Null for an empty text, which clears the member. */
function optionalText(value: unknown, max: number): string | null | undefined {
  const text = plainText(value, max);
  return text === "" ? null : text;
}

function plainText(value: unknown, max: number): string | undefined {
  const given = toText(value);
  const text = given === undefined ? undefined : cleanText(stripTags(given));
  return text === undefined || isLonger(text, max) ? undefined : text;
}

function priceOf(value: unknown): number | undefined {
  const price = toDecimal(value);
  return price === undefined || Math.abs(price) > maxPrice ? undefined : round4(price);
}

function priceTypeOf(value: unknown): PriceType | undefined {
  return value === "fixed" || value === "percent" ? value : undefined;
}
