/** `cart_product`: the lines of carts. beyond 7. */
import type { Schemas } from "../../../generated/operations.js";
import type { CartDoc, CartRow } from "../data/entities/cart.js";
import { assignmentsOfProduct } from "../catalog/records/assignments.js";
import type { Namespace } from "../namespace.js";
import type { ReadTx } from "../../engine/storage/storage.js";
import { cartsOfCustomer } from "../data/stored-carts.js";
import { requireCart, saveCart, websiteIdOf } from "./carts.js";
import { membersFault } from "../../engine/contract/members.js";
import { idleEntryMembers } from "./lines/idle-members.js";
import { readProductEntries } from "./lines/entries.js";
import { withAdded, withMoved, withoutLines, withQuantities } from "./lines/lines.js";
import { priceCart, type CartContext } from "./pricing.js";

export const cartProduct: Namespace<"cart_product"> = {
  async add(call) {
    const { args, tx, fault, now } = call;
    const found = await requireCart(call);
    const entries = readProductEntries(args.products);
    if (!entries) throw fault("invalid_product_data");
    await refuseIdleMembers(call, args.products);
    const added = await withAdded(call, found, entries);
    if ("problems" in added) throw fault("add_product_fault", { sentences: added.problems });

    await saveCart(tx, (await priceCart(call, added.cart)).cart, now);
    return true;
  },

  async update(call) {
    const { args, tx, fault, now } = call;
    const found = await requireCart(call);
    const entries = readProductEntries(args.products);
    if (!entries) throw fault("invalid_product_data");
    await refuseIdleMembers(call, args.products);
    const updated = await withQuantities(call, found, entries);
    if ("problems" in updated) throw fault("update_product_fault", { sentences: updated.problems });

    await saveCart(tx, (await priceCart(call, updated.cart)).cart, now);
    return true;
  },

  async remove(call) {
    const { args, tx, fault, now } = call;
    const found = await requireCart(call);
    const entries = readProductEntries(args.products);
    if (!entries) throw fault("invalid_product_data");
    await refuseIdleMembers(call, args.products, found);
    const left = await withoutLines(call, found, entries);
    if ("problems" in left) throw fault("remove_product_fault", { sentences: left.problems });

    await saveCart(tx, (await priceCart(call, left.cart)).cart, now);
    return true;
  },

  async list(call) {
    const { lines } = await requireCart(call);

    const products: Schemas["CartProduct"][] = [];
    for (const row of lines.flatMap((line) => [line, ...line.children]))
      products.push(await productEntry(call.tx, row));
    return products;
  },

  async moveToCustomerQuote(call) {
    const { args, tx, shop, fault, now } = call;
    const source = await requireCart(call);
    if (source.customer_id === null) throw fault("customer_not_set_for_quote");
    const target = await activeCart(
      tx,
      source.customer_id,
      (cart) => websiteIdOf(shop, cart) === websiteIdOf(shop, source),
    );
    if (!target) throw fault("customer_quote_not_exist");
    if (target.id === source.id) throw fault("quotes_are_similar");
    const entries = readProductEntries(args.products);
    if (!entries) throw fault("invalid_product_data");
    await refuseIdleMembers(call, args.products, source);
    const left = await withoutLines(call, source, entries);
    if ("problems" in left) throw fault("unable_to_move_all_products", { sentences: left.problems });

    const taken = withMoved(target, left.removed);
    await saveCart(tx, (await priceCart(call, left.cart)).cart, now);
    await saveCart(tx, (await priceCart(call, taken)).cart, now);
    return true;
  },
};

/** Under strict handling, refuses members of entries without effect. @param cart if the operation takes whole lines */
async function refuseIdleMembers(
  call: CartContext & { readonly isStrict: boolean },
  products: unknown,
  cart?: CartDoc,
): Promise<void> {
  if (!call.isStrict) return;
  const idle = await idleEntryMembers(call, products, (index) => `products[${index}].`, cart);
  if (idle.length > 0) throw membersFault("products", idle);
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
