/** `giftmessage`: gift messages of carts and their lines. beyond 15. */
import type { CartDoc, CartRow, GiftMessage } from "../data/entities/cart.js";
import type { Call, Namespace } from "../namespace.js";
import type { ReadTx, Tx } from "../../engine/storage/storage.js";
import { forEachInSlices } from "../../engine/time-slices.js";
import { isObject } from "../../engine/values/coercion.js";
import { notFound } from "../../engine/values/messages.js";
import { requireCart, saveCart } from "./carts.js";
import { changedGiftMessage, readGiftMessage, type GiftMessageTexts } from "./gift-messages.js";
import { isIdentifierAbsent, readProductEntry } from "./lines/entries.js";
import { findLine } from "./lines/lines.js";

export const giftmessage: Namespace<"giftmessage"> = {
  async setForQuote(call) {
    const { args, tx, fault, now } = call;
    const cart = await requireCart(call);
    const texts = readGiftMessage(args.giftMessage);
    if (!texts) throw fault("giftmessage_invalid_data");

    await saveCart(tx, { ...cart, gift_message: await nextGiftMessage(tx, cart.gift_message, texts) }, now);
    return messageResult(cart.id);
  },

  async setForQuoteItem(call) {
    const { args, tx, fault, now, shop, scope } = call;
    const { quoteItemId, store } = args;
    const found = await cartOfLine(tx, quoteItemId);
    if (!found) throw fault("quote_item_not_exists", notFound("Line", quoteItemId));
    const cart = await requireCart({ tx, shop, scope, fault, args: { quoteId: found.id, store } });

    await saveCart(tx, await withMessage(tx, cart, quoteItemId, readGiftMessage(args.giftMessage)), now);
    return messageResult(quoteItemId);
  },

  async setForQuoteProduct(call) {
    const { args, tx, fault, now } = call;
    const found = await requireCart(call);
    const pairs = readProductMessages(args.productsAndMessages);
    if (!pairs) throw fault("giftmessage_invalid_data");

    let cart = found;
    let refusal: Refusal | undefined;
    const lines: number[] = [];
    await forEachInSlices(pairs, async ({ product, message }) => {
      if (refusal) return;
      const set = await setForProduct(call, cart, product, message);
      if ("refusal" in set) {
        refusal = set.refusal;
        return;
      }
      if (set.item_id !== undefined) lines.push(set.item_id);
      cart = set.cart;
    });
    await saveCart(tx, cart, now);
    // Returned, not thrown: the messages before the refused entry stay.
    return refusal === undefined ? lines.map(messageResult) : fault(refusal);
  },
};

interface ProductMessage {
  readonly product: unknown;
  readonly message: unknown;
}

/**
 * The entries that have a product and a message; undefined if there are no entries. A single pair counts as a
 * list.
 */
function readProductMessages(given: unknown): readonly ProductMessage[] | undefined {
  const list: readonly unknown[] = Array.isArray(given) ? given : [given];
  const isNone = list.length === 0 || (list.length === 1 && list[0] === given && !readProductMessage(given));
  if (isNone) return undefined;
  return list.flatMap((entry) => readProductMessage(entry) ?? []);
}

function readProductMessage(entry: unknown): ProductMessage | undefined {
  if (!isObject(entry)) return undefined;
  const { product = null, message = null } = entry;
  return product === null || message === null ? undefined : { product, message };
}

type Refusal = "product_invalid_data" | "giftmessage_invalid_data" | "quote_item_not_exists";

type ProductMessageResult =
  | { readonly cart: CartDoc; readonly item_id?: number }
  | { readonly refusal: Refusal };

async function setForProduct(
  call: Call<"giftmessage.setForQuoteProduct">,
  cart: CartDoc,
  product: unknown,
  message: unknown,
): Promise<ProductMessageResult> {
  if (!isObject(product) || Object.keys(product).length === 0) return { refusal: "product_invalid_data" };
  const texts = readGiftMessage(message);
  if (!texts) return { refusal: "giftmessage_invalid_data" };
  const entry = readProductEntry(product);
  if (isIdentifierAbsent(entry.product_id) && isIdentifierAbsent(entry.sku)) return { cart };
  const found = await findLine(call, cart, entry);
  if ("text" in found) return { refusal: "quote_item_not_exists" };
  const { item_id } = found.line;
  return { cart: await withMessage(call.tx, cart, item_id, texts), item_id };
}

/** The cart that contains a line, or a child of a line, with this ID. */
async function cartOfLine(tx: ReadTx, itemId: number): Promise<CartDoc | undefined> {
  const paths = ["lines.item_id", "lines.children.item_id"];
  const holding = paths.map((path) => ({ path, type: "number", op: "eq", value: itemId }) as const);
  const [cart] = await tx.find("carts", { any: [holding] });
  return cart;
}

async function withMessage(
  tx: Tx,
  cart: CartDoc,
  itemId: number,
  texts: GiftMessageTexts | undefined,
): Promise<CartDoc> {
  const former = rowsOf(cart).find(({ item_id }) => item_id === itemId)?.gift_message ?? null;
  const gift_message = await nextGiftMessage(tx, former, texts);
  const set = <Row extends CartRow>(row: Row): Row =>
    row.item_id === itemId ? { ...row, gift_message } : row;
  const lines = cart.lines.map((line) => ({ ...set(line), children: line.children.map(set) }));
  return { ...cart, lines };
}

function rowsOf({ lines }: CartDoc): readonly CartRow[] {
  return lines.flatMap((line) => [line, ...line.children]);
}

async function nextGiftMessage(
  tx: Tx,
  former: GiftMessage | null,
  texts: GiftMessageTexts | undefined,
): Promise<GiftMessage | null> {
  return changedGiftMessage(former, texts, await tx.next("gift_message"));
}

function messageResult(entityId: number) {
  return { entityId, result: true, error: "" } as const;
}
