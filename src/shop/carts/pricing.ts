/**
 * Prices a cart: current prices, tax, discount and totals, by the same rules as an order (sales 19.2). Every
 * operation that changes a cart prices it before saving, and `cart.order` prices it before placing the order.
 */
import type { CartDoc, CartLine, CartRow, CartTotals, Coupon, LineRequest } from "../data/entities/cart.js";
import type { HandlerSettings } from "../namespace.js";
import { itemRows, type ItemRow } from "../sales/placement/item-rows.js";
import { flatLines, type OrderedLine } from "../sales/placement/ordered-lines.js";
import { itemReader, type ItemReader, type Purchase } from "../sales/placement/placement-items.js";
import type { SoldItem } from "../sales/placement/placement-request.js";
import { isAnyShipped, noShipping, shippedUnits, type Store } from "../sales/placement/placement.js";
import { placementTotals, type Totals } from "../sales/placement/placement-totals.js";
import { isAvailable, isStockManaged } from "../sales/orders/stock-effects.js";
import { scopeOf, type ShopDirectory } from "../stores/directory.js";
import type { ReadTx, Tx } from "../../engine/storage/storage.js";
import { totalsAddress } from "./carts.js";
import { findCoupon, withCoupon } from "./coupons.js";
import type { LineChoice } from "./lines/choice.js";
import { giftMessageOf } from "./gift-messages.js";
import { storedCoupons } from "../data/stored-coupons.js";
import { chooseLines } from "./lines/choosers.js";
import { productFacts, type FactsContext } from "./lines/facts.js";
import { installedTaxRates, taxPercent } from "./tax-rates.js";
import { shippingCharge, subtotalOf } from "./shipping-rates.js";

/** The parts of a call that pricing a cart needs. */
export interface CartContext {
  readonly tx: Tx;
  readonly shop: ShopDirectory;
  /** UTC, `YYYY-MM-DD HH:MM:SS` */
  readonly now: string;
  readonly settings: Pick<HandlerSettings, "priceScope" | "freeShippingFrom">;
}

/** A cart with current figures, and the data that its order takes over. */
export interface PricedCart {
  readonly cart: CartDoc;
  readonly lines: readonly OrderedLine[];
  readonly totals: Totals;
  readonly stocks: ItemReader["stocks"];
  readonly coupon: Coupon | undefined;
}

/**
 * Prices a cart. Lines whose product can no longer be bought as chosen are removed.
 * @param shipping "rated" computes the price of the shipping method again; "kept" keeps it (beyond 6.1)
 */
export async function priceCart(
  context: CartContext,
  cart: CartDoc,
  shipping: "rated" | "kept" = "kept",
): Promise<PricedCart> {
  const { now } = context;
  const coupon = await couponOfCart(context, cart);
  const purchase = purchaseOf(context, cart);
  const reader = await itemReader(purchase);
  const kept: CartLine[] = [];
  const bought: OrderedLine[] = [];
  for (const line of cart.lines) {
    const choice = await repeatChoice(purchase, line.request);
    const read = choice && (await reader.read(soldItem(line, choice)));
    const [ordered] = read && !("message" in read) ? read : [];
    if (!ordered) continue;
    kept.push(line);
    bought.push(ordered);
  }

  const lines = withCoupon(bought, coupon);
  const rows = flatLines(lines);
  const isRated = shipping === "rated" || cart.rated_units === null;
  const rated_units = rows.length === 0 ? null : isRated ? shippedUnits(rows) : cart.rated_units;
  const { freeShippingFrom } = context.settings;
  const shipment = { units: rated_units, subtotal: subtotalOf(rows), coupon, freeShippingFrom };
  const charge = shippingCharge(cart, shipment, isAnyShipped(rows), shipping);
  const totals = placementTotals(rows, { ...noShipping, amount: charge.amount }, 1);
  const pricedLines = await withFigures(context, kept, itemRows(lines, totals, totals));
  const isCounted = cart.billing_address ?? cart.shipping_address ?? cart.coupon_code ?? cart.totals;
  const changed: CartDoc = {
    ...cart,
    lines: pricedLines,
    coupon_code: coupon ? cart.coupon_code : null,
    rule_id: coupon?.rule_id ?? null,
    shipping_method: charge.method,
    rated_units,
    totals: isCounted === null ? null : cartTotals(totals),
  };
  return { cart: { ...changed, updated_at: now }, lines, totals, stocks: reader.stocks, coupon };
}

/** The coupon of a cart; undefined if it has none or the coupon is not valid now. */
export async function couponOfCart(
  { tx, shop, now }: Pick<CartContext, "shop" | "now"> & { readonly tx: ReadTx },
  { coupon_code, store_id }: Pick<CartDoc, "coupon_code" | "store_id">,
): Promise<Coupon | undefined> {
  if (coupon_code === null) return undefined;
  return findCoupon(await storedCoupons(tx), coupon_code, {
    website_id: shop.view(store_id)?.website_id ?? 0,
    now,
  });
}

