/**
 * How products are put into a cart: what a caller asks for becomes one line, or several, by the type of the product
 * (beyond 7.1). Pure: `facts.ts` looks up what it needs to know.
 */
import { chooseLinks, linksPrice } from "../../catalog/downloads/chosen-links.js";
import { chooseOptions, chosenOptions, type OptionChoice } from "../../catalog/options/chosen-options.js";
import type { ChosenValue, LineRequest } from "../../data/entities/cart.js";
import type { ProductType } from "../../data/entities/catalog.js";
import { round4 } from "../../../engine/values/coercion.js";
import { append } from "../../../engine/values/lists.js";
import { sum } from "../../../engine/values/money.js";
import type { Choice, Choose, Chosen, GroupQuantities } from "./choice.js";
import { chooseChild, chooseSelections } from "./composite-choices.js";
import { valueAgain } from "./option-values.js";
import type { ProductFacts } from "./product-facts.js";

/** A product that is what it is. */
const asItIs: Choose = (_, request) => ({ choices: [plainChoice(request)] });

/** With the links that come with it. */
const chooseDownloads: Choose = ({ product, areLinksSeparate, place }, request) => {
  const offered = product.download_links ?? [];
  // Products of releases without links are sold as they are.
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

/** One line for each member with a quantity. A member is chosen as it is by itself, options and links included. */
const chooseMembers: Choose = ({ product, members }, request, group) => {
  const choices: Choice[] = [];
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

const choosers: Readonly<Record<ProductType, Choose>> = {
  simple: asItIs,
  virtual: asItIs,
  downloadable: chooseDownloads,
  configurable: chooseChild,
  bundle: chooseSelections,
  grouped: chooseMembers,
};

/** The lines that a request makes. A line is chosen again by the request that is kept in it, whenever its cart changes. */
export function chooseLines(facts: ProductFacts, request: LineRequest, group: GroupQuantities = {}): Chosen {
  const { product, place } = facts;
  const chosen = choosers[product.type](facts, request, group);
  // The members of a group have had their options.
  if ("texts" in chosen || product.type === "grouped") return chosen;
  const options = chooseOptions(product.options ?? [], request.options, place.scope);
  if ("problem" in options) return { texts: [options.problem] };
  return { choices: chosen.choices.map((choice) => withOptions(facts, choice, options.choices)) };
}

function plainChoice({ product_id, group_id }: LineRequest): Choice {
  return {
    request: { product_id, ...(group_id === undefined ? {} : { group_id }) },
    children: [],
    skuSuffix: "",
    priceOf: (finalPrice) => finalPrice,
    product_options: {},
  };
}

/** What the custom options change in a line: its price, which is never below 0, and its SKU. */
function withOptions(
  { product: { options = [] }, place }: ProductFacts,
  choice: Choice,
  choices: readonly OptionChoice[],
): Choice {
  if (choices.length === 0) return choice;
  const at = (basePrice: number) => chosenOptions(options, choices, basePrice, place);
  const { skuSuffix, shown } = at(0);
  return {
    ...choice,
    request: { ...choice.request, options: againOf(options, choices) },
    skuSuffix: choice.skuSuffix + skuSuffix,
    priceOf: (finalPrice) => Math.max(0, sum(choice.priceOf(finalPrice), at(finalPrice).price)),
    product_options: { ...choice.product_options, options: shown },
  };
}

function againOf(
  options: NonNullable<ProductFacts["product"]["options"]>,
  choices: readonly OptionChoice[],
): Readonly<Record<string, ChosenValue>> {
  return Object.fromEntries(
    choices.flatMap(({ option_id, option_value }) => {
      const option = options.find((one) => one.option_id === option_id);
      return option ? [[option_id, valueAgain(option.type, option_value)]] : [];
    }),
  );
}
