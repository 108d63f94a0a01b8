/** Finds and creates credit memos; shared by several operations. */
import type { CreditmemoDoc, OrderDoc } from "../../data/entities/sales.js";
import type { CallRaising } from "../../namespace.js";
import { creditmemoDocument } from "./creditmemo.js";
import type { CreditmemoTotals } from "./creditmemo-totals.js";
import { documentLine } from "../invoices/invoice.js";
import type { ReadTx, Tx } from "../../../engine/storage/storage.js";
import { legacyCreditmemoEntry } from "./legacy-creditmemos.js";
import { numberedParts, type NewComment, orderOf } from "../orders/orders.js";
import { updateTime } from "../../../engine/values/dates.js";

/** The credit memo with this increment ID, and its order. Throws `creditmemo_not_exists`. */
export async function requireCreditmemo(
  { tx, fault }: CallRaising<"creditmemo_not_exists">,
  incrementId: string,
): Promise<{ readonly memo: CreditmemoDoc; readonly order: OrderDoc }> {
  const memo = await tx.by("creditmemos", "increment_id", [incrementId]);
  if (!memo) throw fault("creditmemo_not_exists");
  return { memo, order: await orderOf(tx, memo) };
}

/** List entries for clients of Magento 1. One query finds the orders of all credit memos. */
export async function wholeCreditmemoEntries(tx: ReadTx, memos: readonly CreditmemoDoc[]) {
  const ids = [...new Set(memos.map(({ order_id }) => order_id))];
  const found = await tx.find("orders", { where: [{ path: "id", type: "number", op: "in", value: ids }] });
  const orders = new Map(found.map((order) => [order.id, order]));
  return memos.flatMap((memo) => {
    const order = orders.get(memo.order_id);
    return order ? legacyCreditmemoEntry(memo, order) : [];
  });
}

/** A new credit memo with these amounts. It has its IDs, but is neither stored nor booked on the order. */
export async function newCreditmemo(
  work: { readonly tx: Tx; readonly now: string },
  order: OrderDoc,
  { totals, rows }: CreditmemoTotals,
  note: NewComment,
): Promise<CreditmemoDoc> {
  const parts = await numberedParts(work, "creditmemo", order, rows.map(documentLine), note);
  return creditmemoDocument(order, { ...parts, totals, emailSent: note.isCustomerNotified }, work.now);
}

/** Sets a credit memo back to state 1 (open), as if its refund were pending. Its bookings stay (sales 10.7). */
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
