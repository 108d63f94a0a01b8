/** The orders of the sample shop, one of every kind (sales 19.5). The position of a row is its ID, counted from 1. */
import type { GatewayAnswer } from "../../src/shop/data/entities/sales.js";
import type { PlacementRequest } from "../../src/shop/sales/placement/placement-request.js";

/** A step after an order was placed; `at` is UTC. Items are named by their position in the order, counted from 0. */
export type OrderStep = { readonly at: string } & (
  | { readonly invoice: StepQuantities; readonly comment?: string }
  | { readonly capture: "invoice" }
  | { readonly ship: StepQuantities; readonly comment?: string }
  | { readonly track: { readonly carrier: string; readonly number: string } }
  | { readonly refund: Refund; readonly comment?: string }
  | { readonly reopen: "creditmemo" }
  | { readonly comment: string; readonly status: string }
  | { readonly order: "hold" | "cancel" }
);

/** Quantities by item; "all" = all that is left. */
export type StepQuantities = Readonly<Record<number, number>> | "all";

interface Refund {
  readonly items?: Readonly<Record<number, number>>;
  readonly shipping_amount?: number;
  readonly adjustment_positive?: number;
  readonly adjustment_negative?: number;
}

export interface OrderRow {
  /** What the order demonstrates. */
  readonly shows: string;
  readonly placed: PlacementRequest & { readonly created_at: string };
  /** Default: "ok". */
  readonly gateway?: GatewayAnswer;
  readonly then?: readonly OrderStep[];
}

const anna = { customer_id: 1 } as const;
const mugs = { sku: "mug-01", qty: 3, price: 10 } as const;
const virtual = { sku: "course-02", qty: 1 } as const;
const euros = { order_currency: "EUR", rate: 0.9 } as const;

const guest = {
  guest: { email: "ada.king@example.com" },
  billing_address: {
    firstname: "Ada",
    lastname: "King",
    street: "12 St James's Square",
    city: "London",
    postcode: "SW1Y 4JH",
    country_id: "GB",
    telephone: "+44 20 7946 0108",
  },
} as const;

const uppsala = {
  firstname: "Sofia",
  lastname: "Lindqvist",
  company: "Lindqvist Hem AB",
  street: "Box 17",
  city: "Uppsala",
  postcode: "751 03",
  country_id: "SE",
  telephone: "+46 18 555 01 06",
} as const;

