/** Places an order like the checkout of a shop (sales 19). Used by carts, the test control and the sample shop. */
import type { OrderDoc, OrderItem, SalesAddress } from "../../data/entities/sales.js";
import type { StoreView, Website } from "../../data/entities/shop.js";
import { queueMail } from "../../mail/outbox.js";
import type { Problem } from "../../../engine/values/problem.js";
import type { HandlerSettings } from "../../namespace.js";
import { round4 } from "../../../engine/values/coercion.js";
import { totalOf } from "../../../engine/values/money.js";
import { withCharge, withInvoice, withPaid } from "../amounts/bookings.js";
import { itemRows, type ItemRow } from "./item-rows.js";
import type { AddressCopy } from "./order-address.js";
import { gatewayAction } from "../payment/payment.js";
import {
  baseCurrency,
  methodPrice,
  newOrderItem,
  newPayment,
  placedOrder,
  type OrderOfCart,
  type PaymentTerms,
  type Sale,
} from "./new-order.js";
import { startedOrder, type GatewayReply } from "./placement-state.js";
import { placementTotals, type ShippingCharge, type Totals } from "./placement-totals.js";
import {
  defaultShippingMethod,
  paymentProblem,
  requestProblems,
  type PlacementRequest,
  type ShippingMethod,
} from "./placement-request.js";
import { qtyToInvoice } from "../items/quantities.js";
import { scopeOf, type ShopDirectory } from "../../stores/directory.js";
import type { Tx } from "../../../engine/storage/storage.js";
import { findParty, type Party } from "./buyers.js";
import { askGateway } from "../payment/gateway.js";
import { newInvoice } from "../invoices/order-invoice.js";
import { nextIncrementId, saveOrder } from "../orders/orders.js";
import { flatLines, type OrderedLine } from "./ordered-lines.js";
import { readItems, type ReadItems } from "./placement-items.js";

/** What a placement needs from its caller. The `Call` of a write operation satisfies this interface. */
export interface Placing {
  readonly tx: Tx;
  readonly shop: ShopDirectory;
  readonly now: string;
  readonly settings: Pick<HandlerSettings, "priceScope" | "mailFrom">;
}

function unknownView(shop: ShopDirectory, store: unknown): Problem {
  return { field: "store", message: `must be the ID or code of a store view${shop.meantView(store)}` };
}

export type Placed = { readonly order: OrderDoc } | { readonly problems: readonly Problem[] };

/**
 * Places an order, or returns the problems of the request. With problems, nothing is stored, except that a refusal by
 * the gateway uses up its answer. Therefore problems are returned, not thrown.
 */
export async function placeOrder(placing: Placing, request: PlacementRequest): Promise<Placed> {
  const wrong = requestProblems(request);
  const store = storeOf(placing.shop, request);
  const unknownStore = store ? [] : [unknownView(placing.shop, request.store)];
  if (!store || wrong.length > 0) return { problems: [...unknownStore, ...wrong] };
  const now = request.created_at ?? placing.now;
  const party = await findParty(placing.tx, request);
  if ("message" in party) return { problems: [party] };
  const items = await readItems(purchaseOf(placing, store, party, now), request.items);
  if (items.problems.length > 0) return { problems: items.problems };

  return placePriced({ ...placing, now }, priceOrder(request, store, party, items));
}

/** Places an order with known prices if its payment method can be used. Returns problems like `placeOrder`. */
export async function placePriced(placing: Placing, priced: PricedOrder): Promise<Placed> {
  const { method } = priced.payment;
  const unpayable = paymentProblem(method, {
    is_virtual: priced.shipping_method === null ? 1 : 0,
    grand_total: priced.totals.order.grand_total,
  });
  if (unpayable) return { problems: [unpayable] };
  const reply = await gatewayReply(placing.tx, priced.state, method);
  if (reply === "fail") return { problems: [{ field: "payment_method", message: "the gateway refused" }] };

  return { order: await storeOrder(placing, priced, reply) };
}

