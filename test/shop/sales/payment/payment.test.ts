/** The capabilities of payment methods, and the texts about the gateway in the order history (sales 8.1). */
import { expect, test } from "vitest";
import type { OrderPayment } from "../../../../src/shop/data/entities/sales.js";
import * as payment from "../../../../src/shop/sales/payment/payment.js";

type Authorization = OrderPayment["authorization"];
const of = (method: string, authorization: Authorization = "none") =>
  ({ method, authorization, last_trans_id: "t" }) as OrderPayment;

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

test("texts for the order history", () => {
  expect(payment.doubtText("fraud")).toBe("The gateway suspects fraud.");
  expect(payment.doubtText("pending")).toBe("The gateway has not decided yet.");
  expect([payment.transactionText("t-1"), payment.transactionText(null)]).toEqual([
    'Transaction ID: "t-1".',
    'Transaction ID: "".',
  ]);
});
