/** The payment methods of the shop: their titles, and when they can be used (sales 19.1, beyond 10). */

interface MethodRow {
  readonly title: string;
  readonly usable: "needs_shipping" | "needs_nothing_to_pay" | "always";
}

const rows = {
  checkmo: { title: "Check / Money order", usable: "always" },
  purchaseorder: { title: "Purchase Order", usable: "always" },
  banktransfer: { title: "Bank Transfer Payment", usable: "always" },
  cashondelivery: { title: "Cash On Delivery", usable: "needs_shipping" },
  test_authorize: { title: "Test: Authorize", usable: "always" },
  test_sale: { title: "Test: Sale", usable: "always" },
  free: { title: "No Payment Information Required", usable: "needs_nothing_to_pay" },
} as const satisfies Readonly<Record<string, MethodRow>>;

export type PaymentMethod = keyof typeof rows;

/** The codes of all payment methods, in the order in which lists show them. */
export const paymentMethods = Object.keys(rows) as PaymentMethod[];

export function isPaymentMethod(code: string): code is PaymentMethod {
  return Object.hasOwn(rows, code);
}

export function paymentMethod(code: PaymentMethod): MethodRow {
  return rows[code];
}
