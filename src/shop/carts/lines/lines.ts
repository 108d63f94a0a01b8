/** Changes the lines of a cart for `cart_product`: finds products, chooses, checks, collects texts (beyond 7). */
import type { CartDoc, CartLine, CartRow, LineRequest } from "../../data/entities/cart.js";
import type { ProductDoc } from "../../data/entities/catalog.js";
import { isStockManaged } from "../../sales/orders/stock-effects.js";
import { itemReader } from "../../sales/placement/placement-items.js";
import { flatLines, type OrderedLine } from "../../sales/placement/ordered-lines.js";
import { append } from "../../../engine/values/lists.js";
import { forEachInSlices } from "../../../engine/time-slices.js";
import { round4, toDecimal, toText } from "../../../engine/values/coercion.js";
import { sum, sumOf } from "../../../engine/values/money.js";
import { withinPlace, type Problem } from "../../../engine/values/problem.js";
import { growthBounds } from "../../data/growth.js";
import { findProduct, meantProduct } from "../../catalog/records/product-lookups.js";
import { newCartRow, purchaseOf, soldItem, type CartContext } from "../pricing.js";
import { lineKey, type LineChoice } from "./choice.js";
import { chooseLines } from "./choosers.js";
import { addedQty, isIdentifierAbsent, roundSaleQty, type CartProductEntry } from "./entries.js";
import { productFacts } from "./facts.js";
import { limitText } from "./limits.js";

/** Sentences about entries that failed, each with the member that it follows from (of an entry: "" for the whole). */
interface Refused {
  readonly problems: readonly Problem[];
}

/** The cart after all entries, or a sentence for each entry that failed. */
type LinesChanged = { readonly cart: CartDoc } | Refused;

function refused(message: string, field: string): Refused {
  return { problems: [{ field, message }] };
}

const texts = {
  unnamed: "One item of products do not have identifier or sku",
  unknown: "Product does not exist.",
  unavailable: "This product is currently unavailable.",
  outOfStock: "This product is currently out of stock.",
  notInCart: "One item of products is not belong any of quote item",
  noQty: "The quantity must be a number.",
  full: `A cart can have at most ${growthBounds.cartLines} lines.`,
};

/** The cart with the products of the entries added. The caller prices it. */
export function withAdded(
  context: CartContext,
  cart: CartDoc,
  entries: readonly CartProductEntry[],
): Promise<LinesChanged> {
  return applyEntries(cart, entries, async (before, entry) => {
    const found = await chooseEntry(context, before, entry);
    if ("problems" in found) return found;
    let after = before;
    for (const choice of found.choices) {
      const added = await withChoice(context, after, choice, entry);
      if ("problems" in added) return added;
      after = added.cart;
    }
    return { cart: after };
  });
}

/** The cart with the lines of the entries set to their quantities. */
export function withQuantities(
  context: CartContext,
  cart: CartDoc,
  entries: readonly CartProductEntry[],
): Promise<LinesChanged> {
  return applyEntries(cart, entries, async (before, entry) => {
    const found = await findLine(context, before, entry);
    if ("problems" in found) return found;
    const { line, choice } = found;
    if (entry.qty === undefined || entry.qty === null) return { cart: before };
    const given = toDecimal(entry.qty);
    if (given === undefined) return refused(texts.noQty, "qty");
    const qty = roundSaleQty(line.is_qty_decimal === 1, given);
    if (qty <= 0) return { cart: before };
    return withCheckedLine(context, before, { ...line, qty }, choice);
  });
}

/** The cart without the lines of the entries, and the removed lines. */
export async function withoutLines(
  context: CartContext,
  cart: CartDoc,
  entries: readonly CartProductEntry[],
): Promise<{ readonly cart: CartDoc; readonly removed: readonly CartLine[] } | Refused> {
  const removed: CartLine[] = [];
  const outcome = await applyEntries(cart, entries, async (before, entry) => {
    const found = await findLine(context, before, entry);
    if ("problems" in found) return found;
    removed.push(found.line);
    return {
      cart: { ...before, lines: before.lines.filter(({ item_id }) => item_id !== found.line.item_id) },
    };
  });
  return "problems" in outcome ? outcome : { ...outcome, removed };
}

