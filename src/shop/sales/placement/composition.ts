/** The rows of an ordered composite product, and which of them count for money and shipping (sales 5.1, 19.1). */
import type { ProductType } from "../../data/entities/catalog.js";
import type { Problem } from "../../../engine/values/problem.js";
import { isComposite } from "../../catalog/attribute-values/product-types.js";
import type { SoldItem } from "./placement-request.js";

/** How a composite product and its children become rows of an order. */
export interface Composition {
  /** Whether the composite product has its own row above those of its children. */
  readonly hasParentRow: boolean;
  /** Which rows are invoiced and have the price. */
  readonly moneyCounts: "parent" | "children";
  /** Which rows are shipped. */
  readonly shippingCounts: "parent" | "children";
  /** Whether the SKU of the parent row includes the SKUs of the children. */
  readonly joinsSkus: boolean;
}

/** The attribute values of a bundle that determine its composition. Unset means a fixed price and shipped together. */
interface BundleValues {
  /** 1 = fixed, 0 = dynamic: the sum of the prices of the children. */
  readonly price_type: unknown;
  /** 1 = the SKU of the bundle, 0 = the SKU of the bundle with those of the children. */
  readonly sku_type: unknown;
  /** 0 = shipped together, 1 = shipped separately. */
  readonly shipment_type: unknown;
}

export function compositionOf(type: ProductType, bundle: BundleValues): Composition {
  if (type === "grouped") {
    return { hasParentRow: false, moneyCounts: "children", shippingCounts: "children", joinsSkus: false };
  }
  const isDynamic = type === "bundle" && bundle.price_type === 0;
  const isSeparate = type === "bundle" && bundle.shipment_type === 1;
  return {
    hasParentRow: true,
    moneyCounts: isDynamic ? "children" : "parent",
    shippingCounts: isSeparate ? "children" : "parent",
    joinsSkus: isDynamic && bundle.sku_type !== 1,
  };
}

/**
 * The problem of the children of an item, regardless of which products they are; undefined if there is none. The field
 * of the problem is relative to the item.
 */
export function childrenProblem(type: ProductType, { children }: SoldItem): Problem | undefined {
  const field = ".children";
  if (!isComposite(type)) {
    return children && { field, message: `must be omitted: a ${type} product has no children` };
  }
  if (!children || children.length === 0) {
    return { field, message: `is required: give the components of the ${type} product` };
  }
  if (type !== "configurable") return undefined;
  if (children.length > 1) return { field, message: "must name exactly one product" };
  const isSingle = (children[0]?.qty ?? 1) === 1;
  return isSingle ? undefined : { field: `${field}[0].qty`, message: "must be 1" };
}

/** The problem of an item that has a price or a discount although its children have the amounts; undefined if none. */
export function ownPriceProblem(
  { moneyCounts }: Composition,
  { price, discount_amount }: SoldItem,
): Problem | undefined {
  if (moneyCounts === "parent") return undefined;
  const message = "must be omitted: the children have prices of their own";
  if (price !== undefined) return { field: ".price", message };
  return discount_amount === undefined ? undefined : { field: ".discount_amount", message };
}
