/**
 * Carts. Each is a single document, because most changes affect several parts of it (beyond 6.1). Amounts are in the
 * base currency; unset text is null.
 */
import type { AddressDoc, CustomerDoc, Flag } from "./customer.js";

export interface CartDoc {
  readonly id: number;
  readonly store_id: number;
  /** 1 for the storefront cart of a customer; 0 for carts that callers create. */
  readonly is_active: Flag;
  readonly created_at: string;
  readonly updated_at: string;
  readonly lines: readonly CartLine[];
  /** null = a guest, or not set yet. */
  readonly customer_id: number | null;
  /** null = not set yet. */
  readonly buyer: CartBuyer | null;
  readonly billing_address: CartAddress | null;
  readonly shipping_address: CartAddress | null;
  readonly shipping_method: string | null;
  /** Shipped units when the shipping rates were last computed; null before, and without lines. */
  readonly rated_units: number | null;
  readonly payment: CartPayment | null;
  /** As sent by the caller; null = none. */
  readonly coupon_code: string | null;
  /** The rule of the coupon; null without a coupon. */
  readonly rule_id: number | null;
  /** null until there is an address or a coupon. */
  readonly totals: CartTotals | null;
  /** The increment ID of the latest order; null before. */
  readonly reserved_order_id: string | null;
  readonly gift_message: GiftMessage | null;
}

/** A product in a cart, with the figures of the last pricing. */
export interface CartRow {
  readonly item_id: number;
  readonly product_id: number;
  readonly product_type: string;
  readonly sku: string;
  readonly name: string;
  /** For children: per unit of the line. */
  readonly qty: number;
  readonly weight: number;
  readonly is_virtual: Flag;
  readonly is_qty_decimal: Flag;
  readonly tax_class_id: number;
  readonly tax_percent: number;
  readonly discount_percent: number;
  readonly price: number;
  readonly price_incl_tax: number;
  readonly row_total: number;
  readonly row_total_incl_tax: number;
  readonly discount_amount: number;
  readonly tax_amount: number;
  /** 1 if the stock is not sufficient. */
  readonly has_error: Flag;
  readonly gift_message: GiftMessage | null;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface CartLine extends CartRow {
  /** The normalized request, which is evaluated again whenever the cart changes. */
  readonly request: LineRequest;
  /** Unique per product: requests with the same key share a line. */
  readonly key: string;
  /** The parts of a composite product. */
  readonly children: readonly CartRow[];
}

/** The choices for a product, without its quantity: the normalized members of an entry of `cart_product.add`. */
export interface LineRequest {
  readonly product_id: number;
  /** Values by option ID. */
  readonly options?: Readonly<Record<string, ChosenValue>>;
  /** Option IDs of the attribute by attribute ID. */
  readonly super_attribute?: Readonly<Record<string, number>>;
  /** The grouped product that this one was chosen from. */
  readonly group_id?: number;
  /** Selection IDs by option ID. */
  readonly bundle_option?: Readonly<Record<string, readonly number[]>>;
  readonly bundle_option_qty?: Readonly<Record<string, number>>;
  /** IDs of downloadable links. */
  readonly links?: readonly number[];
}

/** A text, a value ID, several value IDs, or the parts of a date. */
export type ChosenValue =
  | string
  | number
  | readonly (string | number)[]
  | Readonly<Record<string, string | number>>;

/** What a cart takes over from the account of its buyer. */
type BuyerFields =
  | ("group_id" | "email" | "prefix" | "firstname" | "middlename" | "lastname" | "suffix")
  | ("dob" | "taxvat" | "gender");

export interface CartBuyer extends Pick<CustomerDoc, BuyerFields> {
  readonly mode: "customer" | "guest" | "register";
  /** For the account that the order creates. Never in a result. */
  readonly password_hash: string | null;
  /** Set when the cart is ordered. */
  readonly has_ordered: Flag;
}

export interface CartAddress extends Omit<AddressDoc, "id" | "customer_id"> {
  readonly email: string | null;
  /** The stored address that it was copied from. */
  readonly customer_address_id: number | null;
  readonly save_in_address_book: Flag;
}

export interface CartPayment {
  readonly method: string;
  readonly po_number: string | null;
  readonly cc_type: string | null;
  readonly cc_last4: string | null;
  readonly cc_owner: string | null;
  readonly cc_exp_month: number;
  readonly cc_exp_year: number;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface CartTotals {
  readonly subtotal: number;
  readonly subtotal_incl_tax: number;
  /** The price of the shipping method when the rates were last computed. Not every change of the cart does that. */
  readonly shipping_amount: number;
  /** 0 or less. */
  readonly discount_amount: number;
  readonly tax_amount: number;
  readonly grand_total: number;
}

/** The ID 0 and empty texts mean that a message was removed. */
export interface GiftMessage {
  readonly gift_message_id: number;
  readonly from: string;
  readonly to: string;
  readonly message: string;
}

/** A coupon code with its discount. */
export interface Coupon {
  readonly rule_id: number;
  readonly code: string;
  /** Discount on each row, in percent. */
  readonly percent: number | null;
  /** Discount on the whole cart, in base currency. */
  readonly fixed: number | null;
  readonly free_shipping: Flag;
  /** Maximum number of orders; null = unlimited. */
  readonly uses: number | null;
  readonly used: number;
  /** First and last day, `YYYY-MM-DD`; null = no bound. */
  readonly from: string | null;
  readonly to: string | null;
  /** null = every website. */
  readonly website_id: number | null;
}

/** Absent = none. */
export interface CouponsDoc {
  readonly id: "coupons";
  readonly coupons: readonly Coupon[];
}

/** An agreement that buyers must accept. */
export interface Agreement {
  readonly agreement_id: number;
  readonly name: string;
  readonly content: string;
  readonly content_height: string | null;
  readonly checkbox_text: string;
  readonly is_html: Flag;
  readonly is_active: Flag;
  readonly position: number;
  /** Store views; 0 = all of them. */
  readonly store_ids: readonly number[];
}

/** Absent = no agreements. */
export interface AgreementsDoc {
  readonly id: "agreements";
  readonly agreements: readonly Agreement[];
}
