/** The capabilities of payment methods, and the texts about the gateway in the order history (sales 8.1). */
import { describe, expect, test } from "vitest";
import type { OrderPayment } from "../../../../src/shop/data/entities/sales.js";
import * as payment from "../../../../src/shop/sales/payment/payment.js";

type Authorization = OrderPayment["authorization"];
const of = (method: string, authorization: Authorization = "none") =>
  ({ method, authorization, last_trans_id: "t" }) as OrderPayment;

describe("methods", () => {
  test.each([
    { method: "checkmo", action: undefined, state: 2 },
    { method: "free", action: undefined, state: 2 },
    { method: "toString", action: undefined, state: 2 },
    { method: "test_authorize", action: "authorize", state: 1 },
    { method: "test_sale", action: "capture", state: 1 },
  ])(
    "$method requests $action from the gateway; new invoices are in state $state",
    ({ method, action, state }) => {
      expect(payment.gatewayAction({ method })).toBe(action);
      expect(payment.usesGateway({ method })).toBe(action !== undefined);
      expect(payment.newInvoiceState({ method })).toBe(state);
    },
  );
});

test.each([
  { method: "checkmo", authorization: "none", capture: false, voids: false },
  { method: "checkmo", authorization: "open", capture: false, voids: false },
  { method: "test_authorize", authorization: "open", capture: true, voids: true },
  { method: "test_authorize", authorization: "closed", capture: false, voids: false },
  { method: "test_sale", authorization: "none", capture: true, voids: false },
] as const)(
  "$method, $authorization: capture $capture, void $voids",
  ({ method, authorization, capture, voids }) => {
    const one = of(method, authorization);
    expect([payment.canPaymentCapture(one), payment.canPaymentVoid(one)]).toEqual([capture, voids]);
  },
);

test("a voided authorization is closed by a transaction named after the order", () => {
  expect(payment.withClosedAuthorization(of("test_authorize", "open"), "100000001")).toEqual({
    ...of("test_authorize", "closed"),
    last_trans_id: "100000001-void",
  });
});

test("texts for the order history", () => {
  expect(payment.doubtText("fraud")).toBe("The gateway suspects fraud.");
  expect(payment.doubtText("pending")).toBe("The gateway has not decided yet.");
  expect([payment.transactionText("t-1"), payment.transactionText(null)]).toEqual([
    'Transaction ID: "t-1".',
    'Transaction ID: "".',
  ]);
});
