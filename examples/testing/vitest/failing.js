// Not part of the test run: this file shows the output of a failed test. Run `vitest run failing.js` with a
// configuration that includes it.
import { expect, test } from "store-management-api/vitest";

test("fails", async ({ shop, client }) => {
  await client.catalogProduct.update({ productId: 2, productData: { name: "Cup" } });
  await expect(shop).toHaveReceived("catalog_product.update", { productId: 1 });
});
