/** A shop with products to order, and helpers that follow an order through the examples of sales 12. */
import type { Schemas } from "../../../generated/operations.js";
import { startShop, type Shop, type ShopOptions } from "../../support/shop.js";

/** Quantities by SKU. */
export type BySku = Readonly<Record<string, number>>;

export type Placement = Readonly<Record<string, unknown>>;

const buyer = {
  guest: { email: "ada@shop.test", firstname: "Ada", lastname: "King" },
  billing_address: {
    firstname: "Ada",
    lastname: "King",
    street: "1 Main Street",
    city: "Berlin",
    postcode: "10115",
    country_id: "DE",
    telephone: "030 123456",
  },
};

/** The composite products. Bundles have one product per combination of price type and shipment type. */
const composites: Readonly<Record<string, { readonly type: string; readonly data?: Placement }>> = {
  K: { type: "configurable" },
  G: { type: "grouped" },
  FT: { type: "bundle", data: { price_type: 1, shipment_type: 0 } },
  FS: { type: "bundle", data: { price_type: 1, shipment_type: 1 } },
  DT: { type: "bundle", data: { price_type: 0, shipment_type: 0 } },
  DS: { type: "bundle", data: { price_type: 0, shipment_type: 1, sku_type: 1 } },
};

/**
 * Starts a shop with the simple products A and B in whole units, C in fractions, and the virtual product V, a million
 * of each. There are also the configurable product K, the group G and four bundles: FT and FS have a fixed price, DT
 * and DS a dynamic price; FT and DT are shipped together, FS and DS separately.
 */
export async function startSalesShop(options: ShopOptions = {}): Promise<SalesShop> {
  const shop = await startShop(options);
  const [set] = (await shop.call("catalog_product_attribute_set.items")) as { set_id: number }[];
  for (const sku of ["A", "B", "C", "V", ...Object.keys(composites)]) {
    const { type = sku === "V" ? "virtual" : "simple", data = {} } = composites[sku] ?? {};
    await shop.call("catalog_product.create", [
      type,
      set?.set_id,
      sku,
      {
        name: `Product ${sku}`,
        description: "…",
        short_description: "…",
        status: 1,
        visibility: 4,
        price: 10,
        tax_class_id: 0,
        weight: 1,
        website_ids: [1, 2],
        stock_data: { qty: 1_000_000, is_in_stock: 1, is_qty_decimal: sku === "C" ? 1 : 0 },
        ...data,
      },
    ]);
  }
  return new SalesShop(shop);
}

export class SalesShop {
  constructor(readonly shop: Shop) {}

  /** Places an order of a guest. */
  async place(items: readonly Placement[], more: Placement = {}): Promise<PlacedOrder> {
    const body = { ...buyer, items, ...more };
    const { status, json, text } = await this.shop.http("POST", "/control/orders", { body });
    if (status !== 201) throw new Error(`placing an order answered ${status}: ${text}`);
    const placed = json as { increment_id: string; items: PlacedItem[] };
    return new PlacedOrder(this.shop, placed.increment_id, itemNames(placed.items));
  }

  async gateway(answer: string, times?: number): Promise<void> {
    const { status, text } = await this.shop.http("PUT", "/control/gateway", { body: { answer, times } });
    if (status !== 200) throw new Error(`planning the gateway answered ${status}: ${text}`);
  }
}

interface PlacedItem {
  readonly item_id: number;
  readonly sku: string;
  readonly parent_item_id?: number;
}

/** Item IDs by SKU. Children have the name `parent/child`; a repeated name gets an apostrophe at the end. */
function itemNames(items: readonly PlacedItem[]): Map<string, number> {
  const ids = new Map<string, number>();
  for (const { item_id, sku, parent_item_id } of items) {
    const parent = [...ids].find(([, id]) => id === parent_item_id)?.[0];
    let name = parent === undefined ? sku : `${parent}/${sku}`;
    while (ids.has(name)) name += "'";
    ids.set(name, item_id);
  }
  return ids;
}

export class PlacedOrder {
  constructor(
    private readonly shop: Shop,
    readonly number: string,
    readonly itemIds: ReadonlyMap<string, number>,
  ) {}

  async info(): Promise<Required<Schemas["OrderInfo"]>> {
    return (await this.shop.call("sales_order.info", [this.number])) as Required<Schemas["OrderInfo"]>;
  }

  async item(name: string): Promise<Required<Schemas["OrderItem"]>> {
    const { items } = await this.info();
    return items.find(({ item_id }) => item_id === this.idOf(name)) as Required<Schemas["OrderItem"]>;
  }

  /** The quantities of the rows of a document, by item name. */
  byName(rows: readonly { readonly order_item_id: number; readonly qty: number }[]): Record<string, number> {
    const names = new Map([...this.itemIds].map(([name, id]) => [id, name]));
    return Object.fromEntries(rows.map(({ order_item_id, qty }) => [names.get(order_item_id) ?? "?", qty]));
  }

  /** The text `state total_paid total_due total_refunded`. */
  async standing(): Promise<string> {
    const { state, total_paid, total_due, total_refunded } = await this.info();
    return [state, ...[total_paid, total_due, total_refunded].map((amount) => amount.toFixed(2))].join(" ");
  }

  /** Without quantities, invoices everything that is left. */
  async invoice(quantities?: BySku): Promise<Required<Schemas["InvoiceInfo"]>> {
    const number = await this.shop.call("sales_order_invoice.create", [this.number, this.byId(quantities)]);
    return this.invoiceInfo(number as string);
  }

  async invoiceInfo(number: string): Promise<Required<Schemas["InvoiceInfo"]>> {
    return (await this.shop.call("sales_order_invoice.info", [number])) as Required<Schemas["InvoiceInfo"]>;
  }

  async ship(quantities?: BySku): Promise<Required<Schemas["ShipmentInfo"]>> {
    const number = await this.shop.call("sales_order_shipment.create", [this.number, this.byId(quantities)]);
    return (await this.shop.call("sales_order_shipment.info", [number])) as Required<Schemas["ShipmentInfo"]>;
  }

  async refund(data: Placement = {}, items?: BySku): Promise<Required<Schemas["CreditmemoInfo"]>> {
    const wanted = items === undefined ? data : { ...data, items: this.byId(items) };
    const number = await this.shop.call("sales_order_creditmemo.create", [this.number, wanted]);
    return (await this.shop.call("sales_order_creditmemo.info", [number])) as Required<
      Schemas["CreditmemoInfo"]
    >;
  }

  cancel(): Promise<unknown> {
    return this.shop.call("sales_order.cancel", [this.number]);
  }

  byId(quantities: BySku | undefined): Record<string, number> | null {
    if (quantities === undefined) return null;
    return Object.fromEntries(Object.entries(quantities).map(([sku, qty]) => [this.idOf(sku), qty]));
  }

  idOf(sku: string): number {
    return this.itemIds.get(sku) ?? 0;
  }
}
