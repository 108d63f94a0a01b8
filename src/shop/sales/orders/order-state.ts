/**
 * The states of an order: what leads from one to another, what may be done in each (sales 6), the status that goes with it,
 * the row of the history that tells of a change, and the states that an order reaches by itself (sales 4).
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

export type OrderTrigger =
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
  /** "none" = the order does not exist yet. */
  readonly from: readonly (OrderState | "none")[];
  /** "same" = the state stays. */
  readonly to: OrderState | "same";
  /** When there are several rows for a trigger and a state. */
  readonly when?: string;
}

const unfinished = ["new", "pending_payment", "processing"] as const;
/** Neither on hold nor in review, nor at its end. */
const running = [...unfinished, "complete"] as const;
const held = ["holded", "payment_review"] as const;

/** What leads from one state to another (sales 4.1): docs/order-states.md shows it. */
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

/** Whether the state lets the trigger happen; the predicates know what else it takes. */
export function permits(state: OrderState, trigger: OrderTrigger): boolean {
  for (const row of transitions) if (row.trigger === trigger && row.from.includes(state)) return true;
  return false;
}

export function canHold({ state }: OrderDoc): boolean {
  return permits(state, "hold");
}

export function canUnhold({ state }: OrderDoc): boolean {
  return permits(state, "unhold");
}

/** How much was shipped plays no part: an order that was shipped but never invoiced can be canceled. */
export function canCancel(order: OrderDoc): boolean {
  return permits(order.state, "cancel") && hasToInvoice(order);
}

export function canInvoice(order: OrderDoc): boolean {
  return permits(order.state, "invoice.create") && hasToInvoice(order);
}

/** Nobody needs to have paid. */
export function canShip(order: OrderDoc): boolean {
  return permits(order.state, "shipment.create") && order.is_virtual === 0 && hasToShip(order);
}

/** Money was paid and is not refunded yet. */
export function canCreditmemo(order: OrderDoc): boolean {
  return permits(order.state, "creditmemo.create") && toCents(order.total_paid) !== order.total_refunded;
}

/** An open invoice can be charged as long as the authorization, if there was one, is open. */
export function canCapture(order: OrderDoc, { state }: InvoiceDoc): boolean {
  return permits(order.state, "invoice.capture") && state === 1 && canPaymentCapture(order.payment);
}

export function canVoid(order: OrderDoc, { state }: InvoiceDoc): boolean {
  return permits(order.state, "invoice.void") && state === 2 && canPaymentVoid(order.payment);
}

export function canCancelInvoice(order: OrderDoc, { state }: InvoiceDoc): boolean {
  return permits(order.state, "invoice.cancel") && state === 1;
}

/** Whatever the order's state is. */
export function canCancelCreditmemo({ state }: CreditmemoDoc): boolean {
  return state === 1;
}

export function hasToInvoice({ items }: OrderDoc): boolean {
  for (const item of items) if (qtyToInvoice(item) > 0) return true;
  return false;
}

/** Something that can be shipped is left to ship. */
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

/** Where an order stands. */
export interface Standing {
  readonly state: OrderState;
  readonly status: string;
}

/** `Order 100000001 is in state "complete"`: why something is refused, for people. */
export function stateText({ increment_id, state }: OrderDoc): string {
  return `Order ${increment_id} is in state "${state}"`;
}

/** A state together with its default status. */
export function defaultStanding(state: OrderState): Standing {
  return { state, status: defaultStatuses[state] };
}

/** The review that a gateway in doubt puts an order into. */
export function reviewAfter(doubt: GatewayDoubt): Standing {
  return doubt === "fraud" ? { state: "payment_review", status: "fraud" } : defaultStanding("payment_review");
}

/** What a history row says besides the status; what is unset is as in a row that an operation adds by itself. */
export interface HistoryNote {
  /** Default "order". */
  readonly entity_name?: HistoryEntity;
  /** Default "". */
  readonly comment?: string;
  /** Default 2: not applicable. */
  readonly is_customer_notified?: 0 | 1 | 2;
}

/** The order with one more history row; its own status stays. */
export function withHistory(order: OrderDoc, status: string, note: HistoryNote, now: string): OrderDoc {
  return { ...order, status_history: [...order.status_history, historyRow(order, status, note, now)] };
}

/** The order in another state and status, with the row that says so. */
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

/** Rows by time, the latest first; of one second, the one written last first. `rows` are in order of writing. */
export function newestFirst<Row extends { readonly created_at: string }>(rows: readonly Row[]): Row[] {
  return [...rows]
    .reverse()
    .sort((a, b) => (a.created_at < b.created_at ? 1 : a.created_at > b.created_at ? -1 : 0));
}

/** The state that an order comes to when it is saved with nothing left to do; undefined when it stays (4.2). */
export function automaticState(order: OrderDoc): "complete" | "closed" | undefined {
  if (!permits(order.state, "save") || canInvoice(order) || canShip(order)) return undefined;
  const isToStayRefundable = order.base_grand_total === 0 || canCreditmemo(order);
  const reached = isToStayRefundable ? "complete" : order.total_refunded > 0 ? "closed" : order.state;
  return reached === order.state ? undefined : (reached as "complete" | "closed");
}

/** The order as it is saved: with all done complete or closed; a new one that was invoiced or shipped in part is processing. */
export function settledOrder(order: OrderDoc, now: string, note: HistoryNote): OrderDoc {
  const reached = automaticState(order);
  if (reached) return withStanding(order, defaultStanding(reached), note, now);
  const isBegun = note.entity_name === "invoice" || note.entity_name === "shipment";
  if (order.state !== "new" || !isBegun) return order;
  return withStanding(order, defaultStanding("processing"), note, now);
}
