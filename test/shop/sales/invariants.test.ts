/**
 * Random walks: random sequences of operations on random orders, refused or not, keep all amounts and quantities
 * consistent. RANDOM_WALKS=10000 runs more walks than a normal test run.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Schemas } from "../../../generated/operations.js";
import { fieldChecks } from "../../../src/shop/states/fields.js";
import { round4 } from "../../../src/engine/values/coercion.js";
import { sum } from "../../../src/engine/values/money.js";
import { CallFault } from "../../support/shop.js";
import { startSalesShop, type PlacedOrder, type Placement } from "./sales-shop.js";

const sales = await startSalesShop();

const walks = Number(process.env.RANDOM_WALKS ?? 25);

const percentages = {
  tax_percent: fc.constantFrom(0, 7, 8.25, 19, 33.3333),
  discount_percent: fc.constantFrom(0, 0, 10, 33.33, 100),
};
const priced = {
  qty: fc.integer({ min: 1, max: 4 }),
  price: fc.integer({ min: 0, max: 9999 }).map((cents) => cents / 100),
  ...percentages,
};
const children = fc.array(
  fc.record({ sku: fc.constantFrom("A", "B", "V", "C"), qty: fc.integer({ min: 1, max: 3 }) }),
  { minLength: 1, maxLength: 3 },
);

/** Products sold in whole units or fractions, virtual products, and composite products of every kind. */
const item = fc.oneof(
  fc.record({ sku: fc.constantFrom("A", "B", "V", "C"), ...priced }),
  fc.record({ sku: fc.constant("K"), ...priced, children: fc.constantFrom([{ sku: "A" }], [{ sku: "V" }]) }),
  fc.record({ sku: fc.constantFrom("FT", "FS"), ...priced, children }),
  fc.record({
    sku: fc.constantFrom("DT", "DS", "G"),
    qty: fc.integer({ min: 1, max: 4 }),
    ...percentages,
    children,
  }),
);

const placement = fc.record({
  items: fc.array(item, { minLength: 1, maxLength: 4 }),
  more: fc.record({
    shipping_amount: fc.constantFrom(0, 5, 4.99),
    shipping_tax_percent: fc.constantFrom(0, 19),
    shipping_discount_amount: fc.constantFrom(0, 0, 1.11),
    payment_method: fc.constantFrom("checkmo", "test_authorize", "test_sale"),
    rate: fc.constantFrom(1, 1, 0.9, 1.3371),
  }),
});

