/** Coupons: which codes are valid, and the discount on each line (beyond 11). Tests and datasets create coupons. */
import type { Coupon } from "../data/entities/cart.js";
import { proportion, sum, sumOf } from "../../engine/values/money.js";
import { flatLines, type OrderedLine } from "../sales/placement/ordered-lines.js";

/** The website and the time at which a code is used. */
interface CouponContext {
  readonly website_id: number;
  /** UTC, `YYYY-MM-DD HH:MM:SS` */
  readonly now: string;
}

/** The coupon with a code, ignoring case; undefined if there is none or it is not valid here and now. */
export function findCoupon(
  coupons: readonly Coupon[],
  code: string,
  { website_id, now }: CouponContext,
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

/** The lines with the discount of a coupon: a percentage, or a share of a fixed amount. Rows without money stay. */
export function withCoupon(
  lines: readonly OrderedLine[],
  coupon: Coupon | undefined,
): readonly OrderedLine[] {
  if (coupon?.percent)
    return mapCounted(lines, (line) => ({ ...line, discount_percent: coupon.percent ?? 0 }));
  if (!coupon?.fixed) return lines;
  const shares = proportionalShares(coupon.fixed, flatLines(lines).filter(isCounted).map(rowTotal));
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

/** Splits an amount, at most the total, in proportion to the rows. The last rows absorb the rounding. */
function proportionalShares(amount: number, rows: readonly number[]): number[] {
  const total = sumOf(rows);
  let left = Math.min(amount, total);
  let open = total;
  return rows.map((row) => {
    const share = proportion(left, row, open);
    [left, open] = [sum(left, -share), sum(open, -row)];
    return share;
  });
}
