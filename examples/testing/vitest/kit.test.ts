// Every test has a separate shop, and `expect` can check the calls that it received.
import { expect, test } from "store-management-api/vitest";

test("a product is renamed", async ({ shop, client }) => {
  await client.catalogProduct.update({ productId: 1, productData: { name: "Cup" } });
  await expect(shop).toHaveReceived("catalog_product.update", { productId: 1 }, { times: 1 });
});

test("a lost answer is returned again for the same idempotency key", async ({ shop, client, control }) => {
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
