/** Reads and changes the stock item of a product (catalog 11). */
import type { ProductType, StockItemDoc } from "../../data/entities/catalog.js";
import type { Problem } from "../../../engine/values/problem.js";
import { round4, toData, toDecimal, toInt } from "../../../engine/values/coercion.js";
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

type Setting = Exclude<keyof Stock, "low_stock_date" | "stock_status_changed_auto">;

interface Member {
  readonly reads: "quantity" | readonly number[];
  /** Is set to 0 if the setting is given without it, so that the given value applies. */
  readonly useConfig?: Setting;
}

const flag = [0, 1];

/** The members that callers can write; all others are ignored. */
const members: { readonly [Name in Setting]: Member } = {
  qty: { reads: "quantity" },
  is_in_stock: { reads: flag },
  manage_stock: { reads: flag, useConfig: "use_config_manage_stock" },
  use_config_manage_stock: { reads: flag },
  min_qty: { reads: "quantity", useConfig: "use_config_min_qty" },
  use_config_min_qty: { reads: flag },
  min_sale_qty: { reads: "quantity", useConfig: "use_config_min_sale_qty" },
  use_config_min_sale_qty: { reads: flag },
  max_sale_qty: { reads: "quantity", useConfig: "use_config_max_sale_qty" },
  use_config_max_sale_qty: { reads: flag },
  is_qty_decimal: { reads: flag },
  is_decimal_divided: { reads: flag },
  backorders: { reads: [0, 1, 2], useConfig: "use_config_backorders" },
  use_config_backorders: { reads: flag },
  notify_stock_qty: { reads: "quantity", useConfig: "use_config_notify_stock_qty" },
  use_config_notify_stock_qty: { reads: flag },
  enable_qty_increments: { reads: flag, useConfig: "use_config_enable_qty_inc" },
  use_config_enable_qty_inc: { reads: flag },
  qty_increments: { reads: "quantity", useConfig: "use_config_qty_increments" },
  use_config_qty_increments: { reads: flag },
};

/** The changed settings; undefined members were not given. */
export type StockChanges = { readonly [Name in Setting]?: number };

const quantityBound = 100_000_000;

/** Reads `stock_data`; adds invalid members to `problems`. */
export function readStockData(given: unknown, problems: Problem[]): StockChanges {
  const data = toData(given);
  if (!data) {
    problems.push({ field: "stock_data", message: "must be an object" });
    return {};
  }
  const changes: { -readonly [Name in Setting]?: number } = {};
  for (const name of Object.keys(members) as Setting[]) {
    const value = data[name];
    if (value === undefined || value === null) continue;
    const { reads, useConfig } = members[name];
    const read = reads === "quantity" ? readQuantity(value) : readOneOf(reads, value);
    if (typeof read === "string") problems.push({ field: `stock_data.${name}`, message: read });
    else changes[name] = read;
    // A given use_config_… follows in the table and overrides this.
    if (useConfig) changes[useConfig] = 0;
  }
  return changes;
}

/** The quantity, or the message of the problem. */
function readQuantity(value: unknown): number | string {
  const quantity = toDecimal(value);
  if (quantity === undefined) return "must be a number";
  const rounded = round4(quantity);
  return Math.abs(rounded) < quantityBound ? rounded : `must be less than ${quantityBound}`;
}

function readOneOf(allowed: readonly number[], value: unknown): number | string {
  const number = toInt(value);
  if (number !== undefined && allowed.includes(number)) return number;
  return `must be ${allowed.slice(0, -1).join(", ")} or ${allowed.at(-1)}`;
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
