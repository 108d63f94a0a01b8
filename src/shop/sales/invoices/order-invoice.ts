/** `sales_order_invoice`: invoices of orders, and their capture, void and cancellation (sales 8). */
import type { InvoiceDoc, OrderDoc, Quantities } from "../../data/entities/sales.js";
import { queueMail } from "../../mail/outbox.js";
import type { CallRaising, Namespace } from "../../namespace.js";
import { contractFields, flagValues } from "../../contract.js";
import { memoize } from "../../../engine/values/memo.js";
import { withInvoice, withPaid } from "../amounts/bookings.js";
import {
  canceledInvoice,
  capturedInvoice,
  isNeededByRefunds,
  voidedInvoice,
  type InvoiceOfOrder,
} from "./invoice-effects.js";
import { documentLine, invoiceDocument, invoiceEntry, invoiceInfo, invoiceTotals } from "./invoice.js";
import { newInvoiceState } from "../payment/payment.js";
import { stateText, canCancelInvoice, canCapture, canInvoice, canVoid } from "../orders/order-state.js";
import { readItemsQty } from "../items/items-qty.js";
import { qtyToInvoice } from "../items/quantities.js";
import type { Tx } from "../../../engine/storage/storage.js";
import { listEntries, remembered, withComment } from "../orders/documents.js";
import { askGateway } from "../payment/gateway.js";
import { numberedParts, orderOf, requireOrder, saveOrder, type NewComment } from "../orders/orders.js";

const fields = contractFields("sales_order_invoice.list", {
  state: [1, 2, 3],
  email_sent: flagValues,
  can_void_flag: flagValues,
  is_used_for_refund: flagValues,
});

export const orderInvoice: Namespace<"sales_order_invoice"> = {
  list(call) {
    return listEntries(call, "invoices", { fields, rowsOf: remembered(invoiceEntry, memoize) });
  },

  async info(call) {
    const { invoice, order } = await requireInvoice(call, call.args.invoiceIncrementId);

    return invoiceInfo(invoice, order);
  },

  async create(call) {
    const { args, check, tx, fault, now } = call;
    const order = await requireOrder(call, args.orderIncrementId);
    if (!canInvoice(order)) {
      throw fault("order_not_invoiceable", `${stateText(order)}; nothing of it can be invoiced.`);
    }
    const { comment = "", email, includeComment } = check("comment", "email", "includeComment");
    const { quantities, problems } = readItemsQty(args.itemsQty, order.items, qtyToInvoice);
    if (problems.length > 0) throw fault("data_invalid", problems);

    const state = newInvoiceState(order.payment);
    const invoice = await newInvoice(call, order, quantities, state, { comment, isCustomerNotified: email });
    await tx.put("invoices", invoice);
    const invoiced = withInvoice(order, invoice);
    const booked = state === 2 ? withPaid(invoiced, invoice) : invoiced;
    const saved = await saveOrder(tx, booked, now, "invoice");
    await queueMail(call, {
      template: "invoice_new",
      order: saved,
      document: invoice,
      notify: email,
      comment: includeComment ? comment : "",
    });

    return invoice.increment_id;
  },

  async addComment(call) {
    const { args, tx } = call;
    const { invoice, order } = await requireInvoice(call, args.invoiceIncrementId);

    const news = await withComment(call, "invoice", invoice);
    await tx.put("invoices", news.document);
    await queueMail(call, { template: "invoice_comment", order, ...news });

    return true;
  },

  async capture(call) {
    const { args, tx, fault, now } = call;
    const found = await requireInvoice(call, args.invoiceIncrementId);
    if (!canCapture(found.order, found.invoice))
      throw fault("invoice_not_capturable", describeStanding(found));
    const answer = await askGateway(tx);
    if (answer === "fail") return fault("invoice_not_capturable", "The payment gateway refused the charge.");

    await saveInvoiced(tx, capturedInvoice(found, answer, now), now);
    return true;
  },

  async void(call) {
    const { args, tx, fault, now } = call;
    const found = await requireInvoice(call, args.invoiceIncrementId);
    if (!canVoid(found.order, found.invoice)) throw fault("invoice_not_voidable", describeStanding(found));
    if (isNeededByRefunds(found)) throw fault("invoice_not_voidable", describeRefunds(found.invoice));
    const answer = await askGateway(tx);
    if (answer === "fail") return fault("invoice_not_voidable", "The payment gateway refused the void.");

    await saveInvoiced(tx, voidedInvoice(found, now), now);
    return true;
  },

  async cancel(call) {
    const { args, tx, fault, now } = call;
    const found = await requireInvoice(call, args.invoiceIncrementId);
    if (!canCancelInvoice(found.order, found.invoice))
      throw fault("invoice_not_cancelable", describeStanding(found));
    if (isNeededByRefunds(found)) throw fault("invoice_not_cancelable", describeRefunds(found.invoice));

    await saveInvoiced(tx, canceledInvoice(found, now), now);
    return true;
  },
};

/** The invoice with this increment ID, and its order. Throws `invoice_not_exists`. */
async function requireInvoice(
  { tx, fault }: CallRaising<"invoice_not_exists">,
  incrementId: string,
): Promise<InvoiceOfOrder> {
  const invoice = await tx.by("invoices", "increment_id", [incrementId]);
  if (!invoice) throw fault("invoice_not_exists");
  return { invoice, order: await orderOf(tx, invoice) };
}

/**
 * A new invoice of these quantities. It has its IDs, but is neither stored nor booked on the order.
 * @param state 1 = open (to be captured), 2 = paid
 */
export async function newInvoice(
  work: { readonly tx: Tx; readonly now: string },
  order: OrderDoc,
  quantities: Quantities,
  state: 1 | 2,
  note: NewComment = { comment: "", isCustomerNotified: false },
): Promise<InvoiceDoc> {
  const { totals, rows } = invoiceTotals(order, quantities);
  const parts = await numberedParts(work, "invoice", order, rows.map(documentLine), note);
  return invoiceDocument(order, { ...parts, state, totals, emailSent: note.isCustomerNotified }, work.now);
}

async function saveInvoiced(tx: Tx, { invoice, order }: InvoiceOfOrder, now: string): Promise<void> {
  await tx.put("invoices", invoice);
  await saveOrder(tx, order, now, "invoice");
}

const stateNames = { 1: "open", 2: "paid", 3: "canceled" } as const;

/** The states of an invoice and its order, as the reason to refuse an operation. */
function describeStanding({ invoice, order }: InvoiceOfOrder): string {
  const stands = `Invoice ${invoice.increment_id} is ${stateNames[invoice.state]}`;
  return `${stands}, its order in state "${order.state}", payment by ${order.payment.method}.`;
}

function describeRefunds({ increment_id }: InvoiceDoc): string {
  return `Credit memos have refunded what invoice ${increment_id} holds.`;
}
