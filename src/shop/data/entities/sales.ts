/**
 * The stored shapes of sales. The contract spells out the fields (spec/schemas/sales.yaml, sales 15); here
 * stands what differs: every field is there, and some figures are kept that callers do not see.
 *
 * Amounts are numbers of 2 decimals (unit prices, canceled item tax: 4) in the order currency, `base_` in that
 * of the website.
 */
import type { Schemas } from "../../../../generated/operations.js";

/** All fields of a contract shape, none of them left out. */
type Stored<Shape, Left extends keyof Shape = never> = {
  readonly [Field in Exclude<keyof Shape, Left>]-?: Exclude<Shape[Field], undefined>;
};

export type OrderState = Schemas["OrderState"];
/** 1 open (not paid), 2 paid, 3 canceled. */
export type InvoiceState = Schemas["InvoiceState"];
/** 1 open (refund pending), 2 refunded, 3 canceled. */
export type CreditmemoState = Schemas["CreditmemoState"];

export type SalesAddress = Stored<Schemas["SalesAddress"]>;

/** The aggregate root: who changes its quantities or money by a document stores both in one transaction. */
export interface OrderDoc extends Stored<
  Schemas["OrderInfo"],
  | "order_id"
  | "quote_id"
  | "coupon_rule_name"
  | "gift_message_id"
  | "gift_message"
  | "store_id"
  | "items"
  | "payment"
  | "status_history"
  | "billing_address"
  | "shipping_address"
> {
  readonly id: number;
  readonly store_id: number;
  /** The cart that it comes from; absent in orders of no cart. */
  readonly quote_id?: number;
  /** The name of the rule behind the coupon; absent without one. */
  readonly coupon_rule_name?: string;
  /** The gift message of its cart; absent without one. */
  readonly gift_message_id?: number;
  readonly gift_message?: string;
  readonly shipping_tax_invoiced: number;
  readonly base_shipping_tax_invoiced: number;
  readonly billing_address: SalesAddress;
  /** null when all items are virtual. */
  readonly shipping_address: SalesAddress | null;
  /** By item_id. */
  readonly items: readonly OrderItem[];
  readonly payment: OrderPayment;
  /** In the order in which they were written, so the place of a row is its ID. */
  readonly status_history: readonly StatusHistoryRow[];
}

/** Quantities and row amounts of an order item; each amount has its `base_` twin (sales 5, 11). */
export interface OrderItem extends Stored<
  Schemas["OrderItem"],
  "store_id" | "quote_item_id" | "gift_message_id" | "gift_message" | "gift_message_available"
> {
  readonly store_id: number;
  /** Absent in orders of releases up to 0.3. */
  readonly base_original_price?: number;
  readonly base_price_incl_tax?: number;
  readonly base_row_total_incl_tax?: number;
  /** The line of the cart that it comes from; absent in orders of no cart. */
  readonly quote_item_id?: number;
  /** The gift message of that line; absent without one. */
  readonly gift_message_id?: number;
  readonly gift_message?: string;
  readonly gift_message_available?: 1;
  /**
   * Set where another row of the same composite product counts in place of this one: for invoices and refunds, or for
   * shipments (sales 5.1).
   */
  readonly is_money_dummy?: true;
  readonly is_shipping_dummy?: true;
  readonly base_row_invoiced: number;
  readonly base_tax_invoiced: number;
  readonly base_discount_invoiced: number;
  readonly base_amount_refunded: number;
  readonly base_tax_refunded: number;
  readonly base_discount_refunded: number;
  readonly base_tax_canceled: number;
}

/** How many of which order items: by order item ID, each above 0. */
export type Quantities = ReadonlyMap<number, number>;

export interface OrderPayment extends Stored<Schemas["OrderPayment"]> {
  readonly base_shipping_amount: number;
  readonly base_shipping_captured: number;
  readonly base_shipping_refunded: number;
  readonly base_amount_canceled: number;
  /** The authorization transaction at the gateway (sales 8.1). */
  readonly authorization: "none" | "open" | "closed";
}

/** What kind of processing wrote a history row. */
export type HistoryEntity = "order" | "invoice" | "shipment" | "creditmemo";

export interface StatusHistoryRow extends Stored<Schemas["OrderStatusHistoryEntry"]> {
  readonly entity_name: HistoryEntity;
}

export type SalesComment = Stored<Schemas["SalesComment"]>;

/** What the three kinds of documents of an order have in common. Their addresses are the order's. */
interface OfOrder {
  readonly id: number;
  /** Oldest first. */
  readonly comments: readonly SalesComment[];
}

type NotStored = "billing_address" | "shipping_address" | "items" | "comments";

export interface ShipmentDoc
  extends OfOrder, Stored<Schemas["ShipmentInfo"], NotStored | "shipment_id" | "tracks"> {
  readonly items: readonly ShipmentItem[];
  readonly tracks: readonly ShipmentTrack[];
}

export type ShipmentItem = Stored<Schemas["ShipmentItem"]>;
export type ShipmentTrack = Stored<Schemas["ShipmentTrack"]>;

export interface InvoiceDoc extends OfOrder, Stored<Schemas["InvoiceInfo"], NotStored | "invoice_id"> {
  readonly items: readonly InvoiceItem[];
}

export type InvoiceItem = Stored<Schemas["InvoiceItem"]>;

export interface CreditmemoDoc
  extends OfOrder, Stored<Schemas["CreditmemoInfo"], NotStored | "creditmemo_id"> {
  readonly items: readonly CreditmemoItem[];
}

export type CreditmemoItem = Stored<Schemas["CreditmemoItem"]>;

/** What the simulated payment gateway answers next; absent = "ok" (sales 8.1). */
export type GatewayAnswer = "ok" | "fail" | "pending" | "fraud";

export interface GatewayDoc {
  readonly id: "gateway";
  readonly answer: GatewayAnswer;
  /** Calls it is still given to; 0 = until changed. */
  readonly times: number;
}
