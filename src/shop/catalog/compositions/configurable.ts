/** Checks and prepares the composition of a configurable product: attributes, prices of options, children. */
import type { components } from "../../../../generated/rest.js";
import type { AttributeDoc, AttributeOption, ProductDoc } from "../../data/entities/catalog.js";
import type { ConfigurableAttribute, ConfigurablePrice } from "../../data/entities/compositions.js";
import { round4 } from "../../../engine/values/coercion.js";
import { quote } from "../../../engine/values/messages.js";
import type { Problem } from "../../../engine/values/problem.js";
import { optionsOfChild } from "./child-options.js";

type Schemas = components["schemas"];

/** The price changes of a child's options, by attribute code. */
type ChildPricing = Schemas["ChildPricing"] | undefined;

/** An existing child, with its place in the request for problems. */
export interface NamedChild {
  readonly place: string;
  readonly product: ProductDoc;
  readonly pricing: ChildPricing;
}

/** Why an attribute cannot be a configuring one; undefined if it can. */
export function configuringProblem(attribute: AttributeDoc | undefined): string | undefined {
  if (!attribute) return "must be the code of a product attribute";
  const { frontend_input, source, scope, is_configurable } = attribute;
  if (frontend_input !== "select" || source !== null)
    return "must have the input select and options of its own";
  if (scope !== "global") return `must be of scope global, not ${scope}`;
  return is_configurable ? undefined : "must have the flag is_configurable";
}

/** The problems of the children: each must have all options, and a combination of its own. */
export function childrenProblems(
  attributes: readonly AttributeDoc[],
  children: readonly NamedChild[],
): Problem[] {
  const problems: Problem[] = [];
  const known = new Map<string, ProductDoc>();
  for (const { place, product } of children) {
    const chosen = optionsOfChild(product, attributes);
    const missing = attributes.find(({ id }) => !chosen.has(id));
    if (missing) {
      const message = `must be a product with a value of ${missing.attribute_code}: set it by catalog_product.update`;
      problems.push({ field: `${place}.sku`, message });
      continue;
    }
    const combination = [...chosen.values()].join(" ");
    const other = known.get(combination);
    if (other) {
      const codes = attributes.map(({ attribute_code }) => attribute_code).join(", ");
      problems.push({ field: `${place}.sku`, message: `has the same ${codes} as ${quote(other.sku)}` });
    }
    known.set(combination, product);
  }
  return problems;
}

/** The attributes with the prices of their options, and the problems of these prices. */
export function pricedAttributes(
  attributes: readonly AttributeDoc[],
  children: readonly NamedChild[],
): { readonly attributes: readonly ConfigurableAttribute[]; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const prices = new Map(attributes.map(({ id }) => [id, new Map<number, ConfigurablePrice>()]));
  for (const { place, product, pricing = {} } of children) {
    const chosen = optionsOfChild(product, attributes);
    for (const [code, { option, price, is_percent = false }] of Object.entries(pricing)) {
      const field = `${place}.pricing.${code}`;
      const attribute = attributes.find(({ attribute_code }) => attribute_code === code);
      if (!attribute) {
        problems.push({ field, message: "is not among attributes" });
        continue;
      }
      const own = attribute.options.find(({ option_id }) => option_id === chosen.get(attribute.id));
      if (!own || !isNamed(own, option)) {
        const has = own ? `: ${quote(own.labels["0"])} (${own.option_id})` : "";
        problems.push({ field: `${field}.option`, message: `must be the option that the product has${has}` });
        continue;
      }
      const row = { option_id: own.option_id, price: round4(price), is_percent };
      const ofAttribute = prices.get(attribute.id);
      const given = ofAttribute?.get(own.option_id);
      if (given && (given.price !== row.price || given.is_percent !== row.is_percent))
        problems.push({ field, message: "differs from the price that was given for this option before" });
      ofAttribute?.set(own.option_id, row);
    }
  }
  return {
    attributes: attributes.map(({ id }) => ({
      attribute_id: id,
      prices: [...(prices.get(id)?.values() ?? [])],
    })),
    problems,
  };
}

function isNamed({ option_id, labels }: AttributeOption, named: Schemas["PricedOption"]): boolean {
  return String(option_id) === String(named) || labels["0"] === named;
}
