/** Orders of golden files at a server without our control: by carts, the one public way in which orders are made. */
import { isObject } from "../../engine/values/coercion.js";
import type { Answer } from "../living/doors/outcome.js";
import { outcomeName } from "../living/replay/differences.js";

/** The body of `POST /control/orders`, as far as a cart can say the same. */
export interface CartOrder {
  readonly guest: { readonly email: string };
  readonly billing_address: Readonly<Record<string, string>>;
  readonly items: readonly { readonly sku: string; readonly qty: number; readonly price: number }[];
  readonly shipping_amount: number;
}

/** What a cart has no place for: amounts of lines beside the price, states, customers of the sample shop, … */
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

export interface PlacedOrder {
  readonly increment_id: string;
  readonly order_id: unknown;
  /** In the order of the lines. */
  readonly item_ids: readonly unknown[];
  readonly shipping_amount: number;
  readonly grand_total: number;
}

/** The shop cannot make the order; the message says which step failed, and how. */
export class UnplacedError extends Error {}

/** Methods that need no data of a card and no contract with a gateway, and leave the order to be invoiced. */
const paymentMethods = ["checkmo", "cashondelivery", "banktransfer"];

type Send = (path: string, args: unknown) => Promise<Answer>;

/** Throws an `UnplacedError`. @param store the view that sells */
export async function placeByCart(send: Send, order: CartOrder, store: string): Promise<PlacedOrder> {
  const { guest, billing_address: billing, items } = order;
  const cart = await resultOf(send, "cart.create", [store]);
  const lines = items.map(({ sku, qty }) => ({ sku, qty }));
  await resultOf(send, "cart_product.add", [cart, lines]);
  const { firstname, lastname } = billing;
  await resultOf(send, "cart_customer.set", [cart, { mode: "guest", firstname, lastname, ...guest }]);
  const address = { ...billing, ...(await regionOf(send, billing.country_id)) };
  await resultOf(send, "cart_customer.addresses", [
    cart,
    ["billing", "shipping"].map((mode) => ({ mode, ...address })),
  ]);
  await chooseShipping(send, cart, order.shipping_amount);
  const offered = (await rowsOf(send, "cart_payment.list", [cart])).map(({ code }) => code);
  const method = paymentMethods.find((one) => offered.includes(one));
  if (method === undefined)
    throw new UnplacedError(`cart_payment.list offers none of ${paymentMethods.join(", ")}`);
  await resultOf(send, "cart_payment.method", [cart, { method }]);
  const number = String(await resultOf(send, "cart.order", [cart]));
  return placed(number, await resultOf(send, "sales_order.info", [number]));
}

/** Some countries want a region, by its ID. */
async function regionOf(send: Send, country: unknown): Promise<{ readonly region_id?: unknown }> {
  const [first] = await rowsOf(send, "directory_region.list", [country]);
  return first === undefined ? {} : { region_id: first.region_id };
}

/** The one that costs what the file says, if there is one. Virtual lines have none. */
async function chooseShipping(send: Send, cart: unknown, amount: number): Promise<void> {
  const offered = await rowsOf(send, "cart_shipping.list", [cart]);
  const chosen = offered.find(({ price }) => Number(price) === amount) ?? offered[0];
  if (chosen !== undefined) await resultOf(send, "cart_shipping.method", [cart, chosen.code]);
}

function placed(number: string, info: unknown): PlacedOrder {
  const { order_id, items, shipping_amount, grand_total } = isObject(info) ? info : {};
  return {
    ...{ increment_id: number, order_id },
    item_ids: Array.isArray(items) ? items.map((item) => (item as { item_id?: unknown }).item_id) : [],
    shipping_amount: Number(shipping_amount ?? 0),
    grand_total: Number(grand_total ?? 0),
  };
}

async function rowsOf(send: Send, path: string, args: unknown): Promise<Record<string, unknown>[]> {
  const rows = await resultOf(send, path, args);
  return Array.isArray(rows) ? (rows as unknown[]).filter(isObject) : [];
}

async function resultOf(send: Send, path: string, args: unknown): Promise<unknown> {
  const answer = await send(path, args);
  if (answer.outcome === "result") return answer.value;
  const text = answer.outcome === "fault" ? `: ${answer.fault.message}` : "";
  throw new UnplacedError(`${path} answers ${outcomeName(answer)}${text}`);
}
