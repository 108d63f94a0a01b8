/** What the amounts of invoices and credit memos have in common: totals and one row per item, in both currencies. */
import type { OrderDoc, OrderItem, Quantities } from "../../data/entities/sales.js";
import type { RowAmounts } from "./apportion.js";
import { withDummies, type Counter } from "../items/composites.js";
import { joinCurrencies, type Currency, type InBoth } from "./currencies.js";

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
 */
export function documentTotals<Figures extends object>(
  order: OrderDoc,
  quantities: Quantities,
  counter: Counter,
  figuresIn: (currency: Currency, items: readonly OrderItem[]) => FiguresInCurrency<Figures>,
): DocumentTotals<Figures> {
  const items = order.items.filter(({ item_id }) => quantities.has(item_id));
  const own = figuresIn("", items);
  const base = figuresIn("base_", items);
  const amountsOf = new Map(
    items.map(({ item_id }, index) => [
      item_id,
      joinCurrencies(own.rows[index] as RowAmounts, base.rows[index] as RowAmounts),
    ]),
  );
  const all = withDummies(order.items, quantities, counter);
  return {
    totals: joinCurrencies(own.figures, base.figures),
    rows: order.items.flatMap((item) => {
      const qty = all.get(item.item_id);
      return qty === undefined ? [] : [{ item, qty, amounts: amountsOf.get(item.item_id) ?? noAmounts }];
    }),
  };
}

const nothing: RowAmounts = { row_total: 0, discount_amount: 0, tax_amount: 0 };
const noAmounts = joinCurrencies(nothing, nothing);
