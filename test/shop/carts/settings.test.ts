/** Settings for who can order a cart, and for the offered payment and shipping methods (beyond 20). */
import { expect, test } from "vitest";
import type { ShopSettings } from "../../../src/shop/settings.js";
import { startShop, type Shop } from "../../support/shop.js";
import { addChoices, address, fill, filledCart, guest } from "./observed-shop.js";

let shop: Shop;

async function start(settings: Partial<ShopSettings>): Promise<void> {
  shop = await startShop({ settings });
  await fill(shop);
}

const mugs = { lines: [{ sku: "mug", qty: 2 }] };

test("without guest checkout, customers can order and guests cannot", async () => {
  await start({ guestCheckout: false });
  const id = await filledCart(shop, mugs);
  const { error } = await shop.rpc("call", [await shop.session(), "cart.order", [id]]);
  expect(error).toMatchObject({ code: 1007 });
  await shop.call("cart_customer.set", [
    id,
    { ...guest, mode: "register", password: "secret123", confirmation: "secret123" },
  ]);
  expect(await shop.call("cart.order", [id])).toBe("100000001");
});

test("guests can buy downloads if the setting allows it", async () => {
  await start({ guestDownloads: true });
  const { ebook } = await addChoices(shop);
  expect(await shop.call("cart.order", [await filledCart(shop, { lines: [ebook] })])).toBe("100000001");
});

test("payment methods are those of the setting, in its order", async () => {
  await start({ paymentMethods: ["banktransfer", "checkmo"] });
  const id = await filledCart(shop, mugs);
  const listed = (await shop.call("cart_payment.list", [id])) as { code: string }[];
  expect(listed.map(({ code }) => code)).toEqual(["banktransfer", "checkmo"]);
  const other = [await shop.session(), "cart_payment.method", [id, { method: "purchaseorder" }]];
  expect((await shop.rpc("call", other)).error).toMatchObject({ code: 1075 });
});

test("shipping is free from the configured subtotal on", async () => {
  await start({ freeShippingFrom: 30 });
  const id = await filledCart(shop, mugs);
  const free = [await shop.session(), "cart_shipping.method", [id, "freeshipping_freeshipping"]];
  expect((await shop.rpc("call", free)).error).toMatchObject({ code: 1062 });
  await shop.call("cart_product.add", [id, [{ sku: "other" }]]);
  expect((await shop.rpc("call", free)).result).toBe(true);
  expect(await shop.call("cart.totals", [id])).toContainEqual({
    title: "Shipping & Handling (Free Shipping - Free)",
    amount: 0,
  });
});

test("a country without known regions requires a text if the setting says so", async () => {
  await start({ regionRequiredCountries: ["GB"] });
  const id = await shop.call("cart.create", ["default"]);
  const { region_id: _, ...place } = { ...address, mode: "billing", country_id: "GB" };
  const set = async (entry: object) =>
    shop.rpc("call", [await shop.session(), "cart_customer.addresses", [id, [entry]]]);
  expect((await set(place)).error).toMatchObject({ code: 1052, message: "Please enter the state/province." });
  expect((await set({ ...place, region: "Kent" })).result).toBe(true);
});