// A table with one row or step per line.
// prettier-ignore
export const orderRows: readonly OrderRow[] = [
  { shows: "pending", placed: { ...anna, created_at: "2024-01-15 10:30:00", items: [mugs], shipping_amount: 5 } },
  { shows: "pending, goods and a course", placed: { ...anna, created_at: "2024-01-15 18:05:00", items: [{ ...mugs, qty: 2 }, { ...virtual, price: 5 }], shipping_amount: 5, payment_method: "banktransfer", customer_note: "Please ring twice." } },
  { shows: "complete, delivered", placed: { ...anna, created_at: "2024-01-16 13:20:00", items: [mugs], shipping_amount: 5 }, then: [
    { at: "2024-01-16 14:00:00", invoice: "all" },
    { at: "2024-01-17 09:00:00", ship: "all", comment: "Sent in one parcel." },
    { at: "2024-01-17 09:05:00", track: { carrier: "ups", number: "1Z999AA10123456784" } },
  ] },
  { shows: "complete, one unit refunded", placed: { ...anna, created_at: "2024-01-18 08:15:00", items: [{ ...mugs, qty: 2 }], shipping_amount: 5 }, then: [
    { at: "2024-01-18 15:00:00", invoice: "all", comment: "Paid by bank transfer." },
    { at: "2024-01-19 09:00:00", ship: "all" },
    { at: "2024-01-20 11:00:00", refund: { items: { 0: 1 }, shipping_amount: 0, adjustment_negative: 1.5 }, comment: "Handle broken." },
  ] },
  { shows: "on hold", placed: { customer_id: 4, created_at: "2024-01-21 17:45:00", items: [{ sku: "plate-05", qty: 1 }], payment_method: "cashondelivery" }, then: [
    { at: "2024-01-21 18:00:00", status: "processing", comment: "The customer asked for another glaze." },
    { at: "2024-01-22 09:10:00", order: "hold" },
  ] },
  { shows: "pending, taxed and discounted", placed: { ...anna, created_at: "2024-01-23 12:00:00", items: [{ sku: "pot-01", qty: 2, price: 70, tax_percent: 8.25 }, { sku: "bowl-01", qty: 3, price: 9.99, tax_percent: 8.25, discount_amount: 3 }], shipping_amount: 10, shipping_tax_percent: 8.25 } },
  { shows: "pending, only virtual", placed: { ...anna, created_at: "2024-01-24 19:30:00", items: [{ ...virtual, price: 20 }] } },
  { shows: "a guest on the second website", placed: { ...guest, store: "second_default", created_at: "2024-01-25 07:55:00", items: [{ sku: "plate-04", qty: 2 }, { sku: "guide-01", qty: 1 }], shipping_method: "freeshipping_freeshipping" } },
  { shows: "authorized, not invoiced", placed: { ...anna, created_at: "2024-01-26 11:11:00", items: [mugs], shipping_amount: 5, payment_method: "test_authorize" } },
  { shows: "captured at once", placed: { ...anna, created_at: "2024-01-26 16:40:00", items: [mugs], shipping_amount: 5, payment_method: "test_sale" } },
  { shows: "two currencies", placed: { customer_id: 2, store: "german", ...euros, created_at: "2024-01-27 10:00:00", items: [{ ...mugs, price: 9.99, tax_percent: 7.5 }], shipping_amount: 5 } },
  { shows: "nothing to pay", placed: { ...anna, created_at: "2024-01-28 14:25:00", items: [{ ...mugs, qty: 1, discount_amount: 10 }], shipping_method: "freeshipping_freeshipping", payment_method: "free" } },
  { shows: "in review", placed: { ...anna, created_at: "2024-01-29 09:00:00", items: [mugs], shipping_amount: 5, state: "payment_review" } },
  { shows: "in review, suspected fraud", gateway: "fraud", placed: { ...guest, created_at: "2024-01-29 23:59:00", items: [{ sku: "light-03", qty: 2 }], payment_method: "test_authorize" } },
  { shows: "waiting for the payment", placed: { customer_id: 4, created_at: "2024-01-30 20:00:00", items: [mugs], shipping_amount: 5, state: "pending_payment" } },
  { shows: "closed, its refund still open", placed: { ...anna, created_at: "2024-02-01 10:00:00", items: [mugs], shipping_amount: 5 }, then: [
    { at: "2024-02-01 12:00:00", invoice: "all" },
    { at: "2024-02-02 09:00:00", ship: "all" },
    { at: "2024-02-09 15:30:00", refund: {}, comment: "All came back." },
    { at: "2024-02-09 15:31:00", reopen: "creditmemo" },
  ] },
  { shows: "closed, in euros", placed: { customer_id: 2, store: "german", ...euros, created_at: "2024-02-03 21:15:00", items: [{ sku: "bowl-02", qty: 4, tax_percent: 19, discount_percent: 10 }], shipping_tax_percent: 19, payment_method: "purchaseorder" }, then: [
    { at: "2024-02-04 08:00:00", invoice: { 0: 3 } },
    { at: "2024-02-04 08:05:00", invoice: "all" },
    { at: "2024-02-05 10:00:00", ship: { 0: 1 } },
    { at: "2024-02-06 10:00:00", ship: "all" },
    { at: "2024-02-20 13:00:00", refund: { items: { 0: 1 }, shipping_amount: 0, adjustment_positive: 2 } },
    { at: "2024-02-21 13:00:00", refund: { adjustment_negative: 2 } },
  ] },
  { shows: "canceled", placed: { customer_id: 5, store: "second_default", created_at: "2024-02-10 04:00:00", items: [{ sku: "bowl-04", qty: 1 }] }, then: [
    { at: "2024-02-11 02:30:00", order: "cancel" },
  ] },
  { shows: "half invoiced, half shipped, for a wholesaler", placed: { customer_id: 3, created_at: "2024-02-12 09:00:00", items: [{ sku: "mug-01", qty: 24 }, { sku: "plate-01", qty: 12, tax_percent: 23 }], shipping_method: "freeshipping_freeshipping", payment_method: "banktransfer" }, then: [
    { at: "2024-02-13 10:00:00", invoice: { 0: 24 }, comment: "The mugs first." },
    { at: "2024-02-13 16:00:00", ship: { 0: 12 } },
    { at: "2024-02-13 16:05:00", track: { carrier: "custom", number: "PALLET-7" } },
  ] },
  { shows: "rest canceled after a captured part", placed: { customer_id: 6, billing_address: uppsala, store: "second_default", created_at: "2024-02-15 11:00:00", items: [{ sku: "plate-02", qty: 5 }], payment_method: "test_authorize" }, then: [
    { at: "2024-02-16 09:00:00", invoice: { 0: 2 } },
    { at: "2024-02-16 09:01:00", capture: "invoice" },
    { at: "2024-02-17 09:00:00", order: "cancel" },
  ] },
  { shows: "an open invoice and a captured one", placed: { customer_id: 7, store: "second_default", created_at: "2024-02-18 15:00:00", items: [{ sku: "bowl-01", qty: 4 }, { sku: "gift-01", qty: 1 }], payment_method: "test_authorize" }, then: [
    { at: "2024-02-19 10:00:00", invoice: { 1: 1 } },
    { at: "2024-02-20 10:00:00", invoice: { 0: 2 } },
    { at: "2024-02-20 10:01:00", capture: "invoice" },
  ] },
  { shows: "a configurable product, complete", placed: { customer_id: 2, store: "german", created_at: "2024-02-19 10:00:00", items: [{ sku: "mug-glaze", qty: 2, tax_percent: 19, children: [{ sku: "mug-glaze-sand" }] }], shipping_tax_percent: 19 }, then: [
    { at: "2024-02-19 16:00:00", invoice: "all" },
    { at: "2024-02-20 09:00:00", ship: "all", comment: "Packed in straw." },
    { at: "2024-02-20 09:05:00", track: { carrier: "dhlint", number: "JJD000390007827" } },
  ] },
  { shows: "a bundle at a fixed price, half invoiced, half shipped", placed: { customer_id: 2, store: "german", created_at: "2024-02-21 12:30:00", items: [{ sku: "box-breakfast", qty: 2, tax_percent: 19, children: [{ sku: "mug-01", qty: 2 }, { sku: "bowl-01", qty: 2 }] }], payment_method: "banktransfer" }, then: [
    { at: "2024-02-22 10:00:00", invoice: { 0: 1 } },
    { at: "2024-02-22 15:00:00", ship: { 0: 1 } },
  ] },
  { shows: "a bundle that costs what its parts cost, one part refunded", placed: { customer_id: 2, store: "german", created_at: "2024-02-23 18:10:00", items: [{ sku: "box-tea", qty: 1, children: [{ sku: "pot-01" }, { sku: "mug-02", qty: 4 }] }] }, then: [
    { at: "2024-02-24 09:00:00", invoice: "all" },
    { at: "2024-02-24 11:00:00", ship: "all" },
    { at: "2024-03-01 10:00:00", refund: { items: { 2: 1 }, shipping_amount: 0 }, comment: "One cup was chipped." },
  ] },
  { shows: "a group, rest canceled", placed: { customer_id: 2, store: "german", created_at: "2024-02-25 20:45:00", items: [{ sku: "service-breakfast", qty: 2, discount_percent: 10, children: [{ sku: "mug-01" }, { sku: "bowl-01" }, { sku: "plate-01" }] }] }, then: [
    { at: "2024-02-26 10:00:00", invoice: { 0: 2 } },
    { at: "2024-02-27 10:00:00", order: "cancel" },
  ] },
];
