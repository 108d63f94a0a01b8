/**
 * Quantities of order items that are left to invoice, ship, refund or cancel (sales 5).
 *
 * A configurable product or a bundle has a parent row and a row for each child. For money, either the parent or the
 * children count, and so for shipping. The rows that do not count are dummies. They follow their counterpart, the
 * parent or the children, in proportion (sales 5.1, 19.1).
 */
import type { OrderItem, Quantities } from "../../data/entities/sales.js";
import { updateTime } from "../../../engine/values/dates.js";
import { Exact, sum } from "../../../engine/values/money.js";

/** The fields of an item that determine its quantities. */
type ItemQuantities = Pick<
  OrderItem,
  Extract<keyof OrderItem, `qty_${string}`> | "is_money_dummy" | "is_shipping_dummy"
>;

/** Whether the row itself is invoiced and refunded, and has the amounts. */
export function countsForMoney(item: Pick<OrderItem, "is_money_dummy">): boolean {
  return item.is_money_dummy !== true;
}

/** Whether the row itself is shipped. */
export function countsForShipping(item: Pick<OrderItem, "is_shipping_dummy">): boolean {
  return item.is_shipping_dummy !== true;
}

export function qtyToInvoice(item: ItemQuantities): number {
  return countsForMoney(item) ? openInvoiceQty(item) : 0;
}

/** Includes virtual items, although they are never shipped; `physicalQtyToShip` excludes them. */
export function qtyToShip(item: ItemQuantities): number {
  return countsForShipping(item) ? openShipmentQty(item) : 0;
}

export function physicalQtyToShip(item: ItemQuantities & Pick<OrderItem, "is_virtual">): number {
  return item.is_virtual === 1 ? 0 : qtyToShip(item);
}

export function qtyToRefund(item: ItemQuantities): number {
  return countsForMoney(item) ? Math.max(0, sum(item.qty_invoiced, -item.qty_refunded)) : 0;
}

/** The quantity that is neither invoiced nor canceled, whether or not the row counts for money. */
function openInvoiceQty({ qty_ordered, qty_invoiced, qty_canceled }: ItemQuantities): number {
  return Math.max(0, sum(qty_ordered, -qty_invoiced, -qty_canceled));
}

/** The quantity that is not shipped, refunded or canceled, whether or not the row counts for shipping. */
function openShipmentQty({ qty_ordered, qty_shipped, qty_refunded, qty_canceled }: ItemQuantities): number {
  return Math.max(0, sum(qty_ordered, -qty_shipped, -qty_refunded, -qty_canceled));
}

/** The quantities of an order item that documents raise. */
export type Counter = "qty_invoiced" | "qty_shipped" | "qty_refunded";

type FollowedCounter = Counter | "qty_canceled";

/** Whether the row itself is booked. A row that counts for money or for shipping is canceled itself. */
const counts: { readonly [C in FollowedCounter]: (item: OrderItem) => boolean } = {
  qty_invoiced: countsForMoney,
  qty_refunded: countsForMoney,
  qty_shipped: countsForShipping,
  qty_canceled: countsForSomething,
};

const counters = Object.keys(counts) as FollowedCounter[];

function countsForSomething(item: OrderItem): boolean {
  return countsForMoney(item) || countsForShipping(item);
}

/** Whether the order has no dummies, for example because it contains only simple products. */
function allCount(items: readonly OrderItem[]): boolean {
  for (const item of items) if (!countsForMoney(item) || !countsForShipping(item)) return false;
  return true;
}

/** The items after the quantities of every dummy are set in proportion to the rows that count. */
export function withFollowingDummies(items: readonly OrderItem[], now: string): readonly OrderItem[] {
  if (allCount(items)) return items;
  const family = familyOf(items);
  return items.map((item) => {
    const followed = counters.filter((counter) => !counts[counter](item));
    const changes = followed
      .map((counter) => [counter, followedQty(item, counter, family)] as const)
      .filter(([counter, qty]) => qty !== item[counter]);
    if (changes.length === 0) return item;
    return { ...item, ...Object.fromEntries(changes), updated_at: updateTime(item, now) };
  });
}

/** The quantities of a document, including those of the dummies that follow the requested items. */
export function withDummies(
  items: readonly OrderItem[],
  quantities: Quantities,
  counter: Counter,
): Quantities {
  if (allCount(items)) return quantities;
  const booked = items.map((item) => {
    const qty = quantities.get(item.item_id);
    return qty === undefined ? item : { ...item, [counter]: sum(item[counter], qty) };
  });
  const family = familyOf(booked);
  const all = booked.map((item, index): [number, number] => {
    const reached = counts[counter](item) ? item[counter] : followedQty(item, counter, family);
    return [item.item_id, sum(reached, -(items[index]?.[counter] ?? 0))];
  });
  return new Map(all.filter(([, qty]) => qty > 0));
}

interface Family {
  readonly byId: ReadonlyMap<number, OrderItem>;
  readonly childrenOf: ReadonlyMap<number, readonly OrderItem[]>;
}

