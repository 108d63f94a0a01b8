/** beyond 6.1, 8.2, 11: carts after customers and products are deleted, and empty arguments. */
import { beforeEach, describe, expect, test } from "vitest";
import { newCart } from "../../../src/shop/carts/carts.js";
import { removeCustomerFromCarts, removeProductFromCarts } from "../../../src/shop/data/stored-carts.js";
import { collections } from "../../../src/shop/data/collections.js";
import type { CartDoc, CartLine } from "../../../src/shop/data/entities/cart.js";
import { MemoryStorage } from "../../../src/engine/storage/memory.js";
import { startShop } from "../../support/shop.js";
import { address } from "./observed-shop.js";

describe("stored carts", () => {
  const line = (item_id: number, product_id: number, ...parts: readonly number[]) =>
    ({ item_id, product_id, children: parts.map((part) => ({ product_id: part })) }) as unknown as CartLine;
  const cart = (id: number, more: Partial<CartDoc>) => ({
    ...newCart(id, 1, "2025-06-01 12:00:00"),
    ...more,
  });
  const [mugs, bundles, others] = [line(1, 5), line(2, 7, 5, 6), line(3, 8)];

  async function after(work: Parameters<MemoryStorage["write"]>[0]): Promise<CartDoc[]> {
    const storage = new MemoryStorage({ collections });
    await storage.write(async (tx) => {
      await tx.put("carts", cart(1, { customer_id: 1, lines: [mugs, others] }));
      await tx.put("carts", cart(2, { customer_id: 2, lines: [bundles, mugs] }));
      await tx.put("carts", cart(3, { lines: [others] }));
    });
    await storage.write(work);
    return storage.read((tx) => tx.find("carts"));
  }

  test("lose only the deleted customer", async () => {
    const carts = await after((tx) => removeCustomerFromCarts(tx, 1));
    expect(carts.map(({ customer_id }) => customer_id)).toEqual([null, 2, null]);
  });

  test("lose the lines of a deleted product, and the lines that contain it", async () => {
    const carts = await after((tx) => removeProductFromCarts(tx, 5));
    expect(carts.map(({ lines }) => lines)).toEqual([[others], [], [others]]);
    const left = await after((tx) => removeProductFromCarts(tx, 6));
    expect(left.map(({ lines }) => lines)).toEqual([[mugs, others], [mugs], [others]]);
  });
});

describe("empty arguments", async () => {
  const shop = await startShop({ dataset: "sample" });
  beforeEach(() => shop.reset("sample"));

  test("a coupon code of spaces removes the coupon, and has no effect without one", async () => {
    await shop.http("POST", "/control/coupons", { body: { code: "ten", percent: 10 } });
    const id = await shop.call("cart.create", ["default"]);
    await shop.call("cart_product.add", [id, [{ sku: "mug-01" }]]);
    const add = (code: string) => shop.call("cart_coupon.add", [id, code]);
    expect([await add(" "), await add(" ten "), await add(" "), await add("")]).toEqual([
      ...[false, true, true, false],
    ]);
    expect(await shop.call("cart.info", [id])).toMatchObject({ coupon_code: null, applied_rule_ids: null });
  });

  test("an empty address_id means a new address, also for a customer", async () => {
    const id = await shop.call("cart.create", ["default"]);
    await shop.call("cart_customer.set", [id, { mode: "customer", customer_id: 1 }]);
    for (const address_id of ["", null]) {
      const entry = { ...address, mode: "billing", address_id };
      expect(await shop.call("cart_customer.addresses", [id, [entry]])).toBe(true);
    }
    expect(await shop.call("cart.info", [id])).toMatchObject({
      billing_address: { city: "Los Angeles", customer_address_id: null },
    });
  });

  test("a guest cannot use the address of a customer", async () => {
    const id = await shop.call("cart.create", ["default"]);
    const entries = [{ mode: "billing", address_id: 1 }];
    await expect(shop.call("cart_customer.addresses", [id, entries])).rejects.toMatchObject({
      fault: "address_not_belong_customer",
    });
  });
});
