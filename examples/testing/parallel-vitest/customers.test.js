/** Creates customers and counts all of them: fails if another suite writes to the same shop. */
import { beforeAll, beforeEach, expect, test } from "vitest";
import { control, openSandbox, shop } from "./shop.js";

const numbers = Array.from({ length: 25 }, (_, index) => index + 1);

beforeAll(openSandbox);
beforeEach(() => control.resetShop());

test.each(numbers)("customer %i is the ninth", async (number) => {
  const customerData = {
    email: `new-${number}@example.com`,
    firstname: "N",
    password: "secret123",
    lastname: "N",
    website_id: 1,
    group_id: 1,
  };
  const id = await shop.customer.create({ customerData });
  expect((await shop.customer.info({ customerId: id })).email).toBe(`new-${number}@example.com`);
  expect(await shop.customer.list()).toHaveLength(9);
});
