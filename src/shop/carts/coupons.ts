/** Coupons: what a code is worth for a cart (beyond 11). There are those that a test or a dataset has set. */
import type { Coupon } from "../data/entities/cart.js";
import { proportion, sum, sumOf } from "../../engine/values/money.js";
import { flatLines, type OrderedLine } from "../sales/placement/ordered-lines.js";

/** Where and when a code is given. */
export interface Redeeming {
  readonly website_id: number;
  /** UTC, `YYYY-MM-DD HH:MM:SS` */
  readonly now: string;
}

/** The coupon behind a code, in whatever case; undefined for none, and for one that does not count here and now. */
export function couponOf(
  coupons: readonly Coupon[],
  code: string,
  { website_id, now }: Redeeming,
): Coupon | undefined {
  const day = now.slice(0, 10);
  return coupons.find(
    (coupon) =>
      coupon.code.toLowerCase() === code.trim().toLowerCase() &&
      (coupon.website_id === null || coupon.website_id === website_id) &&
      (coupon.from ?? day) <= day &&
      day <= (coupon.to ?? day) &&
      (coupon.uses === null || coupon.used < coupon.uses),
  );
}

/** The lines with what a coupon takes off each: a percentage, or a share of an amount. Rows that only show others stay. */
export function withCoupon(
  lines: readonly OrderedLine[],
  coupon: Coupon | undefined,
): readonly OrderedLine[] {
  if (coupon?.percent)
    return mapCounted(lines, (line) => ({ ...line, discount_percent: coupon.percent ?? 0 }));
  if (!coupon?.fixed) return lines;
  const shares = sharesOf(coupon.fixed, flatLines(lines).filter(isCounted).map(rowTotal));
  let at = 0;
  return mapCounted(lines, (line) => {
    const discount_amount = shares[at] ?? 0;
    at += 1;
    return { ...line, discount_amount };
  });
}

function isCounted({ isMoneyDummy }: OrderedLine): boolean {
  return !isMoneyDummy;
}

function mapCounted(
  lines: readonly OrderedLine[],
  change: (line: OrderedLine) => OrderedLine,
): readonly OrderedLine[] {
  return lines.map((line) => {
    const own = isCounted(line) ? change(line) : line;
    return { ...own, children: mapCounted(own.children, change) };
  });
}

function rowTotal({ base_price, qty }: OrderedLine): number {
  return proportion(base_price, qty);
}

/** An amount over rows by their totals, never more than they are; cents that are left go to the last ones. */
function sharesOf(amount: number, rows: readonly number[]): number[] {
  const total = sumOf(rows);
  let left = Math.min(amount, total);
  let open = total;
  return rows.map((row) => {
    const share = proportion(left, row, open);
    [left, open] = [sum(left, -share), sum(open, -row)];
    return share;
  });
}
