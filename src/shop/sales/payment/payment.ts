/** The capabilities of each class of payment methods (sales 8.1). */
import type { GatewayAnswer, OrderPayment } from "../../data/entities/sales.js";

type PaymentMethod = Pick<OrderPayment, "method">;

/** The payment methods of the simulated gateway, and the action requested from it when an order is placed. */
const gatewayActions = { test_authorize: "authorize", test_sale: "capture" } as const;

export type GatewayAction = (typeof gatewayActions)[keyof typeof gatewayActions];

/** Whether a payment method uses the gateway. With other methods, the shop receives the money outside the system. */
function usesGateway({ method }: PaymentMethod): boolean {
  return Object.hasOwn(gatewayActions, method);
}

/** The action requested from the gateway when an order is placed; undefined for a method without gateway. */
export function gatewayAction(payment: PaymentMethod): GatewayAction | undefined {
  return usesGateway(payment) ? gatewayActions[payment.method as keyof typeof gatewayActions] : undefined;
}

/** Whether a payment can be charged: it was never authorized, or its authorization is open. */
export function canPaymentCapture(payment: OrderPayment): boolean {
  return usesGateway(payment) && payment.authorization !== "closed";
}

export function canPaymentVoid(payment: OrderPayment): boolean {
  return usesGateway(payment) && payment.authorization === "open";
}

/** The state of a new invoice: 2 (paid) without gateway; 1 (open) with a gateway, until the invoice is captured. */
export function newInvoiceState(payment: PaymentMethod): 1 | 2 {
  return usesGateway(payment) ? 1 : 2;
}

/**
 * The payment after its authorization was voided. An order has at most one authorization, so the increment ID of the
 * order identifies the transaction.
 */
export function withClosedAuthorization(payment: OrderPayment, orderIncrementId: string): OrderPayment {
  return { ...payment, authorization: "closed", last_trans_id: `${orderIncrementId}-void` };
}

/** The gateway's responses that neither charge nor refuse. */
export type GatewayDoubt = Extract<GatewayAnswer, "pending" | "fraud">;

/** The text about an undecided gateway in the order history. */
export function doubtText(doubt: GatewayDoubt): string {
  return doubt === "fraud" ? "The gateway suspects fraud." : "The gateway has not decided yet.";
}

/** The text about a transaction of the gateway in the order history. */
export function transactionText(transactionId: string | null): string {
  return `Transaction ID: "${transactionId ?? ""}".`;
}
