/** Order rows for tests of the quantity rules. */
import type { OrderItem } from "../../../../src/shop/data/entities/sales.js";

export type Quantities = readonly [
  ordered: number,
  invoiced: number,
  shipped: number,
  refunded: number,
  canceled: number,
];

export function row(
  [qty_ordered, qty_invoiced, qty_shipped, qty_refunded, qty_canceled]: Quantities,
  more: Partial<OrderItem> = {},
): OrderItem {
  const quantities = { qty_ordered, qty_invoiced, qty_shipped, qty_refunded, qty_canceled };
  const place = { item_id: 1, parent_item_id: null, created_at: "2025-06-01 00:00:00" };
  return { ...place, is_virtual: 0, is_qty_decimal: 0, weight: 1, ...quantities, ...more } as OrderItem;
}

type Who = "parent" | "children";

/** The rows of a composite product. The parent has item ID 1, the children have 2, 3 … */
export function family(
  { money, shipping }: { readonly money: Who; readonly shipping: Who },
  parent: Quantities,
  ...children: readonly (Quantities | readonly [Quantities, "virtual"])[]
): OrderItem[] {
  const dummy = (isChild: boolean): Partial<OrderItem> => ({
    ...((money === "children") === isChild ? {} : { is_money_dummy: true }),
    ...((shipping === "children") === isChild ? {} : { is_shipping_dummy: true }),
  });
  return [
    row(parent, dummy(false)),
    ...children.map((child, index) => {
      const [quantities, isVirtual] = child[1] === "virtual" ? [child[0], true] : [child, false];
      const place = { item_id: index + 2, parent_item_id: 1, is_virtual: isVirtual ? 1 : 0 } as const;
      return row(quantities, { ...dummy(true), ...place });
    }),
  ];
}
