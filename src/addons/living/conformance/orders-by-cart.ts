/** Creates the orders of golden files on a server without our test control: by carts, the only public way. */
import { isObject } from "../../../engine/values/coercion.js";
import { NotJudgedError, resultOf, type Row, type Send } from "./send.js";

/** The part of the body of `POST /control/orders` that a cart can express. */
export interface CartOrder {
  readonly guest: { readonly email: string };
  readonly billing_address: Readonly<Record<string, string>>;
  readonly items: readonly { readonly sku: string; readonly qty: number; readonly price: number }[];
  readonly shipping_amount: number;
}

/** Undefined if the body has members that a cart cannot express: amounts of lines, states, existing customers, … */
export function cartOrderOf(body: unknown): CartOrder | undefined {
  if (!isObject(body) || !hasOnly(body, ["guest", "billing_address", "items", "shipping_amount"]))
    return undefined;
  const { guest, billing_address, items, shipping_amount = 0 } = body;
  const areLines =
    Array.isArray(items) &&
    (items as unknown[]).every((item) => isObject(item) && hasOnly(item, ["sku", "qty", "price"]));
  if (!isObject(guest) || !isObject(billing_address) || !areLines) return undefined;
  return { guest, billing_address, items, shipping_amount } as unknown as CartOrder;
}

function hasOnly(value: object, names: readonly string[]): boolean {
  return Object.keys(value).every((name) => names.includes(name));
}

interface CartPlacement {
  readonly increment_id: string;
  readonly order_id: unknown;
  /** In the order of the items. */
  readonly item_ids: readonly unknown[];
  readonly shipping_amount: number;
  readonly grand_total: number;
}

export const differentAmounts = "its amounts differ from the prices and shipping costs of the shop";

/** Payment methods without card data or a gateway, which leave the order open for invoices. */
const paymentMethods = ["checkmo", "cashondelivery", "banktransfer"];

interface Placing {
  /** The store view of the cart. */
  readonly store: string;
  readonly needsAmounts: boolean;
  /** Receives a cart that becomes no order, and stays. */
  readonly onLeft: (cart: unknown) => void;
}

/** Throws a `NotJudgedError`, also if the shop's shipping costs differ and `needsAmounts`: an order could not be removed. */
export async function placeByCart(
  send: Send,
  order: CartOrder,
  { store, needsAmounts, onLeft }: Placing,
): Promise<CartPlacement> {
  let cart: unknown;
  try {
    cart = await resultOf(send, "cart.create", [store]);
    return await placeCart(send, order, cart, needsAmounts);
  } catch (error) {
    if (cart !== undefined) onLeft(cart);
    if (!(error instanceof NotJudgedError) || error.message === differentAmounts) throw error;
    throw new NotJudgedError(`the shop does not create an order from it: ${error.message}`);
  }
}

async function placeCart(
  send: Send,
  order: CartOrder,
  cart: unknown,
  needsAmounts: boolean,
): Promise<CartPlacement> {
  const { guest, billing_address: billing, items } = order;
  const lines = items.map(({ sku, qty }) => ({ sku, qty }));
  await resultOf(send, "cart_product.add", [cart, lines]);
  const { firstname, lastname } = billing;
  await resultOf(send, "cart_customer.set", [cart, { mode: "guest", firstname, lastname, ...guest }]);
  const address = { ...billing, ...(await regionOf(send, billing.country_id)) };
  await resultOf(send, "cart_customer.addresses", [
    cart,
    ["billing", "shipping"].map((mode) => ({ mode, ...address })),
  ]);
  const costs = await chooseShipping(send, cart, order.shipping_amount);
  if (needsAmounts && costs !== order.shipping_amount) throw new NotJudgedError(differentAmounts);
  const offered = (await rowsOf(send, "cart_payment.list", [cart])).map(({ code }) => code);
  const method = paymentMethods.find((one) => offered.includes(one));
  if (method === undefined)
    throw new NotJudgedError(`cart_payment.list offers none of ${paymentMethods.join(", ")}`);
  await resultOf(send, "cart_payment.method", [cart, { method }]);
  const number = String(await resultOf(send, "cart.order", [cart]));
  return placed(number, await resultOf(send, "sales_order.info", [number]));
}

/** The first region of a country that has regions: some countries require the ID of one. */
async function regionOf(send: Send, country: unknown): Promise<{ readonly region_id?: unknown }> {
  const [first] = await rowsOf(send, "directory_region.list", [country]);
  return first === undefined ? {} : { region_id: first.region_id };
}

/** Prefers a shipping method with the price in the file; resolves to its price. Carts of virtual items have no methods. */
async function chooseShipping(send: Send, cart: unknown, amount: number): Promise<number> {
  const offered = await rowsOf(send, "cart_shipping.list", [cart]);
  const chosen = offered.find(({ price }) => Number(price) === amount) ?? offered[0];
  if (chosen === undefined) return 0;
  await resultOf(send, "cart_shipping.method", [cart, chosen.code]);
  return Number(chosen.price);
}

function placed(number: string, info: unknown): CartPlacement {
  const { order_id, items, shipping_amount, grand_total } = isObject(info) ? info : {};
  return {
    increment_id: number,
    order_id,
    item_ids: Array.isArray(items) ? items.map((item) => (item as { item_id?: unknown }).item_id) : [],
    shipping_amount: Number(shipping_amount ?? 0),
    grand_total: Number(grand_total ?? 0),
  };
}

async function rowsOf(send: Send, path: string, args: unknown): Promise<readonly Row[]> {
  const rows = await resultOf(send, path, args);
  return Array.isArray(rows) ? (rows as unknown[]).filter(isObject) : [];
}
