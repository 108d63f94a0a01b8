/** Makes priced lines of the items of a placement: finds products, checks quantities and stock, finds prices. */
import type { AttributeDoc, ProductDoc, StockItemDoc } from "../../data/entities/catalog.js";
import type { Website } from "../../data/entities/shop.js";
import type { Problem } from "../../../engine/values/problem.js";
import type { HandlerSettings } from "../../namespace.js";
import { effectivePrice } from "../../catalog/prices/effective-price.js";
import { configuringAttributes } from "../../catalog/compositions/configuring-attributes.js";
import { childTypeProblem, isComposite } from "../../catalog/attribute-values/product-types.js";
import { attributeValue } from "../../catalog/attribute-values/scoped-values.js";
import { round4 } from "../../../engine/values/coercion.js";
import { toCents } from "../../../engine/values/money.js";
import { childrenProblem, compositionOf, ownPriceProblem, type Composition } from "./composition.js";
import { compositeWithChoices, withChoices } from "./chosen-parts.js";
import {
  compositeLines,
  singleLine,
  type OrderedLine,
  type OrderedProduct,
  type Part,
} from "./ordered-lines.js";
import {
  orderedQtyProblem,
  type PlacementProduct,
  type SoldChild,
  type SoldItem,
} from "./placement-request.js";
import {
  backorderedQty,
  isAvailable,
  isStockManaged,
  soldStock,
  stockLeft,
} from "../orders/stock-effects.js";
import type { Scope } from "../../stores/directory.js";
import type { ReadTx } from "../../../engine/storage/storage.js";
import { meantName } from "../../../engine/config/spelling.js";
import { someSkus } from "../../catalog/records/product-lookups.js";
import { quote } from "../../../engine/values/messages.js";
import { append } from "../../../engine/values/lists.js";

/** The circumstances of a purchase that decide on products and prices: store view, customer group, time. */
export interface Purchase {
  readonly tx: ReadTx;
  readonly website: Website;
  readonly scope: Scope;
  readonly customer_group_id: number;
  readonly now: string;
  readonly priceScope: HandlerSettings["priceScope"];
  /** Allows products of any website, and quantities above the stock (beyond 12.2). */
  readonly isBackOffice?: true;
  /** The tax of a tax class in percent, if the order does not specify it. Without this function the tax is 0. */
  readonly taxPercentOf?: (taxClassId: number) => number;
}

export interface ReadItems {
  readonly lines: readonly OrderedLine[];
  /** The stock after the sale of each product whose stock is managed, by product ID. */
  readonly stocks: ReadonlyMap<number, StockItemDoc>;
  readonly problems: readonly Problem[];
}

/** The product attributes that a placement needs. */
const codes = [
  "name",
  "status",
  "weight",
  "price",
  "special_price",
  "special_from_date",
  "special_to_date",
  "price_type",
  "sku_type",
  "shipment_type",
  "tax_class_id",
  "links_purchased_separately",
] as const;

type ProductReader = (product: ProductDoc, code: (typeof codes)[number]) => string | number | null;

/** The state of reading the items of one placement. */
interface Reading {
  readonly purchase: Purchase;
  readonly read: ProductReader;
  /** The stock that is left for later lines, by product ID. */
  readonly stocks: Map<number, StockItemDoc>;
}

export async function readItems(purchase: Purchase, items: readonly SoldItem[]): Promise<ReadItems> {
  const { read, stocks } = await itemReader(purchase);
  const lines: OrderedLine[] = [];
  const problems: Problem[] = [];
  for (const [index, item] of items.entries()) {
    const found = await read(item);
    if ("message" in found) problems.push(below(`items[${index}]`, found));
    else append(lines, found);
  }
  return { lines, stocks, problems };
}

/** Reads the items of one order one by one. */
export interface ItemReader {
  /** Returns the lines of an item, or its problem. */
  readonly read: (item: SoldItem) => Promise<OrderedLine[] | Problem>;
  /** The stock after the sale of all items so far, of each product whose stock is managed, by product ID. */
  readonly stocks: ReadonlyMap<number, StockItemDoc>;
}

