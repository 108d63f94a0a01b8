/** The start of an order: its state, the result of the gateway, its first history rows (sales 4.1, 8.1, 19.3). */
import type { GatewayAnswer, OrderDoc } from "../../data/entities/sales.js";
import {
  withHistory,
  withStanding,
  reviewAfter,
  defaultStanding,
  type Standing,
} from "../orders/order-state.js";
import { baseAmountText } from "../amounts/amounts.js";
import { doubtText, transactionText, type GatewayAction } from "../payment/payment.js";

/** The request to the gateway and its answer. After the answer "fail" there is no order. */
export interface GatewayReply {
  readonly action: GatewayAction;
  readonly answer: Exclude<GatewayAnswer, "fail">;
}

/** The order in its first state. `reply` is undefined if no gateway was asked; only then does `wanted` apply. */
export function startedOrder(
  order: OrderDoc,
  reply: GatewayReply | undefined,
  wanted: "payment_review" | "pending_payment" | undefined,
): OrderDoc {
  const first = firstState(reply, wanted);
  const { customer_note: comment, customer_note_notify: is_customer_notified, created_at } = order;
  const note = { comment: comment ?? "", is_customer_notified };
  if (!reply) return withStanding(order, first, note, created_at);
  const paid = withTransaction({ ...order, ...first }, reply);
  const noted = note.comment === "" ? paid : withHistory(paid, first.status, note, created_at);
  const gateway = { comment: gatewayNote(noted, reply), is_customer_notified };
  return withHistory(noted, first.status, gateway, created_at);
}

function firstState(
  reply: GatewayReply | undefined,
  wanted: "payment_review" | "pending_payment" | undefined,
): Standing {
  if (!reply) return defaultStanding(wanted ?? "new");
  return reply.answer === "ok" ? defaultStanding("processing") : reviewAfter(reply.answer);
}

/**
 * The order with the gateway's transaction. An authorized amount is not paid yet; an invoice pays a captured amount.
 */
function withTransaction(order: OrderDoc, { action }: GatewayReply): OrderDoc {
  const last_trans_id = `${order.increment_id}-${action}`;
  if (action === "capture") return { ...order, payment: { ...order.payment, last_trans_id } };
  const { grand_total: amount_authorized, base_grand_total: base_amount_authorized } = order;
  const authorized = { amount_authorized, base_amount_authorized, authorization: "open" } as const;
  return { ...order, payment: { ...order.payment, ...authorized, last_trans_id } };
}

const done = { authorize: "Authorized", capture: "Captured" } as const;
const doing = { authorize: "Authorizing", capture: "Capturing" } as const;

function gatewayNote(order: OrderDoc, { action, answer }: GatewayReply): string {
  const amount = `amount of ${baseAmountText(order, order.base_grand_total)}`;
  const transaction = transactionText(order.payment.last_trans_id);
  if (answer === "ok") return `${done[action]} ${amount}. ${transaction}`;
  return `${doing[action]} ${amount}. ${doubtText(answer)} ${transaction}`;
}
