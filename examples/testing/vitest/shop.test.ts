import { startServer, type StoreServer } from "store-management-api";
import { isFault } from "store-management-api/client";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

let server: StoreServer;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());
beforeEach(() => server.control.resetShop());

test("a product is renamed", async () => {
  const shop = server.client();
  await shop.catalogProduct.update({ productId: 1, productData: { name: "Blue Mug" } });
  const product = await shop.catalogProduct.info({ productId: 1, attributes: ["name"] });
  expect(product.name).toBe("Blue Mug");
});

test("the shop refuses", async () => {
  await server.control.addFault({ operation: "catalog_product.info", fault: "product_not_exists" });
  const error = await server
    .client()
    .catalogProduct.info({ productId: 1 })
    .catch((caught: unknown) => caught);
  expect(isFault(error, "catalog_product.info", "product_not_exists")).toBe(true);
});
