/**
 * Turns the request of a caller into one or more lines, depending on the type of the product (beyond 7.1).
 * Pure: `facts.ts` does the lookups.
 */
import { chooseLinks, linksPrice } from "../../catalog/downloads/chosen-links.js";
import { chooseOptions, chosenOptions, type OptionChoice } from "../../catalog/options/chosen-options.js";
import type { ChosenValue, LineRequest } from "../../data/entities/cart.js";
import type { ProductType } from "../../data/entities/catalog.js";
import { round4 } from "../../../engine/values/coercion.js";
import { append } from "../../../engine/values/lists.js";
import { sum } from "../../../engine/values/money.js";
import type { LineChoice, Chooser, LineChoices, GroupQuantities } from "./choice.js";
import { chooseChild, chooseSelections } from "./composite-choices.js";
import type { ProductFacts } from "./facts.js";
import type { CustomOptionType } from "../../data/entities/options.js";

/** Simple and virtual products offer no choice besides custom options. */
const choosePlain: Chooser = (_, request) => ({ choices: [plainChoice(request)] });

/** A downloadable product with the chosen links. */
const chooseDownloads: Chooser = ({ product, areLinksSeparate, place }, request) => {
  const offered = product.download_links ?? [];
  // Products from releases that had no links have none to choose.
  const chosen = chooseLinks(offered, request.links, areLinksSeparate && offered.length > 0);
  if ("problem" in chosen) return { texts: [chosen.problem] };
  const { links } = chosen;
  if (links.length === 0) return { choices: [plainChoice(request)] };
  const more = linksPrice(offered, links, areLinksSeparate, place);
  const choice = plainChoice(request);
  return {
    choices: [
      {
        ...choice,
        request: { ...choice.request, ...(areLinksSeparate ? { links } : {}) },
        priceOf: (finalPrice) => sum(finalPrice, more),
        product_options: { ...choice.product_options, links },
      },
    ],
  };
};

/** One line for each member with a quantity. A member is chosen like a single product, with options and links. */
const chooseMembers: Chooser = ({ product, members }, request, group) => {
  const choices: LineChoice[] = [];
  const texts: string[] = [];
  for (const { facts, isDecimal } of members) {
    const given = group[facts.product.id] ?? 0;
    const qty = isDecimal ? round4(given) : Math.trunc(given);
    if (qty <= 0) continue;
    const own = chooseLines(facts, { ...request, product_id: facts.product.id, group_id: product.id });
    if ("texts" in own) append(texts, own.texts);
    else
      append(
        choices,
        own.choices.map((choice) => ({ ...choice, qty })),
      );
  }
  if (texts.length > 0) return { texts };
  return choices.length > 0 ? { choices } : { texts: ["Please specify the quantity of product(s)."] };
};

const choosers: Readonly<Record<ProductType, Chooser>> = {
  simple: choosePlain,
  virtual: choosePlain,
  downloadable: chooseDownloads,
  configurable: chooseChild,
  bundle: chooseSelections,
  grouped: chooseMembers,
};

/** The lines for a request. Pricing a cart repeats this with the stored request of each line. */
export function chooseLines(
  facts: ProductFacts,
  request: LineRequest,
  group: GroupQuantities = {},
): LineChoices {
  const { product, place } = facts;
  const chosen = choosers[product.type](facts, request, group);
  // The members of a group already include their options.
  if ("texts" in chosen || product.type === "grouped") return chosen;
  const options = chooseOptions(product.options ?? [], request.options, place.scope);
  if ("problem" in options) return { texts: [options.problem] };
  return { choices: chosen.choices.map((choice) => withOptions(facts, choice, options.choices)) };
}

function plainChoice({ product_id, group_id }: LineRequest): LineChoice {
  return {
    request: { product_id, ...(group_id === undefined ? {} : { group_id }) },
    children: [],
    skuSuffix: "",
    priceOf: (finalPrice) => finalPrice,
    product_options: {},
  };
}

/** Adds the custom options to a line: they change its SKU and its price, which is at least 0. */
function withOptions(
  { product: { options = [] }, place }: ProductFacts,
  choice: LineChoice,
  choices: readonly OptionChoice[],
): LineChoice {
  if (choices.length === 0) return choice;
  const at = (basePrice: number) => chosenOptions(options, choices, basePrice, place);
  const { skuSuffix, shown } = at(0);
  return {
    ...choice,
    request: { ...choice.request, options: storedOptions(options, choices) },
    skuSuffix: choice.skuSuffix + skuSuffix,
    priceOf: (finalPrice) => Math.max(0, sum(choice.priceOf(finalPrice), at(finalPrice).price)),
    product_options: { ...choice.product_options, options: shown },
  };
}

function storedOptions(
  options: NonNullable<ProductFacts["product"]["options"]>,
  choices: readonly OptionChoice[],
): Readonly<Record<string, ChosenValue>> {
  return Object.fromEntries(
    choices.flatMap(({ option_id, option_value }) => {
      const option = options.find((one) => one.option_id === option_id);
      return option ? [[option_id, storedOptionValue(option.type, option_value)]] : [];
    }),
  );
}

/** The value of a custom option for the stored request of a line, which gives the same choice (beyond 7.1). @param value `option_value` of a choice */
export function storedOptionValue(type: CustomOptionType, value: string): ChosenValue {
  switch (type) {
    case "drop_down":
    case "radio":
      return Number(value);
    case "checkbox":
    case "multiple":
      return value.split(",").map(Number);
    case "date":
      return dateParts(value);
    case "date_time":
      return { ...dateParts(value), ...timeParts(value.slice(11)) };
    case "time":
      return timeParts(value);
    default:
      return value;
  }
}

/** @param value `YYYY-MM-DD …` */
function dateParts(value: string): Readonly<Record<string, number>> {
  const [year = 0, month = 0, day = 0] = value.slice(0, 10).split("-").map(Number);
  return { year, month, day };
}

/** Time on a 12-hour clock. @param value `HH:MM:SS` */
function timeParts(value: string): Readonly<Record<string, number | string>> {
  const [hours = 0, minute = 0] = value.split(":").map(Number);
  return { hour: hours % 12 || 12, minute, day_part: hours < 12 ? "am" : "pm" };
}
