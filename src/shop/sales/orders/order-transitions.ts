/**
 * The states of an order and what leads from one to another (sales 4.1). The predicates read this table, and
 * docs/order-states.md shows it.
 */
import type { OrderState } from "../../data/entities/sales.js";

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

/** Whether the state lets the trigger happen; predicates.ts knows what else it takes. */
export function permits(state: OrderState, trigger: OrderTrigger): boolean {
  return transitions.some((row) => row.trigger === trigger && row.from.includes(state));
}
