/**
 * The amounts of orders and their documents: kept in two currencies, in parallel, and never converted afterwards; shared
 * out over the items of a document (sales 11).
 */
import type { OrderDoc, OrderItem, Quantities } from "../../data/entities/sales.js";
import { Exact, sum, totalOf } from "../../../engine/values/money.js";
import { withDummies, type Counter } from "../items/quantities.js";

/** Puts a field's name into a currency: "" is the order's, `base_` the website's. */
export type Currency = "" | "base_";

/** The same figures under their `base_` names. */
export type InBase<Figures> = {
  readonly [Field in keyof Figures as `base_${Field & string}`]: Figures[Field];
};

export type InBoth<Figures> = Readonly<Figures> & InBase<Figures>;

/** Figures that are worked out once per currency, as one record: `subtotal` and `base_subtotal`. */
export function inBoth<Figures extends object>(figures: (currency: Currency) => Figures): InBoth<Figures> {
  return joinCurrencies(figures(""), figures("base_"));
}

/** The figures of both currencies as one record. */
export function joinCurrencies<Figures extends object>(own: Figures, base: Figures): InBoth<Figures> {
  const inBase: Record<string, unknown> = {};
  for (const [field, figure] of Object.entries(base)) inBase[`base_${field}`] = figure;
  return { ...own, ...(inBase as InBase<Figures>) };
}

/** `USD 12.50`: an amount of the base currency for people. */
export function baseAmountText(
  { base_currency_code }: Pick<OrderDoc, "base_currency_code">,
  amount: number,
): string {
  return `${base_currency_code} ${amount.toFixed(2)}`;
}

/**
 * Rounds the shares of one document in one currency: always of what is left, to cents, with the part of a cent that one
 * share loses carried on to the next (sales 11.1).
 */
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

/** The figures of all rows together. */
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
  /** In the order of the order's items. */
  readonly rows: readonly DocumentRow[];
}

/** The figures of a document in one currency, and the amounts of its items in their order. */
export interface FiguresInCurrency<Figures> {
  readonly figures: Figures;
  readonly rows: readonly RowAmounts[];
}

/**
 * Works out a document over these quantities of the order's items, once per currency. Dummies come along without
 * amounts of their own.
 *
 * @param counter what the document raises
 * @param figuresIn is given the items that are in the document
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
  const items = order.items.filter(({ item_id }) => quantities.has(item_id));
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
