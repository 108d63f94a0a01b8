/** Changes the stock of the products in the items of an order (sales 20). */
import type { ProductType, StockItemDoc } from "../../data/entities/catalog.js";
import type { OrderDoc, OrderItem } from "../../data/entities/sales.js";
import { isStockManaged, refundedStock, qtyToReturn, returnedStock } from "./stock-effects.js";
import type { Tx } from "../../../engine/storage/storage.js";

/** Puts back what an order that is about to be canceled still holds. */
export async function returnStock(tx: Tx, order: OrderDoc, now: string): Promise<void> {
  for (const item of order.items) await moveStock(tx, item, qtyToReturn(item), returnedStock, now);
}

/** The goods of a credit memo come back; negative quantities take them away again. */
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

/** Products that are gone, or whose stock is not managed, are left alone; so are the parents of composite products. */
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
