/**
 * Makes the stand-in of tape.ts sell: new products and carts, with the rules and the texts of faults that OpenMage was recorded
 * with (test/recordings/openmage-beyond.jsonl.gz). It refuses e-mails in `.test`, requires a region in countries that have
 * regions, and has no operation that removes a cart or an order. Orders and their documents: sales-tape.ts.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { salesTape, type SalesState } from "./sales-tape.js";
import { tapedResult, TapeCrash, TapeFault, type TapeOptions } from "./tape.js";

export type Row = Readonly<Record<string, unknown>>;

export interface TapeProduct {
  readonly product_id: string;
  readonly sku: string;
  readonly name: string;
  readonly type: string;
  readonly set: string;
  readonly price: number;
}

interface CartLine {
  readonly product: TapeProduct;
  qty: number;
}

interface Cart {
  readonly lines: CartLine[];
  customer?: Row;
  readonly addresses: Map<string, Row>;
  shipping?: string;
  payment?: string;
  order?: string;
}

export interface SellingState extends SalesState {
  /** The created products, by ID. */
  readonly products: Map<string, TapeProduct>;
  readonly carts: Map<number, Cart>;
}

const required: readonly (readonly [member: string, text: string])[] = [
  ["firstname", "Please enter the first name."],
  ["lastname", "Please enter the last name."],
  ["street", "Please enter the street."],
  ["city", "Please enter the city."],
  ["telephone", "Please enter the telephone number."],
  ["postcode", "Please enter the zip/postal code."],
  ["country_id", "Please enter the country."],
];
const regions: Readonly<Record<string, readonly Row[]>> = {
  DE: [{ region_id: "79", code: "NDS", name: "Niedersachsen" }],
  US: [{ region_id: "12", code: "CA", name: "California" }],
};

export type Instead = NonNullable<TapeOptions["instead"]>;

export const amount = (value: number): string => value.toFixed(4);

/** A text as it is, and any other value as JSON. */
export const textOf = (value: unknown): string =>
  typeof value === "string" ? value : (JSON.stringify(value) ?? "");

/** Ends as PHP does if a required argument is missing. */
export function given(args: readonly unknown[], count: number): void {
  if (args.length < count) throw new TapeCrash();
}

