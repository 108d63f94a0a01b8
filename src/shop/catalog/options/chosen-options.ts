/**
 * Chooses the custom options of a product for a line of a cart or an order, and computes their effect on its price and
 * SKU (beyond 7.1, 12.3).
 */
import type { OptionPrice, OptionValue, ProductOption } from "../../data/entities/options.js";
import { growthBounds } from "../../data/growth.js";
import type { Scope } from "../../stores/directory.js";
import { isObject, toId, toInt, toText } from "../../../engine/values/coercion.js";
import { toDateTime } from "../../../engine/values/dates.js";
import { Exact } from "../../../engine/values/money.js";
import { isLonger } from "../../../engine/values/text.js";
import { optionGroupOf, isSelect } from "./option-types.js";
import { inSortOrder, priceAt, titleAt, type PricePlace } from "./scoped-members.js";

/** One choice in the form that a line stores. Equal choices of a product share a line. */
export interface OptionChoice {
  readonly option_id: number;
  /**
   * The text; the value IDs, joined by commas; or the time as `YYYY-MM-DD HH:MM:SS` (for the type `time`,
   * `HH:MM:SS`).
   */
  readonly option_value: string;
}

/** A choice in the `product_options` of an order item. */
interface ShownOption {
  readonly label: string;
  readonly value: string;
  readonly print_value: string;
  readonly option_id: number;
  readonly option_type: ProductOption["type"];
  readonly option_value: string;
}

export interface ChosenOptions {
  /** The price that the options add per unit, up to 4 decimals; can be negative. */
  readonly price: number;
  /** The suffix for the product's SKU, such as `-GLD-BOX`. */
  readonly skuSuffix: string;
  readonly shown: readonly ShownOption[];
}

/**
 * The choices of an entry's `options`, in the order of the options, or the text that refuses it. Unknown options and
 * invalid values of optional options are ignored.
 * @param given `{option_id: value}` as sent; anything but an object counts as no choice
 */
export function chooseOptions(
  options: readonly ProductOption[],
  given: unknown,
  scope: Scope,
): { readonly choices: readonly OptionChoice[] } | { readonly problem: string } {
  const values = isObject(given) ? given : {};
  const choices: OptionChoice[] = [];
  for (const option of inSortOrder(options, scope)) {
    const { option_id } = option;
    const chosen = choiceOf(option, Object.hasOwn(values, option_id) ? values[option_id] : undefined);
    if ("option_value" in chosen) choices.push({ option_id, option_value: chosen.option_value });
    else if ("problem" in chosen) return chosen;
    else if (option.is_require) return { problem: missing(chosen.lacks, titleAt(option.titles, scope)) };
  }
  return { choices };
}

/**
 * The price, SKU suffix and labels of choices in a store. Ignores choices whose option or value no longer exists.
 * @param basePrice the unit price without options
 */
export function chosenOptions(
  options: readonly ProductOption[],
  choices: readonly OptionChoice[],
  basePrice: number,
  place: PricePlace,
): ChosenOptions {
  let price = Exact.zero;
  let skuSuffix = "";
  const shown: ShownOption[] = [];
  for (const option of inSortOrder(options, place.scope)) {
    const choice = choices.find(({ option_id }) => option_id === option.option_id);
    const parts = choice && partsOf(option, choice);
    if (!choice || !parts?.length) continue;
    for (const { prices } of parts) price = price.plus(addedPrice(priceAt(prices, place), basePrice));
    skuSuffix += skuPart(parts);
    shown.push(shownOption(option, choice, parts, place.scope));
  }
  return { price: price.rounded(4), skuSuffix, shown };
}

/** A chosen value, or the option itself if it has no values. */
type Part = Pick<OptionValue, "titles" | "prices" | "sku">;

function partsOf(option: ProductOption, { option_value }: OptionChoice): readonly Part[] {
  if (!isSelect(option)) return [option];
  const ids = option_value.split(",").map(Number);
  return ids.flatMap((id) => option.values.find(({ value_id }) => value_id === id) ?? []);
}

/**
 * The part of the SKU for one option: the SKUs of its chosen values, joined as they are. A part that is empty as a whole
 * adds nothing, while several values without SKU add the dashes between them (beyond 7.1).
 */
function skuPart(parts: readonly Part[]): string {
  const joined = parts.map(({ sku }) => sku ?? "").join("-");
  return joined === "" ? "" : `-${joined}`;
}

function addedPrice({ price, price_type }: OptionPrice, basePrice: number): Exact {
  if (price_type === "fixed") return Exact.of(price);
  return Exact.of(basePrice).times(Exact.of(price)).over(Exact.of(100));
}

