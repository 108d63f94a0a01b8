/** Every amount is kept in two currencies, in parallel, and never converted afterwards (sales 11). */
import type { OrderDoc } from "../../data/entities/sales.js";
import { sum } from "../../../engine/values/money.js";

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
  const named = Object.entries(base).map(([field, figure]) => [`base_${field}`, figure as unknown]);
  return { ...own, ...(Object.fromEntries(named) as InBase<Figures>) };
}

type NumericField<Doc> = { [Field in keyof Doc]-?: Doc[Field] extends number ? Field : never }[keyof Doc];

export type Increments<Doc> = { readonly [Field in NumericField<Doc>]?: number };

/** The document with figures added to its own. */
export function raise<Doc extends object>(doc: Doc, by: Increments<NoInfer<Doc>>): Doc {
  return changedBy(doc, by, 1);
}

/** The document with figures taken off its own: undoes `raised`. */
export function lower<Doc extends object>(doc: Doc, by: Increments<NoInfer<Doc>>): Doc {
  return changedBy(doc, by, -1);
}

function changedBy<Doc extends object>(doc: Doc, by: Increments<Doc>, sign: 1 | -1): Doc {
  const changed = Object.entries<number | undefined>(by).map(([field, figure]) => {
    return [field, sum((doc as Readonly<Record<string, number>>)[field] ?? 0, sign * (figure ?? 0))];
  });
  return { ...doc, ...(Object.fromEntries(changed) as Partial<Doc>) };
}

/** `USD 12.50`: an amount of the base currency for people. */
export function baseAmountText(
  { base_currency_code }: Pick<OrderDoc, "base_currency_code">,
  amount: number,
): string {
  return `${base_currency_code} ${amount.toFixed(2)}`;
}