export async function itemReader(purchase: Purchase): Promise<ItemReader> {
  const stocks = new Map<number, StockItemDoc>();
  const reading = { purchase, read: await productReader(purchase), stocks };
  return { read: (item) => readItem(reading, item), stocks };
}

/** The problem with the path `place` in front of its field. */
function below(place: string, { field, message }: Problem): Problem {
  return { field: place + field, message };
}

async function productReader({ tx, scope, priceScope }: Purchase): Promise<ProductReader> {
  const attributes = new Map<string, AttributeDoc | undefined>();
  for (const code of codes) attributes.set(code, await tx.by("attributes", "code", ["product", code]));
  return (product, code) => attributeValue(product.values, attributes.get(code), scope, priceScope);
}

async function readItem(reading: Reading, item: SoldItem): Promise<OrderedLine[] | Problem> {
  const found = await findProduct(reading, item);
  if ("message" in found) return found;
  const { type } = found.product;
  const wrong = childrenProblem(type, item);
  if (wrong) return wrong;
  if (isComposite(type)) return readComposite(reading, found, item);

  const sold = withChoices(
    found.product,
    item,
    reading.read(found.product, "links_purchased_separately") === 1,
    reading.purchase,
  );
  if ("message" in sold) return sold;
  const taken = await takePart(reading, found, item.qty);
  if ("message" in taken) return below(".qty", taken);
  const base_price = item.price === undefined ? priceOf(reading, taken, sold) : round4(item.price);
  if (base_price === null) return { field: ".price", message: "is required: the product has no price" };
  return [singleLine({ ...taken, base_price }, sold)];
}

async function readComposite(
  reading: Reading,
  parent: OrderedProduct,
  item: SoldItem,
): Promise<OrderedLine[] | Problem> {
  const composition = compositionOf(parent.product.type, {
    price_type: reading.read(parent.product, "price_type"),
    sku_type: reading.read(parent.product, "sku_type"),
    shipment_type: reading.read(parent.product, "shipment_type"),
  });
  const wrong = ownPriceProblem(composition, item);
  if (wrong) return wrong;
  const parts = await readChildren(reading, parent, composition, item);
  if ("message" in parts) return parts;
  const wrongQty = orderedQtyProblem(
    item.qty,
    parts.every(({ isQtyDecimal }) => isQtyDecimal),
  );
  if (wrongQty !== undefined) return { field: ".qty", message: wrongQty };
  const attributes = await configuringAttributes(reading.purchase.tx, parent.product.id);
  const sold = compositeWithChoices(parent.product, parts[0]?.product, item, attributes, reading.purchase);
  if ("message" in sold) return sold;

  const qty = round4(item.qty);
  const isPriced = composition.moneyCounts === "parent" && item.price === undefined;
  const base_price = isPriced ? priceOf(reading, { ...parent, qty }, sold) : round4(item.price ?? 0);
  if (base_price === null) return { field: ".price", message: "is required: the product has no price" };
  return compositeLines(composition, parent, parts, sold, base_price);
}

async function readChildren(
  reading: Reading,
  parent: OrderedProduct,
  { moneyCounts }: Composition,
  { qty, children = [] }: SoldItem,
): Promise<Part[] | Problem> {
  const parts: Part[] = [];
  for (const [index, child] of children.entries()) {
    const place = `.children[${index}]`;
    const found = await findProduct(reading, child);
    if ("message" in found) return below(place, found);
    const wrongType = childTypeProblem(parent.product.type, found.product.type);
    if (wrongType !== undefined) return below(place, { field: productField(child), message: wrongType });
    const taken = await takePart(reading, found, round4(qty * (child.qty ?? 1)));
    if ("message" in taken) return below(`${place}.qty`, taken);
    const base_price = moneyCounts === "parent" ? 0 : finalPrice(reading, taken);
    if (base_price === null) {
      return below(place, { field: productField(child), message: "must be a product that has a price" });
    }
    parts.push({ ...taken, ...fromCart(child), base_price });
  }
  return parts;
}

