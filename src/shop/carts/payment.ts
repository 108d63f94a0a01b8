/** `cart_payment`: the payment method of a cart. beyond 10. */
import { about } from "../../engine/contract/faults.js";
import type { CartDoc, CartPayment } from "../data/entities/cart.js";
import type { HandlerSettings, Namespace } from "../namespace.js";
import { isPaymentMethod, paymentMethod, type PaymentMethod } from "../sales/payment/methods.js";
import { idleMembers, membersFault, withoutEffect } from "../../engine/contract/members.js";
import { rangeText, toIntIn, unsignedInt } from "../../engine/values/whole-numbers.js";
import { cleanText, toInt, toText, type DataObject } from "../../engine/values/coercion.js";
import { readElsewhere, set, type Reading } from "../../engine/contract/inputs.js";
import { inputs, readerOf } from "../inputs.js";
import { isVirtualCart, requireCart, saveCart } from "./carts.js";
import { priceCart } from "./pricing.js";

const { max: maxText } = inputs.CartPayment.po_number;

export const cartPayment: Namespace<"cart_payment"> = {
  async method(call) {
    const { check, tx, fault, now, settings } = call;
    const found = await requireCart(call);
    const { paymentData } = check("paymentData");
    if (Object.keys(paymentData).length === 0)
      throw fault("payment_method_empty", [{ field: "paymentData", message: "must not be empty" }]);
    if (isVirtualCart(found) && !found.billing_address) throw fault("billing_address_is_not_set");
    if (!isVirtualCart(found) && !found.shipping_address) throw fault("shipping_address_is_not_set");
    const { cart } = await priceCart(call, found, "rated");
    const code = toText(paymentData.method) ?? "";
    if (!isPaymentMethod(code) || !settings.paymentMethods.includes(code))
      throw fault("payment_method_is_not_set", about("paymentData.method"));
    if (code === "free" && (cart.totals?.grand_total ?? 0) > 0)
      throw fault("payment_method_is_not_set", about("paymentData.method"));
    if (!usableMethods(cart, settings).includes(code))
      throw fault("method_not_allowed", about("paymentData.method"));

    const dates = ["cc_exp_month", "cc_exp_year"].filter(
      (name) => toIntIn(paymentData[name], unsignedInt) === undefined,
    );
    const idle = withoutEffect(call, "paymentData.", () =>
      idleMembers(paymentData, dates, rangeText(unsignedInt)),
    );
    if (idle.length > 0) throw membersFault("paymentData", idle);
    await saveCart(tx, { ...cart, payment: readPayment(code, paymentData, cart.payment, now) }, now);
    return true;
  },

  async list(call) {
    const found = await requireCart(call);

    return usableMethods(found, call.settings).map((code) => ({
      code,
      title: paymentMethod(code).title,
      cc_types: null,
    }));
  },
};

/** The payment methods that a cart can use; `free` comes last. */
function usableMethods(
  cart: CartDoc,
  { paymentMethods }: Pick<HandlerSettings, "paymentMethods">,
): PaymentMethod[] {
  const { subtotal = 0, grand_total = 0 } = cart.totals ?? {};
  const isPayable = subtotal > 0;
  const others = paymentMethods.filter((code) => {
    const { usable } = paymentMethod(code);
    return isPayable && (usable === "always" || (usable === "needs_shipping" && !isVirtualCart(cart)));
  });
  const isFree = grand_total === 0 && paymentMethods.includes("free");
  return isFree ? [...others, "free"] : others;
}

/** Of a number, the last four digits are kept. */
interface Given extends CartPayment {
  readonly cc_number: string | null;
}

const paymentMembers = readerOf<"CartPayment", Given>(["CartPayment"], {
  method: readElsewhere,
  po_number: readCut,
  cc_type: readCut,
  cc_owner: readCut,
  cc_number: readCut,
  cc_exp_month: readDatePart,
  cc_exp_year: readDatePart,
});

function readPayment(
  method: PaymentMethod,
  data: DataObject,
  before: CartPayment | null,
  now: string,
): CartPayment {
  const { cc_number, ...given } = paymentMembers.read(data, undefined).given;
  return {
    method,
    po_number: null,
    cc_type: null,
    cc_last4: cc_number?.slice(-4) ?? null,
    cc_owner: null,
    cc_exp_month: 0,
    cc_exp_year: 0,
    ...given,
    created_at: before?.created_at ?? now,
    updated_at: now,
  };
}

/** A text, cut if it is too long; null for other values. */
function readCut(value: unknown): Reading<string | null> {
  const text = cleanText(toText(value) ?? "")?.trim();
  return set(text?.slice(0, maxText) || null);
}

function readDatePart(value: unknown): Reading<number> {
  return set(Math.max(0, toInt(value) ?? 0));
}
