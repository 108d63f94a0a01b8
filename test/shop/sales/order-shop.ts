/** A sample shop with helpers for the tests of orders. */
import { beforeEach } from "vitest";
import type { Schemas } from "../../../generated/operations.js";
import type { ShopSettings } from "../../../src/shop/settings.js";
import { CallFault, startShop, type HttpAnswer } from "../../support/shop.js";

type OrderInfo = Schemas["OrderInfo"];

export interface PlacedOrder {
  readonly order_id: number;
  readonly increment_id: string;
  readonly items: readonly { readonly item_id: number; readonly sku: string }[];
}

/** X1 of sales 12: 3 × 10.00 and 5.00 for shipping, for a customer with stored addresses. */
export const x1 = { customer_id: 1, items: [{ sku: "mug-01", qty: 3, price: 10 }], shipping_amount: 5 };

export const address = {
  firstname: "Ada",
  lastname: "King",
  street: "1 Main Street\nFloor 2",
  city: "Berlin",
  region: "Berlin",
  postcode: "10115",
  country_id: "DE",
  telephone: "030 123456",
};

/** A shop that is reset to its sample state for each test. */
export async function orderShop(settings: Partial<ShopSettings> = {}) {
  const shop = await startShop({ dataset: "sample", settings });
  beforeEach(() => shop.reset("sample"));

  const request = (body: unknown): Promise<HttpAnswer> => shop.http("POST", "/control/orders", { body });
  const place = async (body: unknown): Promise<PlacedOrder> => {
    const answer = await request(body);
    if (answer.status !== 201) throw new Error(`placing answered ${answer.status}: ${answer.text}`);
    return answer.json as PlacedOrder;
  };
  const call = (path: string, ...args: unknown[]) => shop.call(path, args);
  const info = async (incrementId: string) => (await call("sales_order.info", incrementId)) as OrderInfo;
  return {
    get shop() {
      return shop;
    },
    request,
    place,
    call,
    info,
    /** Places an order and returns the answer of `info`. */
    placed: async (body: unknown) => info((await place(body)).increment_id),
    /** The result of a call, or the name of its fault. */
    outcome: (path: string, ...args: unknown[]) =>
      call(path, ...args).catch((error: unknown) => {
        if (error instanceof CallFault) return error.fault;
        throw error;
      }),
    gateway: (answer: string, times = 1) => shop.http("PUT", "/control/gateway", { body: { answer, times } }),
    stock: async (productId: number) => shop.storage.read((tx) => tx.get("stock_items", productId)),
  };
}
