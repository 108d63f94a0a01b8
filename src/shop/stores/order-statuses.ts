/** The status codes of orders and their labels (sales 4). */
const labels: ReadonlyMap<string, string> = new Map([
  ["pending", "Pending"],
  ["pending_payment", "Pending Payment"],
  ["processing", "Processing"],
  ["holded", "On Hold"],
  ["complete", "Complete"],
  ["closed", "Closed"],
  ["canceled", "Canceled"],
  ["fraud", "Suspected Fraud"],
  ["payment_review", "Payment Review"],
  // These do not belong to a state and are set only by comments.
  ["pending_paypal", "Pending PayPal"],
  ["paypal_reversed", "PayPal Reversed"],
  ["paypal_canceled_reversal", "PayPal Canceled Reversal"],
]);

export const statusCodes: readonly string[] = [...labels.keys()];

/** Case-sensitive. */
export function isStatus(code: string): boolean {
  return labels.has(code);
}

/** An unknown code is its own label. */
export function statusLabel(code: string): string {
  return labels.get(code) ?? code;
}
