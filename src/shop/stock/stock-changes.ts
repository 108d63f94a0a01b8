/** Reads changes of stock items, with stricter rules for quantities than product data (doors 0.1). */
import { readStockItem, type StockChanges } from "../catalog/products/stock.js";
import type { StockItemDoc } from "../data/entities/catalog.js";
import type { Problem } from "../../engine/values/problem.js";

/**
 * Reads the changes of one product.
 * @param field name of the data in problems
 */
export function readStockChanges(
  given: unknown,
  stock: Pick<StockItemDoc, "is_qty_decimal">,
  field: string,
  problems: Problem[],
): StockChanges {
  const changes = readStockItem(given, field, problems);
  const { qty, is_qty_decimal = stock.is_qty_decimal } = changes;
  if (qty !== undefined && is_qty_decimal !== 1 && !Number.isInteger(qty)) {
    const message = "must be a whole number, unless is_qty_decimal is 1";
    problems.push({ field: `${field}.qty`, message });
  }
  return changes;
}