/** The store of a cart. A cart whose store view does not exist belongs to the admin store view. */
export function storeOf(shop: ShopDirectory, { store_id }: Pick<CartDoc, "store_id">): Store {
  const view = shop.view(store_id) ?? shop.view(0);
  const website = view && shop.website(view.website_id);
  if (!view || !website) throw new Error(`store view ${store_id} of a cart no longer exists`);
  return { view, website };
}

export function purchaseOf({ tx, shop, now, settings }: CartContext, cart: CartDoc): Purchase {
  const { view, website } = storeOf(shop, cart);
  const address = totalsAddress(cart);
  const rates = shop.doc.tax_rates ?? installedTaxRates;
  return {
    tx,
    website,
    now,
    scope: scopeOf(view),
    priceScope: settings.priceScope,
    customer_group_id: cart.buyer?.group_id ?? 0,
    isBackOffice: true,
    taxPercentOf: (taxClassId) => taxPercent(rates, address, taxClassId),
  };
}

/** Repeats the choice of a line with the current product; undefined if it is no longer possible. */
async function repeatChoice(context: FactsContext, request: LineRequest): Promise<LineChoice | undefined> {
  const product = await context.tx.get("products", request.product_id);
  const chosen = product && chooseLines(await productFacts(context, product), request);
  return chosen && "choices" in chosen ? chosen.choices[0] : undefined;
}

/** The item that placement makes an order row of. */
export function soldItem(line: Pick<CartLine, "qty"> & Partial<CartLine>, choice: LineChoice): SoldItem {
  const { group_id, ...request } = choice.request;
  const { product_id } = request;
  const ofGroup = group_id === undefined ? {} : groupedMember(group_id);
  const children = choice.children.map((child, at) => ({
    ...child,
    quote_item_id: line.children?.[at]?.item_id,
    gift_message: giftMessageOf(line.children?.[at]?.gift_message),
  }));
  return {
    product_id,
    qty: line.qty,
    quote_item_id: line.item_id,
    priceOf: choice.priceOf,
    skuSuffix: choice.skuSuffix,
    product_options: JSON.stringify({
      info_buyRequest: { ...request, qty: line.qty, ...ofGroup },
      ...choice.product_options,
      ...ofGroup,
    }),
    gift_message: giftMessageOf(line.gift_message),
    ...(group_id === undefined ? {} : { rowType: "grouped" }),
    ...(children.length === 0 ? {} : { children }),
  };
}

/** Members of `product_options` for a product that was bought as part of a grouped one. */
function groupedMember(product_id: number) {
  return { super_product_config: { product_type: "grouped", product_id } };
}

/** The lines with the figures of their rows. A child that is new to its line gets an ID. */
async function withFigures(
  context: CartContext,
  lines: readonly CartLine[],
  rows: readonly ItemRow[],
): Promise<CartLine[]> {
  const { tx, now } = context;
  const priced: CartLine[] = [];
  for (const [index, line] of lines.entries()) {
    const row = rows[index] as ItemRow;
    const children: CartRow[] = [];
    for (const [at, child] of row.children.entries()) {
      const known = line.children[at];
      const isSame = known?.product_id === child.identity.product_id;
      const own = isSame ? known : await newCartRow(tx, now);
      const perUnit =
        row.identity.product_type === "configurable" ? 1 : child.identity.qty_ordered / line.qty;
      children.push({ ...own, ...(await figuresOf(context, child)), qty: perUnit });
    }
    const own = await figuresOf(context, row);
    const has_error = flag(own.has_error === 1 || children.some((child) => child.has_error === 1));
    priced.push({ ...line, ...own, qty: line.qty, has_error, children });
  }
  return priced;
}

/** The members that never change in a row. */
export async function newCartRow(tx: Tx, now: string) {
  return { item_id: await tx.next("cart_item"), gift_message: null, created_at: now };
}

async function figuresOf({ tx, now }: CartContext, { identity, taxClassId, amounts }: ItemRow) {
  const { product_id, product_type, sku, name, weight, tax_percent, discount_percent } = identity;
  const { qty_ordered: qty, is_virtual, is_qty_decimal } = identity;
  const product = await tx.get("products", product_id);
  const stock = await tx.get("stock_items", product_id);
  const isChecked = product && stock && isStockManaged(stock, product.type);
  const isThere = !isChecked || (stock.is_in_stock === 1 && isAvailable(stock, qty));
  return {
    product_id,
    sku,
    name,
    weight,
    tax_percent,
    discount_percent,
    qty,
    product_type: product_type === "grouped" ? (product?.type ?? "simple") : product_type,
    is_virtual,
    is_qty_decimal,
    tax_class_id: taxClassId,
    ...amounts,
    has_error: flag(!isThere),
    updated_at: now,
  };
}

function flag(value: boolean): 0 | 1 {
  return value ? 1 : 0;
}

function cartTotals({ order }: Totals): CartTotals {
  const { subtotal, subtotal_incl_tax, shipping_amount, discount_amount, tax_amount, grand_total } = order;
  return { subtotal, subtotal_incl_tax, shipping_amount, discount_amount, tax_amount, grand_total };
}
