/**
 * The options of select attributes: built-in option lists, and options that are stored with the attribute
 * (catalog 2.6).
 */
import type { AttributeDoc, FixedSource } from "../../data/entities/catalog.js";
import type { TaxClass } from "../../data/entities/shop.js";
import { countries } from "../../directory/countries.js";
import { memoize } from "../../../engine/values/memo.js";

/** `value` is text even if the stored value is a number. */
export interface OptionEntry {
  readonly value: string;
  readonly label: string;
}

/**
 * The data that some sources depend on. Pass the stored arrays themselves: results are memoized by array
 * identity.
 */
export interface SourceContext {
  readonly taxClasses: readonly TaxClass[];
  /** The sort orders of categories. */
  readonly sortBy: readonly OptionEntry[];
}

type Source = (context: SourceContext) => readonly OptionEntry[];

const pleaseSelect = entry("", "-- Please Select --");

/** The only option of a landing page: the service has no static blocks (beyond 2). */
const noBlock = entry("", "Please select a static block ...");

const byName = new Intl.Collator("en");

const countryOptions = [entry("", ""), ...countryEntries()];

const yesNo = fixedSource(entry("1", "Yes"), entry("0", "No"));

const sources: { readonly [Name in FixedSource]: Source } = {
  yes_no: yesNo,
  status: fixedSource(pleaseSelect, entry("1", "Enabled"), entry("2", "Disabled")),
  visibility: fixedSource(
    pleaseSelect,
    entry("1", "Not Visible Individually"),
    entry("2", "Catalog"),
    entry("3", "Search"),
    entry("4", "Catalog, Search"),
  ),
  tax_class: ({ taxClasses }) => memoize(taxClasses, taxClassEntries),
  msrp_enabled: fixedSource(entry("1", "Yes"), entry("0", "No"), entry("2", "Use config")),
  msrp_display: fixedSource(
    entry("2", "In Cart"),
    entry("3", "Before Order Confirmation"),
    entry("1", "On Gesture"),
    entry("4", "Use config"),
  ),
  price_view: fixedSource(entry("1", "As Low as"), entry("0", "Price Range")),
  options_container: fixedSource(
    entry("container1", "Product Info Column"),
    entry("container2", "Block after Info Column"),
  ),
  page_layout: fixedSource(
    entry("", "No layout updates"),
    entry("empty", "Empty"),
    entry("one_column", "1 column"),
    entry("two_columns_left", "2 columns with left bar"),
    entry("two_columns_right", "2 columns with right bar"),
    entry("three_columns", "3 columns"),
  ),
  custom_design: fixedSource(pleaseSelect),
  country: () => countryOptions,
  display_mode: fixedSource(
    entry("PRODUCTS", "Products only"),
    entry("PAGE", "Static block only"),
    entry("PRODUCTS_AND_PAGE", "Static block and products"),
  ),
  sort_by: ({ sortBy }) => sortBy,
};

/** The result of `options`: in the order of the source; empty for attributes without a choice. */
export function optionsOf(attribute: AttributeDoc, storeId: number, context: SourceContext): OptionEntry[] {
  const { frontend_input, source } = attribute;
  if (frontend_input === "boolean") return [...yesNo(context)];
  if (frontend_input !== "select" && frontend_input !== "multiselect") return [];
  if (source) return [...sources[source](context)];
  if (attribute.entity_type === "category") return [noBlock];
  return [entry("", ""), ...ownEntries(attribute, storeId)];
}

/** The XML doors send numbers as values of built-in options (doors 0.1). */
export function withNumber(option: OptionEntry): OptionEntry {
  return /^\d+$/.test(option.value) ? { ...option, value: Number(option.value) as never } : option;
}

/** The allowed values of the attribute, as text; undefined if no list restricts them. */
export function choicesOf(attribute: AttributeDoc, context: SourceContext): ReadonlySet<string> | undefined {
  if (attribute.frontend_input === "boolean") return memoize(yesNo(context), choices);
  if (attribute.source) {
    const offered = sources[attribute.source](context);
    return memoize(offered, attribute.source === "tax_class" ? taxClassChoices : choices);
  }
  // Category attributes have no options of their own: a landing page is the ID of a block (catalog 2.4).
  if (attribute.entity_type === "category") return undefined;
  const isChoice = attribute.frontend_input === "select" || attribute.frontend_input === "multiselect";
  return isChoice ? memoize(attribute.options, optionIds) : undefined;
}

/** Class 1, "default", is not offered, but programs of Magento 1 send it in any shop. No rate applies to it. */
const taxClassChoices = (entries: readonly OptionEntry[]): ReadonlySet<string> =>
  new Set(["0", "1", ...choices(entries)]);

/** The options by sort order, then by label in the store view, then by ID. */
function ownEntries(attribute: AttributeDoc, storeId: number): OptionEntry[] {
  const rows = attribute.options.map(({ option_id, sort_order, labels }) => {
    return { option_id, sort_order, label: labels[storeId] ?? labels[0] ?? "" };
  });
  rows.sort(
    (a, b) => a.sort_order - b.sort_order || byName.compare(a.label, b.label) || a.option_id - b.option_id,
  );
  return rows.map(({ option_id, label }) => entry(String(option_id), label));
}

const optionIds = (options: AttributeDoc["options"]): ReadonlySet<string> =>
  new Set(options.map(({ option_id }) => String(option_id)));

const choices = (entries: readonly OptionEntry[]): ReadonlySet<string> =>
  new Set(entries.map(({ value }) => value).filter((value) => value !== ""));

const taxClassEntries = (classes: readonly TaxClass[]): readonly OptionEntry[] => [
  entry("0", "None"),
  ...classes
    .filter(({ type }) => type === "product")
    .map(({ class_id, name }) => entry(String(class_id), name)),
];

/** ISO 3166-1 alpha-2 codes with English names, by name. */
function countryEntries(): OptionEntry[] {
  return countries.all
    .map(({ code, name }) => entry(code, name))
    .sort((a, b) => byName.compare(a.label, b.label));
}

function entry(value: string, label: string): OptionEntry {
  return { value, label };
}

function fixedSource(...entries: readonly OptionEntry[]): Source {
  return () => entries;
}