/** The cart with the lines of another cart added; equal lines are merged. */
export function withMoved(cart: CartDoc, moved: readonly CartLine[]): CartDoc {
  let lines = cart.lines;
  for (const line of moved) {
    const known = lines.find(({ product_id, key }) => product_id === line.product_id && key === line.key);
    lines = known
      ? lines.map((one) => (one === known ? { ...one, qty: sum(one.qty, line.qty) } : one))
      : [...lines, line];
  }
  return { ...cart, lines };
}

/** Applies the entries one after the other, each to the cart that the one before it left. */
async function applyEntries(
  cart: CartDoc,
  entries: readonly CartProductEntry[],
  change: (cart: CartDoc, entry: CartProductEntry) => Promise<LinesChanged>,
): Promise<LinesChanged> {
  const problems: Problem[] = [];
  let after = cart;
  await forEachInSlices([...entries.entries()], async ([index, entry]) => {
    const outcome = await change(after, entry);
    if ("problems" in outcome) append(problems, withinPlace(`products[${index}]`, outcome.problems));
    else after = outcome.cart;
  });
  return problems.length > 0 ? { problems } : { cart: after };
}

/** The choices of an entry. */
async function chooseEntry(
  context: CartContext,
  cart: CartDoc,
  entry: CartProductEntry,
): Promise<{ readonly choices: readonly LineChoice[] } | Refused> {
  if (isIdentifierAbsent(entry.product_id) && isIdentifierAbsent(entry.sku))
    return refused(texts.unnamed, "");
  const product = await productOf(context, entry);
  if (!product) {
    const field = identifierOf(entry);
    return refused(`${texts.unknown}${await meantSku(context.tx, entry[field])}`, field);
  }
  const request: LineRequest = { product_id: product.id, ...entry.request };
  const chosen = chooseLines(
    await productFacts(purchaseOf(context, cart), product),
    request,
    entry.super_group,
  );
  return "texts" in chosen ? { problems: chosen.texts.map((message) => ({ field: "", message })) } : chosen;
}

/** A sentence that follows the text, which clients know; "" if no SKU is similar. */
async function meantSku(tx: CartContext["tx"], identifier: unknown): Promise<string> {
  const meant = await meantProduct(tx, identifier);
  return meant === "" ? "" : ` ${meant.replace(/^; /, "")}.`;
}

/** The member that names the product. */
function identifierOf({ product_id }: CartProductEntry): "product_id" | "sku" {
  return isIdentifierAbsent(product_id) ? "sku" : "product_id";
}

/** A `product_id` of digits is an ID only; any other text is a SKU. */
export async function productOf(
  { tx }: Pick<CartContext, "tx">,
  { product_id, sku }: CartProductEntry,
): Promise<ProductDoc | undefined> {
  if (isIdentifierAbsent(product_id)) return findProduct(tx, sku, "sku");
  const name = toText(product_id)?.trim() ?? "";
  const isId = typeof product_id === "number" || /^\d+$/.test(name);
  return findProduct(tx, name, isId ? "id" : "sku");
}

/** The existing line for an entry; for a grouped product, the line of its last member. */
export async function findLine(
  context: CartContext,
  cart: CartDoc,
  entry: CartProductEntry,
): Promise<{ readonly line: CartLine; readonly choice: LineChoice } | Refused> {
  const found = await chooseEntry(context, cart, entry);
  const notInCart = refused(texts.notInCart, identifierOf(entry));
  if ("problems" in found)
    return found.problems.some(({ message }) => message.startsWith(texts.unknown)) ? notInCart : found;
  const choice = found.choices.at(-1);
  const line = choice && lineOf(cart.lines, choice);
  return line ? { line, choice } : notInCart;
}

function lineOf(lines: readonly CartLine[], { request }: LineChoice): CartLine | undefined {
  const key = lineKey(request);
  return lines.find((line) => line.product_id === request.product_id && line.key === key);
}

