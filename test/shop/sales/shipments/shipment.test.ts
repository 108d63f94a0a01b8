/** The content of a shipment, and its effect on the order (sales 9). */
import { describe, expect, test } from "vitest";
import {
  shipmentEntry,
  shipmentInfo,
  shipmentFields,
  shipmentLines,
  shippedOrder,
} from "../../../../src/shop/sales/shipments/shipment.js";
import { compositionOf } from "../../../../src/shop/sales/placement/composition.js";
import { compositeLines } from "../../../../src/shop/sales/placement/ordered-lines.js";
import { later, orderOf, part, qtys } from "../order-docs.js";

const order = orderOf({
  rows: [
    { qty: 3, price: 10, weight: 0.38 },
    { sku: "B", qty: 2, price: 5, weight: 1.2 },
  ],
});

test("a shipment raises the shipped quantities of its items and does not change other items", () => {
  const shipped = shippedOrder(order, qtys({ 1: 2 }), later);
  expect(shipped.items[0]).toMatchObject({ qty_shipped: 2, updated_at: later });
  expect(shipped.items[1]).toBe(order.items[1]);
});

test("a row has unit price and unit weight, but no amounts", () => {
  expect(shipmentLines(order, qtys({ 2: 1 }))).toEqual([
    {
      ...{ order_item_id: 2, sku: "B", name: "Product B", product_id: 66, price: 5, weight: 1.2, qty: 1 },
      ...{ row_total: null, description: null, additional_data: null },
    },
  ]);
});

const rows = (quantities: Record<number, number>) =>
  shipmentLines(order, qtys(quantities)).map((line, index) => ({
    item_id: index + 1,
    parent_id: 7,
    ...line,
  }));
const shipment = {
  ...shipmentFields(order, rows({ 1: 2, 2: 1 }), later),
  ...{ id: 7, increment_id: "100000007", email_sent: 0 as const, items: rows({ 1: 2, 2: 1 }), comments: [] },
};

test("a shipment has its units, its weight and its order", () => {
  expect(shipment).toMatchObject({
    ...{ total_qty: 3, total_weight: 1.96, order_id: 1, order_increment_id: "100000001", store_id: 1 },
    ...{ created_at: later, updated_at: later, order_created_at: order.created_at, shipment_status: null },
    ...{ billing_address_id: 1, shipping_address_id: 2, customer_id: null, tracks: [] },
  });
});

test("info and list entry", () => {
  const info = shipmentInfo(shipment, order);
  expect(info).toMatchObject({
    ...{ shipment_id: 7, billing_address: order.billing_address, shipping_address: order.shipping_address },
  });
  expect(info.items).toHaveLength(2);
  expect(Object.keys(info)).not.toContain("id");
  expect(shipmentEntry(shipment)).toEqual({
    ...{ increment_id: "100000007", shipment_id: 7, order_id: 1, order_increment_id: "100000001" },
    ...{ created_at: later, total_qty: 3, store_id: 1 },
  });
});

describe("a bundle in a shipment", () => {
  const composition = compositionOf("bundle", { price_type: 1, sku_type: 0, shipment_type: 0 });
  const parts = [
    part({ sku: "A", qty: 4, price: 0, weight: 0.5 }),
    part({ sku: "B", qty: 2, price: 0, weight: 1 }),
  ];
  const parent = part({ sku: "P", qty: 2, price: 0, type: "bundle" });
  const bundle = orderOf({ lines: compositeLines(composition, parent, parts, { qty: 2 }, 20) });
  const lines = shipmentLines(bundle, qtys({ 1: 1 }));

  test("contains its children, which count for the weight but not for the units", () => {
    expect(lines.map(({ sku, qty }) => [sku, qty])).toEqual([
      ["P", 1],
      ["A", 2],
      ["B", 1],
    ]);
    const items = lines.map((one, index) => ({ item_id: index + 1, parent_id: 7, ...one }));
    expect(shipmentFields(bundle, items, later)).toMatchObject({ total_qty: 1, total_weight: 2 });
  });

  test("counts once in its order", () => {
    expect(bundle).toMatchObject({ total_qty_ordered: 2, total_item_count: 1, weight: 4, is_virtual: 0 });
    expect(shippedOrder(bundle, qtys({ 1: 1 }), later).items.map(({ qty_shipped }) => qty_shipped)).toEqual([
      1, 2, 1,
    ]);
  });
});
