/**
 * Finds, numbers and saves orders for the operations of all four namespaces, and makes the rows and comments of their
 * documents (sales 1, 4.2, 13).
 */
import type { HistoryEntity, OrderDoc, SalesComment } from "../../data/entities/sales.js";
import type { CallRaising } from "../../namespace.js";
import { askGateway } from "../payment/gateway.js";
import { canPaymentVoid } from "../payment/payment.js";
import { withVoidedAuthorization } from "./cancellation.js";
import { settledOrder } from "./order-state.js";
import { amountDue } from "../amounts/bookings.js";
import type { ReadTx, Tx } from "../../../engine/storage/storage.js";
import { updateTime } from "../../../engine/values/dates.js";

/** The order with this increment ID. Throws `order_not_exists`. */
export async function requireOrder(
  { tx, fault }: CallRaising<"order_not_exists">,
  incrementId: string,
): Promise<OrderDoc> {
  const order = await tx.by("orders", "increment_id", [incrementId]);
  if (!order) throw fault("order_not_exists");
  return order;
}

/** The order that a shipment, invoice or credit memo belongs to. */
export async function orderOf(tx: ReadTx, document: { readonly order_id: number }): Promise<OrderDoc> {
  const order = await tx.get("orders", document.order_id);
  if (!order) throw new Error(`order ${document.order_id} no longer exists, but its documents do`);
  return order;
}

/** The next increment ID of a kind in a store (sales 13), such as "100000001". A transaction that fails returns the number. */
export async function nextIncrementId(tx: Tx, kind: HistoryEntity, storeId: number): Promise<string> {
  const count = await tx.next(`${kind}_number_of_store_${storeId}`, "gapless");
  return `${storeId}${String(count).padStart(8, "0")}`;
}

/** The documents of an order. */
export type DocumentKind = "shipment" | "invoice" | "creditmemo";

/** A comment on a document of an order. */
export interface NewComment {
  readonly comment: string;
  readonly isCustomerNotified: boolean;
}

/** The comment as a row of the document `parentId`, with its own ID. */
export async function commentRow(
  tx: Tx,
  kind: DocumentKind,
  parentId: number,
  { comment, isCustomerNotified }: NewComment,
  now: string,
): Promise<SalesComment> {
  return {
    comment_id: await tx.next(`${kind}_comment`),
    parent_id: parentId,
    created_at: now,
    comment,
    is_customer_notified: isCustomerNotified ? 1 : 0,
    is_visible_on_front: 0,
  };
}

/** The numbers of a new document, its rows with theirs, and the comment given with it, if any. */
export async function numberedParts<Row extends object>(
  { tx, now }: { readonly tx: Tx; readonly now: string },
  kind: DocumentKind,
  { store_id }: OrderDoc,
  rows: readonly Row[],
  note: NewComment,
) {
  const id = await tx.next(kind);
  const items: (Row & { readonly item_id: number; readonly parent_id: number })[] = [];
  for (const row of rows) items.push({ item_id: await tx.next(`${kind}_item`), parent_id: id, ...row });
  const comments = note.comment === "" ? [] : [await commentRow(tx, kind, id, note, now)];
  return { id, increment_id: await nextIncrementId(tx, kind, store_id), items, comments };
}

/**
 * Stores a changed order. Sets its update time and its amount due, and applies the automatic transitions (sales 4.2).
 *
 * @param kind the kind of document whose creation, capture, void or cancellation changed the order. Invoices and
 * shipments move a new order to processing.
 */
export async function saveOrder(
  tx: Tx,
  changed: OrderDoc,
  now: string,
  kind: HistoryEntity = "order",
): Promise<OrderDoc> {
  const dated = { ...changed, ...amountDue(changed), updated_at: updateTime(changed, now) };
  const settled = settledOrder(dated, now, { entity_name: kind });
  await tx.put("orders", settled);
  return settled;
}

/**
 * Voids the authorization of an order before a cancel, and returns the changed order. Returns the same order if no
 * authorization is open, and undefined if the gateway refuses.
 */
export async function voidAuthorization(
  { tx, now }: { readonly tx: Tx; readonly now: string },
  order: OrderDoc,
): Promise<OrderDoc | undefined> {
  if (!canPaymentVoid(order.payment)) return order;
  return (await askGateway(tx)) === "fail" ? undefined : withVoidedAuthorization(order, now);
}