/** Adds to the line with the same choice, or adds a new line. */
async function withChoice(
  context: CartContext,
  cart: CartDoc,
  choice: LineChoice,
  entry: CartProductEntry,
): Promise<LinesChanged> {
  const { tx, now } = context;
  const known = lineOf(cart.lines, choice);
  if (!known && cart.lines.length >= growthBounds.cartLines) return refused(texts.full, "");
  const stock = await tx.get("stock_items", choice.request.product_id);
  const added = choice.qty ?? addedQty(entry.qty, stock?.is_qty_decimal === 1);
  const line = known ?? {
    ...(await newCartRow(tx, now)),
    ...unpricedFigures,
    product_id: choice.request.product_id,
    updated_at: now,
    request: choice.request,
    key: lineKey(choice.request),
    children: await newChildren(context, choice),
  };
  const qty = sum(known?.qty ?? 0, added);
  return withCheckedLine(context, cart, { ...line, qty }, choice, identifierOf(entry));
}

/** The children of a new line. Their IDs follow the ID of the line. */
async function newChildren({ tx, now }: CartContext, { children }: LineChoice): Promise<CartRow[]> {
  const rows: CartRow[] = [];
  for (const { product_id, qty } of children)
    rows.push({ ...(await newCartRow(tx, now)), ...unpricedFigures, product_id, qty, updated_at: now });
  return rows;
}

/** The figures of a row that is not priced yet. */
const unpricedFigures: Omit<
  CartRow,
  "item_id" | "product_id" | "qty" | "gift_message" | "created_at" | "updated_at"
> = {
  product_type: "simple",
  sku: "",
  name: "",
  weight: 0,
  is_virtual: 0,
  is_qty_decimal: 0,
  tax_class_id: 0,
  tax_percent: 0,
  discount_percent: 0,
  price: 0,
  price_incl_tax: 0,
  row_total: 0,
  row_total_incl_tax: 0,
  discount_amount: 0,
  tax_amount: 0,
  has_error: 0,
};

/**
 * The cart with a new or changed line, or the text that says why it cannot be sold.
 * @param addedBy the member that names the product, if it is added
 */
async function withCheckedLine(
  context: CartContext,
  cart: CartDoc,
  line: CartLine,
  choice: LineChoice,
  addedBy?: "product_id" | "sku",
): Promise<LinesChanged> {
  const reader = await itemReader(purchaseOf(context, cart));
  const read = await reader.read(soldItem(line, choice));
  const [ordered] = "message" in read ? [] : read;
  if (!ordered) return refused(texts.unavailable, "");
  const others = cart.lines.filter(({ item_id }) => item_id !== line.item_id);
  for (const leaf of flatLines([ordered]).filter(({ children }) => children.length === 0)) {
    const refusal = await refusedQuantity(context, leaf, others, addedBy);
    if (refusal) return refusal;
  }
  const isKnown = others.length < cart.lines.length;
  const lines = isKnown
    ? cart.lines.map((one) => (one.item_id === line.item_id ? line : one))
    : [...cart.lines, line];
  return { cart: { ...cart, lines } };
}

/** The refusal of a quantity that the stock item does not allow. */
async function refusedQuantity(
  { tx }: CartContext,
  { product, qty }: OrderedLine,
  others: readonly CartLine[],
  addedBy: "product_id" | "sku" | undefined,
): Promise<Refused | undefined> {
  const stock = await tx.get("stock_items", product.id);
  if (!stock) return undefined;
  const limit = limitText(stock, { qty, total: sumOf([qty, ...quantitiesOf(others, product.id)]) });
  if (limit !== undefined) return refused(limit, "qty");
  const isOut = isStockManaged(stock, product.type) && stock.is_in_stock === 0;
  return isOut && addedBy !== undefined ? refused(texts.outOfStock, addedBy) : undefined;
}

/** The quantities of a product in the lines, as a line of its own or as a child. */
function quantitiesOf(lines: readonly CartLine[], productId: number): number[] {
  return lines.flatMap(({ product_id, qty, children }) => [
    ...(product_id === productId && children.length === 0 ? [qty] : []),
    ...children.filter((row) => row.product_id === productId).map((row) => round4(row.qty * qty)),
  ]);
}
