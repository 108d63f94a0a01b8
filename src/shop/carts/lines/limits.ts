/** The quantities of a product that its stock item allows in a cart (beyond 7.1). */
import type { StockItemDoc } from "../../data/entities/catalog.js";
import { decimalText, round4 } from "../../../engine/values/coercion.js";

/** Used if the stock item follows the configuration of the shop. */
const shopDefaults = { min: 1, max: 10_000 };

/** A quantity to check. */
interface LineQuantity {
  readonly qty: number;
  /** Units of the product in the whole cart, this line included. */
  readonly total: number;
}

/** The text for a quantity that is not allowed; undefined if it is allowed. */
export function limitText(stock: StockItemDoc, { qty, total }: LineQuantity): string | undefined {
  const min = stock.use_config_min_sale_qty === 1 ? shopDefaults.min : stock.min_sale_qty;
  if (qty < min) return `The minimum quantity allowed for purchase is ${decimalText(min)}.`;
  const max = stock.use_config_max_sale_qty === 1 ? shopDefaults.max : stock.max_sale_qty;
  if (max > 0 && total > max) return `The maximum quantity allowed for purchase is ${decimalText(max)}.`;
  const step = incrementsOf(stock);
  if (step > 0 && round4(qty % step) % step !== 0) {
    return `This product is available for purchase in increments of ${decimalText(step)} only.`;
  }
  return undefined;
}

/** The configuration of the shop has no increments. */
function incrementsOf(stock: StockItemDoc): number {
  const isOn = stock.use_config_enable_qty_inc === 0 && stock.enable_qty_increments === 1;
  return isOn && stock.use_config_qty_increments === 0 ? stock.qty_increments : 0;
}
