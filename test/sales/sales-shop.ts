/** A shop with products to order, and orders as the examples of sales.md 12 follow them. */
import type { Schemas } from "../../generated/operations.js";
import { startShop, type Shop, type ShopOptions } from "../support/shop.js";

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

/** Products A and B by the piece, C by fractions, V without shipping; a million of each. */
export async function startSalesShop(options: ShopOptions = {}): Promise<SalesShop> {
  const shop = await startShop(options);
  const [set] = (await shop.call("catalog_product_attribute_set.items")) as { set_id: number }[];
  for (const sku of ["A", "B", "C", "V"]) {
    await shop.call("catalog_product.create", [
      sku === "V" ? "virtual" : "simple",
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
      },
    ]);
  }
  return new SalesShop(shop);
}

export class SalesShop {
  constructor(readonly shop: Shop) {}

  close(): Promise<void> {
    return this.shop.close();
  }

  /** Places an order of a guest. */
  async place(items: readonly Placement[], more: Placement = {}): Promise<PlacedOrder> {
    const body = { ...buyer, items, ...more };
    const { status, json, text } = await this.shop.http("POST", "/control/orders", { body });
    if (status !== 201) throw new Error(`placing an order answered ${status}: ${text}`);
    const placed = json as { increment_id: string; items: { item_id: number; sku: string }[] };
    const ids = new Map(placed.items.map(({ sku, item_id }) => [sku, item_id]));
    return new PlacedOrder(this.shop, placed.increment_id, ids);
  }

  async gateway(answer: string, times?: number): Promise<void> {
    const { status, text } = await this.shop.http("PUT", "/control/gateway", { body: { answer, times } });
    if (status !== 200) throw new Error(`planning the gateway answered ${status}: ${text}`);
  }
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

  async item(sku: string): Promise<Required<Schemas["OrderItem"]>> {
    const { items } = await this.info();
    return items.find((item) => item.sku === sku) as Required<Schemas["OrderItem"]>;
  }

  /** `state/status total_paid total_due total_refunded` */
  async standing(): Promise<string> {
    const { state, total_paid, total_due, total_refunded } = await this.info();
    return [state, ...[total_paid, total_due, total_refunded].map((amount) => amount.toFixed(2))].join(" ");
  }

  /** Without quantities everything that is left. */
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
