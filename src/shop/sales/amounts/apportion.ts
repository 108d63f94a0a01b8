/**
 * How the money of order items is shared out over documents (sales 11.1): always from what is left, rounded to
 * cents, with the part of a cent that one share loses carried on to the next.
 */
import { Exact, sum, sumOf } from "../../../engine/values/money.js";

/** Rounds the shares of one document in one currency. */
export class DeltaRounding {
  private carry = Exact.zero;

  /** In cents. A share of nothing leaves the carry alone. */
  round(share: Exact): number {
    if (share.isZero) return 0;
    const exact = share.plus(this.carry);
    const rounded = exact.rounded(2);
    this.carry = exact.minus(Exact.of(rounded));
    return rounded;
  }

  /** A discount lowers the document, so it takes up the carry, and leaves its own, with the opposite sign. */
  roundDiscount(share: Exact): number {
    return sum(-this.round(share.negated()));
  }
}

/** The figures of an item that are shared out; discounts are positive. */
export interface RowAmounts {
  readonly row_total: number;
  readonly discount_amount: number;
  readonly tax_amount: number;
}

/** How much of an item goes into the document. */
export interface Portion {
  readonly qty: number;
  /** The quantity that what is left of the amounts belongs to. */
  readonly available: number;
  /** Takes all that is left, without rounding. */
  readonly isLast: boolean;
}

/** One item of a document: its portion, and what is left of its amounts in one currency. */
export interface Row {
  readonly portion: Portion;
  readonly left: RowAmounts;
}

/** The amounts of the document's items: first all row totals are rounded, then all discounts, then all taxes. */
export function apportion(rows: readonly Row[], rounding: DeltaRounding): RowAmounts[] {
  const shares = (field: keyof RowAmounts, round: (share: Exact) => number) =>
    rows.map(({ portion, left }) => (portion.isLast ? left[field] : round(shareOf(left[field], portion))));
  const rowTotals = shares("row_total", (share) => rounding.round(share));
  const discounts = shares("discount_amount", (share) => rounding.roundDiscount(share));
  const taxes = shares("tax_amount", (share) => rounding.round(share));

  return rows.map((_, index) => ({
    row_total: rowTotals[index] ?? 0,
    discount_amount: discounts[index] ?? 0,
    tax_amount: taxes[index] ?? 0,
  }));
}

function shareOf(left: number, { qty, available }: Portion): Exact {
  return Exact.of(left).times(Exact.of(qty)).over(Exact.of(available));
}

/** The figures of all rows together. */
export function rowSums(rows: readonly RowAmounts[]): RowAmounts {
  return {
    row_total: sumOf(rows.map(({ row_total }) => row_total)),
    discount_amount: sumOf(rows.map(({ discount_amount }) => discount_amount)),
    tax_amount: sumOf(rows.map(({ tax_amount }) => tax_amount)),
  };
}
