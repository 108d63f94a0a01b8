/** Invoices as several operations find, make and save them. */
import type { InvoiceDoc, OrderDoc, Quantities } from "../../data/entities/sales.js";
import type { CallRaising } from "../../namespace.js";
import type { InvoiceOfOrder } from "./invoice-effects.js";
import { documentLine, invoiceDocument, invoiceTotals } from "./invoice.js";
import type { Tx } from "../../../engine/storage/storage.js";
import { firstComments, nextIncrementId, numberRows, orderOf } from "../orders/orders.js";

/** The invoice with this number, and its order. Throws `invoice_not_exists`. */
export async function requireInvoice(
  { tx, fault }: CallRaising<"invoice_not_exists">,
  incrementId: string,
): Promise<InvoiceOfOrder> {
  const invoice = await tx.by("invoices", "increment_id", [incrementId]);
  if (!invoice) throw fault("invoice_not_exists", `There is no invoice ${JSON.stringify(incrementId)}.`);
  return { invoice, order: await orderOf(tx, invoice) };
}

export interface NewInvoice {
  /** 1 = to be captured, 2 = paid. */
  readonly state: 1 | 2;
  readonly now: string;
  /** "" = none. */
  readonly comment?: string;
  readonly isCustomerNotified?: boolean;
}

/** A new invoice of these quantities, numbered but neither stored nor booked on the order. */
export async function newInvoice(
  tx: Tx,
  order: OrderDoc,
  quantities: Quantities,
  { state, now, comment = "", isCustomerNotified = false }: NewInvoice,
): Promise<InvoiceDoc> {
  const { totals, rows } = invoiceTotals(order, quantities);
  const id = await tx.next("invoice");
  const items = await numberRows(tx, "invoice", id, rows.map(documentLine));
  const note = { comment, isCustomerNotified };
  const comments = await firstComments(tx, "invoice", id, note, now);
  const increment_id = await nextIncrementId(tx, "invoice", order.store_id);
  const parts = { id, increment_id, state, totals, items, comments, emailSent: isCustomerNotified };
  return invoiceDocument(order, parts, now);
}