/** The store view of an order, and its website. */
export interface Store {
  readonly view: StoreView;
  readonly website: Website;
}

/**
 * The store view of a request; by default the default store view of the default website. Undefined for an unknown store
 * view and for the admin store view (0).
 */
function storeOf(shop: ShopDirectory, { store }: PlacementRequest): Store | undefined {
  const view = shop.view(store ?? shop.defaultStoreId(shop.defaultWebsite));
  const websiteOfView = view && shop.website(view.website_id);
  return view && websiteOfView && view.store_id !== 0 ? { view, website: websiteOfView } : undefined;
}

function purchaseOf({ tx, settings }: Placing, { view, website }: Store, { buyer }: Party, now: string) {
  const { customer_group_id } = buyer;
  const { priceScope } = settings;
  return { tx, website, scope: scopeOf(view), customer_group_id, now, priceScope };
}

/** An order with its items and totals, but without IDs. */
export interface PricedOrder {
  readonly store: Store;
  readonly party: Party;
  readonly items: ReadItems;
  readonly order_currency_code: string;
  readonly rate: number;
  /** null if nothing is shipped. */
  readonly shipping_method: ShippingMethod | null;
  readonly payment: PaymentTerms;
  readonly totals: Totals;
  readonly baseTotals: Totals;
  readonly customer_note: string | null;
  /** Whether the customer gets a mail about the order. */
  readonly notify: boolean;
  /** The first state of the order; undefined means the state that the payment method determines. */
  readonly state?: PlacementRequest["state"];
  /** The fields copied from the cart; undefined for an order without cart. */
  readonly ofCart?: OrderOfCart;
}

function priceOrder(request: PlacementRequest, store: Store, party: Party, items: ReadItems): PricedOrder {
  const { lines } = items;
  const rows = flatLines(lines);
  const rate = round4(request.rate ?? 1);
  const isShipped = isAnyShipped(rows);
  const method = (request.shipping_method ?? defaultShippingMethod) as ShippingMethod;
  const shipping = isShipped ? shippingCharge(request, method, rows) : noShipping;
  return {
    store,
    party,
    items,
    order_currency_code: request.order_currency ?? baseCurrency,
    rate,
    shipping_method: isShipped ? method : null,
    payment: { method: request.payment_method ?? "checkmo" },
    totals: placementTotals(rows, shipping, rate),
    baseTotals: placementTotals(rows, shipping, 1),
    customer_note: request.customer_note ?? null,
    notify: request.notify ?? false,
    state: request.state,
  };
}

/** Whether an order contains anything to ship. */
export function isAnyShipped(rows: readonly OrderedLine[]): boolean {
  return rows.some(({ isVirtual }) => !isVirtual);
}

/**
 * The number of physical units. If a composite product is shipped together, its own units count, not its children's.
 */
export function shippedUnits(rows: readonly OrderedLine[]): number {
  const shipped = rows.filter(({ isVirtual, isShippingDummy }) => !isVirtual && !isShippingDummy);
  return totalOf(shipped, "qty");
}

export const noShipping: ShippingCharge = { amount: 0, tax_percent: 0, discount_amount: 0 };

function shippingCharge(
  request: PlacementRequest,
  method: ShippingMethod,
  rows: readonly OrderedLine[],
): ShippingCharge {
  return {
    amount: request.shipping_amount ?? methodPrice(method, shippedUnits(rows)),
    tax_percent: round4(request.shipping_tax_percent ?? 0),
    discount_amount: request.shipping_discount_amount ?? 0,
  };
}

/** The request to the gateway and its answer; undefined if the gateway is not asked. */
async function gatewayReply(
  tx: Tx,
  state: PlacementRequest["state"],
  method: string,
): Promise<GatewayReply | "fail" | undefined> {
  const action = gatewayAction({ method });
  if (action === undefined || state !== undefined) return undefined;
  const answer = await askGateway(tx);
  return answer === "fail" ? "fail" : { action, answer };
}

