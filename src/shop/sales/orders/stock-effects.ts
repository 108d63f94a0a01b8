/** How orders change the stock of their products (sales 20). Quantities have up to 4 decimals. */
import type { ProductType, StockItemDoc } from "../../data/entities/catalog.js";
import type { OrderItem } from "../../data/entities/sales.js";
import { round4 } from "../../../engine/values/coercion.js";
import { changedStock, effective } from "../../catalog/products/stock.js";
import { isQuantityManaged } from "../../catalog/attribute-values/product-types.js";

/** Whether the shop tracks the quantity of a product. */
export function isStockManaged(stock: StockItemDoc, type: ProductType): boolean {
  return isQuantityManaged(type) && effective(stock, "manage_stock") === 1;
}

/** Whether a quantity can be sold: the stock does not go below its minimum, or backorders are allowed. */
export function isAvailable(stock: StockItemDoc, qty: number): boolean {
  return round4(stockLeft(stock) - qty) >= 0 || effective(stock, "backorders") !== 0;
}

/** The quantity that can be sold before the stock is at its minimum. */
export function stockLeft(stock: StockItemDoc): number {
  return round4(stock.qty - effective(stock, "min_qty"));
}

/**
 * The stock after a sale. Managed stock at its minimum or below becomes out of stock, unless backorders are allowed.
 */
export function soldStock(stock: StockItemDoc, type: ProductType, qty: number, now: string): StockItemDoc {
  return changedStock(stock, type, { qty: round4(stock.qty - qty) }, now);
}

/** The part of an ordered quantity that exceeds the stock. */
export function backorderedQty(stock: StockItemDoc, qty: number): number {
  return Math.min(qty, Math.max(0, round4(qty - Math.max(0, stock.qty))));
}

/** The quantity of an item that a cancel returns to stock: not shipped, not invoiced, not canceled before. */
export function qtyToReturn(item: OrderItem): number {
  const { qty_ordered, qty_shipped, qty_invoiced, qty_canceled } = item;
  return Math.max(0, round4(qty_ordered - Math.max(qty_shipped, qty_invoiced) - qty_canceled));
}

/** The stock after a cancel returned goods. Above its minimum it is in stock again. */
export function returnedStock(
  stock: StockItemDoc,
  type: ProductType,
  qty: number,
  now: string,
): StockItemDoc {
  const total = round4(stock.qty + qty);
  const isAbove = total > effective(stock, "min_qty");
  return changedStock(stock, type, { qty: total, ...(isAbove ? { is_in_stock: 1 } : {}) }, now);
}

/**
 * The stock after a refund returned goods or, with a negative `qty`, after the refund was canceled. A product that is
 * out of stock stays out of stock.
 */
export function refundedStock(
  stock: StockItemDoc,
  type: ProductType,
  qty: number,
  now: string,
): StockItemDoc {
  return changedStock(stock, type, { qty: round4(stock.qty + qty) }, now);
}
