// Not run by itself: it shows how a failure reads. `vitest run failing.js` with a configuration that takes it.
import { expect, test } from "store-management-api/vitest";

test("fails", async ({ shop, client }) => {
  await client.catalogProduct.update({ productId: 2, productData: { name: "Cup" } });
  await expect(shop).toHaveReceived("catalog_product.update", { productId: 1 });
});
