// Every test has a shop of its own; `expect` knows what the shop received.
import { expect, test } from "store-management-api/vitest";

test("a product is renamed", async ({ shop, client }) => {
  await client.catalogProduct.update({ productId: 1, productData: { name: "Cup" } });
  await expect(shop).toHaveReceived("catalog_product.update", { productId: 1 }, { times: 1 });
});

test("the answer that got lost comes again under its key", async ({ shop, client, control }) => {
  await control.addFault({ operation: "catalog_product.update", when: "after", drop: true });
  const rename = () =>
    client.catalogProduct.update(
      { productId: 1, productData: { name: "Mug" } },
      { idempotencyKey: "rename-1" },
    );
  await expect(rename()).rejects.toMatchObject({ fault: "connection_failed" });
  expect(await rename()).toBe(true);
  await expect(shop).toHaveReceived("catalog_product.update", { productId: 1 }, { times: 2 });
});
