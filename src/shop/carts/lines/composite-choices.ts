/** Turns the request for a configurable product or a bundle into a line with children (beyond 7.1). */
import { optionsOfChild } from "../../catalog/compositions/child-options.js";
import { priceAsChild } from "../../catalog/compositions/child-price.js";
import type { BundleSelection } from "../../data/entities/compositions.js";
import { round4 } from "../../../engine/values/coercion.js";
import type { LineChoice, Chooser } from "./choice.js";
import type { BundleOptionFacts } from "./facts.js";

/** Chooses the child that has all chosen options. The options add to the price of the configurable product. */
export const chooseChild: Chooser = ({ attributes, children, shown }, request) => {
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

const missingBundleOptions = { texts: ["Please specify product option(s)."] };

/** Chooses selections for every option. Carts of the admin store view cannot contain bundles. */
export const chooseSelections: Chooser = ({ options, place, shown }, request) => {
  if (place.scope.store_id === 0) return missingBundleOptions;
  const chosen = options.map((one) => ({ ...one, selections: selectionsOf(one, request.bundle_option) }));
  const isMissing = chosen.some(({ option, selections }) => option.required && selections.length === 0);
  const taken = chosen.filter(({ selections }) => selections.length > 0);
  if (isMissing || taken.length === 0) return missingBundleOptions;
  const bought = taken.map(({ option, selections }) => ({
    option,
    selections: selections.map((one) => ({
      ...one,
      qty: selectionQty(option, one, request.bundle_option_qty),
    })),
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
  return hasSingleSelection(option) ? known.slice(0, 1) : known;
}

function hasSingleSelection({ type }: BundleOptionFacts["option"]): boolean {
  return type === "select" || type === "radio";
}

/** Units per bundle. Only an option with a single selection can allow the buyer to change it. */
function selectionQty(
  option: BundleOptionFacts["option"],
  { selection, isDecimal }: { readonly selection: BundleSelection; readonly isDecimal: boolean },
  wanted: Readonly<Record<string, number>> = {},
): number {
  const given = wanted[option.option_id] ?? 0;
  const qty = isDecimal ? round4(given) : Math.trunc(given);
  return hasSingleSelection(option) && selection.can_change_qty && qty > 0 ? qty : selection.qty;
}

function oneLine(choice: Omit<LineChoice, "skuSuffix">): { readonly choices: readonly LineChoice[] } {
  return { choices: [{ ...choice, skuSuffix: "" }] };
}
