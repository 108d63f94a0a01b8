/** What the gateway's answers do to orders and invoices, and what the history says of it (sales.md 8.4, 8.5). */
import type { GatewayAnswer, InvoiceDoc, OrderDoc } from "../../entities/sales.js";
import { sum } from "../../values/money.js";
import { withCharge, withoutCharge, withoutInvoice, withoutPaid, withPaid } from "../amounts/bookings.js";
import { movedTo, withHistory } from "../orders/history.js";
import { defaultStatus, standard } from "../orders/order-state.js";
import { touched } from "../../values/dates.js";

/** An invoice together with its order. */
export interface Invoiced {
  readonly order: OrderDoc;
  readonly invoice: InvoiceDoc;
}

/** After a capture. One that the gateway still thinks about leaves the invoice open and puts the order into review. */
export function captured(
  { order, invoice }: Invoiced,
  answer: Exclude<GatewayAnswer, "fail">,
  now: string,
): Invoiced {
  const transaction_id = `${order.increment_id}-capture-${invoice.increment_id}`;
  const amount = amountText(order, invoice.base_grand_total);
  const noted = (to: Pick<OrderDoc, "state" | "status">, of: OrderDoc, text: string) =>
    movedTo(of, to, { entity_name: "invoice", comment: `${text} Transaction ID: "${transaction_id}".` }, now);
  if (answer !== "ok") {
    const review = { ...standard("payment_review"), ...(answer === "fraud" ? { status: "fraud" } : {}) };
    const why = answer === "fraud" ? "The gateway suspects fraud." : "The gateway has not decided yet.";
    return { invoice, order: noted(review, order, `Capturing ${amount} online. ${why}`) };
  }

  const paid = withFinalCapture(withCharge(withPaid(order, invoice), invoice));
  const payment = { ...paid.payment, last_trans_id: transaction_id };
  return {
    invoice: { ...invoice, state: 2, transaction_id, updated_at: touched(invoice, now) },
    order: noted(standard("processing"), { ...paid, payment }, `Captured ${amount} online.`),
  };
}

/** A capture that brings in the whole total is the last: nothing stays authorized. */
function withFinalCapture(order: OrderDoc): OrderDoc {
  const { payment, base_grand_total } = order;
  if (payment.authorization !== "open" || payment.base_amount_paid !== base_grand_total) return order;
  return { ...order, payment: { ...payment, authorization: "closed" } };
}

/** After the gateway gave back the charge of an invoice, and with it what was still authorized. */
export function voided({ order, invoice }: Invoiced, now: string): Invoiced {
  const closed = withoutAuthorization(withoutCharge(withoutPaid(order, invoice), invoice));
  const amount = amountText(order, invoice.base_grand_total);
  const comment = `Voided the authorization, ${amount}. Transaction ID: "${lastTransaction(closed)}".`;
  const note = { entity_name: "invoice", comment } as const;
  return canceledInvoice({ invoice, order: movedTo(closed, standard("processing"), note, now) }, now);
}

/** The order's units and shipping can be invoiced again; what was paid stays as it is (D-12). */
export function canceledInvoice({ order, invoice }: Invoiced, now: string): Invoiced {
  const canceled: InvoiceDoc = { ...invoice, state: 3, updated_at: touched(invoice, now) };
  const freed = withoutInvoice(order, canceled);
  return {
    invoice: canceled,
    order: movedTo(freed, standard("processing"), { entity_name: "invoice" }, now),
  };
}

/** After the gateway gave up the authorization of an order that is being canceled. */
export function canceledOnline(order: OrderDoc, now: string): OrderDoc {
  const closed = withoutAuthorization(order);
  const amount = amountText(
    order,
    sum(order.payment.base_amount_authorized, -order.payment.base_amount_paid),
  );
  const comment = `Canceled the order online, ${amount}. Transaction ID: "${lastTransaction(closed)}".`;
  return withHistory(closed, defaultStatus("processing"), { comment }, now);
}

/** An order has one authorization, so its number names the transaction that ends it. */
function withoutAuthorization(order: OrderDoc): OrderDoc {
  const last_trans_id = `${order.increment_id}-void`;
  return { ...order, payment: { ...order.payment, authorization: "closed", last_trans_id } };
}

function lastTransaction({ payment }: OrderDoc): string {
  return payment.last_trans_id ?? "";
}

/** The gateway works in the base currency. */
function amountText({ base_currency_code }: OrderDoc, amount: number): string {
  return `amount of ${base_currency_code} ${amount.toFixed(2)}`;
}

/** Whether credit memos have refunded units, or of a paid invoice money, that the order has from this invoice (D-11). */
export function isNeededByRefunds({ order, invoice }: Invoiced): boolean {
  const isPaid = invoice.state === 2;
  const rest = withoutInvoice(isPaid ? withoutPaid(order, invoice) : order, invoice);
  const missesUnits = rest.items.some(({ qty_refunded, qty_invoiced }) => qty_refunded > qty_invoiced);
  const missesMoney =
    rest.total_refunded > rest.total_paid || rest.base_total_refunded > rest.base_total_paid;
  return missesUnits || (isPaid && missesMoney);
}
