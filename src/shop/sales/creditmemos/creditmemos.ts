/** Credit memos as several operations find and make them. */
import type { CreditmemoDoc, OrderDoc } from "../../data/entities/sales.js";
import type { CallRaising } from "../../namespace.js";
import { creditmemoDocument } from "./creditmemo.js";
import type { CreditmemoTotals } from "./creditmemo-totals.js";
import { documentLine } from "../invoices/invoice.js";
import type { Tx } from "../../../engine/storage/storage.js";
import { firstComments, numberRows, type NewComment } from "../orders/documents.js";
import { nextIncrementId, orderOf } from "../orders/orders.js";
import { updateTime } from "../../../engine/values/dates.js";

/** The credit memo with this number, and its order. Throws `creditmemo_not_exists`. */
export async function requireCreditmemo(
  { tx, fault }: CallRaising<"creditmemo_not_exists">,
  incrementId: string,
): Promise<{ readonly memo: CreditmemoDoc; readonly order: OrderDoc }> {
  const memo = await tx.by("creditmemos", "increment_id", [incrementId]);
  if (!memo) throw fault("creditmemo_not_exists", `There is no credit memo ${JSON.stringify(incrementId)}.`);
  return { memo, order: await orderOf(tx, memo) };
}

/** A new credit memo over these amounts, numbered but neither stored nor booked on the order. */
export async function newCreditmemo(
  { tx, now }: { readonly tx: Tx; readonly now: string },
  order: OrderDoc,
  { totals, rows }: CreditmemoTotals,
  note: NewComment,
): Promise<CreditmemoDoc> {
  const id = await tx.next("creditmemo");
  const items = await numberRows(tx, "creditmemo", id, rows.map(documentLine));
  const comments = await firstComments(tx, "creditmemo", id, note, now);
  const increment_id = await nextIncrementId(tx, "creditmemo", order.store_id);
  const emailSent = note.isCustomerNotified;
  return creditmemoDocument(order, { id, increment_id, totals, items, comments, emailSent }, now);
}

/** Puts a credit memo back to "open", as if its refund were pending; everything booked stays (sales 10.7). */
export async function openCreditmemo(
  tx: Tx,
  incrementId: string,
  now: string,
): Promise<"opened" | "unknown" | "canceled"> {
  const memo = await tx.by("creditmemos", "increment_id", [incrementId]);
  if (!memo) return "unknown";
  if (memo.state === 3) return "canceled";
  await tx.put("creditmemos", { ...memo, state: 1, updated_at: updateTime(memo, now) });
  return "opened";
}
