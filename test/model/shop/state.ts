/**
 * A model of the shop: its state, as plain data. It is written only from the reference and imports nothing of
 * the server, so both can only have the same mistake if the reference has it.
 */

/** The refusal of a call, with the name of its fault; the test control refuses with a status. */
export class Refusal extends Error {
  override name = "Refusal";
  constructor(readonly fault: string) {
    super(fault);
  }
}

export function refuseIf(isWrong: boolean, fault: string): void {
  if (isWrong) throw new Refusal(fault);
}

export interface Website {
  readonly id: number;
  readonly code: string;
}

export interface View {
  readonly id: number;
  readonly code: string;
  readonly website: number;
}

export const websites: readonly Website[] = [
  { id: 1, code: "base" },
  { id: 2, code: "second" },
];

/** The views of both datasets; 0 = the defaults, which apply to all views. */
export const views: readonly View[] = [
  { id: 0, code: "admin", website: 0 },
  { id: 1, code: "default", website: 1 },
  { id: 2, code: "second_default", website: 2 },
  { id: 3, code: "german", website: 1 },
];

/** A value per scope: `default`, `view 3` or `website 1`. */
export type Scoped = Record<string, unknown>;

export interface TierPrice {
  readonly group: string;
  readonly website: string;
  readonly qty: number;
  readonly price: number;
}

export interface Stock {
  qty: number;
  is_in_stock: number;
  manage_stock: number;
  use_config_manage_stock: number;
  min_qty: number;
  use_config_min_qty: number;
  backorders: number;
  use_config_backorders: number;
  low_stock_date: string | null;
  stock_status_changed_auto: number;
}

export interface Product {
  id: number;
  type: string;
  sku: string;
  websites: number[];
  values: Record<string, Scoped>;
  tiers: TierPrice[];
  stock: Stock;
  created_at: string;
  updated_at: string;
}

export interface Category {
  id: number;
  parent: number;
  position: number;
  values: Record<string, Scoped>;
}

interface Assignment {
  category: number;
  product: number;
  position: number;
}

export interface Customer {
  id: number;
  email: string;
  firstname: string;
  lastname: string;
  middlename: string;
  taxvat: string;
  dob: string | null;
  website_id: number;
  group_id: number;
  created_in: string;
  created_at: string;
  default_billing: number | null;
  default_shipping: number | null;
}

export interface Address {
  id: number;
  customer: number;
  fields: Record<string, string>;
  region_id: number | null;
}

interface Session {
  lastUse: number;
  productView: number;
  categoryView: number;
}

/** Amounts are whole ten-thousandths of a unit of their currency, with the names of the reference. */
type Amounts = Record<string, number>;

export interface OrderItem extends Amounts {
  item_id: number;
  product: number;
  isVirtual: number;
}

export interface Order {
  id: number;
  number: string;
  store: number;
  customer: number | null;
  email: string;
  method: string;
  state: string;
  status: string;
  before: { state: string; status: string } | null;
  isVirtual: boolean;
  /** Of the payment; undefined without one. */
  authorization: "open" | "closed" | undefined;
  rate: number;
  amounts: Amounts;
  payment: Amounts;
  items: OrderItem[];
  /** Oldest first. */
  history: string[];
  created_at: string;
}

interface DocumentItem extends Amounts {
  order_item_id: number;
  qty: number;
}

/** An invoice or a credit memo. */
export interface Document {
  id: number;
  number: string;
  order: string;
  state: number;
  amounts: Amounts;
  items: DocumentItem[];
  comments: number;
}

export interface Shipment {
  id: number;
  number: string;
  order: string;
  items: { order_item_id: number; qty: number }[];
  tracks: { id: number; carrier: string; number: string }[];
  comments: number;
}

export interface Shop {
  /** Seconds since 1970; the clock of the walk is frozen between its steps. */
  now: number;
  products: Record<number, Product>;
  categories: Record<number, Category>;
  assignments: Assignment[];
  customers: Record<number, Customer>;
  addresses: Record<number, Address>;
  sessions: Record<string, Session>;
  orders: Record<string, Order>;
  invoices: Record<string, Document>;
  memos: Record<string, Document>;
  shipments: Record<string, Shipment>;
  /** The last assigned number, by kind. */
  counters: Record<string, number>;
  gateway: { answer: string; times: number };
}

/** The dataset `minimal`. */
export function emptyShop(now: number): Shop {
  return {
    now,
    products: {},
    categories: {
      1: {
        id: 1,
        parent: 0,
        position: 0,
        values: { name: { default: "Root Catalog" }, is_active: { default: true } },
      },
      2: {
        ...{ id: 2, parent: 1, position: 1 },
        values: { name: { default: "Default Category" }, is_active: { default: true } },
      },
    },
    assignments: [],
    customers: {},
    addresses: {},
    sessions: {},
    orders: {},
    invoices: {},
    memos: {},
    shipments: {},
    counters: { category: 2 },
    gateway: { answer: "ok", times: 0 },
  };
}

/** Text unchanged; numbers become text. */
export function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** Refused calls use no number, so this is called when nothing can be refused any more. */
export function nextNumber(shop: Shop, kind: string): number {
  const number = (shop.counters[kind] ?? 0) + 1;
  shop.counters[kind] = number;
  return number;
}

export function timestamp(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 19).replace("T", " ");
}

/** The view of an argument; absent: the defaults. */
export function viewOf(wanted: unknown, fault = "store_not_exists"): View {
  if (wanted === undefined || wanted === null) return views[0] as View;
  const view = views.find(({ id, code }) => wanted === id || wanted === code || wanted === String(id));
  if (!view) throw new Refusal(fault);
  return view;
}

/** The place where a value of that scope is written from a view. */
export function placeOf(scope: "global" | "website" | "store", view: View): string {
  if (view.id === 0 || scope === "global") return "default";
  return scope === "website" ? `website ${view.website}` : `view ${view.id}`;
}

export function effective(
  values: Scoped | undefined,
  scope: "global" | "website" | "store",
  view: View,
): unknown {
  const place = placeOf(scope, view);
  if (values && Object.hasOwn(values, place)) return values[place];
  return values?.default ?? null;
}

/** Lower case, with runs of anything but letters and digits as one dash; walks only use ASCII names. */
export function slug(text: string): string | null {
  return (
    text
      .toLowerCase()
      .replaceAll("&", " and ")
      .replaceAll(/[^a-z0-9]+/g, "-")
      .replaceAll(/^-|-$/g, "") || null
  );
}
