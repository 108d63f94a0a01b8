/** Product attributes of a minimal shop, made and read by the operations. */
import { beforeEach } from "vitest";
import { Catalog } from "../../../support/catalog.js";

export const namespace = "catalog_product_attribute";

export const label = (text: string) => [{ store_id: 0, label: text }];

export const data = (input: string, more = {}) => ({
  attribute_code: `my_${input}`,
  frontend_input: input,
  scope: "store",
  frontend_label: label("Mine"),
  ...more,
});

/** A shop for the tests of a file, in its initial state before each of them. */
export async function attributeShop() {
  const shop = await Catalog.open();
  beforeEach(() => shop.reset());
  return {
    shop,
    create: (input: string, more = {}) => shop.call<number>(`${namespace}.create`, data(input, more)),
    info: (attribute: unknown) => shop.call<Record<string, unknown>>(`${namespace}.info`, attribute),
    options: (attribute: unknown, store?: unknown) =>
      shop.call<{ value: string; label: string }[]>(`${namespace}.options`, attribute, store),
  };
}
