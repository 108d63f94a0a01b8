/** What one unit costs with its tax (sales.md 19.2). */
import { proportion, sum } from "../../../engine/values/money.js";

/** A row's total and tax divided by its quantity, to the cent; a discount lowers the tax, not the price. */
export function priceInclTax(row_total: number, tax_amount: number, qty: number): number {
  return proportion(sum(row_total, tax_amount), 1, qty);
}
