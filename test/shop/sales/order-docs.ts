/** Orders for tests of the rules without a shop. The rules of placement make them from a short description. */
import type {
  CreditmemoDoc,
  InvoiceDoc,
  OrderDoc,
  Quantities,
  SalesAddress,
} from "../../../src/shop/data/entities/sales.js";
import type { ProductDoc } from "../../../src/shop/data/entities/catalog.js";
import { withInvoice, withPaid, withRefund } from "../../../src/shop/sales/amounts/bookings.js";
import { creditmemoDocument } from "../../../src/shop/sales/creditmemos/creditmemo.js";
import {
  creditmemoTotals,
  type RefundRequest,
} from "../../../src/shop/sales/creditmemos/creditmemo-totals.js";
import { documentLine, invoiceDocument, invoiceTotals } from "../../../src/shop/sales/invoices/invoice.js";
import { itemRows } from "../../../src/shop/sales/placement/item-rows.js";
import { newOrderItem, newPayment, placedOrder } from "../../../src/shop/sales/placement/new-order.js";
import {
  flatLines,
  singleLine,
  type OrderedLine,
  type Part,
} from "../../../src/shop/sales/placement/ordered-lines.js";
import { placementTotals } from "../../../src/shop/sales/placement/placement-totals.js";

export const now = "2025-06-01 12:00:00";
export const later = "2025-06-02 08:30:00";

interface RowOf {
  readonly qty: number;
  readonly price: number;
  readonly sku?: string;
  readonly type?: ProductDoc["type"];
  readonly tax?: number;
  readonly discount?: number;
  readonly discountPercent?: number;
  readonly decimal?: boolean;
  readonly weight?: number;
}

export interface OrderOf {
  readonly rows?: readonly RowOf[];
  readonly lines?: readonly OrderedLine[];
  readonly shipping?: number;
  readonly shippingTax?: number;
  readonly shippingDiscount?: number;
  readonly rate?: number;
  readonly method?: string;
}

export function part({ qty, price, sku = "A", type = "simple", ...row }: RowOf): Part {
  return {
    product: { id: sku.charCodeAt(0), type, sku } as ProductDoc,
    name: `Product ${sku}`,
    weight: row.weight ?? 1,
    isVirtual: type === "virtual" || type === "downloadable",
    taxClassId: 2,
    tax_percent: 0,
    isQtyDecimal: row.decimal ?? false,
    qty,
    qty_backordered: 0,
    base_price: price,
  };
}

export function line(row: RowOf): OrderedLine {
  const { qty, tax = 0, discount, discountPercent = 0 } = row;
  const given = { qty, tax_percent: tax, discount_percent: discountPercent };
  return singleLine(part(row), discount === undefined ? given : { ...given, discount_amount: discount });
}

const address: SalesAddress = {
  address_id: 1,
  address_type: "billing",
  firstname: "Ada",
  lastname: "King",
  street: "1 Main Street",
  city: "Berlin",
  region: "Berlin",
  postcode: "10115",
  country_id: "DE",
  telephone: "030 123456",
  prefix: "",
  middlename: "",
  suffix: "",
  company: "",
  fax: "",
  vat_id: "",
  email: "ada@shop.test",
  region_id: 82,
  customer_id: null,
  customer_address_id: null,
};

