/** What the amounts of invoices and credit memos have in common: totals and one row per item, in both currencies. */
import type { OrderDoc, OrderItem, Quantities } from "../../entities/sales.js";
import type { RowAmounts } from "./apportion.js";
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

/** Works out a document over these quantities of the order's items, once per currency. */
export function documentTotals<Figures extends object>(
  order: OrderDoc,
  quantities: Quantities,
  figuresIn: (currency: Currency, items: readonly OrderItem[]) => FiguresInCurrency<Figures>,
): DocumentTotals<Figures> {
  const items = order.items.filter(({ item_id }) => quantities.has(item_id));
  const own = figuresIn("", items);
  const base = figuresIn("base_", items);
  return {
    totals: joinCurrencies(own.figures, base.figures),
    rows: items.map((item, index) => ({
      item,
      qty: quantities.get(item.item_id) ?? 0,
      amounts: joinCurrencies(own.rows[index] as RowAmounts, base.rows[index] as RowAmounts),
    })),
  };
}
