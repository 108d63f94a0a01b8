/** Invoices of the model (sales 8, 11.2). */
import { currencies, Sharing } from "./money.js";
import {
  add,
  canInvoice,
  documentsOf,
  findOrder,
  gatewayAnswer,
  get,
  isFrozen,
  promote,
  refuseIfGatewayFails,
  setState,
  settle,
  toInvoice,
  wantedQtys,
} from "./orders.js";
import {
  nextNumber,
  Refusal,
  refuseIf,
  type Document,
  type Order,
  type OrderItem,
  type Shop,
} from "./state.js";

type Data = Readonly<Record<string, unknown>>;

/** `100000001`: the store, then eight digits, counted per kind and store. */
export function incrementId(shop: Shop, kind: string, store: number): string {
  return `${store}${String(nextNumber(shop, `${kind} number of store ${store}`)).padStart(8, "0")}`;
}

const isGateway = ({ method }: Order) => method === "test_authorize" || method === "test_sale";

/** An invoice for these quantities, booked on the order. */
export function bookInvoice(
  shop: Shop,
  order: Order,
  qtys: ReadonlyMap<OrderItem, number>,
  state: number,
): Document {
  const isLast = order.items.every(
    (item) => get(item, "qty_invoiced") + (qtys.get(item) ?? 0) >= get(item, "qty_ordered"),
  );
  const carriesShipping = !documentsOf(shop.invoices, order).some(
    (one) => one.state !== 3 && get(one.amounts, "carries_shipping") === 1,
  );
  const items = [...qtys].map(([{ item_id }, qty]) => ({ order_item_id: item_id, qty }));
  const rows = items.map((item): Document["items"][number] => ({ ...item }));
  const amounts: Record<string, number> = { carries_shipping: carriesShipping ? 1 : 0 };
  for (const currency of currencies) {
    shareItems([...qtys], rows, currency);
    const of = (name: string) => get(order.amounts, `${currency}${name}`);
    const total = (name: string) => rows.reduce((sum, row) => sum + get(row, `${currency}${name}`), 0);
    const subtotalLeft = of("subtotal") - of("subtotal_invoiced");
    const subtotal = isLast ? subtotalLeft : Math.min(total("row_total"), subtotalLeft);
    const [shipping, shippingTax, shippingDiscount] = [
      "shipping_amount",
      "shipping_tax_amount",
      "shipping_discount_amount",
    ].map((name) => (carriesShipping ? of(name) : 0)) as [number, number, number];
    const taxLeft = of("tax_amount") - of("tax_invoiced");
    const tax = isLast ? taxLeft : Math.min(total("tax_amount") + shippingTax, taxLeft);
    const discount = -(total("discount_amount") + shippingDiscount);
    Object.assign(amounts, {
      [`${currency}subtotal`]: subtotal,
      [`${currency}shipping_amount`]: shipping,
      [`${currency}shipping_tax_amount`]: shippingTax,
      [`${currency}tax_amount`]: tax,
      [`${currency}discount_amount`]: discount,
      [`${currency}grand_total`]: subtotal + shipping + tax + discount,
    });
  }
  const number = incrementId(shop, "invoice", order.store);
  const invoice: Document = {
    ...{
      id: nextNumber(shop, "invoice"),
      number,
      order: order.number,
      state,
      amounts,
      items: rows,
      comments: 0,
    },
  };
  shop.invoices[number] = invoice;
  bookOnOrder(order, invoice, 1);
  if (state === 2) bookPaid(order, invoice, 1);
  return invoice;
}

/** The shares of the items: all rows, then all discounts, then all taxes. */
function shareItems(
  wanted: readonly (readonly [OrderItem, number])[],
  rows: Document["items"],
  currency: string,
): void {
  const sharing = new Sharing();
  for (const [field, booked, sign] of [
    ["row_total", "row_invoiced", 1],
    ["discount_amount", "discount_invoiced", -1],
    ["tax_amount", "tax_invoiced", 1],
  ] as const) {
    for (const [at, [item, qty]] of wanted.entries()) {
      const open = get(item, "qty_ordered") - get(item, "qty_invoiced");
      const left = get(item, `${currency}${field}`) - get(item, `${currency}${booked}`);
      (rows[at] as Record<string, number>)[`${currency}${field}`] =
        qty === open ? left : sharing.take(left, qty, open, sign);
    }
  }
}

