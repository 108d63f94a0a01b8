/** The lines of a cart as `cart_product` changes them: finds products, chooses, judges, answers texts (beyond 7). */
import type { CartDoc, CartLine, CartRow, LineRequest } from "../../data/entities/cart.js";
import type { ProductDoc } from "../../data/entities/catalog.js";
import { isStockManaged } from "../../sales/orders/stock-effects.js";
import { itemReader } from "../../sales/placement/placement-items.js";
import { flatLines, type OrderedLine } from "../../sales/placement/ordered-lines.js";
import { forEachInSlices } from "../../../engine/time-slices.js";
import { round4, toDecimal, toText } from "../../../engine/values/coercion.js";
import { sum, sumOf } from "../../../engine/values/money.js";
import { growthBounds } from "../../data/growth.js";
import { findProduct } from "../../catalog/records/product-lookups.js";
import { newRow, purchaseOf, soldItem, type Selling } from "../pricing.js";
import { keyOf, type Choice } from "./choice.js";
import { chooseLines } from "./choosers.js";
import { addedQty, isUnnamed, wholeUnless, type Entry } from "./entries.js";
import { factsOf } from "./facts.js";
import { limitText } from "./limits.js";

/** The cart after all entries, or why not: a text for each entry that cannot be carried out. */
export type LinesChanged = { readonly cart: CartDoc } | { readonly texts: readonly string[] };

type LineChanged = { readonly cart: CartDoc } | { readonly text: string };

const texts = {
  unnamed: "One item of products do not have identifier or sku",
  unknown: "Product does not exist.",
  unavailable: "This product is currently unavailable.",
  outOfStock: "This product is currently out of stock.",
  notInCart: "One item of products is not belong any of quote item",
  noQty: "The quantity must be a number.",
  full: `A cart holds at most ${growthBounds.cartLines} lines.`,
};

/** The cart with the products of the entries added. Figures are still to be worked out. */
export function withAdded(selling: Selling, cart: CartDoc, entries: readonly Entry[]): Promise<LinesChanged> {
  return changed(cart, entries, async (before, entry) => {
    const found = await find(selling, before, entry);
    if ("text" in found) return found;
    let after = before;
    for (const choice of found.choices) {
      const added = await withChoice(selling, after, choice, entry);
      if ("text" in added) return added;
      after = added.cart;
    }
    return { cart: after };
  });
}

/** The cart with the quantities of the entries. */
export function withQuantities(
  selling: Selling,
  cart: CartDoc,
  entries: readonly Entry[],
): Promise<LinesChanged> {
  return changed(cart, entries, async (before, entry) => {
    const found = await findLine(selling, before, entry);
    if ("text" in found) return found;
    const { line, choice } = found;
    if (entry.qty === undefined || entry.qty === null) return { cart: before };
    const given = toDecimal(entry.qty);
    if (given === undefined) return { text: texts.noQty };
    const qty = wholeUnless(line.is_qty_decimal === 1, given);
    if (qty <= 0) return { cart: before };
    return judged(selling, before, { ...line, qty }, choice);
  });
}

/** The cart without the lines of the entries, and those lines. */
export async function withoutLines(
  selling: Selling,
  cart: CartDoc,
  entries: readonly Entry[],
): Promise<
  { readonly cart: CartDoc; readonly removed: readonly CartLine[] } | { readonly texts: readonly string[] }
> {
  const removed: CartLine[] = [];
  const outcome = await changed(cart, entries, async (before, entry) => {
    const found = await findLine(selling, before, entry);
    if ("text" in found) return found;
    removed.push(found.line);
    return {
      cart: { ...before, lines: before.lines.filter(({ item_id }) => item_id !== found.line.item_id) },
    };
  });
  return "texts" in outcome ? outcome : { ...outcome, removed };
}

/** The cart with lines of another one, each with its own quantity. */
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

/** Carries out one entry after the other; later ones see what earlier ones did. */
async function changed(
  cart: CartDoc,
  entries: readonly Entry[],
  change: (cart: CartDoc, entry: Entry) => Promise<LineChanged>,
): Promise<LinesChanged> {
  const problems: string[] = [];
  let after = cart;
  await forEachInSlices(entries, async (entry) => {
    const outcome = await change(after, entry);
    if ("text" in outcome) problems.push(outcome.text);
    else after = outcome.cart;
  });
  return problems.length > 0 ? { texts: problems } : { cart: after };
}

/** What an entry chooses. */
async function find(
  selling: Selling,
  cart: CartDoc,
  entry: Entry,
): Promise<{ readonly choices: readonly Choice[] } | { readonly text: string }> {
  if (isUnnamed(entry.product_id) && isUnnamed(entry.sku)) return { text: texts.unnamed };
  const product = await productOf(selling, entry);
  if (!product) return { text: texts.unknown };
  const request: LineRequest = { product_id: product.id, ...entry.request };
  const chosen = chooseLines(await factsOf(purchaseOf(selling, cart), product), request, entry.super_group);
  return "texts" in chosen ? { text: chosen.texts.join("\n") } : chosen;
}