export function sellingTape(): { readonly state: SellingState; readonly instead: Instead } {
  const { state: sales, place, instead: orders } = salesTape();
  const state: SellingState = { ...sales, products: new Map(), carts: new Map() };
  const listed = tapedResult("catalog_product.list") as Row[];
  const fullCart = recordedCart();
  const cartOf = (id: unknown, store?: unknown): Cart => {
    if (store !== undefined && store !== null && store !== "" && store !== "default")
      throw new TapeFault(1001, "Can not make operation because store is not exists");
    const cart = state.carts.get(Number(id));
    if (!cart || cart.order !== undefined)
      throw new TapeFault(1002, "Can not make operation because quote is not exists");
    return cart;
  };
  const productOf = (row: unknown): TapeProduct | undefined => {
    const { sku, product_id } = row as Row;
    return [...state.products.values()].find(
      (one) => one.sku === sku || (product_id !== undefined && one.product_id === textOf(product_id)),
    );
  };
  const goods = ({ lines }: Cart) => lines.filter(({ product }) => product.type !== "virtual");
  const shippingOf = (cart: Cart) => 5 * goods(cart).reduce((sum, { qty }) => sum + qty, 0);
  const subtotalOf = ({ lines }: Cart) =>
    lines.reduce((sum, { qty, product }) => sum + qty * product.price, 0);

  const instead: Instead = {
    ...orders,
    "catalog_product.create": (args) => {
      given(args, 4);
      const [type, set, sku, data] = args as [string, unknown, unknown, Row];
      const id = String(100 + state.products.size + 1);
      const { name, price } = data;
      const product = { product_id: id, sku: String(sku), name: String(name), type, set: String(set) };
      state.products.set(id, { ...product, price: Number(price) });
      return id;
    },
    "catalog_product.delete": ([id]) => {
      if (!state.products.delete(String(id))) throw new TapeFault(101, "Product not exists.");
      return true;
    },
    "catalog_product.list": () => [
      ...listed,
      ...[...state.products.values()].map(({ price: _price, ...row }) => ({
        ...listed[0],
        ...row,
        ...{ category_ids: [], website_ids: ["1"] },
      })),
    ],
    "directory_region.list": ([country]) => regions[String(country)] ?? [],
    "cart.create": ([store]) => {
      if (store !== "default")
        throw new TapeFault(1001, "Can not make operation because store is not exists");
      const id = state.carts.size + 1;
      state.carts.set(id, { lines: [], addresses: new Map() });
      return id;
    },
    "cart.info": ([id, store]) => {
      const cart = cartOf(id, store);
      const [item] = fullCart.items as Row[];
      const weight = amount(goods(cart).reduce((sum, { qty }) => sum + qty, 0));
      const addresses = ["shipping", "billing"].map((mode) => {
        const { mode: _mode, ...own } = cart.addresses.get(mode) ?? {};
        const recorded = fullCart[`${mode}_address`] as Row;
        const { email } = cart.customer ?? {};
        return [
          `${mode}_address`,
          { ...recorded, ...own, email, ...(mode === "shipping" ? { weight } : {}) },
        ];
      });
      return {
        ...fullCart,
        ...(Object.fromEntries(addresses) as Row),
        payment: { ...(fullCart.payment as Row), method: cart.payment ?? null },
        ...{ quote_id: String(id), items_count: String(cart.lines.length) },
        items_qty: amount(cart.lines.reduce((sum, { qty }) => sum + qty, 0)),
        items: cart.lines.map(({ product: { product_id, sku, name }, qty }) => ({
          ...item,
          ...{ product_id, sku, name, qty },
        })),
      };
    },
    "cart.totals": ([id, store]) => {
      const cart = cartOf(id, store);
      const isEmpty = cart.lines.length === 0;
      const subtotal = subtotalOf(cart);
      const shipping = cart.shipping === undefined ? 0 : shippingOf(cart);
      return [
        { title: "Subtotal", amount: isEmpty ? null : subtotal },
        ...(cart.shipping === undefined
          ? []
          : [{ title: "Shipping & Handling (Flat Rate - Fixed)", amount: amount(shipping) }]),
        { title: "Grand Total", amount: isEmpty ? null : subtotal + shipping },
      ];
    },
    "cart_product.add": ([id, rows, store]) => {
      const cart = cartOf(id, store);
      for (const row of rows as Row[]) {
        const product = productOf(row);
        if (!product) throw new TapeFault(1022, "One item of products is not valid");
        cart.lines.push({ product, qty: Number(row.qty ?? 1) });
      }
      return true;
    },
    "cart_product.update": ([id, rows, store]) => {
      const cart = cartOf(id, store);
      for (const row of rows as Row[]) {
        const line = cart.lines.find(({ product }) => product === productOf(row));
        if (!line) throw new TapeFault(1024, "One item of products is not belong any of quote item");
        line.qty = Number(row.qty ?? line.qty);
      }
      return true;
    },
    "cart_product.remove": ([id, rows, store]) => {
      const { lines } = cartOf(id, store);
      for (const row of rows as Row[]) {
        const at = lines.findIndex(({ product }) => product === productOf(row));
        if (at < 0) throw new TapeFault(1026, "One item of products is not belong any of quote item");
        lines.splice(at, 1);
      }
      return true;
    },
    "cart_product.list": ([id, store]) =>
      cartOf(id, store).lines.map(({ product: { price: _price, ...row } }) => ({
        ...row,
        ...{ category_ids: [], website_ids: ["1"] },
      })),
    "cart_coupon.add": ([id, , store]) => {
      if (cartOf(id, store).lines.length === 0)
        throw new TapeFault(1081, "Coupon could not be applied because quote is empty.");
      throw new TapeFault(1083, "Coupon is not valid.");
    },
    "cart_coupon.remove": ([id, store]) => {
      if (cartOf(id, store).lines.length === 0)
        throw new TapeFault(1081, "Coupon could not be applied because quote is empty.");
      return false;
    },
    "cart_customer.set": (args) => {
      given(args, 2);
      const [id, data, store] = args;
      const cart = cartOf(id, store);
      const { mode, email, firstname, lastname } = (data ?? {}) as Row;
      if (mode !== "guest") throw new TapeFault(1045, "Customer's mode is unknown");
      const problems = [
        ...(firstname ? [] : ["The first name cannot be empty."]),
        ...(lastname ? [] : ["The last name cannot be empty."]),
        ...(/^[^@\s]+@[\w.-]+\.(?!test$)\w+$/.test(String(email))
          ? []
          : [`Invalid email address "${textOf(email ?? "")}".`]),
      ];
      if (problems.length > 0) throw new TapeFault(1044, problems.join("\n"));
      cart.customer = data as Row;
      return true;
    },
    "cart_customer.addresses": (args) => {
      given(args, 2);
      const [id, rows, store] = args;
      const cart = cartOf(id, store);
      if (!Array.isArray(rows) || rows.length === 0)
        throw new TapeFault(1051, "Customer address data is empty.");
      for (const address of rows as Row[]) {
        const problems = required.filter(([member]) => !address[member]).map(([, text]) => text);
        if (regions[String(address.country_id)] && !address.region_id)
          problems.push("Please enter the state/province.");
        if (problems.length > 0) throw new TapeFault(1052, problems.join("\n"));
        cart.addresses.set(String(address.mode), address);
      }
      return true;
    },
    "cart_shipping.list": ([id, store]) => {
      const cart = cartOf(id, store);
      if (cart.lines.length === 0 && cart.addresses.size === 0)
        throw new TapeFault(1061, "Can not make operation because of customer shipping address is not set");
      if (!cart.addresses.has("shipping") || goods(cart).length === 0) return [];
      return [
        {
          ...{ carrier: "flatrate", carrier_title: "Flat Rate", code: "flatrate_flatrate" },
          ...{ method: "flatrate", method_description: null, price: amount(shippingOf(cart)) },
          ...{ error_message: null, method_title: "Fixed", carrierName: "Flat Rate" },
        },
      ];
    },
    "cart_shipping.method": (args) => {
      given(args, 2);
      const [id, code, store] = args;
      const cart = cartOf(id, store);
      if (!cart.addresses.has("shipping"))
        throw new TapeFault(1061, "Can not make operation because of customer shipping address is not set");
      if (code !== "flatrate_flatrate") throw new TapeFault(1062, "Shipping method is not available");
      cart.shipping = code;
      return true;
    },
    "cart_payment.list": ([id, store]) => {
      cartOf(id, store);
      return [
        { code: "checkmo", title: "Check / Money order", cc_types: null },
        { code: "purchaseorder", title: "Purchase Order", cc_types: null },
      ];
    },
    "cart_payment.method": (args) => {
      given(args, 2);
      const [id, data, store] = args;
      const cart = cartOf(id, store);
      const { method } = (data ?? {}) as Row;
      if (goods(cart).length > 0 || cart.lines.length === 0)
        if (!cart.addresses.has("shipping"))
          throw new TapeFault(
            1073,
            "Customer's shipping address is not set. Required for payment method data.",
          );
      if (method !== "checkmo" && method !== "purchaseorder")
        throw new TapeFault(1075, "The requested Payment Method is not available.");
      cart.payment = method;
      return true;
    },
    "cart.order": ([id, store]) => {
      const cart = cartOf(id, store);
      const isVirtual = cart.lines.length > 0 && goods(cart).length === 0;
      if (!isVirtual && !cart.addresses.has("shipping"))
        throw new TapeFault(
          1008,
          `Please check shipping address information. ${required.map(([, text]) => text).join(" ")}`,
        );
      if (!isVirtual && cart.shipping === undefined)
        throw new TapeFault(1008, "Please specify a shipping method.");
      if (cart.payment === undefined) throw new TapeFault(1008, "Please select a valid payment method.");
      cart.order = place({
        ...{ lines: cart.lines, customer: cart.customer ?? {}, quoteId: Number(id) },
        ...{ addresses: cart.addresses, method: cart.payment, shipping: isVirtual ? 0 : shippingOf(cart) },
        isVirtual,
      });
      return cart.order;
    },
  };
  return { state, instead };
}

/** The recorded answer of `cart.info` for a cart with an address, a payment and lines. */
function recordedCart(): Row {
  const path = fileURLToPath(new URL("../../recordings/openmage-beyond.jsonl.gz", import.meta.url));
  const lines = gunzipSync(readFileSync(path)).toString().trim().split("\n");
  const found = lines
    .map((line) => JSON.parse(line) as { operation?: string; scenario?: string; result?: Row })
    .find(({ operation, scenario }) => operation === "cart.info" && scenario === "cart_shape");
  if (!found?.result) throw new Error("the recording has no full cart");
  return found.result;
}
