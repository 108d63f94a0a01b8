/** Which items of an order a caller names, and how many of each (sales 3.1). */
import type { OrderItem, Quantities } from "../../data/entities/sales.js";
import type { Problem } from "../../../engine/values/problem.js";
import { countsForMoney, countsForShipping } from "./quantities.js";
import { isObject, round4, toDecimal, toId } from "../../../engine/values/coercion.js";

/** How much of an item is left for the document that is made. */
export type Remaining = (item: OrderItem) => number;

export interface QuantitiesRead {
  readonly quantities: Quantities;
  readonly problems: readonly Problem[];
}

/**
 * The quantities of `itemsQty`: a list of `{order_item_id, qty}`, a map from ID to quantity, or nothing for all
 * that is left. Something has to be in the document.
 */
export function readItemsQty(
  given: unknown,
  items: readonly OrderItem[],
  remaining: Remaining,
): QuantitiesRead {
  const read = readQuantities(given, items, remaining, { field: "itemsQty" });
  if (read.problems.length > 0 || read.quantities.size > 0) return read;
  return { ...read, problems: [{ field: "itemsQty", message: "must hold a quantity above 0" }] };
}

/** The form in which quantities are expected. */
export interface QuantitiesForm {
  /** What the argument is called, for the problems. */
  readonly field: string;
  /** Whether a map may also hold `{qty}`. */
  readonly takesObjects?: boolean;
}

/** As `readItemsQty`, but nothing has to be in it. */
export function readQuantities(
  given: unknown,
  items: readonly OrderItem[],
  remaining: Remaining,
  form: QuantitiesForm,
): QuantitiesRead {
  const { field } = form;
  const entries = namedItems(given, form);
  const quantities = new Map<number, number>();
  if (entries === "all") {
    for (const item of items) if (remaining(item) > 0) quantities.set(item.item_id, remaining(item));
    return { quantities, problems: [] };
  }
  if (entries === "unusable") {
    const message = "must be a list of {order_item_id, qty}, or an object of quantities by order item ID";
    return { quantities, problems: [{ field, message }] };
  }

  const problems: Problem[] = [];
  const named = new Set<number>();
  for (const entry of entries) {
    const item = items.find(({ item_id }) => item_id === toId(entry.id));
    const problem = item ? quantityProblem(entry, item, named, remaining) : "is not an item of this order";
    if (problem !== undefined) problems.push({ field: entry.field, message: problem });
    if (!item) continue;
    named.add(item.item_id);
    const qty = round4(toDecimal(entry.qty) ?? 0);
    if (qty > 0) quantities.set(item.item_id, qty);
  }
  return { quantities, problems };
}

/** One item that is named. */
interface NamedItem {
  readonly field: string;
  readonly id: unknown;
  readonly qty: unknown;
}

function namedItems(
  given: unknown,
  { field, takesObjects = false }: QuantitiesForm,
): readonly NamedItem[] | "all" | "unusable" {
  if (given === undefined || given === null) return "all";
  if (Array.isArray(given)) {
    if (given.length === 0) return "all";
    return given.map((row: unknown, index) => {
      const { order_item_id: id, qty } = isObject(row) ? row : { order_item_id: undefined, qty: undefined };
      return { field: `${field}[${index}]`, id, qty };
    });
  }
  if (!isObject(given)) return "unusable";
  const rows = Object.entries(given);
  if (rows.length === 0) return "all";
  return rows.map(([id, value]) => ({
    field: `${field}.${id}`,
    id,
    qty: takesObjects && isObject(value) ? value.qty : value,
  }));
}

/** What is wrong with one entry, in the order of sales 3.1; undefined when it can be used. */
function quantityProblem(
  { qty: given }: NamedItem,
  item: OrderItem,
  named: ReadonlySet<number>,
  remaining: Remaining,
): string | undefined {
  if (named.has(item.item_id)) return "must not name an item twice";
  const qty = toDecimal(given);
  if (qty === undefined) return "the quantity must be a number";
  if (qty < 0) return "the quantity must not be negative";
  if (item.is_qty_decimal === 0 && !Number.isInteger(qty)) return "the item is sold in whole units only";
  const left = remaining(item);
  if (round4(qty) > left) {
    const hint =
      countsForMoney(item) && countsForShipping(item) ? "" : "; other rows of its product may count";
    return `the quantity must be at most ${left}${hint}`;
  }
  return undefined;
}
