/** The custom options of one product: changes and results (beyond 4, 5). */
import type { Schemas } from "../../../../generated/operations.js";
import type { ProductDoc } from "../../data/entities/catalog.js";
import type {
  CustomOptionType,
  OptionPrice,
  OptionPrices,
  OptionValue,
  ProductOption,
  ScopedTitles,
} from "../../data/entities/options.js";
import { growthBounds } from "../../data/growth.js";
import type { Problem } from "../../../engine/values/problem.js";
import { defaultValueKey, writeKey } from "../attribute-values/scoped-values.js";
import type { FieldsInput, OptionInput } from "./option-data.js";
import { isSelect, limitNames } from "./option-types.js";
import { inSortOrder, priceAt, titleAt, type PricePlace } from "./scoped-members.js";

/** The values of the attributes `has_options`, `required_options` and `links_exist`. */
export function optionFlags({ options = [], download_links = [] }: ProductDoc) {
  return {
    has_options: options.length + download_links.length > 0 ? 1 : 0,
    required_options: options.some(({ is_require }) => is_require) ? 1 : 0,
    links_exist: download_links.length > 0 ? 1 : 0,
  };
}

const noPrice: OptionPrice = { price: 0, price_type: "fixed" };
const noLimits = { max_characters: null, file_extension: null, image_size_x: null, image_size_y: null };

/** New titles and prices are stored as defaults and for the given store. */
export function newTitles(title: string, { scope }: Pick<PricePlace, "scope">): ScopedTitles {
  return { [defaultValueKey]: title, [writeKey("store", scope)]: title };
}

export function newPrices<Price>(price: Price, place: PricePlace): Readonly<Record<string, Price>> {
  return { [defaultValueKey]: price, [writeKey(place.priceScope, place.scope)]: price };
}

function changedTitles(titles: ScopedTitles, title: string | undefined, { scope }: PricePlace): ScopedTitles {
  return title === undefined ? titles : { ...titles, [writeKey("store", scope)]: title };
}

/** With global prices, a price for a store view is ignored. */
function changedPrices(prices: OptionPrices, fields: FieldsInput, place: PricePlace): OptionPrices {
  const isElsewhere = place.priceScope === "global" && place.scope.store_id !== 0;
  if (isElsewhere || (fields.price === undefined && fields.price_type === undefined)) return prices;
  const { price, price_type } = priceAt(prices, place);
  const changed = { price: fields.price ?? price, price_type: fields.price_type ?? price_type };
  return { ...prices, [writeKey(place.priceScope, place.scope)]: changed };
}

function priceIn({ price = 0, price_type = "fixed" }: FieldsInput): OptionPrice {
  return { price, price_type };
}

/** @param fields with a title */
export function newValue(value_id: number, fields: FieldsInput, place: PricePlace): OptionValue {
  return {
    value_id,
    sort_order: fields.sort_order ?? 0,
    sku: fields.sku ?? null,
    titles: newTitles(fields.title ?? "", place),
    prices: newPrices(priceIn(fields), place),
  };
}

export function changedValue(value: OptionValue, fields: FieldsInput, place: PricePlace): OptionValue {
  return {
    ...value,
    sort_order: fields.sort_order ?? value.sort_order,
    sku: fields.sku === undefined ? value.sku : fields.sku,
    titles: changedTitles(value.titles, fields.title, place),
    prices: changedPrices(value.prices, fields, place),
  };
}

interface OptionChange {
  readonly type: CustomOptionType;
  readonly input: OptionInput;
  /** For a type without values. */
  readonly fields: FieldsInput | undefined;
  /** All values after the change; none for a type without values. */
  readonly values: readonly OptionValue[];
}

interface NewCustomOption extends OptionChange {
  readonly option_id: number;
}

export function newOption(option: NewCustomOption, place: PricePlace): ProductOption {
  const { option_id, type, input, fields, values } = option;
  return {
    option_id,
    type,
    is_require: input.is_require ?? false,
    sort_order: input.sort_order ?? 0,
    titles: newTitles(input.title ?? "", place),
    prices: fields ? newPrices(priceIn(fields), place) : { [defaultValueKey]: noPrice },
    sku: fields?.sku ?? null,
    ...limitsOf(type, fields, noLimits),
    values,
  };
}

type Limits = Pick<ProductOption, keyof typeof noLimits>;

