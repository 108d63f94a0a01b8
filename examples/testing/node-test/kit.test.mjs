// One shop for the file. The server itself reports which calls it did not receive.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { startServer } from "store-management-api";

const server = await startServer();
after(() => server.stop());

test("a product is renamed", async () => {
  await server.client().catalogProduct.update({ productId: 1, productData: { name: "Cup" } });
  await server.verify("catalog_product.update", { productId: 1 }, { times: 1 });
  await assert.rejects(
    server.verify("catalog_product.update", { productId: 2 }),
    /productId is 1, expected 2/,
  );
});
