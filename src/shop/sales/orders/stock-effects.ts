/** What orders do to the stock of their products (sales 20). Quantities have up to 4 decimals. */
import type { ProductType, StockItemDoc } from "../../data/entities/catalog.js";
import type { OrderItem } from "../../data/entities/sales.js";
import { round4 } from "../../../engine/values/coercion.js";
import { changedStock, effective } from "../../catalog/products/stock.js";
import { isQuantityManaged } from "../../catalog/attribute-values/product-types.js";

/** Whether the quantity of a product is kept at all. */
export function isStockManaged(stock: StockItemDoc, type: ProductType): boolean {
  return isQuantityManaged(type) && effective(stock, "manage_stock") === 1;
}

/** Whether a quantity can be sold: down to the minimum, or any with backorders. */
export function isAvailable(stock: StockItemDoc, qty: number): boolean {
  const left = round4(stock.qty - effective(stock, "min_qty") - qty);
  return left >= 0 || effective(stock, "backorders") !== 0;
}

/** The stock after a sale; managed stock that ran out is out of stock. */
export function soldStock(stock: StockItemDoc, type: ProductType, qty: number, now: string): StockItemDoc {
  return changedStock(stock, type, { qty: round4(stock.qty - qty) }, now);
}

/** The part of an ordered quantity that was sold without being there. */
export function backorderedQty(stock: StockItemDoc, qty: number): number {
  return Math.min(qty, Math.max(0, round4(qty - Math.max(0, stock.qty))));
}

/** What a cancel brings back of an item: what is neither shipped nor invoiced nor came back before. */
export function qtyToReturn(item: OrderItem): number {
  const { qty_ordered, qty_shipped, qty_invoiced, qty_canceled } = item;
  return Math.max(0, round4(qty_ordered - Math.max(qty_shipped, qty_invoiced) - qty_canceled));
}

/** The stock after goods came back from a canceled order; above the minimum it can be sold again. */
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

/** The stock after goods came back with a refund, or went with its cancellation. It is not put on sale again. */
export function refundedStock(
  stock: StockItemDoc,
  type: ProductType,
  qty: number,
  now: string,
): StockItemDoc {
  return changedStock(stock, type, { qty: round4(stock.qty + qty) }, now);
}
