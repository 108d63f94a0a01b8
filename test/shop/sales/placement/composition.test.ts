/** The composition of ordered composite products, and the rows made from them (sales 5.1, 19.1). */
import { describe, expect, test } from "vitest";
import type { ProductType } from "../../../../src/shop/data/entities/catalog.js";
import { childrenProblem, compositionOf } from "../../../../src/shop/sales/placement/composition.js";
import { itemRows } from "../../../../src/shop/sales/placement/item-rows.js";
import { compositeLines, flatLines } from "../../../../src/shop/sales/placement/ordered-lines.js";
import { placementTotals } from "../../../../src/shop/sales/placement/placement-totals.js";
import { line, part } from "../order-docs.js";

const unset = { price_type: null, sku_type: null, shipment_type: null };

describe("rows that count", () => {
  test.each([
    { type: "configurable", bundle: unset, money: "parent", shipping: "parent", row: true, joins: false },
    {
      type: "configurable",
      bundle: { price_type: 0, sku_type: 0, shipment_type: 1 },
      money: "parent",
      shipping: "parent",
      row: true,
      joins: false,
    },
    { type: "grouped", bundle: unset, money: "children", shipping: "children", row: false, joins: false },
    { type: "bundle", bundle: unset, money: "parent", shipping: "parent", row: true, joins: false },
    {
      type: "bundle",
      bundle: { price_type: 1, sku_type: 0, shipment_type: 1 },
      money: "parent",
      shipping: "children",
      row: true,
      joins: false,
    },
    {
      type: "bundle",
      bundle: { price_type: 0, sku_type: null, shipment_type: 0 },
      money: "children",
      shipping: "parent",
      row: true,
      joins: true,
    },
    {
      type: "bundle",
      bundle: { price_type: 0, sku_type: 1, shipment_type: 1 },
      money: "children",
      shipping: "children",
      row: true,
      joins: false,
    },
  ] as const)(
    "$type $bundle: money $money, shipping $shipping",
    ({ type, bundle, money, shipping, row, joins }) => {
      expect(compositionOf(type, bundle)).toEqual({
        ...{ hasParentRow: row, moneyCounts: money, shippingCounts: shipping, joinsSkus: joins },
      });
    },
  );
});

describe("children", () => {
  test.each<{
    type: ProductType;
    children: { qty?: number }[] | undefined;
    want: [string, string] | undefined;
  }>([
    { type: "simple", children: undefined, want: undefined },
    {
      type: "simple",
      children: [],
      want: [".children", "must be omitted: a simple product has no children"],
    },
    {
      type: "bundle",
      children: undefined,
      want: [".children", "is required: give the components of the bundle product"],
    },
    {
      type: "grouped",
      children: [],
      want: [".children", "is required: give the components of the grouped product"],
    },
    { type: "bundle", children: [{ qty: 3 }, {}], want: undefined },
    { type: "configurable", children: [{}], want: undefined },
    { type: "configurable", children: [{ qty: 1 }], want: undefined },
    { type: "configurable", children: [{ qty: 2 }], want: [".children[0].qty", "must be 1"] },
    { type: "configurable", children: [{}, {}], want: [".children", "must name exactly one product"] },
  ])("$type $children: $want", ({ type, children, want }) => {
    const problem = childrenProblem(type, { qty: 1, ...(children && { children }) });
    expect(problem && [problem.field, problem.message]).toEqual(want);
  });
});

