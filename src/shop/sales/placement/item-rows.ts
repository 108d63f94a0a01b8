/** The rows of a new order without their IDs: their fields, and their amounts in both currencies (sales 19.2). */
import { proportion, totalOf } from "../../../engine/values/money.js";
import { totalWeight } from "../items/quantities.js";
import { flatLines, type OrderedLine } from "./ordered-lines.js";
import type { LineAmounts, Totals } from "./placement-totals.js";

export interface ItemRow {
  /** The fields of the item except its amounts and its place in the order. */
  readonly identity: ReturnType<typeof identityOf>;
  readonly taxClassId: number;
  readonly amounts: LineAmounts;
  readonly base: LineAmounts;
  readonly children: readonly ItemRow[];
}

/** @param totals the totals of the lines and their children, sorted like the result of `flatLines` */
export function itemRows(lines: readonly OrderedLine[], totals: Totals, baseTotals: Totals): ItemRow[] {
  const [own, base] = [amountsByLine(lines, totals), amountsByLine(lines, baseTotals)];
  const rowOf = (line: OrderedLine): ItemRow => ({
    identity: identityOf(line),
    taxClassId: line.taxClassId,
    amounts: amountsOf(line, own),
    base: amountsOf(line, base),
    children: line.children.map(rowOf),
  });
  return lines.map(rowOf);
}

type AmountsByLine = ReadonlyMap<OrderedLine, LineAmounts | undefined>;

function amountsByLine(lines: readonly OrderedLine[], totals: Totals): AmountsByLine {
  return new Map(flatLines(lines).map((line, index) => [line, totals.lines[index]]));
}

function amountsOf(line: OrderedLine, known: AmountsByLine): LineAmounts {
  const isSumOfChildren = line.isMoneyDummy && line.children.length > 0;
  if (isSumOfChildren) return shownAmounts(line, known);
  const amounts = known.get(line);
  if (!amounts) throw new Error(`the line of ${line.sku} has no amounts`);
  return amounts;
}

/** The amounts shown on a row whose children have the amounts: the sums of the children. They are in no total. */
function shownAmounts({ qty, children }: OrderedLine, known: AmountsByLine): LineAmounts {
  const shown = children.map((child) => amountsOf(child, known));
  const row_total = totalOf(shown, "row_total");
  const row_total_incl_tax = totalOf(shown, "row_total_incl_tax");
  return {
    price: proportion(row_total, 1, qty),
    price_incl_tax: proportion(row_total_incl_tax, 1, qty),
    row_total,
    row_total_incl_tax,
    discount_amount: 0,
    tax_amount: totalOf(shown, "tax_amount"),
  };
}

function identityOf(line: OrderedLine) {
  const { product, product_type, sku, name, weight, qty, qty_backordered } = line;
  return {
    product_id: product.id,
    product_type,
    sku,
    name,
    is_virtual: line.isVirtual ? (1 as const) : (0 as const),
    is_qty_decimal: line.isQtyDecimal ? (1 as const) : (0 as const),
    weight,
    row_weight: totalWeight([{ weight, qty }]),
    qty_ordered: qty,
    qty_backordered,
    tax_percent: line.tax_percent,
    discount_percent: line.discount_percent,
    product_options: line.product_options ?? "",
    ...(line.quote_item_id === undefined ? {} : { quote_item_id: line.quote_item_id }),
    ...giftOf(line),
    ...(line.isMoneyDummy ? { is_money_dummy: true as const } : {}),
    ...(line.isShippingDummy ? { is_shipping_dummy: true as const } : {}),
  };
}

/** An item without a gift message has none of these fields. */
function giftOf({ gift_message: gift }: OrderedLine) {
  if (!gift) return {};
  const { gift_message_id, message: gift_message } = gift;
  return { gift_message_id, gift_message, gift_message_available: 1 as const };
}
