/** How configurable products and bundles are put into a cart: by what they consist of (beyond 7.1). */
import { optionsOfChild } from "../../catalog/compositions/child-options.js";
import { priceAsChild } from "../../catalog/compositions/child-price.js";
import type { BundleSelection } from "../../data/entities/compositions.js";
import { round4 } from "../../../engine/values/coercion.js";
import type { Choice, Choose } from "./choice.js";
import type { BundleOptionFacts } from "./product-facts.js";

/** The child that has all options that were chosen; they add to the price of the configurable product. */
export const chooseChild: Choose = ({ attributes, children, shown }, request) => {
  const docs = attributes.map(({ attribute }) => attribute);
  const wanted = docs.map(({ id }) => request.super_attribute?.[id]);
  const child = children.find((one) => {
    const own = optionsOfChild(one, docs);
    return docs.every(({ id }, at) => wanted[at] !== undefined && own.get(id) === wanted[at]);
  });
  if (docs.length === 0 || !child) return { texts: ["Please specify the product's option(s)."] };
  const super_attribute = Object.fromEntries(optionsOfChild(child, docs));
  return oneLine({
    request: { product_id: request.product_id, super_attribute },
    children: [{ product_id: child.id, qty: 1 }],
    priceOf: (finalPrice) => priceAsChild(finalPrice, child, attributes),
    product_options: {
      attributes_info: docs.map((attribute) => ({
        label: shown.attributeLabel(attribute),
        value: shown.optionLabel(attribute, super_attribute[attribute.id]),
      })),
      simple_name: shown.productName(child),
      simple_sku: child.sku,
    },
  });
};

const nothingOfBundle = { texts: ["Please specify product option(s)."] };

/** What was chosen of every option. Carts of the technical store cannot hold bundles. */
export const chooseSelections: Choose = ({ options, place, shown }, request) => {
  if (place.scope.store_id === 0) return nothingOfBundle;
  const chosen = options.map((one) => ({ ...one, selections: selectionsOf(one, request.bundle_option) }));
  const isMissing = chosen.some(({ option, selections }) => option.required && selections.length === 0);
  const taken = chosen.filter(({ selections }) => selections.length > 0);
  if (isMissing || taken.length === 0) return nothingOfBundle;
  const bought = taken.map(({ option, selections }) => ({
    option,
    selections: selections.map((one) => ({ ...one, qty: qtyOf(option, one, request.bundle_option_qty) })),
  }));
  const changed = bought.flatMap(({ option, selections: [first] }): [number, number][] =>
    first && first.qty !== first.selection.qty ? [[option.option_id, first.qty]] : [],
  );
  return oneLine({
    request: {
      product_id: request.product_id,
      bundle_option: Object.fromEntries(
        bought.map(({ option, selections }) => [
          option.option_id,
          selections.map(({ selection }) => selection.selection_id),
        ]),
      ),
      ...(changed.length === 0 ? {} : { bundle_option_qty: Object.fromEntries(changed) }),
    },
    children: bought.flatMap(({ selections }) =>
      selections.map(({ product, qty }) => ({ product_id: product.id, qty })),
    ),
    priceOf: (finalPrice) => finalPrice,
    product_options: {
      bundle_options: Object.fromEntries(
        bought.map(({ option: { option_id, title: label }, selections }) => [
          option_id,
          {
            option_id,
            label,
            value: selections.map(({ product, qty }) => ({ title: shown.productName(product), qty })),
          },
        ]),
      ),
    },
  });
};

function selectionsOf(
  { option, selections }: BundleOptionFacts,
  wanted: Readonly<Record<string, readonly number[]>> = {},
): BundleOptionFacts["selections"] {
  const ids = wanted[option.option_id] ?? [];
  const known = selections.filter(({ selection }) => ids.includes(selection.selection_id));
  return takesOne(option) ? known.slice(0, 1) : known;
}

function takesOne({ type }: BundleOptionFacts["option"]): boolean {
  return type === "select" || type === "radio";
}

/** In each bundle: another quantity is taken only of an option of one selection that allows it. */
function qtyOf(
  option: BundleOptionFacts["option"],
  { selection, isDecimal }: { readonly selection: BundleSelection; readonly isDecimal: boolean },
  wanted: Readonly<Record<string, number>> = {},
): number {
  const given = wanted[option.option_id] ?? 0;
  const qty = isDecimal ? round4(given) : Math.trunc(given);
  return takesOne(option) && selection.can_change_qty && qty > 0 ? qty : selection.qty;
}

function oneLine(choice: Omit<Choice, "skuSuffix">): { readonly choices: readonly Choice[] } {
  return { choices: [{ ...choice, skuSuffix: "" }] };
}
