/**
 * Amounts of orders and their documents. Amounts in both currencies are calculated in parallel and never converted
 * afterwards. A document gets a share of the amounts of each order item (sales 11).
 */
import type { OrderDoc, OrderItem, Quantities } from "../../data/entities/sales.js";
import { Exact, sum, totalOf } from "../../../engine/values/money.js";
import { withDummies, type Counter } from "../items/quantities.js";

/** The prefix of a field name: "" for the order currency, `base_` for the base currency of the website. */
export type Currency = "" | "base_";

/** The same figures with the prefix `base_` in their names. */
type InBase<Figures> = {
  readonly [Field in keyof Figures as `base_${Field & string}`]: Figures[Field];
};

type InBoth<Figures> = Readonly<Figures> & InBase<Figures>;

/** Calculates figures once per currency and joins them in one record, such as `subtotal` and `base_subtotal`. */
export function inBoth<Figures extends object>(figures: (currency: Currency) => Figures): InBoth<Figures> {
  return joinCurrencies(figures(""), figures("base_"));
}

/** Joins the figures of both currencies in one record. The names of `base` get the prefix `base_`. */
export function joinCurrencies<Figures extends object>(own: Figures, base: Figures): InBoth<Figures> {
  const inBase: Record<string, unknown> = {};
  for (const [field, figure] of Object.entries(base)) inBase[`base_${field}`] = figure;
  return { ...own, ...(inBase as InBase<Figures>) };
}

/** Formats an amount in base currency for messages and comments: `USD 12.50`. */
export function baseAmountText(
  { base_currency_code }: Pick<OrderDoc, "base_currency_code">,
  amount: number,
): string {
  return `${base_currency_code} ${amount.toFixed(2)}`;
}

/**
 * Rounds the shares of one document in one currency to cents. The rounding difference of a share is carried over to the
 * next share (sales 11.1).
 */
export class DeltaRounding {
  private carry = Exact.zero;

  /** Rounds `share` plus the carry to cents. A share of 0 does not change the carry. */
  round(share: Exact): number {
    if (share.isZero) return 0;
    const exact = share.plus(this.carry);
    const rounded = exact.rounded(2);
    this.carry = exact.minus(Exact.of(rounded));
    return rounded;
  }

  /** Rounds a discount. It lowers the total of the document, so the carry is applied with the opposite sign. */
  roundDiscount(share: Exact): number {
    return sum(-this.round(share.negated()));
  }
}

/** The amounts of an item that are divided among documents. Discounts are 0 or positive. */
export interface RowAmounts {
  readonly row_total: number;
  readonly discount_amount: number;
  readonly tax_amount: number;
}

/** The portion of an item that is in the document. */
export interface Portion {
  readonly qty: number;
  /** The quantity that the remaining amounts of the item belong to. */
  readonly available: number;
  /** Whether the portion gets all remaining amounts, without rounding. */
  readonly isLast: boolean;
}

/** One item of a document: its portion, and its remaining amounts in one currency. */
export interface Row {
  readonly portion: Portion;
  readonly left: RowAmounts;
}

/**
 * The amounts of the items of a document, each calculated from what is left of the item. All row totals are rounded
 * first, then all discounts, then all taxes (sales 11.1).
 */
export function apportion(rows: readonly Row[], rounding: DeltaRounding): RowAmounts[] {
  const amounts: { -readonly [Field in keyof RowAmounts]: number }[] = [];
  for (const { left } of rows) amounts.push({ ...left });
  for (const field of ["row_total", "discount_amount", "tax_amount"] as const) {
    for (const [at, row] of amounts.entries()) {
      const { portion } = rows[at] as Row;
      if (portion.isLast) continue;
      const share = shareOf(row[field], portion);
      row[field] = field === "discount_amount" ? rounding.roundDiscount(share) : rounding.round(share);
    }
  }
  return amounts;
}

function shareOf(left: number, { qty, available }: Portion): Exact {
  return Exact.of(left).times(Exact.of(qty)).over(Exact.of(available));
}

/** The sums of the amounts of all rows. */
export function rowSums(rows: readonly RowAmounts[]): RowAmounts {
  return {
    row_total: totalOf(rows, "row_total"),
    discount_amount: totalOf(rows, "discount_amount"),
    tax_amount: totalOf(rows, "tax_amount"),
  };
}

export interface DocumentRow {
  readonly item: OrderItem;
  readonly qty: number;
  readonly amounts: InBoth<RowAmounts>;
}

export interface DocumentTotals<Figures> {
  readonly totals: InBoth<Figures>;
  /** Sorted like the items of the order. */
  readonly rows: readonly DocumentRow[];
}

/** The figures of a document in one currency, and the amounts of its items, sorted like the items. */
export interface FiguresInCurrency<Figures> {
  readonly figures: Figures;
  readonly rows: readonly RowAmounts[];
}

/**
 * Calculates the figures and rows of a document for the requested quantities of the order items, once per currency.
 * Dummies are added as rows with amounts of 0.
 *
 * @param counter the counter of the order items that the document raises
 * @param figuresIn calculates the figures in one currency; it receives only the items that are in the document
 */
export function documentTotals<Figures extends object, Request extends { readonly quantities: Quantities }>(
  order: OrderDoc,
  request: Request,
  counter: Counter,
  figuresIn: (
    currency: Currency,
    order: OrderDoc,
    items: readonly OrderItem[],
    request: Request,
  ) => FiguresInCurrency<Figures>,
): DocumentTotals<Figures> {
  const { quantities } = request;
  const items: OrderItem[] = [];
  for (const item of order.items) if (quantities.has(item.item_id)) items.push(item);
  const own = figuresIn("", order, items, request);
  const base = figuresIn("base_", order, items, request);
  const all = withDummies(order.items, quantities, counter);
  const rows: DocumentRow[] = [];
  let at = 0;
  for (const item of order.items) {
    const isCounted = item === items[at];
    const [amounts, baseAmounts] = isCounted ? [own.rows[at], base.rows[at]] : [];
    if (isCounted) at += 1;
    const qty = all.get(item.item_id);
    if (qty === undefined) continue;
    rows.push({ item, qty, amounts: joinCurrencies(amounts ?? nothing, baseAmounts ?? nothing) });
  }
  return { totals: joinCurrencies(own.figures, base.figures), rows };
}

const nothing: RowAmounts = { row_total: 0, discount_amount: 0, tax_amount: 0 };
