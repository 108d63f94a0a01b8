/**
 * The amounts that invoices and credit memos book on their order and its items. Each booking is a table of fields,
 * whose amounts are added when the document takes effect and subtracted when it is canceled (sales 8.2, 10.4).
 */
import type {
  CreditmemoDoc,
  CreditmemoItem,
  InvoiceDoc,
  InvoiceItem,
  OrderDoc,
  OrderItem,
  OrderPayment,
} from "../../data/entities/sales.js";
import { withFollowingDummies, countsForMoney } from "../items/quantities.js";
import { updateTime } from "../../../engine/values/dates.js";
import { sum, toCents } from "../../../engine/values/money.js";

/** The name of a figure that a document has in both currencies, such as `total_paid`. */
type Figure<Doc> = {
  [F in keyof Doc & string]: Doc[F] extends number ? (`base_${F}` extends keyof Doc ? F : never) : never;
}[keyof Doc & string];

/** Maps figures of a document to the figures of another document that are added to them. */
type Booking<Doc, By> = { readonly [F in Figure<Doc>]?: Figure<By> };

/** 1 adds a booking, -1 subtracts it. */
type Sign = 1 | -1;

/** The document after a booking in both currencies. */
export function booked<Doc extends object, By extends object>(
  doc: Doc,
  booking: Booking<NoInfer<Doc>, NoInfer<By>>,
  by: By,
  sign: Sign = 1,
): Doc {
  const [own, others] = [doc, by] as unknown as readonly Readonly<Record<string, number>>[];
  const changed: Record<string, number> = {};
  for (const [field, other] of Object.entries<string | undefined>(booking)) {
    for (const currency of ["", "base_"]) {
      const amount = others?.[`${currency}${other}`] ?? 0;
      changed[`${currency}${field}`] = sum(own?.[`${currency}${field}`] ?? 0, sign * amount);
    }
  }
  return { ...doc, ...changed };
}

const orderByInvoice: Booking<OrderDoc, InvoiceDoc> = {
  total_invoiced: "grand_total",
  subtotal_invoiced: "subtotal",
  tax_invoiced: "tax_amount",
  shipping_invoiced: "shipping_amount",
  shipping_tax_invoiced: "shipping_tax_amount",
  discount_invoiced: "discount_amount",
};

const itemByInvoice: Booking<OrderItem, InvoiceItem> = {
  row_invoiced: "row_total",
  tax_invoiced: "tax_amount",
  discount_invoiced: "discount_amount",
};

export function withInvoice(order: OrderDoc, invoice: InvoiceDoc, sign: Sign = 1): OrderDoc {
  return {
    ...booked(order, orderByInvoice, invoice, sign),
    items: bookedItems(order, invoice, "qty_invoiced", itemByInvoice, sign),
  };
}

const orderByPayment: Booking<OrderDoc, InvoiceDoc> = { total_paid: "grand_total" };

const paymentByPayment: Booking<OrderPayment, InvoiceDoc> = {
  amount_paid: "grand_total",
  shipping_captured: "shipping_amount",
};

/** The order after an invoice was paid. */
export function withPaid(order: OrderDoc, invoice: InvoiceDoc, sign: Sign = 1): OrderDoc {
  return {
    ...booked(order, orderByPayment, invoice, sign),
    payment: booked(order.payment, paymentByPayment, invoice, sign),
  };
}

/** The order after the gateway charged an invoice or, with sign -1, reversed the charge. */
export function withCharge(
  { payment, ...order }: OrderDoc,
  { base_grand_total }: InvoiceDoc,
  sign: Sign = 1,
): OrderDoc {
  const base_amount_paid_online = sum(payment.base_amount_paid_online, sign * base_grand_total);
  return { ...order, payment: { ...payment, base_amount_paid_online } };
}

const orderByRefund: Booking<OrderDoc, CreditmemoDoc> = {
  total_refunded: "grand_total",
  total_offline_refunded: "grand_total",
  subtotal_refunded: "subtotal",
  tax_refunded: "tax_amount",
  shipping_refunded: "shipping_amount",
  shipping_tax_refunded: "shipping_tax_amount",
  adjustment_positive: "adjustment_positive",
  adjustment_negative: "adjustment_negative",
  discount_refunded: "discount_amount",
};

const paymentByRefund: Booking<OrderPayment, CreditmemoDoc> = {
  amount_refunded: "grand_total",
  shipping_refunded: "shipping_amount",
};

const itemByRefund: Booking<OrderItem, CreditmemoItem> = {
  amount_refunded: "row_total",
  tax_refunded: "tax_amount",
  discount_refunded: "discount_amount",
};

export function withRefund(order: OrderDoc, memo: CreditmemoDoc, sign: Sign = 1): OrderDoc {
  return {
    ...booked(order, orderByRefund, memo, sign),
    items: bookedItems(order, memo, "qty_refunded", itemByRefund, sign),
    payment: booked(order.payment, paymentByRefund, memo, sign),
  };
}

interface DocumentOf<Item> {
  readonly items: readonly Item[];
  readonly updated_at: string;
}

/** The order items after the booking. Items that are not in the document do not change. */
function bookedItems<Item extends { readonly order_item_id: number; readonly qty: number }>(
  order: OrderDoc,
  { items, updated_at }: DocumentOf<Item>,
  counter: "qty_invoiced" | "qty_refunded",
  booking: Booking<OrderItem, NoInfer<Item>>,
  sign: Sign,
): readonly OrderItem[] {
  const rows = new Map<number, Item>();
  for (const row of items) rows.set(row.order_item_id, row);
  const changed: OrderItem[] = [];
  for (const item of order.items) {
    const row = countsForMoney(item) ? rows.get(item.item_id) : undefined;
    if (!row) {
      changed.push(item);
      continue;
    }
    const qty = sum(item[counter], sign * row.qty);
    const time = updateTime(item, updated_at);
    changed.push({ ...booked(item, booking, row, sign), [counter]: qty, updated_at: time });
  }
  return withFollowingDummies(changed, updated_at);
}

/** The amount that is still to be paid, at least 0. A canceled order has one too (sales 11.4). */
export function amountDue(order: OrderDoc): Pick<OrderDoc, "total_due" | "base_total_due"> {
  return {
    total_due: unpaid(order.grand_total, order.total_paid),
    base_total_due: unpaid(order.base_grand_total, order.base_total_paid),
  };
}

function unpaid(total: number, paid: number): number {
  return Math.max(0, toCents(sum(total, -paid)));
}
