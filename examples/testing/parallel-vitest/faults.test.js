/** Forces faults and freezes the clock: fails if another suite writes to the same shop. */
import { isFault } from "store-management-api/client";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { control, openSandbox, shop } from "./shop.js";

const numbers = Array.from({ length: 25 }, (_, index) => index + 1);

beforeAll(openSandbox);
beforeEach(() => control.resetShop());

test.each(numbers)("fault %i hits this suite alone, at a time of its own", async (number) => {
  const now = `2026-01-${String(number).padStart(2, "0")} 09:00:00`;
  await control.setClock({ now });
  await control.addFault({ operation: "catalog_product.info", fault: "product_not_exists" });
  const error = await shop.catalogProduct.info({ productId: number }).catch((caught) => caught);
  expect(isFault(error, "catalog_product.info", "product_not_exists")).toBe(true);
  expect((await shop.catalogProduct.info({ productId: number })).product_id).toBe(number);
  expect((await control.getClock()).now).toBe(now);
});
