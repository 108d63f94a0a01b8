import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startServer } from "store-management-api";

let server;
before(async () => {
  server = await startServer({ dataset: "minimal" });
});
after(() => server.stop());

test("a customer is created", async () => {
  const shop = server.client();
  const customerData = {
    email: "ada@example.com",
    firstname: "Ada",
    lastname: "King",
    password: "analytical1",
    website_id: 1,
  };
  const customerId = await shop.customer.create({ customerData });
  const customer = await shop.customer.info({ customerId });
  assert.equal(customer.email, "ada@example.com");
});
