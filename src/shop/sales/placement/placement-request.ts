/**
 * The request that places an order through the test control, and the shipping methods of the shop (sales 19.1, 19.4).
 */
import type { components } from "../../../../generated/rest.js";
import type { GiftMessage } from "../../data/entities/cart.js";
import { requiredMessage } from "../../../engine/contract/inputs.js";
import type { Problem } from "../../../engine/values/problem.js";
import { isPaymentMethod, paymentMethod, paymentMethods } from "../payment/methods.js";
import { isEmail } from "../../../engine/values/email.js";
import { round4 } from "../../../engine/values/coercion.js";
import { toDateTime } from "../../../engine/values/dates.js";

type Described = components["schemas"];

/** A request that matches its schema in openapi.yaml. Amounts are in base currency. */
export type PlacementRequest = Described["OrderPlacement"];

export type PlacementGuest = Described["OrderGuest"];

/** A child of a composite product. Its quantity is per unit of the parent, default 1. */
type PlacementChild = Described["OrderChildPlacement"];

/** The SKU or the ID of a product. */
export type PlacementProduct = Pick<PlacementChild, "sku" | "product_id">;

/** An item of the request. `children` are the parts of a composite product. */
type PlacementItem = Described["OrderItemPlacement"];

/** The fields of an item that only a cart provides. */
export interface FromCart {
  /** The ID of the item in the cart. */
  readonly quote_item_id?: number | undefined;
  /** The choices of the buyer, as JSON text. */
  readonly product_options?: string | undefined;
  readonly gift_message?: Pick<GiftMessage, "gift_message_id" | "message"> | undefined;
}

export type SoldChild = PlacementChild & FromCart;

export interface SoldItem extends Omit<PlacementItem, "children">, FromCart {
  readonly children?: readonly SoldChild[];
  /** Calculates the unit price with the choices of the buyer from the final price of the product. */
  readonly priceOf?: (finalPrice: number) => number;
  /** The text after the product SKU: the SKUs of the chosen options. */
  readonly skuSuffix?: string;
  /** The type of the row, if it differs from the type of the product. */
  readonly rowType?: string;
}

export type PlacementAddress = Described["OrderAddress"];

/** Price per physical unit in base currency, and the titles for the customer. */
export const shippingMethods = {
  flatrate_flatrate: { pricePerUnit: 5, carrier_title: "Flat Rate", method_title: "Fixed" },
  freeshipping_freeshipping: { pricePerUnit: 0, carrier_title: "Free Shipping", method_title: "Free" },
} as const;

export type ShippingMethod = keyof typeof shippingMethods;

export function isShippingMethod(code: string): code is ShippingMethod {
  return Object.hasOwn(shippingMethods, code);
}

export function shippingMethod(code: ShippingMethod): { pricePerUnit: number; description: string } {
  const { pricePerUnit, carrier_title, method_title } = shippingMethods[code];
  return { pricePerUnit, description: `${carrier_title} - ${method_title}` };
}

/** Why the payment method cannot be used for this order; undefined if it can. */
export function paymentProblem(
  method: string,
  order: { readonly is_virtual: number; readonly grand_total: number },
): Problem | undefined {
  const field = "payment_method";
  if (!isPaymentMethod(method)) return { field, message: `must be one of ${paymentMethods.join(", ")}` };
  const { usable: condition } = paymentMethod(method);
  if (condition === "needs_shipping" && order.is_virtual === 1) {
    return { field, message: `${method} needs an item that is shipped` };
  }
  if (condition === "needs_nothing_to_pay" && order.grand_total > 0) {
    return { field, message: `${method} can only be used if there is nothing to pay` };
  }
  return undefined;
}

/** The maximum number of rows of an order. */
const maxRows = 1000;

/** The problems of a request that do not depend on the data of the shop. */
export function requestProblems(request: PlacementRequest): Problem[] {
  const { items, created_at, rate = 1 } = request;
  const problems = buyerProblems(request);
  if (items.length === 0) problems.push({ field: "items", message: "must have at least one item" });
  const rows = items.reduce((count, { children = [] }) => count + 1 + children.length, 0);
  if (rows > maxRows) {
    problems.push({ field: "items", message: `must be at most ${maxRows} with all their children` });
  }
  const method = request.shipping_method ?? defaultShippingMethod;
  if (!isShippingMethod(method)) {
    const known = Object.keys(shippingMethods).join(", ");
    problems.push({ field: "shipping_method", message: `must be one of ${known}` });
  }
  if (created_at !== undefined && toDateTime(created_at) !== created_at) {
    problems.push({ field: "created_at", message: "must be a real date and time, YYYY-MM-DD HH:MM:SS" });
  }
  if (round4(rate) <= 0) problems.push({ field: "rate", message: "must be at least 0.0001" });
  return problems;
}

export const defaultShippingMethod: ShippingMethod = "flatrate_flatrate";

function buyerProblems({ customer_id, guest }: PlacementRequest): Problem[] {
  if (guest === undefined) {
    return customer_id === undefined ? [{ field: "customer_id", message: "or guest is required" }] : [];
  }
  if (customer_id !== undefined) return [{ field: "guest", message: "cannot be given with customer_id" }];
  const email = guest.email?.trim() ?? "";
  if (email === "") return [{ field: "guest.email", message: requiredMessage }];
  return isEmail(email) ? [] : [{ field: "guest.email", message: "must be an e-mail address" }];
}

/** Why a quantity cannot be ordered; undefined if it can. */
export function orderedQtyProblem(qty: number, isDecimal: boolean): string | undefined {
  const rounded = round4(qty);
  if (rounded <= 0) return "must be more than 0";
  return isDecimal || Number.isInteger(rounded)
    ? undefined
    : "must be whole: the product is sold by the piece";
}
