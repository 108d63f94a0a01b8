/** How capture, void and cancel change an invoice, its order and the order history (sales 8.4, 8.5, 8.6). */
import type { GatewayAnswer, InvoiceDoc, OrderDoc } from "../../data/entities/sales.js";
import { withCharge, withInvoice, withPaid } from "../amounts/bookings.js";
import { baseAmountText } from "../amounts/amounts.js";
import { withStanding, reviewAfter, defaultStanding, type Standing } from "../orders/order-state.js";
import { doubtText, transactionText, withClosedAuthorization } from "../payment/payment.js";
import { updateTime } from "../../../engine/values/dates.js";

/** An invoice together with its order. */
export interface InvoiceOfOrder {
  readonly order: OrderDoc;
  readonly invoice: InvoiceDoc;
}

/**
 * The invoice and its order after a capture. If the gateway has not decided yet or suspects fraud, the invoice stays
 * open and the order goes into review.
 */
export function capturedInvoice(
  { order, invoice }: InvoiceOfOrder,
  answer: Exclude<GatewayAnswer, "fail">,
  now: string,
): InvoiceOfOrder {
  const transaction_id = `${order.increment_id}-capture-${invoice.increment_id}`;
  const amount = `amount of ${baseAmountText(order, invoice.base_grand_total)}`;
  const withNote = (of: OrderDoc, to: Standing, text: string) => {
    const comment = `${text} ${transactionText(transaction_id)}`;
    return withStanding(of, to, { entity_name: "invoice", comment }, now);
  };
  if (answer !== "ok") {
    const text = `Capturing ${amount} online. ${doubtText(answer)}`;
    return { invoice, order: withNote(order, reviewAfter(answer), text) };
  }

  const paid = withFinalCapture(withCharge(withPaid(order, invoice), invoice));
  const payment = { ...paid.payment, last_trans_id: transaction_id };
  return {
    invoice: { ...invoice, state: 2, transaction_id, updated_at: updateTime(invoice, now) },
    order: withNote({ ...paid, payment }, defaultStanding("processing"), `Captured ${amount} online.`),
  };
}

/** Closes the authorization after the capture that completes the payment of the order. */
function withFinalCapture(order: OrderDoc): OrderDoc {
  const { payment, base_grand_total } = order;
  if (payment.authorization !== "open" || payment.base_amount_paid !== base_grand_total) return order;
  return { ...order, payment: { ...payment, authorization: "closed" } };
}

/** The invoice and its order after a void: the charge is reversed, and the authorization is closed. */
export function voidedInvoice({ order, invoice }: InvoiceOfOrder, now: string): InvoiceOfOrder {
  const unpaid = withCharge(withPaid(order, invoice, -1), invoice, -1);
  const payment = withClosedAuthorization(unpaid.payment, order.increment_id);
  const amount = baseAmountText(order, invoice.base_grand_total);
  const transaction = transactionText(payment.last_trans_id);
  const comment = `Voided the authorization, amount of ${amount}. ${transaction}`;
  const note = { entity_name: "invoice", comment } as const;
  const unauthorized = withStanding({ ...unpaid, payment }, defaultStanding("processing"), note, now);
  return canceledInvoice({ invoice, order: unauthorized }, now);
}

/**
 * The canceled invoice and its order. The units and the shipping of the invoice can be invoiced again. Paid amounts do
 * not change (S-12).
 */
export function canceledInvoice({ order, invoice }: InvoiceOfOrder, now: string): InvoiceOfOrder {
  const canceled: InvoiceDoc = { ...invoice, state: 3, updated_at: updateTime(invoice, now) };
  const freed = withInvoice(order, canceled, -1);
  return {
    invoice: canceled,
    order: withStanding(freed, defaultStanding("processing"), { entity_name: "invoice" }, now),
  };
}

/**
 * Whether existing refunds need this invoice. Without it, more units would be refunded than invoiced or, if it is paid,
 * more money would be refunded than paid (S-11).
 */
export function isNeededByRefunds({ order, invoice }: InvoiceOfOrder): boolean {
  const isPaid = invoice.state === 2;
  const rest = withInvoice(isPaid ? withPaid(order, invoice, -1) : order, invoice, -1);
  const missesUnits = rest.items.some(({ qty_refunded, qty_invoiced }) => qty_refunded > qty_invoiced);
  const missesMoney =
    rest.total_refunded > rest.total_paid || rest.base_total_refunded > rest.base_total_paid;
  return missesUnits || (isPaid && missesMoney);
}
