/**
 * Carts: what somebody is about to order, in one document, since every step changes several parts of it together
 * (beyond 6.1). Amounts are in base currency, as every website has it; unset text is null.
 */
import type { Flag } from "./customer.js";

export interface CartDoc {
  readonly id: number;
  readonly store_id: number;
  /** 1 only for the shop cart of a customer; carts of callers never are. */
  readonly is_active: Flag;
  readonly created_at: string;
  readonly updated_at: string;
  readonly lines: readonly CartLine[];
  /** null = a guest, or nobody yet. */
  readonly customer_id: number | null;
  /** null = nobody yet. */
  readonly buyer: CartBuyer | null;
  readonly billing_address: CartAddress | null;
  readonly shipping_address: CartAddress | null;
  readonly shipping_method: string | null;
  /** Units that were shipped when carriers were last asked; null until then, and without lines. */
  readonly rated_units: number | null;
  readonly payment: CartPayment | null;
  /** As the caller wrote it; null = none. */
  readonly coupon_code: string | null;
  /** Of the coupon; null without one. */
  readonly rule_id: number | null;
  /** null until there is an address or a coupon. */
  readonly totals: CartTotals | null;
  /** Of the latest order; null until then. */
  readonly reserved_order_id: string | null;
  readonly gift_message: GiftMessage | null;
}

/** A product in a cart, with its figures as they were last worked out. */
export interface CartRow {
  readonly item_id: number;
  readonly product_id: number;
  readonly product_type: string;
  readonly sku: string;
  readonly name: string;
  /** Of what a line consists of: for each unit of the line. */
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
  /** There is less in stock than this. */
  readonly has_error: Flag;
  readonly gift_message: GiftMessage | null;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface CartLine extends CartRow {
  /** What was asked for, as it is read again whenever the cart changes. */
  readonly request: LineRequest;
  /** Lines of one product with equal keys are one line. */
  readonly key: string;
  /** What a composite product consists of. */
  readonly children: readonly CartRow[];
}

/** How a product was chosen, beside its quantity: the members of an entry of `cart_product.add`, cleaned. */
export interface LineRequest {
  readonly product_id: number;
  /** Values by option ID. */
  readonly options?: Readonly<Record<string, ChosenValue>>;
  /** Option IDs of the attribute by attribute ID. */
  readonly super_attribute?: Readonly<Record<string, number>>;
  /** The grouped product that this one was bought by. */
  readonly group_id?: number;
  /** Selection IDs by option ID. */
  readonly bundle_option?: Readonly<Record<string, readonly number[]>>;
  readonly bundle_option_qty?: Readonly<Record<string, number>>;
  /** IDs of downloadable links. */
  readonly links?: readonly number[];
}

/** A text, the ID of a value, IDs of several, or the parts of a date. */
export type ChosenValue =
  | string
  | number
  | readonly (string | number)[]
  | Readonly<Record<string, string | number>>;

export interface CartBuyer {
  readonly mode: "customer" | "guest" | "register";
  readonly group_id: number;
  readonly email: string;
  readonly prefix: string | null;
  readonly firstname: string;
  readonly middlename: string | null;
  readonly lastname: string;
  readonly suffix: string | null;
  /** `YYYY-MM-DD` */
  readonly dob: string | null;
  readonly taxvat: string | null;
  readonly gender: 1 | 2 | null;
  /** Of the account that the order makes: never in a result. */
  readonly password_hash: string | null;
  /** Set by the order. */
  readonly has_ordered: Flag;
}

export interface CartAddress {
  readonly prefix: string | null;
  readonly firstname: string;
  readonly middlename: string | null;
  readonly lastname: string;
  readonly suffix: string | null;
  readonly company: string | null;
  /** Lines joined by LF. */
  readonly street: string;
  readonly city: string;
  readonly region: string | null;
  readonly region_id: number | null;
  readonly postcode: string | null;
  readonly country_id: string;
  readonly telephone: string;
  readonly fax: string | null;
  readonly email: string | null;
  /** Of the stored address that it was taken from. */
  readonly customer_address_id: number | null;
  readonly save_in_address_book: Flag;
  readonly created_at: string;
  readonly updated_at: string;
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
  /** What the method cost when it was last worked out, which not every change of the cart does. */
  readonly shipping_amount: number;
  /** 0 or less. */
  readonly discount_amount: number;
  readonly tax_amount: number;
  readonly grand_total: number;
}

/** A number of 0 and empty texts: there was one. */
export interface GiftMessage {
  readonly gift_message_id: number;
  readonly from: string;
  readonly to: string;
  readonly message: string;
}

/** A code that makes carts cheaper. */
export interface Coupon {
  readonly rule_id: number;
  readonly code: string;
  /** Of each row. */
  readonly percent: number | null;
  /** For the whole cart, in base currency. */
  readonly fixed: number | null;
  readonly free_shipping: Flag;
  /** Orders that may use it; null = any number. */
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

/** What buyers have to agree to. */
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

/** Absent = agreements are switched off. */
export interface AgreementsDoc {
  readonly id: "agreements";
  readonly agreements: readonly Agreement[];
}
