/** Orders of the model: states, possible operations, hold, cancel (sales 4 to 7). */
import { currencies, share } from "./money.js";
import { settled, stockRules } from "./products.js";
import {
  Refusal,
  refuseIf,
  timestamp,
  type Document,
  type Order,
  type OrderItem,
  type Shop,
} from "./state.js";

type Data = Readonly<Record<string, unknown>>;

/** A figure that was never written is 0. */
export function get(amounts: Readonly<Record<string, unknown>>, name: string): number {
  return (amounts[name] as number | undefined) ?? 0;
}

export function add(amounts: Record<string, number>, name: string, more: number): void {
  amounts[name] = get(amounts, name) + more;
}

export function findOrder(shop: Shop, number: unknown): Order {
  const found = shop.orders[String(number)];
  if (!found) throw new Refusal("order_not_exists");
  return found;
}

const floor = (qty: number) => Math.max(0, qty);

export const toInvoice = (item: OrderItem) =>
  floor(get(item, "qty_ordered") - get(item, "qty_invoiced") - get(item, "qty_canceled"));
export const toShip = (item: OrderItem) =>
  floor(
    get(item, "qty_ordered") -
      get(item, "qty_shipped") -
      get(item, "qty_refunded") -
      get(item, "qty_canceled"),
  );
export const toRefund = (item: OrderItem) => floor(get(item, "qty_invoiced") - get(item, "qty_refunded"));
const toCancel = (item: OrderItem) => Math.min(toInvoice(item), toShip(item));

/** An order on hold or in review cannot be changed. */
const isStopped = ({ state }: Order) => state === "holded" || state === "payment_review";
const isOver = ({ state }: Order) => ["canceled", "complete", "closed"].includes(state);

export const canInvoice = (order: Order) =>
  !isStopped(order) && !isOver(order) && order.items.some((item) => toInvoice(item) > 0);

export const canShip = (order: Order) =>
  !isStopped(order) &&
  order.state !== "canceled" &&
  order.items.some((item) => item.isVirtual === 0 && toShip(item) > 0);

export const canRefund = (order: Order) =>
  !isStopped(order) &&
  !["canceled", "closed"].includes(order.state) &&
  get(order.amounts, "total_paid") !== get(order.amounts, "total_refunded");

/** Whether an invoice of the order can be captured, voided or canceled at all (S-7). */
export const isFrozen = (order: Order) => isStopped(order) || ["canceled", "closed"].includes(order.state);

export function setState(order: Order, state: string, status = state): void {
  Object.assign(order, { state, status });
  order.history.push(status);
}

/** Completes or closes an order that has nothing left to do; runs on every save. */
export function settle(order: Order): void {
  if (isStopped(order) || order.state === "canceled" || canInvoice(order) || canShip(order)) return;
  if (get(order.amounts, "base_grand_total") === 0 || canRefund(order)) {
    if (order.state !== "complete") setState(order, "complete");
  } else if (get(order.amounts, "total_refunded") > 0 && order.state !== "closed") setState(order, "closed");
}

/** After an invoice or a shipment. */
export function promote(order: Order): void {
  settle(order);
  if (order.state === "new") setState(order, "processing");
}

/** The answer of the gateway to a call; a refusal also uses up the answer. */
export function gatewayAnswer(shop: Shop): string {
  const { answer, times } = shop.gateway;
  if (times === 1) shop.gateway = { answer: "ok", times: 0 };
  else if (times > 1) shop.gateway.times -= 1;
  return answer;
}

/** Reads the next answer without using it up, because a refused call changes nothing else. */
export function refuseIfGatewayFails(shop: Shop, fault: string): void {
  if (shop.gateway.answer !== "fail") return;
  gatewayAnswer(shop);
  throw new Refusal(fault);
}

const statuses = [
  ...["pending", "pending_payment", "processing", "holded", "complete", "closed", "canceled", "fraud"],
  ...["payment_review", "pending_paypal", "paypal_reversed", "paypal_canceled_reversal"],
];

export function addComment(shop: Shop, { orderIncrementId, status }: Data): true {
  const order = findOrder(shop, orderIncrementId);
  refuseIf(!statuses.includes(String(status)), "status_not_exists");
  order.status = String(status);
  order.history.push(order.status);
  settle(order);
  return true;
}

