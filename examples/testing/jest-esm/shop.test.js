import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startServer } from "store-management-api";

let server;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

test("an order is shipped", async () => {
  const shop = server.client();
  const { increment_id } = await server.control.placeOrder({
    customer_id: 1,
    items: [{ sku: "mug-01", qty: 1 }],
  });
  await shop.salesOrderShipment.create({ orderIncrementId: increment_id });
  const order = await shop.salesOrder.info({ orderIncrementId: increment_id });
  expect(order.state).toBe("processing");
});
