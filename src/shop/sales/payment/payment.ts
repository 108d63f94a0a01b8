/** What the classes of payment methods can do (sales 8.1). */
import type { GatewayAnswer, OrderPayment } from "../../data/entities/sales.js";

type PaymentMethod = Pick<OrderPayment, "method">;

/** Methods behind the simulated gateway, and what it is asked for when an order is placed. */
const gatewayActions = { test_authorize: "authorize", test_sale: "capture" } as const;

export type GatewayAction = (typeof gatewayActions)[keyof typeof gatewayActions];

/** The money of other methods arrives some other way. */
export function usesGateway({ method }: PaymentMethod): boolean {
  return Object.hasOwn(gatewayActions, method);
}

/** Undefined for a method without gateway. */
export function gatewayAction(payment: PaymentMethod): GatewayAction | undefined {
  return usesGateway(payment) ? gatewayActions[payment.method as keyof typeof gatewayActions] : undefined;
}

/** A payment that was never authorized is charged directly; one whose authorization is closed no more. */
export function canPaymentCapture(payment: OrderPayment): boolean {
  return usesGateway(payment) && payment.authorization !== "closed";
}

export function canPaymentVoid(payment: OrderPayment): boolean {
  return usesGateway(payment) && payment.authorization === "open";
}

/** Invoices without gateway are paid when they are made; those of a gateway wait for their capture. */
export function newInvoiceState(payment: PaymentMethod): 1 | 2 {
  return usesGateway(payment) ? 1 : 2;
}

/** The payment after its authorization was given up. An order has one, so its number names the transaction. */
export function withClosedAuthorization(payment: OrderPayment, orderIncrementId: string): OrderPayment {
  return { ...payment, authorization: "closed", last_trans_id: `${orderIncrementId}-void` };
}

/** What the gateway says when it neither charges nor refuses. */
export type GatewayDoubt = Extract<GatewayAnswer, "pending" | "fraud">;

/** The doubt as the history of an order tells it. */
export function doubtText(doubt: GatewayDoubt): string {
  return doubt === "fraud" ? "The gateway suspects fraud." : "The gateway has not decided yet.";
}

/** A transaction of the gateway as the history of an order names it. */
export function transactionText(transactionId: string | null): string {
  return `Transaction ID: "${transactionId ?? ""}".`;
}
