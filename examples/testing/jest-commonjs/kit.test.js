// One shop for the file, a sandbox for each test.
const { startServer } = require("store-management-api");
expect.extend(require("store-management-api/jest"));

let server, shop;
beforeAll(async () => (server = await startServer()));
beforeEach(async () => (shop = await server.sandbox()));
afterEach(() => shop.stop());
afterAll(() => server.stop());

test("a product is renamed", async () => {
  await shop.client().catalogProduct.update({ productId: 1, productData: { name: "Cup" } });
  await expect(shop).toHaveReceived("catalog_product.update", { productId: 1 });
  await expect(expect(shop).toHaveReceived("catalog_product.update", { productId: 2 })).rejects.toThrow(
    "arguments.productId is 1, expected 2",
  );
});
