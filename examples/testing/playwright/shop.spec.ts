import { expect, test } from "./fixture.ts";

test("a page shows the products of the shop, and its calls belong to the test", async ({
  page,
  shop,
  client,
}) => {
  await client.catalogProduct.update({ productId: 1, productData: { name: "Blue Mug" } });
  await page.goto(`${shop.url}/console#/products/1`);
  await expect(page.getByRole("heading", { name: "Blue Mug" })).toBeVisible();
  await expect(shop).toHaveReceived("catalog_product.update", { productId: 1 }, { times: 1 });
});

test("another test has another shop", async ({ page, shop }) => {
  await page.goto(`${shop.url}/console#/products/1`);
  await expect(page.getByRole("heading", { name: "Stoneware Mug" })).toBeVisible();
});

test("a page shows the error when the shop refuses", async ({ page, shop, control }) => {
  await control.addFault({ operation: "sales_order.hold", fault: "order_not_holdable" });
  await page.goto(`${shop.url}/console#/orders/100000001`);
  await page.getByRole("button", { name: "Hold" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "order_not_holdable" })).toBeVisible();
});
