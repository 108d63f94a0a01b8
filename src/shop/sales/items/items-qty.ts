/** Reads the quantities that a caller requests for a document (sales 3.1). */
import type { OrderItem, Quantities } from "../../data/entities/sales.js";
import { readRaw } from "../../../engine/contract/inputs.js";
import { isObject, round4, toDecimal, toId } from "../../../engine/values/coercion.js";
import type { Problem } from "../../../engine/values/problem.js";
import { readerOf } from "../../inputs.js";
import { countsForMoney, countsForShipping } from "./quantities.js";

/** The quantity of an item that is left for a new document. */
type Remaining = (item: OrderItem) => number;

interface QuantitiesRead {
  readonly quantities: Quantities;
  readonly problems: readonly Problem[];
}

/**
 * Reads `itemsQty`: a list of `{order_item_id, qty}`, a map from item ID to quantity, or nothing for everything that is
 * left. A document without any quantity is a problem.
 */
export function readItemsQty(
  given: unknown,
  items: readonly OrderItem[],
  remaining: Remaining,
): QuantitiesRead {
  const read = readQuantities(given, items, remaining, { field: "itemsQty" });
  if (read.problems.length > 0 || read.quantities.size > 0) return read;
  return { ...read, problems: [{ field: "itemsQty", message: "must have a quantity above 0" }] };
}

/** The form of the argument that contains quantities. */
interface QuantitiesForm {
  /** The name of the argument, for the problems. */
  readonly field: string;
  /** Whether the values of a map may also be `{qty}`. Default false. */
  readonly takesObjects?: boolean;
}

/** Reads quantities like `readItemsQty`, but a document without any quantity is not a problem. */
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
    const problem = entry.problem ?? entryProblem(entry, item, named, remaining);
    if (problem) problems.push(problem);
    if (!item) continue;
    named.add(item.item_id);
    const qty = round4(toDecimal(entry.qty) ?? 0);
    if (qty > 0) quantities.set(item.item_id, qty);
  }
  return { quantities, problems };
}

/** One entry of the argument, and the places of its two parts. */
interface NamedItem {
  readonly id: unknown;
  readonly qty: unknown;
  readonly idField: string;
  readonly qtyField: string;
  /** Of an entry that has no parts. */
  readonly problem?: Problem;
}

const itemMembers = readerOf<"ItemQty", { readonly order_item_id: unknown; readonly qty: unknown }>(
  ["ItemQty"],
  { order_item_id: readRaw, qty: readRaw },
);

function namedItems(
  given: unknown,
  { field, takesObjects = false }: QuantitiesForm,
): readonly NamedItem[] | "all" | "unusable" {
  if (given === undefined || given === null) return "all";
  if (Array.isArray(given)) {
    if (given.length === 0) return "all";
    return given.map((row: unknown, index) => {
      const place = `${field}[${index}]`;
      const fields = { idField: `${place}.order_item_id`, qtyField: `${place}.qty` };
      if (isObject(row)) {
        const { order_item_id: id, qty } = itemMembers.read(row, undefined, []).given;
        return { id, qty, ...fields };
      }
      const problem = { field: place, message: "must be {order_item_id, qty}" };
      return { id: undefined, qty: undefined, ...fields, problem };
    });
  }
  if (!isObject(given)) return "unusable";
  const rows = Object.entries(given);
  if (rows.length === 0) return "all";
  return rows.map(([id, value]) => {
    const idField = `${field}.${id}`;
    return takesObjects && isObject(value)
      ? { id, qty: value.qty, idField, qtyField: `${idField}.qty` }
      : { id, qty: value, idField, qtyField: idField };
  });
}

/** The first problem of an entry, in the order of sales 3.1; undefined if it is valid. */
function entryProblem(
  { qty, idField, qtyField }: NamedItem,
  item: OrderItem | undefined,
  named: ReadonlySet<number>,
  remaining: Remaining,
): Problem | undefined {
  if (!item) return { field: idField, message: "is not an item of this order" };
  if (named.has(item.item_id)) return { field: idField, message: "must not name an item twice" };
  const message = quantityProblem(qty, item, remaining);
  return message === undefined ? undefined : { field: qtyField, message };
}

function quantityProblem(given: unknown, item: OrderItem, remaining: Remaining): string | undefined {
  const qty = toDecimal(given);
  if (qty === undefined) return "the quantity must be a number";
  if (qty < 0) return "the quantity must not be negative";
  if (item.is_qty_decimal === 0 && !Number.isInteger(qty)) return "the item is sold in whole units only";
  const left = remaining(item);
  if (round4(qty) > left) {
    const hint =
      countsForMoney(item) && countsForShipping(item) ? "" : "; check the other rows of its product";
    return `the quantity must be at most ${left}${hint}`;
  }
  return undefined;
}
