/** The model: all calls that it supports, and their answers. */
import * as categories from "./categories.js";
import * as creditmemos from "./creditmemos.js";
import * as customers from "./customers.js";
import * as invoices from "./invoices.js";
import { observe, seenAccount, seenOrder, seenTree, seenValues } from "./observation.js";
import * as orders from "./orders.js";
import { placeOrder } from "./placement.js";
import * as products from "./products.js";
import * as shipments from "./shipments.js";
import { Refusal, viewOf, type Shop, type View } from "./state.js";

export interface Call {
  /**
   * An operation, `login`, `endSession`, a read of one object, or an action of the test control: `order`,
   * `gateway`, `clock`, `open memo`.
   */
  readonly operation: string;
  readonly params: Readonly<Record<string, unknown>>;
  /**
   * The name of a session of the walk; without one, the caller is a user with all rights and without a
   * session.
   */
  readonly session?: string;
}

/** The result of a call, or the fault of its refusal. */
export type Outcome = { readonly result: unknown } | { readonly fault: string };

type Operation = (shop: Shop, params: Readonly<Record<string, unknown>>) => unknown;

const operations: Readonly<Record<string, Operation>> = {
  "catalog_product.create": products.createProduct,
  "catalog_product.update": products.updateProduct,
  "catalog_product.multiUpdate": products.updateProducts,
  "catalog_product.delete": products.deleteProduct,
  "catalog_product.setSpecialPrice": products.setSpecialPrice,
  "catalog_product.getSpecialPrice": specialPrice,
  "catalog_product_attribute_tier_price.update": products.updateTierPrices,
  "catalog_category.create": categories.createCategory,
  "catalog_category.update": categories.updateCategory,
  "catalog_category.move": categories.moveCategory,
  "catalog_category.delete": categories.deleteCategory,
  "catalog_category.assignProduct": categories.assignProduct,
  "catalog_category.updateProduct": categories.updateAssignment,
  "catalog_category.removeProduct": categories.removeAssignment,
  "customer.create": customers.createCustomer,
  "customer.update": customers.updateCustomer,
  "customer.delete": customers.deleteCustomer,
  "customer_address.create": customers.createAddress,
  "customer_address.update": customers.updateAddress,
  "customer_address.delete": customers.deleteAddress,
  "sales_order.addComment": orders.addComment,
  "sales_order.hold": orders.hold,
  "sales_order.unhold": orders.unhold,
  "sales_order.cancel": orders.cancel,
  "sales_order_invoice.create": invoices.createInvoice,
  "sales_order_invoice.addComment": invoices.commentInvoice,
  "sales_order_invoice.capture": invoices.capture,
  "sales_order_invoice.void": invoices.voidInvoice,
  "sales_order_invoice.cancel": invoices.cancelInvoice,
  "sales_order_shipment.create": shipments.createShipment,
  "sales_order_shipment.addComment": shipments.commentShipment,
  "sales_order_shipment.addTrack": shipments.addTrack,
  "sales_order_shipment.removeTrack": shipments.removeTrack,
  "sales_order_creditmemo.create": creditmemos.createMemo,
  "sales_order_creditmemo.addComment": creditmemos.commentMemo,
  "sales_order_creditmemo.cancel": creditmemos.cancelMemo,
  "look at everything": observe,
  "look at product": (shop, { productId }) => seenValues(products.findProduct(shop, productId)),
  "look at stock": (shop, { productId }) => products.findProduct(shop, productId).stock,
  "look at tree": (shop) => seenTree(shop),
  "look at customer": (shop, { customerId }) => seenAccount(customers.findCustomer(shop, customerId)),
  "look at order": (shop, { orderIncrementId }) => seenOrder(orders.findOrder(shop, orderIncrementId)),
  order: placeOrder,
  "open memo": creditmemos.openMemo,
  gateway: (shop, { answer, times }) =>
    void (shop.gateway = { answer: String(answer), times: Number(times) }),
  clock: (shop, { seconds }) => void (shop.now += Number(seconds)),
};

/** Executes the call on the shop; a refused call does not change it. */
export function apply(shop: Shop, call: Call): Outcome {
  try {
    return { result: (call.session === undefined ? carryOut : inSession)(shop, call) ?? null };
  } catch (error) {
    if (error instanceof Refusal) return { fault: error.fault };
    throw error;
  }
}

function carryOut(shop: Shop, { operation, params }: Call): unknown {
  const work = operations[operation];
  if (!work) throw new Error(`the model knows no ${operation}`);
  return work(shop, params);
}

/** A session ends an hour after its last call. */
const timeout_s = 3600;

function inSession(shop: Shop, call: Call): unknown {
  const { operation, params, session: name = "" } = call;
  const isAlive = shop.now - (shop.sessions[name]?.lastUse ?? 0) < timeout_s;
  if (operation === "login") {
    shop.sessions[name] = { lastUse: shop.now, productView: 0, categoryView: 0 };
    return null;
  }
  const session = shop.sessions[name];
  if (operation === "endSession") {
    delete shop.sessions[name];
    return true;
  }
  if (!session || !isAlive) throw new Refusal("session_expired");
  session.lastUse = shop.now;
  switch (operation) {
    case "catalog_product.currentStore":
      if (params.store !== undefined) session.productView = viewOf(params.store).id;
      return session.productView;
    case "catalog_category.currentStore":
      if (params.store !== undefined) session.categoryView = viewOf(params.store).id;
      return session.categoryView;
    default:
      return carryOut(shop, { operation, params: { ...params, store: params.store ?? session.productView } });
  }
}

function specialPrice(shop: Shop, { productId, store }: Call["params"]): unknown {
  const view: View = viewOf(store);
  const product = products.findProduct(shop, productId);
  return Object.fromEntries(
    ["special_price", "special_from_date", "special_to_date"].map((code) => [
      code,
      products.isApplicable(product, code) ? products.valueAt(product, code, view) : null,
    ]),
  );
}
