/** What the classes of payment methods can do (sales.md 8.1). */
import type { OrderPayment } from "../../entities/sales.js";

type PaymentMethod = Pick<OrderPayment, "method">;

/** Methods behind the simulated gateway, and what it is asked for when an order is placed. */
const gatewayActions = { test_authorize: "authorize", test_sale: "capture" } as const;

export type GatewayAction = (typeof gatewayActions)[keyof typeof gatewayActions];

/** Undefined for a method without gateway: its money arrives some other way. */
export function gatewayAction({ method }: PaymentMethod): GatewayAction | undefined {
  return Object.hasOwn(gatewayActions, method)
    ? gatewayActions[method as keyof typeof gatewayActions]
    : undefined;
}

export function usesGateway(payment: PaymentMethod): boolean {
  return gatewayAction(payment) !== undefined;
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
