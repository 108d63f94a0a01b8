/** Places orders and counts all of them: fails if another suite writes to the same shop. */
const { control, openSandbox, shop } = require("./shop.js");

const numbers = Array.from({ length: 25 }, (_, index) => index + 1);

beforeAll(openSandbox);
beforeEach(() => control.resetShop());

test.each(numbers)("order %i is the twenty-sixth, and its buyer is told", async (number) => {
  const email = `buyer-${number}@example.com`;
  const { increment_id } = await control.placeOrder({
    customer_id: 1,
    items: [{ sku: "mug-01", qty: 1 }],
    notify: true,
  });
  await shop.salesOrder.addComment({ orderIncrementId: increment_id, status: "pending", comment: email });
  expect(await shop.salesOrder.list()).toHaveLength(26);
  expect(await control.listMail({ order: increment_id })).toHaveLength(1);
});
