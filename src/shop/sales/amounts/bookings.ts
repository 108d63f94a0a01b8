/**
 * What invoices and credit memos book on their order and its items. Each booking is a table of figures that is added
 * when the document comes into force and taken off when it is canceled (sales 8.2, 10.4).
 */
import type {
  CreditmemoDoc,
  CreditmemoItem,
  InvoiceDoc,
  InvoiceItem,
  OrderDoc,
  OrderItem,
} from "../../data/entities/sales.js";
import { inBoth } from "./amounts.js";
import { withFollowingDummies, countsForMoney } from "../items/quantities.js";
import { updateTime } from "../../../engine/values/dates.js";
import { sum, toCents } from "../../../engine/values/money.js";

type NumericField<Doc> = { [Field in keyof Doc]-?: Doc[Field] extends number ? Field : never }[keyof Doc];

type Increments<Doc> = { readonly [Field in NumericField<Doc>]?: number };

/** Whether a booking is added or taken off. */
type Sign = 1 | -1;

/** The document with figures added to its own, or taken off. */
export function booked<Doc extends object>(doc: Doc, by: Increments<NoInfer<Doc>>, sign: Sign = 1): Doc {
  const changed: Record<string, number> = {};
  for (const [field, figure] of Object.entries<number | undefined>(by)) {
    changed[field] = sum((doc as Readonly<Record<string, number>>)[field] ?? 0, sign * (figure ?? 0));
  }
  return { ...doc, ...(changed as Partial<Doc>) };
}

export function withInvoice(order: OrderDoc, invoice: InvoiceDoc, sign: Sign = 1): OrderDoc {
  const figures = inBoth((currency) => ({
    total_invoiced: invoice[`${currency}grand_total`],
    subtotal_invoiced: invoice[`${currency}subtotal`],
    tax_invoiced: invoice[`${currency}tax_amount`],
    shipping_invoiced: invoice[`${currency}shipping_amount`],
    shipping_tax_invoiced: invoice[`${currency}shipping_tax_amount`],
    discount_invoiced: invoice[`${currency}discount_amount`],
  }));
  return {
    ...booked(order, figures, sign),
    items: bookedItems(order, invoice, itemInvoiceFigures, sign),
  };
}

export function withoutInvoice(order: OrderDoc, invoice: InvoiceDoc): OrderDoc {
  return withInvoice(order, invoice, -1);
}

/** An order item's quantity and amounts go up by those of the invoice's item. */
function itemInvoiceFigures(item: InvoiceItem) {
  return {
    qty_invoiced: item.qty,
    ...inBoth((currency) => ({
      row_invoiced: item[`${currency}row_total`],
      tax_invoiced: item[`${currency}tax_amount`],
      discount_invoiced: item[`${currency}discount_amount`],
    })),
  };
}

/** The money of an invoice arrived. */
export function withPaid(order: OrderDoc, invoice: InvoiceDoc, sign: Sign = 1): OrderDoc {
  const { grand_total, base_grand_total } = invoice;
  return {
    ...booked(order, { total_paid: grand_total, base_total_paid: base_grand_total }, sign),
    payment: booked(
      order.payment,
      {
        amount_paid: grand_total,
        base_amount_paid: base_grand_total,
        shipping_captured: invoice.shipping_amount,
        base_shipping_captured: invoice.base_shipping_amount,
      },
      sign,
    ),
  };
}

export function withoutPaid(order: OrderDoc, invoice: InvoiceDoc): OrderDoc {
  return withPaid(order, invoice, -1);
}

/** The gateway charged an invoice, or gives the charge back. */
export function withCharge(order: OrderDoc, { base_grand_total }: InvoiceDoc, sign: Sign = 1): OrderDoc {
  return { ...order, payment: booked(order.payment, { base_amount_paid_online: base_grand_total }, sign) };
}

export function withoutCharge(order: OrderDoc, invoice: InvoiceDoc): OrderDoc {
  return withCharge(order, invoice, -1);
}

export function withRefund(order: OrderDoc, memo: CreditmemoDoc, sign: Sign = 1): OrderDoc {
  const figures = inBoth((currency) => ({
    total_refunded: memo[`${currency}grand_total`],
    total_offline_refunded: memo[`${currency}grand_total`],
    subtotal_refunded: memo[`${currency}subtotal`],
    tax_refunded: memo[`${currency}tax_amount`],
    shipping_refunded: memo[`${currency}shipping_amount`],
    shipping_tax_refunded: memo[`${currency}shipping_tax_amount`],
    adjustment_positive: memo[`${currency}adjustment_positive`],
    adjustment_negative: memo[`${currency}adjustment_negative`],
    discount_refunded: memo[`${currency}discount_amount`],
  }));
  const payment = inBoth((currency) => ({
    amount_refunded: memo[`${currency}grand_total`],
    shipping_refunded: memo[`${currency}shipping_amount`],
  }));
  return {
    ...booked(order, figures, sign),
    items: bookedItems(order, memo, itemRefundFigures, sign),
    payment: booked(order.payment, payment, sign),
  };
}

export function withoutRefund(order: OrderDoc, memo: CreditmemoDoc): OrderDoc {
  return withRefund(order, memo, -1);
}

function itemRefundFigures(item: CreditmemoItem) {
  return {
    qty_refunded: item.qty,
    ...inBoth((currency) => ({
      amount_refunded: item[`${currency}row_total`],
      tax_refunded: item[`${currency}tax_amount`],
      discount_refunded: item[`${currency}discount_amount`],
    })),
  };
}

interface DocumentOf<Item> {
  readonly items: readonly Item[];
  readonly updated_at: string;
}

/** Order items that the document does not hold stay as they are. */
function bookedItems<Item extends { readonly order_item_id: number }>(
  order: OrderDoc,
  { items, updated_at }: DocumentOf<Item>,
  figuresOf: (item: Item) => Increments<OrderItem>,
  sign: Sign,
): readonly OrderItem[] {
  const byOrderItem = new Map(items.map((item) => [item.order_item_id, item]));
  const changed: OrderItem[] = [];
  for (const item of order.items) {
    const row = countsForMoney(item) ? byOrderItem.get(item.item_id) : undefined;
    if (!row) changed.push(item);
    else changed.push({ ...booked(item, figuresOf(row), sign), updated_at: updateTime(item, updated_at) });
  }
  return withFollowingDummies(changed, updated_at);
}

/** What is still to be paid; also of a canceled order. */
export function amountDue(order: OrderDoc): Pick<OrderDoc, "total_due" | "base_total_due"> {
  return inBoth((currency) => {
    const unpaid = toCents(sum(order[`${currency}grand_total`], -order[`${currency}total_paid`]));
    return { total_due: Math.max(0, unpaid) };
  });
}
