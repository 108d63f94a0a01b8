/** What a composite product is made of when it is ordered, and how its rows count (sales 5.1, 19.1). */
import type { ProductType } from "../../data/entities/catalog.js";
import type { Problem } from "../../../engine/values/problem.js";
import { isComposite } from "../../catalog/attribute-values/product-types.js";
import type { SoldItem } from "./placement-request.js";

/** How the products that are bought together become rows of the order. */
export interface Composition {
  /** Whether the composite product has a row of its own, above those of its children. */
  readonly hasParentRow: boolean;
  /** Who is invoiced and carries the price, and who is shipped. */
  readonly moneyCounts: "parent" | "children";
  readonly shippingCounts: "parent" | "children";
  /** Whether the SKUs of the children are part of that of the row. */
  readonly joinsSkus: boolean;
}

/** The values of a bundle that decide; unset means the first of each: fixed price, shipped together. */
export interface BundleValues {
  /** 1 fixed, 0 dynamic: what the children cost. */
  readonly price_type: unknown;
  /** 1 = the bundle's own, 0 = with those of the children. */
  readonly sku_type: unknown;
  /** 0 together, 1 separately. */
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

/** What is wrong with the children of an item by themselves, whatever products they are; fields below the item. */
export function childrenProblem(type: ProductType, { children }: SoldItem): Problem | undefined {
  const field = ".children";
  if (!isComposite(type)) {
    return children && { field, message: `must be left out: a ${type} product has no children` };
  }
  if (!children || children.length === 0) {
    return { field, message: `is required: say what the ${type} product consists of` };
  }
  if (type !== "configurable") return undefined;
  if (children.length > 1) return { field, message: "must name exactly one product" };
  const isSingle = (children[0]?.qty ?? 1) === 1;
  return isSingle ? undefined : { field: `${field}[0].qty`, message: "must be 1" };
}

/** Where the children carry the money, the item cannot have a price or an amount of its own. */
export function ownPriceProblem(
  { moneyCounts }: Composition,
  { price, discount_amount }: SoldItem,
): Problem | undefined {
  if (moneyCounts === "parent") return undefined;
  const message = "must be left out: the children have prices of their own";
  if (price !== undefined) return { field: ".price", message };
  return discount_amount === undefined ? undefined : { field: ".discount_amount", message };
}