async function storeOrder(
  placing: Placing,
  priced: PricedOrder,
  reply: GatewayReply | undefined,
): Promise<OrderDoc> {
  const { tx, now } = placing;
  const { items, notify, customer_note } = priced;
  for (const stock of items.stocks.values()) await tx.put("stock_items", stock);
  const order = startedOrder(await newOrder(placing, priced), reply, priced.state);
  const paid = reply?.action === "capture" ? await withSaleInvoice(placing, order, reply) : order;

  const isTold = notify && order.customer_email !== "";
  const saved = await saveOrder(tx, paid, now);
  await queueMail(placing, { template: "order_new", order: saved, notify: isTold, comment: customer_note });
  return saved;
}

async function newOrder({ tx, shop, now }: Placing, priced: PricedOrder): Promise<OrderDoc> {
  const { store, party, totals, baseTotals, ofCart } = priced;
  const id = await tx.next("order");
  const isShipped = priced.shipping_method !== null;
  return placedOrder({
    id,
    increment_id: await nextIncrementId(tx, "order", store.view.store_id),
    now,
    sale: saleOf(shop, priced),
    buyer: party.buyer,
    billing_address: await numberAddress(tx, party.billing, "billing"),
    shipping_address: isShipped ? await numberAddress(tx, party.shipping, "shipping") : null,
    shipping_method: priced.shipping_method,
    items: await newItems(tx, priced, id, now),
    totals,
    baseTotals,
    payment: newPayment(await tx.next("order_payment"), priced.payment, totals, baseTotals),
    customer_note: priced.customer_note,
    notify: priced.notify,
    ofCart,
  });
}

function saleOf(shop: ShopDirectory, { order_currency_code, store, rate }: PricedOrder): Sale {
  const { view, website } = store;
  return {
    store_id: view.store_id,
    store_name: [website.name, shop.group(view.group_id)?.name ?? "", view.name].join("\n"),
    order_currency_code,
    rate,
  };
}

async function numberAddress(
  tx: Tx,
  copy: AddressCopy,
  address_type: "billing" | "shipping",
): Promise<SalesAddress> {
  return { address_id: await tx.next("order_address"), address_type, ...copy };
}

/** The rows with their IDs. The row of a composite product is followed by the rows of its children. */
async function newItems(
  tx: Tx,
  { items, store, totals, baseTotals }: PricedOrder,
  order_id: number,
  created_at: string,
): Promise<OrderItem[]> {
  const orderItems: OrderItem[] = [];
  const add = async (row: ItemRow, parent_item_id: number | null) => {
    const item_id = await tx.next("order_item");
    const place = { item_id, parent_item_id, order_id, store_id: store.view.store_id, created_at };
    orderItems.push(newOrderItem(place, row));
    for (const child of row.children) await add(child, item_id);
  };
  for (const row of itemRows(items.lines, totals, baseTotals)) await add(row, null);
  return orderItems;
}

/**
 * Stores the invoice of a captured order, and books it on the order. The invoice is paid, or open if the gateway
 * answered "pending" or "fraud".
 */
async function withSaleInvoice(
  placing: Placing,
  order: OrderDoc,
  { answer }: GatewayReply,
): Promise<OrderDoc> {
  const quantities = new Map(order.items.map((item) => [item.item_id, qtyToInvoice(item)]));
  const state = answer === "ok" ? 2 : 1;
  const made = await newInvoice(placing, order, quantities, state);
  const invoice = { ...made, transaction_id: order.payment.last_trans_id };

  await placing.tx.put("invoices", invoice);
  const invoiced = withInvoice(order, invoice);
  return state === 2 ? withCharge(withPaid(invoiced, invoice), invoice) : invoiced;
}
