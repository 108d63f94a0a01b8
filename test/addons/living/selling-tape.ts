/**
 * Makes the stand-in of tape.ts sell: new products, carts and orders, with the rules and the texts of faults that OpenMage was
 * recorded with (test/recordings/openmage-beyond.jsonl.gz). It refuses e-mails in `.test`, requires a region in countries that
 * have regions, and has no operation that removes a cart or an order.
 */
import { tapedResult, TapeFault, type TapeOptions } from "./tape.js";

type Row = Readonly<Record<string, unknown>>;

interface Cart {
  readonly items: Row[];
  isGuestSet: boolean;
  readonly modes: Set<string>;
  shipping?: string;
  payment?: string;
  order?: string;
}

export interface SellingState {
  /** SKUs of the created products, by ID. */
  readonly products: Map<string, string>;
  readonly carts: Map<number, Cart>;
  readonly orders: Map<string, { state: string; readonly info: Row }>;
}

const [noCart, noOrder] = [
  "Can not make operation because quote is not exists",
  "Requested order not exists.",
];
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

type Instead = NonNullable<TapeOptions["instead"]>;

export function sellingTape(): { readonly state: SellingState; readonly instead: Instead } {
  const state: SellingState = { products: new Map(), carts: new Map(), orders: new Map() };
  const listed = tapedResult("catalog_product.list") as Row[];
  const order = tapedResult("sales_order.info", "200000002") as Row & { readonly items: readonly Row[] };
  const listedOrders = tapedResult("sales_order.list") as Row[];
  const cartOf = (id: unknown): Cart => {
    const cart = state.carts.get(Number(id));
    if (!cart || cart.order !== undefined) throw new TapeFault(1002, noCart);
    return cart;
  };
  const orderOf = (number: unknown) => {
    const found = state.orders.get(String(number));
    if (!found) throw new TapeFault(100, noOrder);
    return found;
  };
  const change = (from: readonly string[], to: string) => (args: readonly unknown[]) => {
    const found = orderOf(args[0]);
    if (!from.includes(found.state))
      throw new TapeFault(103, "Order status not changed. Details in error message.");
    found.state = to;
    return true;
  };
  const withState = (info: Row, one: string) => ({
    ...info,
    state: one,
    status: one === "new" ? "pending" : one,
  });
  const instead: Instead = {
    "catalog_product.create": ([, , sku]) => {
      const id = String(100 + state.products.size + 1);
      state.products.set(id, String(sku));
      return id;
    },
    "catalog_product.delete": ([id]) => {
      if (!state.products.delete(String(id))) throw new TapeFault(101, "Product not exists.");
      return true;
    },
    "catalog_product.list": () => [
      ...listed,
      ...[...state.products].map(([product_id, sku]) => ({ ...listed[0], product_id, sku })),
    ],
    "directory_region.list": ([country]) => regions[String(country)] ?? [],
    "cart.create": ([store]) => {
      if (store !== "default")
        throw new TapeFault(1001, "Can not make operation because store is not exists");
      const id = state.carts.size + 1;
      state.carts.set(id, { items: [], isGuestSet: false, modes: new Set() });
      return id;
    },
    "cart_product.add": ([id, rows]) => {
      const cart = cartOf(id);
      for (const row of rows as Row[]) {
        if (![...state.products.values()].includes(String(row.sku)))
          throw new TapeFault(1022, "One item of products is not valid");
        cart.items.push(row);
      }
      return true;
    },
    "cart_customer.set": ([id, given]) => {
      const cart = cartOf(id);
      const { email, firstname, lastname } = given as Row;
      const problems = [
        ...(firstname ? [] : ["The first name cannot be empty."]),
        ...(lastname ? [] : ["The last name cannot be empty."]),
        ...(/^[^@\s]+@[\w.-]+\.(?!test$)\w+$/.test(String(email))
          ? []
          : [`Invalid email address "${String(email)}".`]),
      ];
      if (problems.length > 0) throw new TapeFault(1044, problems.join("\n"));
      cart.isGuestSet = true;
      return true;
    },
    "cart_customer.addresses": ([id, given]) => {
      const cart = cartOf(id);
      for (const address of given as Row[]) {
        const problems = required.filter(([member]) => !address[member]).map(([, text]) => text);
        if (regions[String(address.country_id)] && !address.region_id)
          problems.push("Please enter the state/province.");
        if (problems.length > 0) throw new TapeFault(1052, problems.join("\n"));
        cart.modes.add(String(address.mode));
      }
      return true;
    },
    "cart_shipping.list": ([id]) => {
      const { modes, items } = cartOf(id);
      if (!modes.has("shipping")) return [];
      const price = (5 * items.reduce((sum, { qty }) => sum + Number(qty), 0)).toFixed(4);
      return [
        {
          ...{
            carrier: "flatrate",
            carrier_title: "Flat Rate",
            code: "flatrate_flatrate",
            method: "flatrate",
          },
          ...{ method_description: null, price, error_message: null, method_title: "Fixed" },
        },
      ];
    },
    "cart_shipping.method": ([id, code]) => {
      const cart = cartOf(id);
      if (code !== "flatrate_flatrate") throw new TapeFault(1062, "Shipping method is not available");
      cart.shipping = code;
      return true;
    },
    "cart_payment.list": ([id]) => {
      cartOf(id);
      return [
        { code: "checkmo", title: "Check / Money order", cc_types: null },
        { code: "purchaseorder", title: "Purchase Order", cc_types: null },
      ];
    },
    "cart_payment.method": ([id, given]) => {
      const { method } = given as Row;
      if (method !== "checkmo" && method !== "purchaseorder")
        throw new TapeFault(1075, "The requested Payment Method is not available.");
      cartOf(id).payment = method;
      return true;
    },
    "cart.order": ([id]) => {
      const cart = cartOf(id);
      if (!cart.isGuestSet || cart.modes.size < 2 || !cart.shipping || !cart.payment)
        throw new TapeFault(1008, "Please check shipping address information.");
      const number = String(100_000_100 + state.orders.size + 1);
      const items = cart.items.map(({ sku, qty }, at) => ({
        ...order.items[0],
        ...{ item_id: String(1000 * (state.orders.size + 1) + at), sku, qty_ordered: Number(qty).toFixed(4) },
      }));
      const info = { ...order, increment_id: number, order_id: String(500 + state.orders.size), items };
      cart.order = number;
      state.orders.set(number, { state: "new", info });
      return number;
    },
    "sales_order.info": ([number]) => {
      const found = orderOf(number);
      return withState(found.info, found.state);
    },
    "sales_order.list": ([filters]) => {
      const rows = [...state.orders].map(([increment_id, found]) =>
        withState({ ...listedOrders[0], increment_id }, found.state),
      );
      const wanted = (filters as Row | undefined)?.increment_id;
      return wanted === undefined
        ? listedOrders
        : rows.filter(({ increment_id }: Row) => increment_id === wanted);
    },
    "sales_order.hold": change(["new", "processing"], "holded"),
    "sales_order.unhold": change(["holded"], "new"),
    "sales_order.cancel": change(["new"], "canceled"),
  };
  return { state, instead };
}
