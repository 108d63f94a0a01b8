/** sales 4: the status codes of orders and their labels. */
import { expect, test } from "vitest";
import { isStatus, statusLabel } from "../../../src/shop/stores/order-statuses.js";

test.each([
  { code: "holded", isKnown: true, label: "On Hold" },
  { code: "pending_paypal", isKnown: true, label: "Pending PayPal" },
  { code: "Holded", isKnown: false, label: "Holded" },
  { code: "packed", isKnown: false, label: "packed" },
])("$code reads $label", ({ code, isKnown, label }) => {
  expect(isStatus(code)).toBe(isKnown);
  expect(statusLabel(code)).toBe(label);
});