describe("rows", () => {
  const item = { qty: 2, tax_percent: 10, discount_percent: 5 };
  const parts = [
    part({ sku: "A", qty: 4, price: 3, weight: 0.5 }),
    part({ sku: "V", qty: 2, price: 4, type: "virtual", weight: 9 }),
  ];
  const parent = part({ sku: "P", qty: 2, price: 0, type: "bundle" });
  const bundle = (values: object, of = parts) =>
    compositeLines(compositionOf("bundle", { ...unset, ...values }), parent, of, item, 20);

  test("with a fixed price, the parent has the price and the percentages", () => {
    const [line, ...others] = bundle({});
    expect(others).toEqual([]);
    expect(line).toMatchObject({
      ...{ sku: "P", product_type: "bundle", base_price: 20, tax_percent: 10, discount_percent: 5, qty: 2 },
      ...{ isMoneyDummy: false, isShippingDummy: false, isVirtual: false, qty_backordered: 0 },
      // Each unit contains 2 × 0.5. The weight of virtual products does not count.
      weight: 1,
    });
    expect(line?.children).toMatchObject([
      {
        sku: "A",
        product_type: "simple",
        base_price: 0,
        tax_percent: 0,
        discount_percent: 0,
        isMoneyDummy: true,
        isShippingDummy: true,
      },
      { sku: "V", product_type: "virtual", qty: 2, isMoneyDummy: true, isShippingDummy: true },
    ]);
  });

  test("the parent is virtual, or sold in fractions, only if all parts are", () => {
    const virtual = [part({ sku: "V", qty: 2, price: 4, type: "virtual", decimal: true })];
    expect(bundle({}, virtual)[0]).toMatchObject({ isVirtual: true, isQtyDecimal: true, weight: 0 });
    expect(bundle({}, [...virtual, ...parts])[0]).toMatchObject({ isVirtual: false, isQtyDecimal: false });
  });

  test("a configurable product has the SKU of the chosen child", () => {
    const composition = compositionOf("configurable", unset);
    const chosen = part({ sku: "P", qty: 2, price: 0, type: "configurable" });
    const [line] = compositeLines(
      composition,
      chosen,
      parts.slice(0, 1),
      { ...item, discount_amount: 3 },
      20,
    );
    expect(line).toMatchObject({
      sku: "A",
      name: "Product P",
      product_type: "configurable",
      discount_amount: 3,
    });
    expect(line?.children).toMatchObject([{ sku: "A", product_type: "simple", discount_amount: 0 }]);
  });

  const noShipping = { amount: 0, tax_percent: 0, discount_amount: 0 };
  const rowsOf = (lines: ReturnType<typeof bundle>, rate: number) =>
    itemRows(
      lines,
      placementTotals(flatLines(lines), noShipping, rate),
      placementTotals(flatLines(lines), noShipping, 1),
    );

  test("a parent whose children have the amounts shows their sums, which are in no total", () => {
    const [row] = rowsOf(bundle({ price_type: 0 }), 0.5);
    expect(row?.base).toEqual({
      price: 10,
      price_incl_tax: 11,
      row_total: 20,
      row_total_incl_tax: 22,
      discount_amount: 0,
      tax_amount: 1.9,
    });
    expect([row?.amounts.row_total, row?.children.map(({ amounts }) => amounts.row_total)]).toEqual([
      10,
      [6, 4],
    ]);
    expect(row?.identity).toMatchObject({
      is_money_dummy: true,
      qty_ordered: 2,
      row_weight: 2,
      is_virtual: 0,
    });
    expect(Object.keys(row?.children[0]?.identity ?? {})).not.toContain("is_money_dummy");
  });

  test("a parent with its own price shows that price", () => {
    const [row] = rowsOf(bundle({ shipment_type: 1 }), 1);
    expect(row?.base).toMatchObject({ price: 20, row_total: 40, discount_amount: 2, tax_amount: 3.8 });
    expect(row?.identity).toMatchObject({ is_shipping_dummy: true, tax_percent: 10, discount_percent: 5 });
    expect(row?.children.map(({ base }) => base.row_total)).toEqual([0, 0]);
  });

  test("a row from a cart contains the ID of the cart item and the gift message", () => {
    const message = "Congratulations";
    const given = {
      ...line({ qty: 1, price: 1 }),
      quote_item_id: 7,
      gift_message: { gift_message_id: 3, message },
    };
    const [ofCart, ofControl] = rowsOf([given, line({ qty: 1, price: 1 })], 1);
    const origin = {
      ...{ quote_item_id: 7, gift_message_id: 3, gift_message: message, gift_message_available: 1 },
    };
    expect(ofCart?.identity).toMatchObject(origin);
    for (const member of Object.keys(origin)) expect(ofControl?.identity).not.toHaveProperty(member);
  });

  test("a parent without children has its own amounts", () => {
    const [row] = rowsOf([{ ...line({ qty: 1, price: 8 }), isMoneyDummy: true }], 1);
    expect(row?.base).toMatchObject({ price: 8, row_total: 8 });
  });

  test("a line without amounts is an internal error", () => {
    expect(() =>
      itemRows(
        [line({ qty: 1, price: 1 })],
        placementTotals([], noShipping, 1),
        placementTotals([], noShipping, 1),
      ),
    ).toThrow("the line of A has no amounts");
  });
});