export function hold(shop: Shop, { orderIncrementId }: Data): true {
  const order = findOrder(shop, orderIncrementId);
  refuseIf(isStopped(order) || isOver(order), "order_not_holdable");
  order.before = { state: order.state, status: order.status };
  setState(order, "holded");
  return true;
}

export function unhold(shop: Shop, { orderIncrementId }: Data): true {
  const order = findOrder(shop, orderIncrementId);
  refuseIf(order.state !== "holded" || order.before === null, "order_not_unholdable");
  setState(order, order.before?.state ?? "", order.before?.status ?? "");
  order.before = null;
  settle(order);
  return true;
}

export function cancel(shop: Shop, { orderIncrementId }: Data): true {
  const order = findOrder(shop, orderIncrementId);
  refuseIf(!canInvoice(order), "order_not_cancelable");
  if (order.authorization === "open") {
    refuseIfGatewayFails(shop, "order_not_cancelable");
    gatewayAnswer(shop);
    order.authorization = "closed";
    order.history.push("processing");
  }
  const kept = order.items.filter((item) => toRefund(item) > 0);
  const isUnfinished = kept.some((item) => toShip(item) > toCancel(item));
  const state = kept.length === 0 ? "canceled" : isUnfinished ? "processing" : "complete";
  for (const item of order.items) {
    returnStock(shop, item);
    const canceled = toCancel(item);
    for (const currency of currencies) {
      // Rounded to four decimals, not to cents.
      const tax = share(get(item, `${currency}tax_amount`) * 100, canceled, get(item, "qty_ordered")) / 100;
      add(item, `${currency}tax_canceled`, tax);
    }
    add(item, "qty_canceled", canceled);
  }
  for (const currency of currencies) {
    const of = (name: string) => get(order.amounts, `${currency}${name}`);
    Object.assign(order.amounts, {
      [`${currency}subtotal_canceled`]: of("subtotal") - of("subtotal_invoiced"),
      [`${currency}tax_canceled`]: of("tax_amount") - of("tax_invoiced"),
      [`${currency}shipping_canceled`]: of("shipping_amount") - of("shipping_invoiced"),
      [`${currency}discount_canceled`]: Math.abs(of("discount_amount")) - Math.abs(of("discount_invoiced")),
      [`${currency}total_canceled`]: of("grand_total") - of("total_paid"),
    });
  }
  setState(order, state);
  settle(order);
  return true;
}

function returnStock(shop: Shop, item: OrderItem): void {
  const product = shop.products[item.product];
  if (!product || !stockRules(product.stock).isManaged) return;
  const used = Math.max(get(item, "qty_shipped"), get(item, "qty_invoiced"));
  const back = get(item, "qty_ordered") - used - get(item, "qty_canceled");
  if (back <= 0) return;
  const stock = { ...product.stock, qty: product.stock.qty + back };
  if (stock.qty > stockRules(stock).minimum) stock.is_in_stock = 1;
  product.stock = settled(product, stock, timestamp(shop.now));
}

/** `{id: qty}` of a document; empty means everything that is left. */
export function wantedQtys(
  order: Order,
  given: unknown,
  left: (item: OrderItem) => number,
  fault: string,
): Map<OrderItem, number> {
  const entries = Object.entries((given ?? {}) as Record<string, number>);
  if (entries.length === 0) {
    return new Map(order.items.filter((item) => left(item) > 0).map((item) => [item, left(item)]));
  }
  const wanted = entries.map(([id, qty]): [OrderItem, number] => {
    const item = order.items.find(({ item_id }) => item_id === Number(id));
    if (!item) throw new Refusal(fault);
    refuseIf(qty < 0 || !Number.isInteger(qty) || qty > left(item), fault);
    return [item, qty];
  });
  return new Map(order.items.flatMap((item) => wanted.filter(([one, qty]) => one === item && qty > 0)));
}

/** The documents of an order, oldest first. */
export function documentsOf(documents: Readonly<Record<string, Document>>, order: Order): Document[] {
  return Object.values(documents).filter((one) => one.order === order.number);
}
