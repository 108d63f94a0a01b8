/** `catalog_product_link`: effects of links that the golden exchanges do not show (beyond 3). */
import { beforeEach, describe, expect, test } from "vitest";
import { startShop } from "../../../support/shop.js";
import { xmlRpcCall } from "../../../engine/doors/xml-rpc-client.js";

const shop = await startShop({ dataset: "sample" });
beforeEach(() => shop.reset("sample"));

const call = (name: string, ...args: unknown[]) => shop.call(`catalog_product_link.${name}`, args);
const rows = () => shop.storage.read((tx) => tx.find("product_links"));

test("links do not change other data of a product", async () => {
  const products = () => shop.storage.read((tx) => tx.find("products"));
  const before = await products();
  const info = await shop.call("catalog_product.info", [1]);
  await call("assign", "grouped", 1, 3, { qty: 2, position: 1 });
  await call("update", "related", 1, 2, { position: 5 });
  await call("remove", "up_sell", 1, "mug-04");
  expect(await products()).toEqual(before);
  expect(await shop.call("catalog_product.info", [1])).toEqual(info);
});

describe("links are removed", () => {
  const withMug = async () => (await rows()).filter(({ id }) => /:1(:|$)/.test(id)).length;

  test("with a product, at both ends, and no others", async () => {
    const [all, own] = [(await rows()).length, await withMug()];
    expect(own).toBeGreaterThan(4);
    await shop.call("catalog_product.delete", [1]);
    expect([(await rows()).length, await withMug()]).toEqual([all - own, 0]);
  });

  test("with the products of an attribute set", async () => {
    await shop.call("catalog_product_attribute_set.remove", [9, true]);
    const left = await shop.storage.read((tx) => tx.find("products"));
    const ids = new Set(left.map(({ id }) => id));
    const links = await rows();
    expect(links.length).toBeGreaterThan(0);
    for (const { product_id, linked_product_id } of links)
      expect([ids.has(product_id), ids.has(linked_product_id)]).toEqual([true, true]);
  });

  test("and a failed call stores nothing", async () => {
    const before = await rows();
    await expect(call("assign", "related", 1, 3, { position: -1 })).rejects.toMatchObject({ code: 102 });
    expect(await rows()).toEqual(before);
  });
});

describe("at the doors of Magento 1", () => {
  const xml = (name: string, ...args: unknown[]) => xmlRpcCall(shop, `catalog_product_link.${name}`, args);

  test("the product may be identified by its SKU without a type", async () => {
    expect(await xml("assign", "related", "mug-03", "mug-01", { position: 4 })).toBe(true);
    expect(await xml("list", "related", "mug-03")).toEqual([
      { product_id: "1", type: "simple", set: "4", sku: "mug-01", position: "4" },
    ]);
    await expect(call("list", "related", "mug-03")).rejects.toMatchObject({ code: 101 });
  });

  test("quantities have four decimals, and a quantity that was never given is nil", async () => {
    await xml("assign", "grouped", 1, "mug-03", { qty: "2" });
    await xml("assign", "grouped", 1, "mug-04");
    expect(await xml("list", "grouped", 1)).toMatchObject([
      { sku: "mug-03", position: null, qty: "2.0000" },
      { sku: "mug-04", position: null, qty: null },
    ]);
  });
});