/** Digits are an ID and nothing else; any other text is a SKU. */
async function productOf(
  { tx }: Pick<Selling, "tx">,
  { product_id, sku }: Entry,
): Promise<ProductDoc | undefined> {
  if (isUnnamed(product_id)) return findProduct(tx, sku, "sku");
  const name = toText(product_id)?.trim() ?? "";
  const isId = typeof product_id === "number" || /^\d+$/.test(name);
  return findProduct(tx, name, isId ? "id" : "sku");
}

/** The line that an entry chooses; of several the last one. */
export async function findLine(
  selling: Selling,
  cart: CartDoc,
  entry: Entry,
): Promise<{ readonly line: CartLine; readonly choice: Choice } | { readonly text: string }> {
  const found = await find(selling, cart, entry);
  if ("text" in found) return found.text === texts.unknown ? { text: texts.notInCart } : found;
  const choice = found.choices.at(-1);
  const line = choice && lineOf(cart.lines, choice);
  return line ? { line, choice } : { text: texts.notInCart };
}

function lineOf(lines: readonly CartLine[], { request }: Choice): CartLine | undefined {
  const key = keyOf(request);
  return lines.find((line) => line.product_id === request.product_id && line.key === key);
}

/** More of the line that was chosen in this way before, or a line of its own. */
async function withChoice(
  selling: Selling,
  cart: CartDoc,
  choice: Choice,
  { qty }: Entry,
): Promise<LineChanged> {
  const { tx, now } = selling;
  const known = lineOf(cart.lines, choice);
  if (!known && cart.lines.length >= growthBounds.cartLines) return { text: texts.full };
  const stock = await tx.get("stock_items", choice.request.product_id);
  const added = choice.qty ?? addedQty(qty, stock?.is_qty_decimal === 1);
  const line = known ?? {
    ...(await newRow(tx, now)),
    ...noFigures,
    product_id: choice.request.product_id,
    updated_at: now,
    request: choice.request,
    key: keyOf(choice.request),
    children: await newChildren(selling, choice),
  };
  return judged(selling, cart, { ...line, qty: sum(known?.qty ?? 0, added) }, choice, "added");
}

/** What a new line consists of, numbered behind it. */
async function newChildren({ tx, now }: Selling, { children }: Choice): Promise<CartRow[]> {
  const rows: CartRow[] = [];
  for (const { product_id, qty } of children)
    rows.push({ ...(await newRow(tx, now)), ...noFigures, product_id, qty, updated_at: now });
  return rows;
}

/** Of a row that is still to be worked out. */
const noFigures: Omit<
  CartRow,
  "item_id" | "product_id" | "qty" | "gift_message" | "created_at" | "updated_at"
> = {
  ...{ product_type: "simple", sku: "", name: "", weight: 0, is_virtual: 0, is_qty_decimal: 0 },
  ...{ tax_class_id: 0, tax_percent: 0, discount_percent: 0, price: 0, price_incl_tax: 0, row_total: 0 },
  ...{ row_total_incl_tax: 0, discount_amount: 0, tax_amount: 0, has_error: 0 },
};

/** The cart with a new or changed line, if the product can be sold like this. */
async function judged(
  selling: Selling,
  cart: CartDoc,
  line: CartLine,
  choice: Choice,
  how?: "added",
): Promise<LineChanged> {
  const reader = await itemReader(purchaseOf(selling, cart));
  const read = await reader.read(soldItem(line, choice));
  const [ordered] = "message" in read ? [] : read;
  if (!ordered) return { text: texts.unavailable };
  const others = cart.lines.filter(({ item_id }) => item_id !== line.item_id);
  for (const leaf of flatLines([ordered]).filter(({ children }) => children.length === 0)) {
    const text = await problemOf(selling, leaf, others, how);
    if (text !== undefined) return { text };
  }
  const isKnown = others.length < cart.lines.length;
  const lines = isKnown
    ? cart.lines.map((one) => (one.item_id === line.item_id ? line : one))
    : [...cart.lines, line];
  return { cart: { ...cart, lines } };
}

/** Why so much of a product cannot be in the cart. */
async function problemOf(
  { tx }: Selling,
  { product, qty }: OrderedLine,
  others: readonly CartLine[],
  how: "added" | undefined,
): Promise<string | undefined> {
  const stock = await tx.get("stock_items", product.id);
  if (!stock) return undefined;
  const limit = limitText(stock, { qty, total: sumOf([qty, ...quantitiesOf(others, product.id)]) });
  if (limit !== undefined) return limit;
  const isOut = how === "added" && isStockManaged(stock, product.type) && stock.is_in_stock === 0;
  return isOut ? texts.outOfStock : undefined;
}

/** Of a product, in each of the lines, as itself or within another one. */
function quantitiesOf(lines: readonly CartLine[], productId: number): number[] {
  return lines.flatMap(({ product_id, qty, children }) => [
    ...(product_id === productId && children.length === 0 ? [qty] : []),
    ...children.filter((row) => row.product_id === productId).map((row) => round4(row.qty * qty)),
  ]);
}
