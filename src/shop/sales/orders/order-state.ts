/**
 * The states of an order: the transitions between them, the operations that each state allows (sales 6), the status of
 * each state, the history row of a change, and the automatic transitions (sales 4).
 */
import type {
  OrderDoc,
  OrderState,
  CreditmemoDoc,
  InvoiceDoc,
  HistoryEntity,
  StatusHistoryRow,
} from "../../data/entities/sales.js";
import { type GatewayDoubt, canPaymentCapture, canPaymentVoid } from "../payment/payment.js";
import { toCents } from "../../../engine/values/money.js";
import { qtyToInvoice, physicalQtyToShip } from "../items/quantities.js";

export const orderStates: readonly OrderState[] = [
  ...(["new", "pending_payment", "processing", "complete"] as const),
  ...(["closed", "canceled", "holded", "payment_review"] as const),
];

type OrderTrigger =
  | "place"
  | "hold"
  | "unhold"
  | "cancel"
  | "invoice.create"
  | "invoice.capture"
  | "invoice.void"
  | "invoice.cancel"
  | "shipment.create"
  | "creditmemo.create"
  | "creditmemo.cancel"
  | "save";

export interface Transition {
  readonly trigger: OrderTrigger;
  /** "none" means that the order does not exist yet. */
  readonly from: readonly (OrderState | "none")[];
  /** "same" means that the state does not change. */
  readonly to: OrderState | "same";
  /** The condition, if there are several rows for the same trigger and state. */
  readonly when?: string;
}

const unfinished = ["new", "pending_payment", "processing"] as const;
/** Not on hold, in review, closed or canceled. */
const running = [...unfinished, "complete"] as const;
const held = ["holded", "payment_review"] as const;

/** The transitions between states (sales 4.1). docs/order-states.md shows them. */
export const transitions: readonly Transition[] = [
  { trigger: "place", from: ["none"], to: "new", when: "offline payment" },
  { trigger: "place", from: ["none"], to: "processing", when: "gateway authorizes or captures" },
  { trigger: "place", from: ["none"], to: "payment_review", when: "gateway says pending or fraud" },
  { trigger: "place", from: ["none"], to: "pending_payment", when: "the customer pays elsewhere" },
  { trigger: "hold", from: unfinished, to: "holded" },
  { trigger: "unhold", from: ["holded"], to: "new", when: "it was new" },
  { trigger: "unhold", from: ["holded"], to: "pending_payment", when: "it was pending_payment" },
  { trigger: "unhold", from: ["holded"], to: "processing", when: "it was processing" },
  { trigger: "cancel", from: unfinished, to: "canceled", when: "nothing is refundable" },
  { trigger: "cancel", from: ["pending_payment"], to: "processing", when: "invoiced goods are left to ship" },
  { trigger: "cancel", from: ["processing"], to: "same", when: "invoiced goods are left to ship" },
  {
    trigger: "cancel",
    from: ["pending_payment", "processing"],
    to: "complete",
    when: "all invoiced is shipped",
  },
  { trigger: "invoice.create", from: ["new"], to: "processing" },
  { trigger: "invoice.create", from: ["pending_payment", "processing"], to: "same" },
  { trigger: "shipment.create", from: ["new"], to: "processing" },
  { trigger: "shipment.create", from: ["pending_payment", "processing", "complete", "closed"], to: "same" },
  { trigger: "invoice.capture", from: running, to: "processing" },
  { trigger: "invoice.capture", from: running, to: "payment_review", when: "gateway says pending or fraud" },
  { trigger: "invoice.void", from: running, to: "processing" },
  { trigger: "invoice.cancel", from: running, to: "processing" },
  { trigger: "creditmemo.create", from: running, to: "same" },
  { trigger: "creditmemo.cancel", from: ["closed"], to: "complete", when: "nothing to invoice or ship" },
  { trigger: "creditmemo.cancel", from: ["closed"], to: "processing", when: "something to invoice or ship" },
  { trigger: "creditmemo.cancel", from: [...running, ...held, "canceled"], to: "same" },
  {
    trigger: "save",
    from: [...unfinished, "closed"],
    to: "complete",
    when: "all is done, money can be refunded",
  },
  { trigger: "save", from: running, to: "closed", when: "all is done and refunded" },
];

/** Whether the state allows the trigger. The predicates below check the other conditions. */
function permits(state: OrderState, trigger: OrderTrigger): boolean {
  for (const row of transitions) if (row.trigger === trigger && row.from.includes(state)) return true;
  return false;
}

export function canHold({ state }: OrderDoc): boolean {
  return permits(state, "hold");
}

export function canUnhold({ state }: OrderDoc): boolean {
  return permits(state, "unhold");
}

/** Shipped quantities do not matter: an order that was shipped but never invoiced can be canceled (sales 6.3). */
export function canCancel(order: OrderDoc): boolean {
  return permits(order.state, "cancel") && hasToInvoice(order);
}

export function canInvoice(order: OrderDoc): boolean {
  return permits(order.state, "invoice.create") && hasToInvoice(order);
}

/** Payment is not required (sales 6.5). */
export function canShip(order: OrderDoc): boolean {
  return permits(order.state, "shipment.create") && order.is_virtual === 0 && hasToShip(order);
}

/** Whether the order has paid money that is not refunded yet (sales 6.6). */
export function canCreditmemo(order: OrderDoc): boolean {
  return permits(order.state, "creditmemo.create") && toCents(order.total_paid) !== order.total_refunded;
}

/** Whether an invoice can be captured: it is open, and so is the authorization, if there is one (sales 6.7). */
export function canCapture(order: OrderDoc, { state }: InvoiceDoc): boolean {
  return permits(order.state, "invoice.capture") && state === 1 && canPaymentCapture(order.payment);
}

