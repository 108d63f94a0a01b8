/** Consistency rules between the amounts of an imported order or document (sales 5, 11). */
import type { CreditmemoDoc, InvoiceDoc, OrderDoc, ShipmentDoc } from "../../data/entities/sales.js";
import { sum } from "../../../engine/values/money.js";
import { countsForMoney } from "../items/quantities.js";

export interface BrokenLaw {
  /** Such as `items[0].qty_invoiced`. */
  readonly path: string;
  readonly message: string;
}

type Laws = Generator<BrokenLaw>;
type Figures = Readonly<Record<string, number>>;

const currencies = ["", "base_"] as const;

/** The broken rules of an order. The types of its fields must have been checked before. */
export function* orderLaws(order: OrderDoc): Laws {
  const of = (field: string) => (order as unknown as Figures)[field] as number;
  const counting = order.items.filter(countsForMoney);
  for (const currency of currencies) {
    yield* sameAs(`${currency}subtotal`, of(`${currency}subtotal`), {
      what: `the ${currency}row_total of its items`,
      is: total(counting, `${currency}row_total`),
    });
    const unpaid = sum(of(`${currency}grand_total`), -of(`${currency}total_paid`));
    yield* sameAs(`${currency}total_due`, of(`${currency}total_due`), {
      what: "the grand total less what is paid",
      is: Math.max(0, unpaid),
    });
    for (const [less, more] of [
      ["subtotal_invoiced", "subtotal"],
      ["tax_invoiced", "tax_amount"],
      ["tax_refunded", "tax_invoiced"],
    ] as const)
      yield* atMost(
        `${currency}${less}`,
        of(`${currency}${less}`),
        `${currency}${more}`,
        of(`${currency}${more}`),
      );
  }
  const { amount_paid, amount_refunded } = order.payment;
  yield* sameAs("payment.amount_paid", amount_paid, { what: "total_paid", is: order.total_paid });
  yield* sameAs("payment.amount_refunded", amount_refunded, {
    what: "total_refunded",
    is: order.total_refunded,
  });
  yield* itemLaws(order);
}

function* itemLaws({ items }: OrderDoc): Laws {
  const ids = new Set<number>();
  for (const [index, item] of items.entries()) {
    const at = `items[${index}]`;
    if (ids.has(item.item_id))
      yield { path: `${at}.item_id`, message: `is the ID of an earlier item: ${item.item_id}` };
    ids.add(item.item_id);
    yield* atMost(`${at}.qty_shipped`, item.qty_shipped, "qty_ordered", item.qty_ordered);
    yield* atMost(`${at}.qty_refunded`, item.qty_refunded, "qty_invoiced", item.qty_invoiced);
    if (!countsForMoney(item)) continue;
    const billed = sum(item.qty_invoiced, item.qty_canceled);
    yield* atMost(`${at}.qty_invoiced`, billed, "qty_ordered", item.qty_ordered, " with what is canceled");
  }
  for (const [index, { parent_item_id }] of items.entries()) {
    if (parent_item_id === null || ids.has(parent_item_id)) continue;
    yield {
      path: `items[${index}].parent_item_id`,
      message: `names ${parent_item_id}, which is not an item of the order`,
    };
  }
}

const canceled = 3;

/** The broken rules of an invoice or a credit memo. */
export function* documentLaws(document: InvoiceDoc | CreditmemoDoc): Laws {
  yield* rowLaws(document);
  if (document.state === canceled) return;
  const of = (field: string) => (document as unknown as Partial<Figures>)[field] ?? 0;
  for (const currency of currencies) {
    const parts = ["subtotal", "shipping_amount", "tax_amount", "discount_amount", "adjustment"];
    yield* sameAs(`${currency}grand_total`, of(`${currency}grand_total`), {
      what: "subtotal, shipping, tax, discount and adjustment together",
      is: parts.reduce((all, part) => sum(all, of(`${currency}${part}`)), 0),
    });
    yield* sameAs(`${currency}subtotal`, of(`${currency}subtotal`), {
      what: `the ${currency}row_total of its items`,
      is: total(document.items, `${currency}row_total`),
    });
  }
}

/** The broken rules of the rows of a document: at most one row per order item, each with a quantity above 0. */
export function* rowLaws({ items }: InvoiceDoc | CreditmemoDoc | ShipmentDoc): Laws {
  const known = new Set<number>();
  for (const [index, { order_item_id, qty }] of items.entries()) {
    const at = `items[${index}]`;
    if (known.has(order_item_id))
      yield { path: `${at}.order_item_id`, message: `is the ID of an earlier row: ${order_item_id}` };
    known.add(order_item_id);
    if (qty <= 0) yield { path: `${at}.qty`, message: "must be above 0" };
  }
}

function total(rows: readonly object[], field: string): number {
  return rows.reduce((all, row) => sum(all, (row as Partial<Figures>)[field] ?? 0), 0);
}

function* sameAs(
  path: string,
  found: number,
  { what, is }: { readonly what: string; readonly is: number },
): Laws {
  if (found !== is)
    yield { path, message: `is ${found}, but ${what} ${what.includes(" ") ? "come to" : "is"} ${is}` };
}

function* atMost(path: string, found: number, what: string, most: number, more = ""): Laws {
  if (found > most) yield { path, message: `is ${found}${more}, above its ${what} of ${most}` };
}