/** A new order with increment ID 100000001. Its items have the IDs 1, 2, 3 … */
export function orderOf(of: OrderOf, more: Partial<OrderDoc> = {}): OrderDoc {
  const { rows = [], lines = rows.map(line), rate = 1, method = "checkmo" } = of;
  const charge = {
    amount: of.shipping ?? 0,
    tax_percent: of.shippingTax ?? 0,
    discount_amount: of.shippingDiscount ?? 0,
  };
  const flat = flatLines(lines);
  const totals = placementTotals(flat, charge, rate);
  const baseTotals = placementTotals(flat, charge, 1);
  let id = 0;
  const items = itemRows(lines, totals, baseTotals).flatMap((row) => {
    const place = { order_id: 1, store_id: 1, created_at: now };
    const parent = newOrderItem({ item_id: ++id, parent_item_id: null, ...place }, row);
    const children = row.children.map((child) =>
      newOrderItem({ item_id: ++id, parent_item_id: parent.item_id, ...place }, child),
    );
    return [parent, ...children];
  });
  const placed = placedOrder({
    id: 1,
    increment_id: "100000001",
    now,
    sale: {
      store_id: 1,
      store_name: "Website\nGroup\nView",
      order_currency_code: rate === 1 ? "USD" : "EUR",
      rate,
    },
    buyer: {
      customer_id: null,
      customer_is_guest: 1,
      customer_group_id: 0,
      customer_email: "ada@shop.test",
      customer_firstname: "Ada",
      customer_lastname: "King",
      customer_middlename: null,
      customer_prefix: null,
      customer_suffix: null,
      customer_taxvat: null,
      customer_dob: null,
    },
    billing_address: address,
    shipping_address: { ...address, address_id: 2, address_type: "shipping" },
    shipping_method: "flatrate_flatrate",
    items,
    totals,
    baseTotals,
    payment: newPayment(1, { method: method }, totals, baseTotals),
    customer_note: null,
    notify: false,
  });
  return { ...placed, ...more };
}

/** Quantities by item ID, in the form that the rules expect. */
function qtys(quantities: Readonly<Record<number, number>>): Quantities {
  return new Map(Object.entries(quantities).map(([id, qty]) => [Number(id), qty]));
}

/** An invoice of these quantities that is not booked on the order. */
export function invoiceOf(
  order: OrderDoc,
  quantities: Readonly<Record<number, number>>,
  state: 1 | 2 = 2,
): InvoiceDoc {
  const { totals, rows } = invoiceTotals(order, qtys(quantities));
  const items = rows.map((row, index) => ({ item_id: index + 1, parent_id: 1, ...documentLine(row) }));
  const parts = { id: 1, increment_id: "100000001", state, totals, items, comments: [], emailSent: false };
  return invoiceDocument(order, parts, later);
}

/** The order after an invoice of these quantities was booked and, unless it stays open, paid. */
export function invoiced(
  order: OrderDoc,
  quantities: Readonly<Record<number, number>>,
  state: 1 | 2 = 2,
): OrderDoc {
  const invoice = invoiceOf(order, quantities, state);
  const booked = withInvoice(order, invoice);
  return state === 2 ? withPaid(booked, invoice) : booked;
}

interface RefundOf {
  readonly items?: Readonly<Record<number, number>>;
  readonly shipping?: number;
  readonly plus?: number;
  readonly minus?: number;
}

export function refundRequest({ items = {}, shipping, plus = 0, minus = 0 }: RefundOf): RefundRequest {
  return {
    quantities: qtys(items),
    shipping_amount: shipping,
    adjustment_positive: plus,
    adjustment_negative: minus,
  };
}

export function creditmemoOf(order: OrderDoc, refund: RefundOf): CreditmemoDoc {
  const { totals, rows } = creditmemoTotals(order, refundRequest(refund));
  const items = rows.map((row, index) => ({ item_id: index + 1, parent_id: 1, ...documentLine(row) }));
  const parts = { id: 1, increment_id: "100000001", totals, items, comments: [], emailSent: false };
  return creditmemoDocument(order, parts, later);
}

/** The order after a credit memo was booked. */
export function refunded(order: OrderDoc, refund: RefundOf): OrderDoc {
  return withRefund(order, creditmemoOf(order, refund));
}

/** Examples of sales 12. */
export const examples = {
  x1: { rows: [{ qty: 3, price: 10 }], shipping: 5 },
  x6: { rows: [{ qty: 2, price: 25 }], shipping: 5 },
} satisfies Record<string, OrderOf>;
