/** An order and its documents, with the members that letters use. */
import type {
  CreditmemoDoc,
  InvoiceDoc,
  OrderDoc,
  SalesAddress,
  ShipmentDoc,
} from "../../../../src/shop/data/entities/sales.js";

type Given<Doc> = { readonly [Field in keyof Doc]?: unknown };

const address = {
  company: "",
  prefix: "",
  firstname: "Anna",
  middlename: "",
  lastname: "Becker",
  suffix: "",
  street: "100 Market Street\nApartment 4",
  city: "San Francisco",
  region: "California",
  postcode: "94105",
  country_id: "US",
  telephone: "555-0100",
};

export function addressOf(given: Given<SalesAddress> = {}): SalesAddress {
  return { ...address, ...given } as unknown as SalesAddress;
}

export function orderOf(given: Given<OrderDoc> = {}): OrderDoc {
  const order = {
    id: 1,
    increment_id: "100000001",
    store_id: 1,
    store_name: "Main Website\nMain Website Store\nDefault Store View",
    state: "new",
    status: "pending",
    customer_id: 1,
    customer_is_guest: 0,
    customer_firstname: "Anna",
    customer_lastname: "Becker",
    customer_email: "anna.then@example.com",
    order_currency_code: "USD",
    created_at: "2025-06-01 12:00:00",
    shipping_description: "Flat Rate - Fixed",
    subtotal: 30,
    discount_amount: -3,
    shipping_amount: 5,
    tax_amount: 2.23,
    grand_total: 34.23,
    items: [
      { name: "Blue Mug", sku: "mug-01", qty_ordered: 2, row_total: 20 },
      { name: "Clay, by weight", sku: "clay", qty_ordered: 0.5, row_total: 10 },
    ],
    payment: { method: "checkmo" },
    billing_address: addressOf(),
    shipping_address: addressOf(),
    ...given,
  };
  return order as unknown as OrderDoc;
}

export const invoice = {
  increment_id: "100000011",
  subtotal: 20,
  discount_amount: 0,
  shipping_amount: 5,
  tax_amount: 0,
  grand_total: 25,
  items: [{ name: "Blue Mug", sku: "mug-01", qty: 2, row_total: 20 }],
} as unknown as InvoiceDoc;

export const shipment = {
  increment_id: "100000021",
  items: [{ name: "Blue Mug", sku: "mug-01", qty: 1, price: 10 }],
  tracks: [
    { title: "DHL", track_number: "JD 0001" },
    { title: "United Parcel Service", track_number: "1Z999" },
  ],
} as unknown as ShipmentDoc;

export const creditmemo = {
  increment_id: "100000031",
  subtotal: 10,
  discount_amount: 0,
  shipping_amount: 0,
  tax_amount: 0.8,
  adjustment_positive: 1.5,
  adjustment_negative: 2,
  grand_total: 10.3,
  items: [{ name: "Blue Mug", sku: "mug-01", qty: 1, row_total: 10 }],
} as unknown as CreditmemoDoc;
