/** `cart_product`: the lines of carts. beyond 7. */
import type { Schemas } from "../../../generated/operations.js";
import type { CartDoc, CartRow } from "../data/entities/cart.js";
import { assignmentsOfProduct } from "../catalog/records/assignments.js";
import type { CallRaising, Namespace } from "../namespace.js";
import type { ReadTx } from "../../engine/storage/storage.js";
import { cartsOfCustomer } from "../data/stored-carts.js";
import { requireCart, saveCart, websiteIdOf } from "./carts.js";
import { membersFault, type Handling } from "../../engine/contract/members.js";
import { refusedEntryMembers } from "./lines/idle-members.js";
import { readProductEntries, type CartProductEntry } from "./lines/entries.js";
import { withAdded, withMoved, withoutLines, withQuantities } from "./lines/lines.js";
import { priceCart, type CartContext } from "./pricing.js";

export const cartProduct: Namespace<"cart_product"> = {
  async add(call) {
    const cart = await requireCart(call);
    const added = await withAdded(call, cart, await requireEntries(call));
    if ("problems" in added) throw call.fault("add_product_fault", { sentences: added.problems });
    return savePriced(call, added.cart);
  },

  async update(call) {
    const cart = await requireCart(call);
    const updated = await withQuantities(call, cart, await requireEntries(call));
    if ("problems" in updated) throw call.fault("update_product_fault", { sentences: updated.problems });
    return savePriced(call, updated.cart);
  },

  async remove(call) {
    const cart = await requireCart(call);
    const left = await withoutLines(call, cart, await requireEntries(call, cart));
    if ("problems" in left) throw call.fault("remove_product_fault", { sentences: left.problems });
    return savePriced(call, left.cart);
  },

  async list(call) {
    const { lines } = await requireCart(call);

    const products: Schemas["CartProduct"][] = [];
    for (const row of lines.flatMap((line) => [line, ...line.children]))
      products.push(await productEntry(call.tx, row));
    return products;
  },

  async moveToCustomerQuote(call) {
    const { tx, shop, fault } = call;
    const source = await requireCart(call);
    if (source.customer_id === null) throw fault("customer_not_set_for_quote");
    const target = await activeCart(
      tx,
      source.customer_id,
      (cart) => websiteIdOf(shop, cart) === websiteIdOf(shop, source),
    );
    if (!target) throw fault("customer_quote_not_exist");
    if (target.id === source.id) throw fault("quotes_are_similar");
    const left = await withoutLines(call, source, await requireEntries(call, source));
    if ("problems" in left) throw fault("unable_to_move_all_products", { sentences: left.problems });

    await savePriced(call, left.cart);
    return savePriced(call, withMoved(target, left.removed));
  },
};

type Changing = CartContext &
  Handling &
  CallRaising<"invalid_product_data"> & {
    readonly args: { readonly products: unknown };
  };

/** Throws `invalid_product_data`, and under strict handling for members without effect. @param cart if the operation takes whole lines */
async function requireEntries(call: Changing, cart?: CartDoc): Promise<readonly CartProductEntry[]> {
  const { products } = call.args;
  const entries = readProductEntries(products);
  if (!entries) throw call.fault("invalid_product_data");
  const idle = await refusedEntryMembers(call, products, (index) => `products[${index}].`, cart);
  if (idle.length > 0) throw membersFault("products", idle);
  return entries;
}

async function savePriced(call: CartContext, cart: CartDoc): Promise<true> {
  await saveCart(call.tx, (await priceCart(call, cart)).cart, call.now);
  return true;
}

async function productEntry(tx: ReadTx, row: CartRow): Promise<Schemas["CartProduct"]> {
  const { product_id, sku, name } = row;
  const product = await tx.get("products", product_id);
  if (!product) throw new Error(`product ${product_id} no longer exists although it is in a cart`);
  const assignments = await assignmentsOfProduct(tx, product_id);
  const category_ids = assignments.map(({ category_id }) => category_id);
  const { set, type, website_ids } = product;
  return { product_id, sku, name, set, type, category_ids, website_ids: [...website_ids] };
}

/** The active cart of a customer, which a storefront would show, in one website. */
async function activeCart(
  tx: ReadTx,
  customerId: number,
  isHere: (cart: CartDoc) => boolean,
): Promise<CartDoc | undefined> {
  const carts = await cartsOfCustomer(tx, customerId);
  return carts.find((cart) => cart.is_active === 1 && isHere(cart));
}
