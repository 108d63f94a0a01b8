/** The lines of a new order: what is ordered of each product, and which lines count for what (sales 19.1). */
import type { ProductDoc } from "../../data/entities/catalog.js";
import { round4 } from "../../../engine/values/coercion.js";
import { totalWeight } from "../items/quantities.js";
import type { Composition } from "./composition.js";
import type { FromCart, SoldItem } from "./placement-request.js";
import type { PricedLine } from "./placement-totals.js";

/** A product that is ordered, as the shop has it today. */
export interface OrderedProduct {
  readonly product: ProductDoc;
  readonly name: string;
  readonly weight: number;
  readonly isVirtual: boolean;
  readonly isQtyDecimal: boolean;
  readonly taxClassId: number;
  /** What is charged where the order does not say it. */
  readonly tax_percent: number;
}

/** A part of an item: a product, how many of it in all, and what one costs by itself. */
export interface Part extends OrderedProduct, FromCart {
  readonly qty: number;
  readonly qty_backordered: number;
  /** Base currency; 0 where the parent carries the money. */
  readonly base_price: number;
}

export interface OrderedLine extends PricedLine, OrderedProduct, FromCart {
  readonly product_type: string;
  readonly sku: string;
  readonly qty_backordered: number;
  readonly isMoneyDummy: boolean;
  readonly isShippingDummy: boolean;
  /** The rows below this one. */
  readonly children: readonly OrderedLine[];
}

const uncounted = { tax_percent: 0, discount_percent: 0, discount_amount: 0 } as const;

/** What is said of an item, beside what it consists of. */
type Terms = { readonly [Field in Exclude<keyof SoldItem, "children">]?: SoldItem[Field] | undefined };

/** The row of a product that is ordered by itself. */
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
 * The rows of a composite product and its parts.
 * @param base_price what one unit of the composite product costs; unused where its parts carry the money
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

/** What is said of a composite product as a whole and holds for each part. */
function sharedWith({ tax_percent, discount_percent }: SoldItem): Terms {
  return { tax_percent, discount_percent };
}

/** A configurable product is bought as the one product that was chosen. */
function skuOf({ joinsSkus }: Composition, { product }: OrderedProduct, parts: readonly Part[]): string {
  const skus = parts.map((part) => part.product.sku);
  if (product.type === "configurable") return skus[0] ?? product.sku;
  return joinsSkus ? [product.sku, ...skus].join("-") : product.sku;
}

/** What one unit of a composite product weighs: its physical parts. */
function unitWeight(parts: readonly Part[], qty: number): number {
  const physical = parts.filter(({ isVirtual }) => !isVirtual);
  return totalWeight(physical.map((part) => ({ weight: part.weight, qty: round4(part.qty / qty) })));
}

/** The lines with those below them, as the rows of the order stand. */
export function flatLines(lines: readonly OrderedLine[]): OrderedLine[] {
  return lines.flatMap((line) => [line, ...line.children]);
}
