/** From the items of a placement to priced lines: finds products, judges quantities and stock, looks up prices. */
import type { AttributeDoc, ProductDoc, StockItemDoc } from "../../entities/catalog.js";
import type { Website } from "../../entities/shop.js";
import type { Problem } from "../../values/problem.js";
import type { HandlerSettings } from "../../rpc/namespace.js";
import { effectivePrice } from "../../catalog/prices/effective-price.js";
import { readAttribute } from "../../catalog/prices/special-price.js";
import { round4 } from "../../values/coercion.js";
import { toCents } from "../../values/money.js";
import type { PricedLine } from "./placement-totals.js";
import { orderedQtyProblem, type PlacementItem } from "./placement-request.js";
import { backorderedQty, isAvailable, isStockManaged, soldStock } from "../orders/stock-effects.js";
import type { Scope } from "../../shop/directory.js";
import type { ReadTx } from "../../storage/storage.js";

/** Where something is bought, by whom and when. */
export interface Purchase {
  readonly tx: ReadTx;
  readonly website: Website;
  readonly scope: Scope;
  readonly customer_group_id: number;
  readonly now: string;
  readonly priceScope: HandlerSettings["priceScope"];
}

export interface OrderedLine extends PricedLine {
  readonly product: ProductDoc;
  readonly name: string;
  readonly weight: number;
  readonly isVirtual: boolean;
  readonly isQtyDecimal: boolean;
  readonly qty_backordered: number;
}

export interface ReadItems {
  readonly lines: readonly OrderedLine[];
  /** The stock after the sale, of every product whose stock is managed. */
  readonly stocks: ReadonlyMap<number, StockItemDoc>;
  readonly problems: readonly Problem[];
}

/** Members of groups are ordered one by one; configurable products and bundles are not ordered here. */
const orderableTypes: ReadonlySet<string> = new Set(["simple", "virtual", "downloadable"]);

/** What placing an order needs to know of a product, as attributes. */
const codes = [
  "name",
  "status",
  "weight",
  "price",
  "special_price",
  "special_from_date",
  "special_to_date",
] as const;

type ProductReader = (product: ProductDoc, code: (typeof codes)[number]) => string | number | null;

export async function readItems(purchase: Purchase, items: readonly PlacementItem[]): Promise<ReadItems> {
  const read = await productReader(purchase);
  const stocks = new Map<number, StockItemDoc>();
  const lines: OrderedLine[] = [];
  const problems: Problem[] = [];
  for (const [index, item] of items.entries()) {
    const line = await readLine(purchase, read, item, stocks);
    if ("message" in line) problems.push({ ...line, field: `items[${index}]${line.field}` });
    else lines.push(line);
  }
  return { lines, stocks, problems };
}

async function productReader({ tx, scope, priceScope }: Purchase): Promise<ProductReader> {
  const attributes = new Map<string, AttributeDoc | undefined>();
  for (const code of codes) attributes.set(code, await tx.by("attributes", "code", ["product", code]));
  return (product, code) => readAttribute(product.values, attributes.get(code), scope, priceScope);
}

/** One line, or what is wrong with it. What it takes from the stock is kept in `stocks` for the next line. */
async function readLine(
  purchase: Purchase,
  read: ProductReader,
  item: PlacementItem,
  stocks: Map<number, StockItemDoc>,
): Promise<OrderedLine | Problem> {
  const { tx, website, now } = purchase;
  const product = await findProduct(tx, item);
  const field = item.product_id === undefined ? ".sku" : ".product_id";
  if (!product) return { field, message: "must name an existing product" };
  if (!orderableTypes.has(product.type))
    return { field, message: `${product.type} products cannot be ordered` };
  if (!product.website_ids.includes(website.website_id)) {
    return { field, message: `the product is not in website ${website.code}` };
  }
  if (read(product, "status") !== 1) return { field, message: "the product is disabled" };

  const stock = stocks.get(product.id) ?? (await tx.get("stock_items", product.id));
  const isQtyDecimal = stock?.is_qty_decimal === 1;
  const wrongQty = orderedQtyProblem(item.qty, isQtyDecimal);
  if (wrongQty !== undefined) return { field: ".qty", message: wrongQty };
  const qty = round4(item.qty);
  const managed = stock && isStockManaged(stock, product.type) ? stock : undefined;
  if (managed && !isAvailable(managed, qty))
    return { field: ".qty", message: "there is not enough in stock" };
  const base_price = item.price === undefined ? finalPrice(purchase, read, product, qty) : round4(item.price);
  if (base_price === null) return { field: ".price", message: "is required: the product has no price" };

  if (managed) stocks.set(product.id, soldStock(managed, product.type, qty, now));
  return {
    product,
    name: String(read(product, "name") ?? product.sku),
    weight: Number(read(product, "weight") ?? 0),
    isVirtual: product.type !== "simple",
    isQtyDecimal,
    qty,
    qty_backordered: managed ? backorderedQty(managed, qty) : 0,
    base_price,
    tax_percent: round4(item.tax_percent ?? 0),
    discount_percent: round4(item.discount_percent ?? 0),
    discount_amount: item.discount_amount ?? 0,
  };
}

function findProduct(tx: ReadTx, { sku, product_id }: PlacementItem): Promise<ProductDoc | undefined> {
  if (product_id !== undefined) return tx.get("products", product_id);
  return tx.by("products", "sku", [sku?.trim() ?? ""]);
}

/** What the shop asks for one piece, to the cent; null when the product has no price. */
function finalPrice(
  { website, customer_group_id, now }: Purchase,
  read: ProductReader,
  product: ProductDoc,
  qty: number,
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
