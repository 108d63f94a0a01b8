const assert = require("node:assert/strict");
const { test } = require("node:test");
const { startServer } = require("store-management-api");
const { isFault } = require("store-management-api/client");

test("an order that does not exist", async () => {
  const server = await startServer({ dataset: "minimal" });
  try {
    const found = await server.client().safe.salesOrder.info({ orderIncrementId: "1" });
    assert.ok(isFault(found.error, "sales_order.info", "order_not_exists"));
  } finally {
    await server.stop();
  }
});
