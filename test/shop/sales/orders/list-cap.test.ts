/** Each list of orders or documents refuses a result above the maximum number of rows. */
import { expect, test } from "vitest";
import { startSalesShop } from "../sales-shop.js";

const sales = await startSalesShop({ settings: { listMaxRows: 1 } });

test.each(["sales_order", "sales_order_shipment", "sales_order_invoice", "sales_order_creditmemo"])(
  "%s.list",
  async (namespace) => {
    const list = () => sales.shop.call(`${namespace}.list`);
    const add = async () => {
      const order = await sales.place([{ sku: "A", qty: 1, price: 10 }]);
      await order.invoice();
      await order.ship();
      await order.refund();
    };
    await sales.shop.storage.write(async (tx) => {
      for (const name of ["orders", "shipments", "invoices", "creditmemos"] as const)
        for (const { id } of await tx.find(name)) await tx.del(name, id);
    });
    await add();
    expect(await list()).toHaveLength(1);
    await add();
    await expect(list()).rejects.toMatchObject({ fault: "filters_invalid" });
  },
);
