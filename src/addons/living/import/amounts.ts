/**
 * Corrects contradictory amounts, which old orders of live shops can have, so that they satisfy the invariants of this service.
 * The report lists every order whose amounts were changed.
 */
import type { CreditmemoDoc, InvoiceDoc, OrderDoc, OrderItem } from "../../../shop/data/entities/sales.js";
import { countsForMoney } from "../../../shop/sales/items/quantities.js";
import { documentLaws, orderLaws } from "../../../shop/sales/amounts/laws.js";
import { sum, sumOf } from "../../../engine/values/money.js";
import type { ImportContext } from "./reading.js";

type Figures = Record<string, number>;

const currencies = ["", "base_"] as const;

/** The summands of a grand total. */
const parts = ["subtotal", "shipping_amount", "tax_amount", "discount_amount", "adjustment"] as const;

export function withConsistentAmounts(context: ImportContext, order: OrderDoc): OrderDoc {
  const [broken] = orderLaws(order);
  if (!broken) return order;
  const items = order.items.map(withConsistentQuantities);
  const counting = items.filter(countsForMoney) as unknown as readonly Figures[];
  const changed: Figures = {};
  const of = (name: string) => changed[name] ?? (order as unknown as Figures)[name] ?? 0;
  for (const base of currencies) {
    changed[`${base}subtotal`] = sumOf(counting.map((item) => item[`${base}row_total`] ?? 0));
    changed[`${base}total_due`] = Math.max(0, sum(of(`${base}grand_total`), -of(`${base}total_paid`)));
    changed[`${base}subtotal_invoiced`] = Math.min(of(`${base}subtotal_invoiced`), of(`${base}subtotal`));
    changed[`${base}tax_invoiced`] = Math.min(of(`${base}tax_invoiced`), of(`${base}tax_amount`));
    changed[`${base}tax_refunded`] = Math.min(of(`${base}tax_refunded`), of(`${base}tax_invoiced`));
  }
  // The amount due is always computed, so a difference is not reported.
  if (!broken.path.endsWith("total_due"))
    context.report.find(
      "orders with inconsistent amounts or quantities: changed",
      `order ${order.increment_id}: ${broken.path} ${broken.message}`,
    );
  return { ...order, ...changed, items };
}

function withConsistentQuantities(item: OrderItem): OrderItem {
  const qty_canceled = Math.min(item.qty_canceled, item.qty_ordered);
  const most = countsForMoney(item) ? sum(item.qty_ordered, -qty_canceled) : item.qty_ordered;
  const qty_invoiced = Math.min(item.qty_invoiced, most);
  const qty_refunded = Math.min(item.qty_refunded, countsForMoney(item) ? qty_invoiced : item.qty_refunded);
  const qty_shipped = Math.min(item.qty_shipped, item.qty_ordered);
  return {
    ...item,
    qty_canceled,
    qty_invoiced,
    qty_refunded: Math.min(qty_refunded, qty_invoiced),
    qty_shipped,
  };
}

/** Keeps the grand total. The difference to the other amounts (hidden tax, gift cards, fees) is added to the tax. */
export function documentWithConsistentAmounts<D extends InvoiceDoc | CreditmemoDoc>(
  context: ImportContext,
  document: D,
  name: string,
): D {
  const [broken] = documentLaws(document);
  if (!broken) return document;
  const changed: Figures = {};
  const of = (field: string) => changed[field] ?? (document as unknown as Partial<Figures>)[field] ?? 0;
  for (const base of currencies) {
    const rows = document.items as unknown as readonly Figures[];
    changed[`${base}subtotal`] = sumOf(rows.map((row) => row[`${base}row_total`] ?? 0));
    // Some versions store discounts as positive amounts.
    const discount = of(`${base}discount_amount`);
    const rest = () => sumOf([of(`${base}grand_total`), ...parts.map((part) => -of(`${base}${part}`))]);
    if (discount > 0 && rest() === -2 * discount) changed[`${base}discount_amount`] = -discount;
    changed[`${base}tax_amount`] = sum(of(`${base}tax_amount`), rest());
  }
  context.report.find(
    "documents whose amounts do not add up here: the difference was counted as tax",
    `${name}: ${broken.path} ${broken.message}`,
  );
  return { ...document, ...changed };
}