export function canVoid(order: OrderDoc, { state }: InvoiceDoc): boolean {
  return permits(order.state, "invoice.void") && state === 2 && canPaymentVoid(order.payment);
}

export function canCancelInvoice(order: OrderDoc, { state }: InvoiceDoc): boolean {
  return permits(order.state, "invoice.cancel") && state === 1;
}

/** Does not depend on the state of the order (sales 6.8). */
export function canCancelCreditmemo({ state }: CreditmemoDoc): boolean {
  return state === 1;
}

export function hasToInvoice({ items }: OrderDoc): boolean {
  for (const item of items) if (qtyToInvoice(item) > 0) return true;
  return false;
}

/** Whether physical items are left to ship. */
export function hasToShip({ items }: OrderDoc): boolean {
  for (const item of items) if (physicalQtyToShip(item) > 0) return true;
  return false;
}

const defaultStatuses: { readonly [S in OrderState]: string } = {
  new: "pending",
  pending_payment: "pending_payment",
  processing: "processing",
  complete: "complete",
  closed: "closed",
  canceled: "canceled",
  holded: "holded",
  payment_review: "payment_review",
};

/** The state of an order together with its status. */
export interface Standing {
  readonly state: OrderState;
  readonly status: string;
}

/** The reason to refuse an operation, for messages: `Order 100000001 is in state "complete"`. */
export function stateText({ increment_id, state }: OrderDoc): string {
  return `Order ${increment_id} is in state "${state}"`;
}

/** A state with its default status. */
export function defaultStanding(state: OrderState): Standing {
  return { state, status: defaultStatuses[state] };
}

/** State and status of an order whose payment the gateway has not decided or suspects of fraud. */
export function reviewAfter(doubt: GatewayDoubt): Standing {
  return doubt === "fraud" ? { state: "payment_review", status: "fraud" } : defaultStanding("payment_review");
}

/** The content of a history row besides the status. The defaults are those of automatic rows (sales 4.1). */
interface HistoryNote {
  /** Default "order". */
  readonly entity_name?: HistoryEntity;
  /** Default "". */
  readonly comment?: string;
  /** Default 2 (not applicable). */
  readonly is_customer_notified?: 0 | 1 | 2;
}

/** The order with another history row. The status of the order itself does not change. */
export function withHistory(order: OrderDoc, status: string, note: HistoryNote, now: string): OrderDoc {
  return { ...order, status_history: [...order.status_history, historyRow(order, status, note, now)] };
}

/** The order in another state and status, with the history row of this change. */
export function withStanding(
  order: OrderDoc,
  { state, status }: Standing,
  note: HistoryNote,
  now: string,
): OrderDoc {
  const row = historyRow(order, status, note, now);
  return { ...order, state, status, status_history: [...order.status_history, row] };
}

function historyRow({ id }: OrderDoc, status: string, note: HistoryNote, now: string): StatusHistoryRow {
  return {
    created_at: now,
    status,
    comment: note.comment ?? "",
    is_customer_notified: note.is_customer_notified ?? 2,
    is_visible_on_front: 0,
    entity_name: note.entity_name ?? "order",
    parent_id: id,
  };
}

/**
 * Sorts rows by time, newest first; within a second, the row written last comes first. `rows` must be in the order of
 * writing.
 */
export function newestFirst<Row extends { readonly created_at: string }>(rows: readonly Row[]): Row[] {
  return [...rows]
    .reverse()
    .sort((a, b) => (a.created_at < b.created_at ? 1 : a.created_at > b.created_at ? -1 : 0));
}

/**
 * The state that an order gets on save when nothing is left to invoice or ship; undefined if the state does not change
 * (sales 4.2).
 */
export function automaticState(order: OrderDoc): "complete" | "closed" | undefined {
  if (!permits(order.state, "save") || canInvoice(order) || canShip(order)) return undefined;
  const isToStayRefundable = order.base_grand_total === 0 || canCreditmemo(order);
  const reached = isToStayRefundable ? "complete" : order.total_refunded > 0 ? "closed" : order.state;
  return reached === order.state ? undefined : (reached as "complete" | "closed");
}

/**
 * The order after its automatic transition on save (sales 4.2). If nothing is left to invoice or ship, the order
 * becomes complete or closed. A new order that was partly invoiced or shipped becomes processing.
 */
export function settledOrder(order: OrderDoc, now: string, note: HistoryNote): OrderDoc {
  const reached = automaticState(order);
  if (reached) return withStanding(order, defaultStanding(reached), note, now);
  const isBegun = note.entity_name === "invoice" || note.entity_name === "shipment";
  if (order.state !== "new" || !isBegun) return order;
  return withStanding(order, defaultStanding("processing"), note, now);
}

/** The order on hold (sales 7.2), with its previous state and status in `hold_before_state` and `hold_before_status`. */
export function heldOrder(order: OrderDoc, now: string): OrderDoc {
  const remembering = { ...order, hold_before_state: order.state, hold_before_status: order.status };
  return withStanding(remembering, defaultStanding("holded"), {}, now);
}

/**
 * The order with its state and status from before the hold. Without a remembered status it keeps its current status.
 */
export function releasedOrder(order: OrderDoc, now: string): OrderDoc {
  const { hold_before_state, hold_before_status: status } = order;
  const state = (hold_before_state ?? order.state) as OrderDoc["state"];
  const forgetful = { ...order, hold_before_state: null, hold_before_status: null };
  return status === null ? { ...forgetful, state } : withStanding(forgetful, { state, status }, {}, now);
}
