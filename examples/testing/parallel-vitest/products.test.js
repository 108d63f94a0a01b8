/** Creates products and counts all of them: fails if another suite writes to the same shop. */
import { beforeAll, beforeEach, expect, test } from "vitest";
import { control, openSandbox, shop } from "./shop.js";

const numbers = Array.from({ length: 25 }, (_, index) => index + 1);

beforeAll(openSandbox);
beforeEach(() => control.resetShop());

test.each(numbers)("product %i is the fiftieth", async (number) => {
  const productData = {
    name: "New",
    description: "New",
    short_description: "New",
    weight: 1,
    status: "1",
    visibility: "4",
  };
  await shop.catalogProduct.create({ type: "simple", set: 4, sku: `new-${number}`, productData });
  const skus = (await shop.catalogProduct.list()).map(({ sku }) => sku);
  expect(skus).toHaveLength(50);
  expect(skus.at(-1)).toBe(`new-${number}`);
});
