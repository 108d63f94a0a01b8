/** Changes the stock of the products of an order (sales 20). */
import type { ProductType, StockItemDoc } from "../../data/entities/catalog.js";
import type { OrderDoc, OrderItem } from "../../data/entities/sales.js";
import { isStockManaged, refundedStock, qtyToReturn, returnedStock } from "./stock-effects.js";
import type { Tx } from "../../../engine/storage/storage.js";

/** Returns the goods of an order to stock. Must run before the order is canceled. */
export async function returnStock(tx: Tx, order: OrderDoc, now: string): Promise<void> {
  for (const item of order.items) await moveStock(tx, item, qtyToReturn(item), returnedStock, now);
}

/** Returns the goods of a credit memo to stock. Negative quantities take them out again. */
export async function returnRefundedStock(
  tx: Tx,
  order: OrderDoc,
  rows: readonly { readonly order_item_id: number; readonly qty: number }[],
  now: string,
): Promise<void> {
  const quantities = new Map(rows.map(({ order_item_id, qty }) => [order_item_id, qty]));
  for (const item of order.items) {
    await moveStock(tx, item, quantities.get(item.item_id) ?? 0, refundedStock, now);
  }
}

type Movement = (stock: StockItemDoc, type: ProductType, qty: number, now: string) => StockItemDoc;

/** Skips products that no longer exist, whose stock is not managed, or that are composite. */
async function moveStock(
  tx: Tx,
  { product_id }: OrderItem,
  qty: number,
  move: Movement,
  now: string,
): Promise<void> {
  if (qty === 0) return;
  const product = await tx.get("products", product_id);
  const stock = await tx.get("stock_items", product_id);
  if (!product || !stock || !isStockManaged(stock, product.type)) return;
  await tx.put("stock_items", move(stock, product.type, qty, now));
}