/** A valid value; no valid value, which only a required option refuses; or a value that every option refuses. */
type Chosen =
  | { readonly option_value: string }
  | { readonly lacks: "value" | "date" | "time" }
  | { readonly problem: string };

const noValue = { lacks: "value" } as const;

function choiceOf(option: ProductOption, value: unknown): Chosen {
  switch (optionGroupOf(option.type)) {
    case "text":
      return textChoice(option, value);
    case "select":
      return selectChoice(option, value);
    case "date":
      return dateChoice(option, value);
    // Only storefront pages can upload files.
    case "file":
      return noValue;
  }
}

function missing(what: "value" | "date" | "time", title: string): string {
  return `Please specify ${what === "value" ? "the product" : what} required option <em>${title}</em>.`;
}

function textChoice({ max_characters }: ProductOption, value: unknown): Chosen {
  const text = toText(value)?.trim() ?? "";
  if (text === "") return noValue;
  if (isLonger(text, max_characters || growthBounds.optionText)) return { problem: "The text is too long" };
  return { option_value: text };
}

function selectChoice({ type, values, is_require }: ProductOption, value: unknown): Chosen {
  const isMultiple = type === "checkbox" || type === "multiple";
  const wanted = isMultiple && Array.isArray(value) ? value : [value];
  const ids = [...new Set(wanted.map(toId))];
  // In the order of the buyer: that of the SKU.
  const known = ids.filter((id) => values.some(({ value_id }) => value_id === id));
  if (known.length === 0 || (is_require && known.length < ids.length)) return noValue;
  return { option_value: known.join(",") };
}

/** `{year, month, day}`, with `{hour, minute, day_part}` for a time of day. */
function dateChoice({ type }: ProductOption, value: unknown): Chosen {
  const members = isObject(value) ? value : {};
  const date = type === "time" ? "" : dateOf(members);
  if (date === undefined) return { lacks: "date" };
  const time = type === "date" ? "00:00:00" : timeOf(members);
  if (time === undefined) return { lacks: "time" };
  return { option_value: type === "time" ? time : `${date} ${time}` };
}

/** `YYYY-MM-DD`; undefined if the members are not a date. */
function dateOf({ year, month, day }: Readonly<Record<string, unknown>>): string | undefined {
  const [y, m, d] = [toInt(year), toInt(month), toInt(day)];
  if (y === undefined || m === undefined || d === undefined) return undefined;
  return toDateTime(`${String(y).padStart(4, "0")}-${twoDigits(m)}-${twoDigits(d)}`)?.slice(0, 10);
}

/** `HH:MM:SS` of a time on a 12-hour clock; undefined if the members are not a time. */
function timeOf({ hour, minute, day_part }: Readonly<Record<string, unknown>>): string | undefined {
  const [h = 0, m = -1] = [toInt(hour), toInt(minute)];
  if (h < 1 || h > 12 || m < 0 || m > 59 || (day_part !== "am" && day_part !== "pm")) return undefined;
  return `${twoDigits((h % 12) + (day_part === "pm" ? 12 : 0))}:${twoDigits(m)}:00`;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}

function shownOption(
  option: ProductOption,
  { option_id, option_value }: OptionChoice,
  parts: readonly Part[],
  scope: Scope,
): ShownOption {
  const { type } = option;
  const value = isSelect(option)
    ? parts.map(({ titles }) => titleAt(titles, scope)).join(", ")
    : optionGroupOf(type) === "date"
      ? shownTime(type, option_value)
      : option_value;
  const label = titleAt(option.titles, scope);
  return { label, value, print_value: value, option_id, option_type: type, option_value };
}

/** Times as storefront pages show them: `Nov 23, 2026`, `Nov 23, 2026 3:04:00 PM`, `03:04 PM`. */
function shownTime(type: ProductOption["type"], option_value: string): string {
  const instant = new Date(
    `${(type === "time" ? `1970-01-01 ${option_value}` : option_value).replace(" ", "T")}Z`,
  );
  const date = dateFormat.format(instant);
  if (type === "date") return date;
  const time = (type === "time" ? shortTimeFormat : timeFormat).format(instant).replace("\u202f", " ");
  return type === "time" ? time : `${date} ${time}`;
}

const dateFormat = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });
const timeFormat = new Intl.DateTimeFormat("en-US", { timeStyle: "medium", timeZone: "UTC" });
const shortTimeFormat = new Intl.DateTimeFormat("en-US", {
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "UTC",
});