function familyOf(items: readonly OrderItem[]): Family {
  const childrenOf = new Map<number, OrderItem[]>();
  for (const item of items) {
    if (item.parent_item_id === null) continue;
    const siblings = childrenOf.get(item.parent_item_id) ?? [];
    childrenOf.set(item.parent_item_id, [...siblings, item]);
  }
  return { byId: new Map(items.map((item) => [item.item_id, item])), childrenOf };
}

function followedQty(item: OrderItem, counter: FollowedCounter, family: Family): number {
  // A virtual item is never shipped, even if its parent is.
  if (counter === "qty_shipped" && item.is_virtual === 1) return 0;
  const side = counter === "qty_shipped" ? countsForParcels : counts[counter];
  return proportionateQty(item, counterparts(item, family).filter(side), (one) => one[counter]) ?? 0;
}

/** The parent of a child, or the children of a parent. */
function counterparts(item: OrderItem, { byId, childrenOf }: Family): readonly OrderItem[] {
  if (item.parent_item_id === null) return childrenOf.get(item.item_id) ?? [];
  const parent = byId.get(item.parent_item_id);
  return parent ? [parent] : [];
}

function countsForParcels(item: OrderItem): boolean {
  return countsForShipping(item) && item.is_virtual === 0;
}

/**
 * The quantity of a dummy, in proportion to the quantities of its counterparts. A parent follows the child with the
 * smallest share. Undefined if there are no counterparts.
 */
function proportionateQty(
  item: OrderItem,
  others: readonly OrderItem[],
  qtyOf: (other: OrderItem) => number,
): number | undefined {
  const shares = others.map((other) => share(item.qty_ordered, qtyOf(other), other.qty_ordered));
  return shares.length === 0 ? undefined : shares.reduce((least, one) => Math.min(least, one));
}

function share(ordered: number, booked: number, of: number): number {
  return Exact.of(ordered).times(Exact.of(booked)).over(Exact.of(of)).rounded(4);
}

/** The quantities that a cancel takes from the rows that count, by item ID, and whether an item keeps units to ship. */
export interface Cancelable {
  readonly quantities: ReadonlyMap<number, number>;
  readonly leavesToShip: (item: OrderItem) => boolean;
}

/**
 * The quantities that are neither invoiced nor shipped. A row that counts only for money takes the quantity to ship
 * from its counterpart, in proportion, and a row that counts only for shipping takes the quantity to invoice (sales
 * 19.1).
 */
export function cancelable(items: readonly OrderItem[]): Cancelable {
  const family = familyOf(items);
  const othersOf = (item: OrderItem, side: (one: OrderItem) => boolean) =>
    counterparts(item, family).filter(side);
  const left = (item: OrderItem) => {
    const isInvoiced = countsForMoney(item);
    const isShipped = countsForShipping(item) || item.is_virtual === 1;
    return Math.min(
      isInvoiced
        ? openInvoiceQty(item)
        : (proportionateQty(item, othersOf(item, countsForMoney), openInvoiceQty) ?? 0),
      isShipped
        ? openShipmentQty(item)
        : (proportionateQty(item, othersOf(item, countsForParcels), openShipmentQty) ??
            openShipmentQty(item)),
    );
  };
  const quantities = new Map(items.filter(countsForSomething).map((item) => [item.item_id, left(item)]));
  const leaves = (one: OrderItem) => openShipmentQty(one) > (quantities.get(one.item_id) ?? 0);
  return {
    quantities,
    leavesToShip: (item) =>
      countsForShipping(item) ? leaves(item) : othersOf(item, countsForParcels).some(leaves),
  };
}

/** The number of units in a document as people see it. Children are part of their parents and not counted. */
export function topLevelQty(
  items: readonly OrderItem[],
  rows: readonly { readonly order_item_id: number; readonly qty: number }[],
): number {
  const children = new Set<number>();
  for (const { item_id, parent_item_id } of items) if (parent_item_id !== null) children.add(item_id);
  let total = Exact.zero;
  for (const { order_item_id, qty } of rows) {
    if (!children.has(order_item_id)) total = total.plus(Exact.of(qty));
  }
  return total.rounded(4);
}

export function isTopLevel({ parent_item_id }: Pick<OrderItem, "parent_item_id">): boolean {
  return parent_item_id === null;
}

/** The rows of actual products: all rows that are not the parent of another row. */
export function leaves(items: readonly OrderItem[]): OrderItem[] {
  const parents = new Set(items.map(({ parent_item_id }) => parent_item_id));
  return items.filter(({ item_id }) => !parents.has(item_id));
}

/** The sum of unit weight × quantity over all rows, rounded to 4 decimals. */
export function totalWeight(rows: readonly { readonly qty: number; readonly weight: number }[]): number {
  const weights = rows.map(({ qty, weight }) => Exact.of(qty).times(Exact.of(weight)));
  return weights.reduce((total, weight) => total.plus(weight), Exact.zero).rounded(4);
}