/** @param sign -1 to revert it */
function bookOnOrder(order: Order, { amounts, items }: Document, sign: 1 | -1): void {
  for (const row of items) {
    const item = order.items.find(({ item_id }) => item_id === row.order_item_id) as OrderItem;
    add(item, "qty_invoiced", sign * row.qty);
    for (const currency of currencies) {
      for (const [field, booked] of [
        ["row_total", "row"],
        ["tax_amount", "tax"],
        ["discount_amount", "discount"],
      ] as const) {
        add(item, `${currency}${booked}_invoiced`, sign * get(row, `${currency}${field}`));
      }
    }
  }
  for (const currency of currencies) {
    for (const name of ["subtotal", "tax", "shipping", "discount", "total"]) {
      const field = { subtotal: "subtotal", total: "grand_total" }[name] ?? `${name}_amount`;
      add(order.amounts, `${currency}${name}_invoiced`, sign * get(amounts, `${currency}${field}`));
    }
  }
}

function bookPaid(order: Order, { amounts }: Document, sign: 1 | -1): void {
  for (const currency of currencies) {
    add(order.amounts, `${currency}total_paid`, sign * get(amounts, `${currency}grand_total`));
    add(order.payment, `${currency}amount_paid`, sign * get(amounts, `${currency}grand_total`));
  }
  add(order.payment, "shipping_captured", sign * get(amounts, "shipping_amount"));
  if (isGateway(order))
    add(order.payment, "base_amount_paid_online", sign * get(amounts, "base_grand_total"));
}

export function createInvoice(shop: Shop, { orderIncrementId, itemsQty, comment }: Data): string {
  const order = findOrder(shop, orderIncrementId);
  refuseIf(!canInvoice(order), "order_not_invoiceable");
  const qtys = wantedQtys(order, itemsQty, toInvoice, "data_invalid");
  refuseIf(qtys.size === 0, "data_invalid");
  const invoice = bookInvoice(shop, order, qtys, isGateway(order) ? 1 : 2);
  if (comment) invoice.comments += 1;
  promote(order);
  return invoice.number;
}

function findInvoice(shop: Shop, number: unknown) {
  const invoice = shop.invoices[String(number)];
  if (!invoice) throw new Refusal("invoice_not_exists");
  return { invoice, order: findOrder(shop, invoice.order) };
}

export function commentInvoice(shop: Shop, { invoiceIncrementId }: Data): true {
  findInvoice(shop, invoiceIncrementId).invoice.comments += 1;
  return true;
}

export function capture(shop: Shop, { invoiceIncrementId }: Data): true {
  const { invoice, order } = findInvoice(shop, invoiceIncrementId);
  const fault = "invoice_not_capturable";
  refuseIf(
    invoice.state !== 1 || isFrozen(order) || !isGateway(order) || order.authorization === "closed",
    fault,
  );
  refuseIfGatewayFails(shop, fault);
  const answer = gatewayAnswer(shop);
  if (answer !== "ok") {
    setState(order, "payment_review", answer === "fraud" ? "fraud" : "payment_review");
    return true;
  }
  invoice.state = 2;
  bookPaid(order, invoice, 1);
  const isFinal = get(order.payment, "base_amount_paid_online") === get(order.amounts, "base_grand_total");
  if (order.authorization === "open" && isFinal) order.authorization = "closed";
  setState(order, "processing");
  settle(order);
  return true;
}

/** Refunded goods stay invoiced (S-11). */
function isRefundedBeyond(order: Order, invoice: Document): boolean {
  return invoice.items.some((row) => {
    const item = order.items.find(({ item_id }) => item_id === row.order_item_id) as OrderItem;
    return get(item, "qty_refunded") > get(item, "qty_invoiced") - row.qty;
  });
}

export function voidInvoice(shop: Shop, { invoiceIncrementId }: Data): true {
  const { invoice, order } = findInvoice(shop, invoiceIncrementId);
  const fault = "invoice_not_voidable";
  refuseIf(invoice.state !== 2 || isFrozen(order) || order.authorization !== "open", fault);
  const paidAfter = get(order.amounts, "total_paid") - get(invoice.amounts, "grand_total");
  refuseIf(isRefundedBeyond(order, invoice) || get(order.amounts, "total_refunded") > paidAfter, fault);
  refuseIfGatewayFails(shop, fault);
  gatewayAnswer(shop);
  order.authorization = "closed";
  bookPaid(order, invoice, -1);
  order.history.push("processing");
  takeBack(order, invoice);
  return true;
}

export function cancelInvoice(shop: Shop, { invoiceIncrementId }: Data): true {
  const { invoice, order } = findInvoice(shop, invoiceIncrementId);
  refuseIf(
    invoice.state !== 1 || isFrozen(order) || isRefundedBeyond(order, invoice),
    "invoice_not_cancelable",
  );
  takeBack(order, invoice);
  return true;
}

function takeBack(order: Order, invoice: Document): void {
  bookOnOrder(order, invoice, -1);
  invoice.state = 3;
  setState(order, "processing");
  settle(order);
}