/** The limits of options of this type; limits that are not given stay. */
function limitsOf(type: CustomOptionType, fields: FieldsInput | undefined, known: Limits): Limits {
  const own = limitNames(type).map((name) => [
    name,
    fields?.[name] === undefined ? known[name] : fields[name],
  ]);
  return { ...noLimits, ...(Object.fromEntries(own) as Partial<Limits>) };
}

/** Changes an option. An option with values has the price 0, and keeps it when it gets a type without values. */
export function changedOption(
  option: ProductOption,
  { type, input, fields, values }: OptionChange,
  place: PricePlace,
): ProductOption {
  return {
    ...option,
    type,
    is_require: input.is_require ?? option.is_require,
    sort_order: input.sort_order ?? option.sort_order,
    titles: changedTitles(option.titles, input.title, place),
    prices: fields ? changedPrices(option.prices, fields, place) : option.prices,
    sku: fields?.sku === undefined ? option.sku : fields.sku,
    ...limitsOf(type, fields, option),
    values,
  };
}

export function withCustomOption(product: ProductDoc, option: ProductOption): ProductDoc {
  const others = (product.options ?? []).filter(({ option_id }) => option_id !== option.option_id);
  const options = [...others, option].sort((a, b) => a.option_id - b.option_id);
  return { ...product, options };
}

export function withoutCustomOption(product: ProductDoc, id: number): ProductDoc {
  return { ...product, options: (product.options ?? []).filter(({ option_id }) => option_id !== id) };
}

/** The problems of a product with too many options, values or characters. */
export function optionProblems({ options = [] }: ProductDoc, field: string): Problem[] {
  const { productOptions, productOptionValues, productOptionTexts } = growthBounds;
  const values = options.flatMap((option) => option.values);
  const titles = [...options, ...values].flatMap((row) => Object.values(row.titles));
  const characters = titles.reduce((sum, title) => sum + title.length, 0);
  return [
    [options.length, productOptions, "options"] as const,
    [values.length, productOptionValues, "values of options"] as const,
    [characters, productOptionTexts, "characters in titles of options"] as const,
  ].flatMap(([count, most, what]) =>
    count > most ? [{ field, message: `a product must have at most ${most} ${what}` }] : [],
  );
}

export function optionEntries({ options = [] }: ProductDoc, place: PricePlace) {
  return inSortOrder(options, place.scope).map(({ option_id, titles, type, is_require, sort_order }) => ({
    option_id,
    title: titleAt(titles, place.scope),
    type,
    is_require,
    sort_order,
  }));
}

export function optionInfo(option: ProductOption, place: PricePlace): Schemas["CustomOptionInfo"] {
  const { titles, type, is_require, sort_order } = option;
  const additional_fields = isSelect(option)
    ? inSortOrder(option.values, place.scope).map((value) => valueEntry(value, place))
    : [{ ...priceAt(option.prices, place), sku: option.sku, ...limitsShown(option) }];
  return { title: titleAt(titles, place.scope), type, is_require, sort_order, additional_fields };
}

function limitsShown(option: ProductOption): Partial<Limits> {
  return Object.fromEntries(limitNames(option.type).map((name) => [name, option[name]]));
}

export function valueEntry({ value_id, titles, prices, sku, sort_order }: OptionValue, place: PricePlace) {
  const { price, price_type } = priceAt(prices, place);
  return { value_id, title: titleAt(titles, place.scope), price, price_type, sku, sort_order };
}

export function valueInfo(
  option_id: number,
  value: OptionValue,
  place: PricePlace,
): Schemas["CustomOptionValueInfo"] {
  const { value_id, titles, prices, sku, sort_order } = value;
  const price = priceAt(prices, place);
  const [general, own] = [
    prices[defaultValueKey] ?? noPrice,
    prices[writeKey(place.priceScope, place.scope)],
  ];
  const isView = place.scope.store_id !== 0;
  const ofStore = isView && place.priceScope === "global" ? undefined : own;
  return {
    value_id,
    option_id,
    sku,
    sort_order,
    default_title: titles[defaultValueKey] ?? "",
    store_title: titles[writeKey("store", place.scope)] ?? null,
    title: titleAt(titles, place.scope),
    default_price: general.price,
    default_price_type: general.price_type,
    store_price: ofStore?.price ?? null,
    store_price_type: ofStore?.price_type ?? null,
    price: price.price,
    price_type: price.price_type,
  };
}
