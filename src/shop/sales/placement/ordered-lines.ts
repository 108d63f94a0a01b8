/**
 * The lines of a new order: their products and quantities, and which lines count for money and shipping (sales 19.1).
 */
import type { ProductDoc } from "../../data/entities/catalog.js";
import { round4 } from "../../../engine/values/coercion.js";
import { totalWeight } from "../items/quantities.js";
import type { Composition } from "./composition.js";
import type { FromCart, SoldItem } from "./placement-request.js";
import type { PricedLine } from "./placement-totals.js";

/** An ordered product with its current values in the shop. */
export interface OrderedProduct {
  readonly product: ProductDoc;
  readonly name: string;
  readonly weight: number;
  readonly isVirtual: boolean;
  readonly isQtyDecimal: boolean;
  readonly taxClassId: number;
  /** The tax if the order does not specify one: 8.25 for 8.25 %. */
  readonly tax_percent: number;
}

/** A part of an item: a product, its total quantity and its unit price. */
export interface Part extends OrderedProduct, FromCart {
  readonly qty: number;
  readonly qty_backordered: number;
  /** In base currency; 0 if the parent has the amounts. */
  readonly base_price: number;
}

export interface OrderedLine extends PricedLine, OrderedProduct, FromCart {
  readonly product_type: string;
  readonly sku: string;
  readonly qty_backordered: number;
  readonly isMoneyDummy: boolean;
  readonly isShippingDummy: boolean;
  /** The lines of the parts of a composite product. */
  readonly children: readonly OrderedLine[];
}

const uncounted = { tax_percent: 0, discount_percent: 0, discount_amount: 0 } as const;

/** The fields of an item without its children. */
type Terms = { readonly [Field in Exclude<keyof SoldItem, "children">]?: SoldItem[Field] | undefined };

/** The line of a product that is not composite. */
export function singleLine(part: Part, item: Terms): OrderedLine {
  return {
    ...part,
    ...percentagesOf(part, item),
    discount_amount: item.discount_amount ?? 0,
    product_type: item.rowType ?? part.product.type,
    sku: part.product.sku + (item.skuSuffix ?? ""),
    isMoneyDummy: false,
    isShippingDummy: false,
    product_options: item.product_options ?? part.product_options,
    quote_item_id: item.quote_item_id ?? part.quote_item_id,
    gift_message: item.gift_message ?? part.gift_message,
    children: [],
  };
}

/**
 * The lines of a composite product and its parts.
 * @param base_price the unit price of the composite product in base currency; unused if its parts have the amounts
 */
export function compositeLines(
  composition: Composition,
  parent: OrderedProduct,
  parts: readonly Part[],
  item: SoldItem,
  base_price: number,
): OrderedLine[] {
  const { hasParentRow, moneyCounts, shippingCounts } = composition;
  const isMoneyDummy = moneyCounts === "parent";
  const children = parts.map((part) => ({
    ...singleLine(part, sharedWith(item)),
    ...(isMoneyDummy ? { ...uncounted, base_price: 0 } : { discount_amount: 0 }),
    product_type: hasParentRow ? part.product.type : parent.product.type,
    isMoneyDummy,
    isShippingDummy: shippingCounts === "parent",
  }));
  if (!hasParentRow) return children;

  const qty = round4(item.qty);
  const own = isMoneyDummy
    ? { ...percentagesOf(parent, item), discount_amount: item.discount_amount ?? 0, base_price }
    : { ...uncounted, base_price: 0 };
  return [
    {
      ...parent,
      ...own,
      qty,
      qty_backordered: 0,
      product_type: parent.product.type,
      sku: skuOf(composition, parent, parts) + (item.skuSuffix ?? ""),
      product_options: item.product_options,
      quote_item_id: item.quote_item_id,
      gift_message: item.gift_message,
      weight: unitWeight(parts, qty),
      isVirtual: parts.every(({ isVirtual }) => isVirtual),
      isQtyDecimal: parts.every(({ isQtyDecimal }) => isQtyDecimal),
      isMoneyDummy: !isMoneyDummy,
      isShippingDummy: shippingCounts === "children",
      children,
    },
  ];
}

function percentagesOf(product: OrderedProduct, { tax_percent, discount_percent }: Terms) {
  return {
    tax_percent: round4(tax_percent ?? product.tax_percent),
    discount_percent: round4(discount_percent ?? 0),
  };
}

/** The fields of a composite item that also apply to each of its parts. */
function sharedWith({ tax_percent, discount_percent }: SoldItem): Terms {
  return { tax_percent, discount_percent };
}

/** The SKU of a composite item. A configurable product gets the SKU of the chosen product. */
function skuOf({ joinsSkus }: Composition, { product }: OrderedProduct, parts: readonly Part[]): string {
  const skus = parts.map((part) => part.product.sku);
  if (product.type === "configurable") return skus[0] ?? product.sku;
  return joinsSkus ? [product.sku, ...skus].join("-") : product.sku;
}

/** The weight of one unit of a composite product: the sum of its physical parts. */
function unitWeight(parts: readonly Part[], qty: number): number {
  const physical = parts.filter(({ isVirtual }) => !isVirtual);
  return totalWeight(physical.map((part) => ({ weight: part.weight, qty: round4(part.qty / qty) })));
}

/** The lines, each followed by its children, sorted like the rows of the order. */
export function flatLines(lines: readonly OrderedLine[]): OrderedLine[] {
  return lines.flatMap((line) => [line, ...line.children]);
}
