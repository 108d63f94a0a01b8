/** `cataloginventory_stock_item`: stock levels, for programs that synchronize stock. doors 9.2. */
import type { ProductDoc, StockItemDoc } from "../data/entities/catalog.js";
import type { Call, CallRaising, Namespace } from "../namespace.js";
import { badParameter } from "../../engine/contract/faults.js";
import { findByIdOrSku, findProduct, meantProduct } from "../catalog/records/product-lookups.js";
import {
  changedStock,
  effective,
  notManaged,
  withOwnSettings,
  readStockItem,
  type StockChanges,
} from "../catalog/products/stock.js";
import type { Tx, ReadTx } from "../../engine/storage/storage.js";
import { forEachInSlices } from "../../engine/time-slices.js";
import { isObject, toData } from "../../engine/values/coercion.js";
import type { Problem } from "../../engine/values/problem.js";

/** Maximum number of products per call of `list`, and of `multiUpdate`. */
const maxListed = 10_000;
const maxChanged = 1000;

export const stockItem: Namespace<"cataloginventory_stock_item"> = {
  async list({ args, tx }) {
    const named = identifierList(args.productIds, maxListed);

    const levels = new Map<number, StockLevel>();
    await forEachInSlices(named, async (identifier) => {
      const product = await findNamed(tx, identifier);
      if (product && !levels.has(product.id)) levels.set(product.id, await stockLevel(tx, product));
    });
    return [...levels.values()].sort((a, b) => a.product_id - b.product_id);
  },

  async update(call) {
    const { args, check, tx, fault, now } = call;
    const product = await requireProduct(call, args.productId);
    const { data } = check("data");
    const stock = await stockOf(tx, product);
    const problems: Problem[] = [];
    const given = readStockChanges(data, stock, "data", problems);
    if (problems.length > 0) throw fault("not_updated", problems);

    // REST changes what is sent alone (beyond 22.5).
    const changes = call.isRest ? given : withOwnSettings(given);
    await tx.put("stock_items", changedStock(stock, product.type, changes, now));
    return true;
  },

  async multiUpdate(call) {
    const { args, tx, fault, now } = call;
    const identifiers = identifierList(args.productIds, maxChanged);
    const data = changesList(call, identifiers.length);
    const products: ProductDoc[] = [];
    await forEachInSlices(identifiers, async (identifier) => {
      products.push(await requireProduct(call, identifier));
    });

    const problems: Problem[] = [];
    // A product that is named twice is changed twice: the second change applies to the result of the first one.
    await forEachInSlices([...products.entries()], async ([index, product]) => {
      const stock = await stockOf(tx, product);
      const changes = readStockChanges(toData(data[index]), stock, `productData[${index}]`, problems);
      if (problems.length > 0) return;
      await tx.put("stock_items", changedStock(stock, product.type, withOwnSettings(changes), now));
    });
    if (problems.length > 0) throw fault("not_updated", problems);
    return true;
  },
};

interface StockLevel {
  readonly product_id: number;
  readonly sku: string;
  readonly qty: number;
  readonly is_in_stock: 0 | 1;
}

async function stockLevel(tx: ReadTx, { id, sku }: ProductDoc): Promise<StockLevel> {
  const stock = (await tx.get("stock_items", id)) ?? notManaged;
  // A product without managed stock can be ordered.
  const isInStock = stock.is_in_stock === 1 || effective(stock, "manage_stock") === 0;
  return { product_id: id, sku, qty: stock.qty, is_in_stock: isInStock ? 1 : 0 };
}

async function stockOf(tx: Tx, { id }: ProductDoc) {
  return (await tx.get("stock_items", id)) ?? { id, ...notManaged };
}

/** By the rule of Magento 1 at every door; here, digits that are not an ID can be a SKU (doors 9.2). */
async function findNamed(tx: ReadTx, identifier: unknown): Promise<ProductDoc | undefined> {
  return (await findByIdOrSku(tx, identifier)) ?? findProduct(tx, identifier, "sku");
}

/** Throws `not_exists`. */
async function requireProduct(
  { tx, fault }: CallRaising<"not_exists">,
  identifier: unknown,
): Promise<ProductDoc> {
  const product = await findNamed(tx, identifier);
  if (product) return product;
  const meant = await meantProduct(tx, identifier);
  throw meant === "" ? fault("not_exists") : fault("not_exists", `There is no such product${meant}.`);
}

/** A list, or a single product. Throws `invalid_request_param`. */
function identifierList(given: unknown, most: number): readonly unknown[] {
  const list: readonly unknown[] = Array.isArray(given) ? given : [given];
  if (list.some((one) => Array.isArray(one) || isObject(one)))
    throw badParameter("productIds", "must be a list of product IDs and SKUs");
  if (list.length > most) throw badParameter("productIds", `must have at most ${most} products`);
  return list;
}

/** The changes, one for each product. Throws `invalid_data`. */
function changesList(
  { args, fault }: Call<"cataloginventory_stock_item.multiUpdate">,
  products: number,
): readonly unknown[] {
  const { productData } = args;
  if (!Array.isArray(productData) || !productData.every((one) => toData(one) !== undefined)) {
    throw fault("invalid_data", [{ field: "productData", message: "must be a list of objects" }]);
  }
  if (productData.length === products) return productData;
  const message = `must have as many elements as productIds: ${products}, not ${productData.length}`;
  throw fault("invalid_data", [{ field: "productData", message }]);
}

/**
 * Reads the changes of one product, with stricter rules for quantities than product data (doors 0.1).
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