/** The product with its current values, or the problem that prevents its purchase. */
async function findProduct(
  { purchase: { tx, website, isBackOffice, taxPercentOf }, read }: Reading,
  named: PlacementProduct,
): Promise<OrderedProduct | Problem> {
  const { sku, product_id } = named;
  const product =
    product_id === undefined
      ? await tx.by("products", "sku", [sku?.trim() ?? ""])
      : await tx.get("products", product_id);
  const field = productField(named);
  if (!product) {
    const message =
      product_id === undefined
        ? `there is no product ${quote(sku)}${meantName(sku ?? "", await someSkus(tx))}`
        : `there is no product ${product_id}`;
    return { field, message };
  }
  if (!isBackOffice && !product.website_ids.includes(website.website_id)) {
    return { field, message: `the product is not in website ${website.code}` };
  }
  if (read(product, "status") !== 1) return { field, message: "the product is disabled" };
  const stock = await tx.get("stock_items", product.id);
  const taxClassId = Number(read(product, "tax_class_id") ?? 0);
  return {
    product,
    name: String(read(product, "name") ?? product.sku),
    weight: Number(read(product, "weight") ?? 0),
    isVirtual: product.type === "virtual" || product.type === "downloadable",
    isQtyDecimal: stock?.is_qty_decimal === 1,
    taxClassId,
    tax_percent: taxPercentOf?.(taxClassId) ?? 0,
  };
}

function productField({ product_id }: PlacementProduct): string {
  return product_id === undefined ? ".sku" : ".product_id";
}

/** Takes a quantity from the stock that is left for later lines, or returns why it cannot be sold. */
async function takePart(
  { purchase: { tx, now, isBackOffice }, stocks }: Reading,
  ordered: OrderedProduct,
  wanted: number,
): Promise<Omit<Part, "base_price"> | Problem> {
  const { product, isQtyDecimal } = ordered;
  const wrongQty = orderedQtyProblem(wanted, isQtyDecimal);
  if (wrongQty !== undefined) return { field: "", message: wrongQty };
  const qty = round4(wanted);
  const stock = stocks.get(product.id) ?? (await tx.get("stock_items", product.id));
  if (!stock || !isStockManaged(stock, product.type)) return { ...ordered, qty, qty_backordered: 0 };
  if (!isBackOffice && !isAvailable(stock, qty)) {
    const left = `${Math.max(0, stockLeft(stock))} ${stocks.has(product.id) ? "left after the items before it" : "left in stock"}`;
    return { field: "", message: `${qty} of ${quote(product.sku)} requested, ${left}` };
  }
  stocks.set(product.id, soldStock(stock, product.type, qty, now));
  return { ...ordered, qty, qty_backordered: backorderedQty(stock, qty) };
}

function fromCart({ quote_item_id, product_options, gift_message }: SoldChild) {
  return { quote_item_id, product_options, gift_message };
}

/** The unit price with the chosen options, rounded to cents; null if the product has no price. */
function priceOf(
  reading: Reading,
  bought: { readonly product: ProductDoc; readonly qty: number },
  { priceOf: ofChoice }: SoldItem,
): number | null {
  const price = finalPrice(reading, bought);
  return price === null || ofChoice === undefined ? price : toCents(ofChoice(price));
}

/** The unit price of the product for this quantity, rounded to cents; null if the product has no price. */
function finalPrice(
  { purchase: { website, customer_group_id, now }, read }: Reading,
  { product, qty }: { readonly product: ProductDoc; readonly qty: number },
): number | null {
  const prices = {
    price: read(product, "price") as number | null,
    special_price: read(product, "special_price") as number | null,
    special_from_date: read(product, "special_from_date") as string | null,
    special_to_date: read(product, "special_to_date") as string | null,
    tier_prices: product.tier_prices,
  };
  const price = effectivePrice(prices, { qty, customer_group_id, website: website.code, now });
  return price === null ? null : toCents(price);
}
