import { expect, test } from "vitest";
import { startSalesShop } from "../../shop/sales/sales-shop.js";

const sales = await startSalesShop();

const plan = (body: unknown) => sales.shop.http("PUT", "/control/gateway", { body });
const place = () => sales.place([{ sku: "A", qty: 1, price: 10 }], { payment_method: "test_authorize" });

test("shows the next answers", async () => {
  expect((await plan({ answer: "pending" })).json).toEqual({ answer: "pending", times: 1 });
  expect((await plan({ answer: "ok", times: 0 })).json).toEqual({ answer: "ok", times: 0 });
});

test.each([[{}], [{ answer: "maybe" }], [{ answer: "ok", times: -1 }], [{ answer: "ok", more: 1 }]])(
  "refuses %j",
  async (body) => expect((await plan(body)).status).toBe(400),
);

test("a refused placement stores nothing, but uses up the answer", async () => {
  await plan({ answer: "fail" });
  await expect(place()).rejects.toThrow(/422/);
  expect((await place()).number).toBe("100000001");
});

test("fraud at placement, then ok again", async () => {
  await plan({ answer: "fraud" });
  const { state, status } = await (await place()).info();
  expect([state, status]).toEqual(["payment_review", "fraud"]);
  expect((await (await place()).info()).state).toBe("processing");
});

test("a reset removes the next answers", async () => {
  await plan({ answer: "fail", times: 0 });
  await sales.shop.reset("minimal");
  expect(await sales.shop.storage.read((tx) => tx.get("settings", "gateway"))).toBeUndefined();
});
