/** Reads and changes the stock item of a product (catalog 11). */
import type { ProductType, StockItemDoc } from "../../data/entities/catalog.js";
import type { Problem } from "../../../engine/values/problem.js";
import { addProblems } from "../../../engine/contract/inputs.js";
import { toData } from "../../../engine/values/coercion.js";
import { readerOf } from "../../inputs.js";
import { isQuantityManaged } from "../attribute-values/product-types.js";

type Stock = Omit<StockItemDoc, "id">;

/** A new stock item that uses the configuration of the shop. */
export const managedByDefault: Stock = {
  qty: 0,
  is_in_stock: 0,
  manage_stock: 0,
  use_config_manage_stock: 1,
  min_qty: 0,
  use_config_min_qty: 1,
  min_sale_qty: 1,
  use_config_min_sale_qty: 1,
  max_sale_qty: 0,
  use_config_max_sale_qty: 1,
  is_qty_decimal: 0,
  is_decimal_divided: 0,
  backorders: 0,
  use_config_backorders: 1,
  notify_stock_qty: null,
  use_config_notify_stock_qty: 1,
  enable_qty_increments: 0,
  use_config_enable_qty_inc: 1,
  qty_increments: 0,
  use_config_qty_increments: 1,
  low_stock_date: null,
  stock_status_changed_auto: 0,
};

/** The stock item of a product that was created without stock data: always salable. */
export const notManaged: Stock = { ...managedByDefault, use_config_manage_stock: 0 };

/** The configuration of the shop, which applies while use_config_… is 1. */
const shopDefaults = { manage_stock: 1, min_qty: 0, backorders: 0, notify_stock_qty: 1 } as const;

/** The members that callers can write. */
type Settings = Omit<Stock, "low_stock_date" | "stock_status_changed_auto">;

/** The changed settings; undefined members were not given. */
export type StockChanges = {
  readonly [Name in keyof Settings]?: Exclude<Settings[Name], null>;
};

const members = readerOf<"StockInput", Settings>(["StockInput"], {});
const changedMembers = readerOf<"StockChanges", Settings>(["StockChanges"], {});

/** The setting that says whether another one applies, or the configuration of the shop: `use_config_min_qty`. */
function useConfig(name: string): keyof Settings | undefined {
  return members.names.find(
    (other) => other.startsWith("use_config_") && name.startsWith(other.slice("use_config_".length)),
  );
}

/** Reads `stock_data`; adds invalid members to `problems`. */
export function readStockData(given: unknown, problems: Problem[]): StockChanges {
  return withOwnSettings(readSettings(given, members, "stock_data", problems));
}

/** Reads changes of a stock item as `cataloginventory_stock_item` takes them, which needs quantities of 0 or more. */
export function readStockItem(given: unknown, field: string, problems: Problem[]): StockChanges {
  return readSettings(given, changedMembers, field, problems);
}

function readSettings(
  given: unknown,
  { read }: typeof members | typeof changedMembers,
  field: string,
  problems: Problem[],
): StockChanges {
  const data = toData(given);
  if (!data) {
    problems.push({ field, message: "must be an object" });
    return {};
  }
  const reading = read(data, undefined);
  addProblems(problems, reading.problems, `${field}.`);
  return reading.given as StockChanges;
}

/** The changes with `use_config_…` 0 for every given setting, unless they say otherwise. */
export function withOwnSettings(given: StockChanges): StockChanges {
  const changes: { -readonly [Name in keyof Settings]?: number } = { ...given };
  for (const name of members.names) {
    const other = useConfig(name);
    if (other !== undefined && changes[name] !== undefined) changes[other] ??= 0;
  }
  return changes;
}

/** The stock item of a new product. Without stock data it is not managed; `{}` uses the configuration of the shop. */
export function newStock(
  id: number,
  type: ProductType,
  changes: StockChanges | undefined,
  now: string,
): StockItemDoc {
  if (!changes) return { id, ...notManaged };
  const item = { id, ...managedByDefault, ...changes };
  const is_in_stock = changes.is_in_stock ?? Number(item.qty > effective(item, "min_qty"));
  return savedStock({ ...item, is_in_stock }, type, now);
}

/** The stock item after a change. A higher quantity alone does not put the product back in stock. */
export function changedStock(
  item: StockItemDoc,
  type: ProductType,
  changes: StockChanges,
  now: string,
): StockItemDoc {
  return savedStock({ ...item, ...changes }, type, now);
}

/** Applied on every save: sets managed stock that ran out to out of stock, and dates low stock. */
function savedStock(item: StockItemDoc, type: ProductType, now: string): StockItemDoc {
  if (!isQuantityManaged(type))
    return { ...item, qty: 0, low_stock_date: null, stock_status_changed_auto: 0 };

  const isManaged = effective(item, "manage_stock") === 1;
  const isLow = isManaged && item.qty < effective(item, "notify_stock_qty");
  const ranOut = isManaged && item.qty <= effective(item, "min_qty") && effective(item, "backorders") === 0;
  return {
    ...item,
    is_in_stock: ranOut ? 0 : item.is_in_stock,
    stock_status_changed_auto: Number(ranOut),
    low_stock_date: isLow ? now : null,
  };
}

/** The item's own setting, or the shop's while use_config_… is 1. Without notify_stock_qty, stock is never low. */
export function effective(item: Stock, name: keyof typeof shopDefaults): number {
  return item[`use_config_${name}`] === 1 ? shopDefaults[name] : (item[name] ?? -Infinity);
}
