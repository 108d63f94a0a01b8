const { startServer } = require("store-management-api");
const { createClient, isFault } = require("store-management-api/client");

let server;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

test("a separate client", async () => {
  const shop = createClient({ url: server.url, username: "admin", apiKey: "admin123" });
  expect(await shop.catalogProductType.items()).toHaveLength(6);
});

test("a refusal", async () => {
  const error = await server
    .client()
    .customer.info({ customerId: 999 })
    .catch((caught) => caught);
  expect(isFault(error, "customer.info", "customer_not_exists")).toBe(true);
});
