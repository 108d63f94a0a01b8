/** `giftmessage`: gift messages of carts and their lines. beyond 15. */
import type { CartDoc, CartRow, GiftMessage } from "../data/entities/cart.js";
import { about } from "../../engine/contract/faults.js";
import type { Call, Namespace } from "../namespace.js";
import type { ReadTx, Tx } from "../../engine/storage/storage.js";
import { forEachInSlices } from "../../engine/time-slices.js";
import { readRaw } from "../../engine/contract/inputs.js";
import { readerOf } from "../inputs.js";
import { isObject } from "../../engine/values/coercion.js";
import { notFound } from "../../engine/values/messages.js";
import { withinPlace, type Problem } from "../../engine/values/problem.js";
import { requireCart, saveCart } from "./carts.js";
import { changedGiftMessage, readGiftMessage, type GiftMessageTexts } from "./gift-messages.js";
import { membersFault } from "../../engine/contract/members.js";
import { refusedEntryMembers } from "./lines/idle-members.js";
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

    const products = pairs.map(({ product }) => product);
    const place = (index: number) => `productsAndMessages[${index}].product.`;
    const idle = await refusedEntryMembers(call, products, place, found);
    if (idle.length > 0) throw membersFault("productsAndMessages", idle);
    let cart = found;
    let refused: Refused | undefined;
    const lines: number[] = [];
    await forEachInSlices(pairs, async (pair) => {
      if (refused) return;
      const set = await setForProduct(call, cart, pair);
      if ("refusal" in set) {
        refused = set;
        return;
      }
      if (set.item_id !== undefined) lines.push(set.item_id);
      cart = set.cart;
    });
    await saveCart(tx, cart, now);
    // Returned, not thrown: the messages before the refused entry stay.
    return refused ? fault(refused.refusal, about(refused.place)) : lines.map(messageResult);
  },
};

interface ProductMessage {
  readonly place: string;
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
  return list.flatMap((entry, index) => {
    const pair = readProductMessage(entry);
    return pair ? { place: `productsAndMessages[${index}]`, ...pair } : [];
  });
}

const pairMembers = readerOf<"ProductAndMessage", Omit<ProductMessage, "place">>(["ProductAndMessage"], {
  product: readRaw,
  message: readRaw,
});

function readProductMessage(entry: unknown): Omit<ProductMessage, "place"> | undefined {
  if (!isObject(entry)) return undefined;
  const { product, message } = pairMembers.read(entry, undefined).given;
  return product === undefined || message === undefined ? undefined : { product, message };
}

type Refusal = "product_invalid_data" | "giftmessage_invalid_data" | "quote_item_not_exists";

interface Refused {
  readonly refusal: Refusal;
  readonly place: string;
}

type ProductMessageResult = { readonly cart: CartDoc; readonly item_id?: number } | Refused;

async function setForProduct(
  call: Call<"giftmessage.setForQuoteProduct">,
  cart: CartDoc,
  { place, product, message }: ProductMessage,
): Promise<ProductMessageResult> {
  const productPlace = `${place}.product`;
  if (!isObject(product) || Object.keys(product).length === 0)
    return { refusal: "product_invalid_data", place: productPlace };
  const texts = readGiftMessage(message);
  if (!texts) return { refusal: "giftmessage_invalid_data", place: `${place}.message` };
  const entry = readProductEntry(product);
  if (isIdentifierAbsent(entry.product_id) && isIdentifierAbsent(entry.sku)) return { cart };
  const found = await findLine(call, cart, entry);
  if ("problems" in found) {
    const [{ field }] = withinPlace(productPlace, found.problems) as [Problem];
    return { refusal: "quote_item_not_exists", place: field };
  }
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
