/**
 * The documents of sales. The contract defines the fields (spec/schemas/sales.yaml, sales 15). In documents,
 * all fields are present, and there are some figures that results do not contain.
 *
 * Amounts have 2 decimals (unit prices and canceled item tax: 4) and are in the order currency; those with
 * `base_` are in the currency of the website.
 */
import type { Schemas } from "../../../../generated/operations.js";

/** A type of the contract with all fields required. */
type Stored<Shape, Left extends keyof Shape = never> = {
  readonly [Field in Exclude<keyof Shape, Left>]-?: Exclude<Shape[Field], undefined>;
};

export type OrderState = Schemas["OrderState"];

export type SalesAddress = Stored<Schemas["SalesAddress"]>;

/** The aggregate root: a document that changes quantities or amounts is stored in one transaction with its order. */
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
  /** The cart of the order; absent if it was not placed from a cart. */
  readonly quote_id?: number;
  /** The name of the rule of the coupon; absent without a coupon. */
  readonly coupon_rule_name?: string;
  /** The gift message of the cart; absent without one. */
  readonly gift_message_id?: number;
  readonly gift_message?: string;
  readonly shipping_tax_invoiced: number;
  readonly base_shipping_tax_invoiced: number;
  readonly billing_address: SalesAddress;
  /** null if all items are virtual. */
  readonly shipping_address: SalesAddress | null;
  /** By item_id. */
  readonly items: readonly OrderItem[];
  readonly payment: OrderPayment;
  /** In order of creation; the position of a row is its ID. */
  readonly status_history: readonly StatusHistoryRow[];
}

/** Quantities and amounts of an order item; each amount has a `base_` counterpart (sales 5, 11). */
export interface OrderItem extends Stored<
  Schemas["OrderItem"],
  "store_id" | "quote_item_id" | "gift_message_id" | "gift_message" | "gift_message_available"
> {
  readonly store_id: number;
  /** Absent in orders from releases up to 0.3. */
  readonly base_original_price?: number;
  readonly base_price_incl_tax?: number;
  readonly base_row_total_incl_tax?: number;
  /** The line of the cart; absent if the order was not placed from a cart. */
  readonly quote_item_id?: number;
  /** The gift message of the line; absent without one. */
  readonly gift_message_id?: number;
  readonly gift_message?: string;
  readonly gift_message_available?: 1;
  /**
   * Set if another row of the same composite product is used instead of this one: for invoices and refunds, or for
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

/** Quantities by order item ID, each above 0. */
export type Quantities = ReadonlyMap<number, number>;

export interface OrderPayment extends Stored<Schemas["OrderPayment"]> {
  readonly base_shipping_amount: number;
  readonly base_shipping_captured: number;
  readonly base_shipping_refunded: number;
  readonly base_amount_canceled: number;
  /** The authorization transaction at the gateway (sales 8.1). */
  readonly authorization: "none" | "open" | "closed";
}

/** The kind of document whose operation wrote a history row. */
export type HistoryEntity = "order" | "invoice" | "shipment" | "creditmemo";

export interface StatusHistoryRow extends Stored<Schemas["OrderStatusHistoryEntry"]> {
  readonly entity_name: HistoryEntity;
}

export type SalesComment = Stored<Schemas["SalesComment"]>;

/** Common fields of shipments, invoices and credit memos. They use the addresses of the order. */
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
type ShipmentTrack = Stored<Schemas["ShipmentTrack"]>;

export interface InvoiceDoc extends OfOrder, Stored<Schemas["InvoiceInfo"], NotStored | "invoice_id"> {
  readonly items: readonly InvoiceItem[];
}

export type InvoiceItem = Stored<Schemas["InvoiceItem"]>;

export interface CreditmemoDoc
  extends OfOrder, Stored<Schemas["CreditmemoInfo"], NotStored | "creditmemo_id"> {
  readonly items: readonly CreditmemoItem[];
}

export type CreditmemoItem = Stored<Schemas["CreditmemoItem"]>;

/** The next response of the simulated payment gateway; absent = "ok" (sales 8.1). */
export type GatewayAnswer = "ok" | "fail" | "pending" | "fraud";

export interface GatewayDoc {
  readonly id: "gateway";
  readonly answer: GatewayAnswer;
  /** Number of remaining calls; 0 = until changed. */
  readonly times: number;
}
