/** The status codes of the shop and what people read in their place (sales 4). */
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
  // These belong to no state: only a comment sets them.
  ["pending_paypal", "Pending PayPal"],
  ["paypal_reversed", "PayPal Reversed"],
  ["paypal_canceled_reversal", "PayPal Canceled Reversal"],
]);

/** Codes differ in upper and lower case. */
export function isStatus(code: string): boolean {
  return labels.has(code);
}

/** A code that the shop no longer knows is its own label. */
export function statusLabel(code: string): string {
  return labels.get(code) ?? code;
}
