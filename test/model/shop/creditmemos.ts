/** Credit memos of the model (sales 10, 11.3). */
import { incrementId } from "./invoices.js";
import { currencies, share, Sharing, toCents } from "./money.js";
import {
  add,
  canRefund,
  findOrder,
  get,
  setState,
  settle,
  toInvoice,
  toRefund,
  toShip,
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

interface Wanted {
  readonly qtys: readonly (readonly [OrderItem, number])[];
  /** Amounts in the base currency. */
  readonly shipping: number;
  readonly positive: number;
  readonly negative: number;
}

export function createMemo(shop: Shop, { orderIncrementId, creditmemoData, comment }: Data): string {
  const order = findOrder(shop, orderIncrementId);
  refuseIf(!canRefund(order), "order_not_refundable");
  const data = (creditmemoData ?? {}) as Data;
  const qtys = [...wantedQtys(order, data.items, toRefund, "data_invalid")];
  const amountOf = (name: string) => {
    refuseIf(((data[name] as number | undefined) ?? 0) < 0, "data_invalid");
    return toCents((data[name] as number | undefined) ?? 0);
  };
  const [positive, negative] = [amountOf("adjustment_positive"), amountOf("adjustment_negative")];
  const left = get(order.amounts, "base_shipping_amount") - get(order.amounts, "base_shipping_refunded");
  const shipping =
    data.shipping_amount === undefined || data.shipping_amount === null ? left : amountOf("shipping_amount");
  refuseIf(shipping > left, "data_invalid");
  const rows = qtys.map(([{ item_id }, qty]): Document["items"][number] => ({ order_item_id: item_id, qty }));
  const amounts: Record<string, number> = {};
  for (const currency of currencies) {
    Object.assign(amounts, memoAmounts(order, { qtys, shipping, positive, negative }, rows, currency));
  }
  refuseIf(get(amounts, "grand_total") <= 0 || get(amounts, "base_grand_total") <= 0, "data_invalid");
  const most = get(order.amounts, "base_total_paid") - get(order.amounts, "base_total_refunded");
  refuseIf(get(amounts, "base_grand_total") > most, "data_invalid");
  const number = incrementId(shop, "creditmemo", order.store);
  const memo: Document = {
    ...{ id: nextNumber(shop, "creditmemo"), number, order: order.number, state: 2, amounts, items: rows },
    comments: comment ? 1 : 0,
  };
  shop.memos[number] = memo;
  bookRefund(order, memo, 1);
  settle(order);
  return number;
}

function memoAmounts(
  order: Order,
  { qtys, shipping: request, positive, negative }: Wanted,
  rows: Document["items"],
  currency: string,
): Record<string, number> {
  const of = (name: string) => get(order.amounts, `${currency}${name}`);
  const base = (name: string) => get(order.amounts, `base_${name}`);
  const sharing = shareItems(qtys, rows, currency);
  const total = (name: string) => rows.reduce((sum, row) => sum + get(row, `${currency}${name}`), 0);
  const subtotal = total("row_total");
  const isRest = request === base("shipping_amount") - base("shipping_refunded");
  const shipping = isRest
    ? of("shipping_amount") - of("shipping_refunded")
    : share(of("shipping_amount"), request, base("shipping_amount"));
  const shippingTax = isRest
    ? of("shipping_tax_amount") - of("shipping_tax_refunded")
    : sharing.take(of("shipping_tax_amount"), shipping, of("shipping_amount"));
  const discountUpTo = (refunded: number) =>
    share(of("shipping_discount_amount"), refunded, base("shipping_amount"));
  const before = base("shipping_refunded");
  const discount = -(total("discount_amount") + discountUpTo(before + request) - discountUpTo(before));
  const tax = Math.min(total("tax_amount") + shippingTax, of("tax_invoiced") - of("tax_refunded"));
  const inOrder = (amount: number) => (currency === "" ? share(amount, order.rate, 10_000) : amount);
  const [plus, minus] = [inOrder(positive), inOrder(negative)];
  return {
    [`${currency}subtotal`]: subtotal,
    [`${currency}shipping_amount`]: shipping,
    [`${currency}shipping_tax_amount`]: shippingTax,
    [`${currency}tax_amount`]: tax,
    [`${currency}discount_amount`]: discount,
    [`${currency}adjustment_positive`]: plus,
    [`${currency}adjustment_negative`]: minus,
    [`${currency}grand_total`]: subtotal + shipping + tax + discount + plus - minus,
  };
}

/** The shares of the items; the rest of the rounding is added to the shipping tax. */
function shareItems(qtys: Wanted["qtys"], rows: Document["items"], currency: string): Sharing {
  const sharing = new Sharing();
  for (const [field, invoiced, refunded, sign] of [
    ["row_total", "row_invoiced", "amount_refunded", 1],
    ["discount_amount", "discount_invoiced", "discount_refunded", -1],
    ["tax_amount", "tax_invoiced", "tax_refunded", 1],
  ] as const) {
    for (const [at, [item, qty]] of qtys.entries()) {
      const left = get(item, `${currency}${invoiced}`) - get(item, `${currency}${refunded}`);
      const isLast = qty === toRefund(item) && toInvoice(item) === 0;
      (rows[at] as Record<string, number>)[`${currency}${field}`] = isLast
        ? left
        : sharing.take(left, qty, toRefund(item), sign);
    }
  }
  return sharing;
}

/** @param sign -1 to revert it */
function bookRefund(order: Order, { amounts, items }: Document, sign: 1 | -1): void {
  for (const row of items) {
    const item = order.items.find(({ item_id }) => item_id === row.order_item_id) as OrderItem;
    add(item, "qty_refunded", sign * row.qty);
    for (const currency of currencies) {
      add(item, `${currency}amount_refunded`, sign * get(row, `${currency}row_total`));
      add(item, `${currency}tax_refunded`, sign * get(row, `${currency}tax_amount`));
      add(item, `${currency}discount_refunded`, sign * get(row, `${currency}discount_amount`));
    }
  }
  for (const currency of currencies) {
    const of = (name: string) => sign * get(amounts, `${currency}${name}`);
    for (const name of ["total_refunded", "total_offline_refunded"])
      add(order.amounts, `${currency}${name}`, of("grand_total"));
    add(order.amounts, `${currency}subtotal_refunded`, of("subtotal"));
    for (const name of ["tax", "shipping", "shipping_tax", "discount"]) {
      add(order.amounts, `${currency}${name}_refunded`, of(`${name}_amount`));
    }
    for (const name of ["adjustment_positive", "adjustment_negative"])
      add(order.amounts, `${currency}${name}`, of(name));
    add(order.payment, `${currency}amount_refunded`, of("grand_total"));
  }
  add(order.payment, "shipping_refunded", sign * get(amounts, "shipping_amount"));
}

function findMemo(shop: Shop, number: unknown, fault = "creditmemo_not_exists"): Document {
  const found = shop.memos[String(number)];
  if (!found) throw new Refusal(fault);
  return found;
}

export function commentMemo(shop: Shop, { creditmemoIncrementId }: Data): true {
  findMemo(shop, creditmemoIncrementId).comments += 1;
  return true;
}

/** The test control: sets the state as if the refund were pending. */
export function openMemo(shop: Shop, { number }: Data): true {
  const memo = findMemo(shop, number, "404");
  refuseIf(memo.state === 3, "422");
  memo.state = 1;
  return true;
}

export function cancelMemo(shop: Shop, { creditmemoIncrementId }: Data): true {
  const memo = findMemo(shop, creditmemoIncrementId);
  refuseIf(memo.state !== 1, "creditmemo_not_cancelable");
  const order = findOrder(shop, memo.order);
  memo.state = 3;
  bookRefund(order, memo, -1);
  if (order.state === "closed") {
    const isDone = order.items.every(
      (item) => toInvoice(item) === 0 && (item.isVirtual === 1 || toShip(item) === 0),
    );
    setState(order, isDone ? "complete" : "processing");
  }
  settle(order);
  return true;
}