/** `pick` chooses one of the documents or rows that exist at that moment. */
const step = fc.record({
  kind: fc.nat(),
  pick: fc.nat(),
  qtys: fc.array(fc.nat({ max: 3 }), { minLength: 8 }),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

interface Books {
  readonly order: Required<Schemas["OrderInfo"]>;
  readonly invoices: readonly Required<Schemas["InvoiceInfo"]>[];
  readonly memos: readonly Required<Schemas["CreditmemoInfo"]>[];
  readonly shipments: readonly Required<Schemas["ShipmentInfo"]>[];
}

async function booksOf(order: PlacedOrder): Promise<Books> {
  const documents = async (namespace: string) => {
    const filters = [{ order_increment_id: order.number }];
    const entries = (await sales.shop.call(`${namespace}.list`, filters)) as { increment_id: string }[];
    return Promise.all(
      entries.map(({ increment_id }) => sales.shop.call(`${namespace}.info`, [increment_id])),
    );
  };
  return {
    order: await order.info(),
    invoices: (await documents("sales_order_invoice")) as Books["invoices"],
    memos: (await documents("sales_order_creditmemo")) as Books["memos"],
    shipments: (await documents("sales_order_shipment")) as Books["shipments"],
  };
}

/** Indexes in the list of actions. */
const [cancelOrder, cancelMemo, actionCount] = [5, 13, 15];

/** Runs a step; resolves to undefined if there is nothing that the step can act on. */
function act(order: PlacedOrder, books: Books, { kind, pick, qtys }: Step): Promise<unknown> {
  const { invoices, memos } = books;
  // Dummies follow their counterpart into a document; requesting a quantity of them would only be refused.
  const counting = [...order.itemIds].filter(([, id]) => !isDummy(books, id));
  const some = Object.fromEntries(counting.map(([name], index) => [name, qtys[index] ?? 0]));
  const quantities = pick % 3 === 0 ? undefined : some;
  const invoice = invoices[pick % (invoices.length || 1)]?.increment_id ?? "0";
  const memo = memos[pick % (memos.length || 1)]?.increment_id ?? "0";
  const call = (operation: string, number: string) => sales.shop.call(operation, [number]);
  const money = { adjustment_positive: pick % 5, adjustment_negative: pick % 3 };
  const shipping = pick % 2 === 0 ? {} : { shipping_amount: (pick % 500) / 100 };
  const actions = [
    () => order.invoice(quantities),
    () => order.invoice(some),
    () => order.ship(quantities),
    () => order.refund(shipping, quantities),
    () => order.refund({ ...shipping, ...money }, some),
    () => order.cancel(),
    () => call("sales_order.hold", order.number),
    () => call("sales_order.unhold", order.number),
    () => call("sales_order_invoice.capture", invoice),
    () => call("sales_order_invoice.capture", invoice),
    () => call("sales_order_invoice.void", invoice),
    () => call("sales_order_invoice.cancel", invoice),
    () => sales.shop.http("PUT", `/control/creditmemos/${memo}/open`),
    () => call("sales_order_creditmemo.cancel", memo),
    () => sales.gateway(["ok", "fail", "ok", "pending"][pick % 4] ?? "ok"),
  ];
  return actions[kind % actionCount]?.() ?? Promise.resolve();
}

type Figures = Readonly<Record<string, number>>;

function totalOf(documents: readonly object[], field: string): number {
  return sum(...documents.map((document) => (document as Figures)[field] ?? 0));
}

function expectBalanced({ order, invoices, memos, shipments }: Books): void {
  const valid = invoices.filter(({ state }) => state !== 3);
  const paid = invoices.filter(({ state }) => state === 2);
  const refunded = memos.filter(({ state }) => state !== 3);
  const of = (field: string) => (order as unknown as Figures)[field] ?? Number.NaN;
  for (const currency of ["", "base_"]) {
    expect(of(`${currency}total_invoiced`)).toBe(totalOf(valid, `${currency}grand_total`));
    expect(of(`${currency}tax_invoiced`)).toBe(totalOf(valid, `${currency}tax_amount`));
    expect(of(`${currency}subtotal_invoiced`)).toBe(totalOf(valid, `${currency}subtotal`));
    expect(of(`${currency}shipping_invoiced`)).toBe(totalOf(valid, `${currency}shipping_amount`));
    expect(of(`${currency}total_paid`)).toBe(totalOf(paid, `${currency}grand_total`));
    expect(of(`${currency}total_refunded`)).toBe(totalOf(refunded, `${currency}grand_total`));
    expect(of(`${currency}subtotal_invoiced`)).toBeLessThanOrEqual(of(`${currency}subtotal`));
    expect(of(`${currency}tax_invoiced`)).toBeLessThanOrEqual(of(`${currency}tax_amount`));
    expect(of(`${currency}tax_refunded`)).toBeLessThanOrEqual(of(`${currency}tax_invoiced`));
    const unpaid = sum(of(`${currency}grand_total`), -of(`${currency}total_paid`));
    expect(of(`${currency}total_due`)).toBe(Math.max(0, unpaid));
    for (const document of [...valid, ...refunded]) expectSum(document as unknown as Figures, currency);
  }
  expect(order.base_total_refunded).toBeLessThanOrEqual(order.base_total_paid);
  expect(order.payment.amount_paid).toBe(order.total_paid);
  expect(order.payment.amount_refunded).toBe(order.total_refunded);

  const counting = order.items.filter((row) => countsFor("money", row, order.items));
  for (const currency of ["", "base_"]) {
    expect(of(`${currency}subtotal`)).toBe(totalOf(counting, `${currency}row_total`));
  }
  for (const row of order.items) {
    expectBooked(row, order.items, { valid, refunded, shipments });
    expect(row.qty_shipped).toBeLessThanOrEqual(row.qty_ordered);
    expect(row.qty_refunded).toBeLessThanOrEqual(row.qty_invoiced);
    if (countsFor("money", row, order.items)) {
      expect(row.qty_invoiced + row.qty_canceled).toBeLessThanOrEqual(row.qty_ordered);
    }
  }
}

type Row = Schemas["OrderItem"];

/** Whether a row of a composite product counts for money or for shipping, by the kind of the product (sales 5.1). */
function countsFor(side: "money" | "shipping", row: Row, items: readonly Row[]): boolean {
  const isChild = typeof row.parent_item_id === "number";
  const parent = isChild ? items.find(({ item_id }) => item_id === row.parent_item_id) : row;
  if (!parent || !items.some(({ parent_item_id }) => parent_item_id === parent.item_id)) return true;
  const children = side === "money" ? /^D/ : /^[FD]S/;
  const doChildrenCount = parent.product_type === "bundle" && children.test(parent.sku);
  return isChild === doChildrenCount;
}

function isDummy({ order: { items } }: Books, id: number): boolean {
  const row = items.find(({ item_id }) => item_id === id) as Row;
  return !countsFor("money", row, items) && !countsFor("shipping", row, items);
}

interface Documents {
  readonly valid: Books["invoices"];
  readonly refunded: Books["memos"];
  readonly shipments: Books["shipments"];
}

/** Rows that count have the quantities of the documents; dummies follow them. */
function expectBooked(row: Row, items: readonly Row[], { valid, refunded, shipments }: Documents): void {
  for (const [side, field, documents] of [
    ["money", "qty_invoiced", valid],
    ["shipping", "qty_shipped", shipments],
    ["money", "qty_refunded", refunded],
  ] as const) {
    const rows = documents.flatMap((document) => [...document.items]);
    const inside = rows.filter(({ order_item_id }) => order_item_id === row.item_id);
    const followed = followedQty(row, items, side, field);
    expect(row[field], `${row.sku} ${field}`).toBe(followed ?? totalOf(inside, "qty"));
  }
}

/**
 * The quantity of a dummy: its share of the quantity of the parent, or the smallest share among its children. Undefined
 * for a row that counts.
 */
function followedQty(
  row: Row,
  items: readonly Row[],
  side: "money" | "shipping",
  field: "qty_invoiced" | "qty_shipped" | "qty_refunded",
): number | undefined {
  if (countsFor(side, row, items)) return undefined;
  if (side === "shipping" && row.is_virtual === 1) return 0;
  const others = items
    .filter(({ item_id, parent_item_id }) => item_id === row.parent_item_id || parent_item_id === row.item_id)
    .filter((other) => side === "money" || other.is_virtual === 0);
  return round4(Math.min(...others.map((other) => (row.qty_ordered * other[field]) / other.qty_ordered)));
}

function expectSum(document: Figures, currency: string): void {
  const of = (field: string) => document[`${currency}${field}`] ?? 0;
  const parts = ["subtotal", "shipping_amount", "tax_amount", "discount_amount", "adjustment"];
  expect(of("grand_total")).toBe(sum(...parts.map(of)));
  expect(of("tax_amount")).toBeGreaterThanOrEqual(0);
  expect(of("discount_amount")).toBeLessThanOrEqual(0);
}

/**
 * Checks that the state fits the quantities. Not valid for orders that were canceled or had a refund canceled, because
 * these can be complete with units left (sales 7.4, 10.7).
 */
function expectFittingState({ state, items, total_refunded }: Books["order"]): void {
  const isInvoiced = items
    .filter((row) => countsFor("money", row, items))
    .every((row) => row.qty_invoiced + row.qty_canceled >= row.qty_ordered);
  const isShipped = items
    .filter((row) => row.is_virtual === 0 && countsFor("shipping", row, items))
    .every((row) => row.qty_shipped + row.qty_refunded + row.qty_canceled >= row.qty_ordered);
  if (state === "complete" || state === "closed") {
    expect([isInvoiced, isShipped]).toEqual([true, true]);
  }
  if (state === "closed") expect(total_refunded).toBeGreaterThan(0);
  if (state === "new") expect(items.every((row) => row.qty_invoiced + row.qty_shipped === 0)).toBe(true);
}

async function walk(
  { items, more }: { items: readonly Placement[]; more: Placement },
  steps: readonly Step[],
) {
  await sales.gateway("ok");
  const order = await sales.place(items, more);
  let books = await booksOf(order);
  let wasCanceled = false;
  expectBalanced(books);
  for (const one of steps) {
    const outcome = await act(order, books, one).catch((error: unknown) => error);
    if (outcome instanceof Error && !(outcome instanceof CallFault)) throw outcome;
    const after = await booksOf(order);
    if (outcome instanceof CallFault) {
      expect(outcome.code, outcome.message).toBeGreaterThanOrEqual(100);
      expect(after).toEqual(books);
    }
    expectBalanced(after);
    wasCanceled ||= outcome === true && [cancelOrder, cancelMemo].includes(one.kind % actionCount);
    if (!wasCanceled) expectFittingState(after.order);
    books = after;
  }
}

test("amounts and quantities stay consistent", { timeout: 120_000 + walks * 1000 }, async () => {
  const steps = fc.array(step, { minLength: 4, maxLength: 14 });
  await fc.assert(fc.asyncProperty(placement, steps, walk), { numRuns: walks, endOnFailure: true });
});

test("the orders of the walks can be imported as a dataset", async () => {
  // The random walks may leave no document of some kind, so this creates one of each.
  await sales.gateway("ok");
  const order = await sales.place([{ sku: "A", qty: 2, price: 10 }], { payment_method: "checkmo" });
  await order.invoice();
  await order.ship();
  await order.refund();
  const { json } = await sales.shop.http("GET", "/control/state");
  const { collections } = json as { collections: Record<string, object[]> };
  const problems = await fieldChecks();
  for (const name of ["orders", "shipments", "invoices", "creditmemos"] as const) {
    const docs = collections[name] ?? [];
    expect(docs.length).toBeGreaterThan(0);
    expect(docs.flatMap((doc, index) => problems(name, doc, `${name}[${index}]`))).toEqual([]);
  }
});
