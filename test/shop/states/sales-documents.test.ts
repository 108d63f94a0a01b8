/** Orders and their documents in a dataset: fields are validated, and figures must be consistent. */
import { describe, expect, test } from "vitest";
import { fieldChecks } from "../../../src/shop/states/fields.js";
import { datasetRecords } from "../../../src/shop/states/dataset.js";

type Name = "orders" | "shipments" | "invoices" | "creditmemos";
type Doc = Record<string, unknown>;

const records = datasetRecords("sample");
const problemsOf = await fieldChecks();

/** A document of the sample shop, for changes. */
function sampleOf(name: Name, wanted: (doc: Doc) => boolean = () => true): Doc {
  for (const record of records) {
    if (!("doc" in record) || record.collection !== name) continue;
    const doc = structuredClone(record.doc) as unknown as Doc;
    if (wanted(doc)) return doc;
  }
  throw new Error(`the sample shop has no such document among ${name}`);
}

const itemsOf = (doc: Doc) => doc.items as Doc[];
const firstItem = (doc: Doc) => itemsOf(doc)[0] as Doc;
const paid = ({ total_paid, items }: Doc) => Number(total_paid) > 0 && (items as Doc[]).length > 0;

describe("a field", () => {
  test.each<[Name, (doc: Doc) => void, string, RegExp]>([
    ["orders", (doc) => void delete doc.increment_id, "x.increment_id", /^is missing$/],
    ["orders", (doc) => void (doc.grand_total = "5"), "x.grand_total", /must be number/],
    ["orders", (doc) => void (doc.colour = 1), "x.colour", /^is unknown$/],
    ["orders", (doc) => void (doc.state = "lost"), "x.state", /^must be one of closed, new/],
    ["orders", (doc) => void delete firstItem(doc).sku, "x.items[0].sku", /^is missing$/],
    ["orders", (doc) => void ((doc.payment as Doc).method = 5), "x.payment.method", /must be string/],
    [
      "orders",
      (doc) => void ((doc.billing_address as Doc).city = 5),
      "x.billing_address.city",
      /must be string/,
    ],
    ["orders", (doc) => void ((doc.status_history as Doc[])[0] = {}), "x.status_history[0].", /^is missing$/],
    ["shipments", (doc) => void (firstItem(doc).qty = null), "x.items[0].qty", /must be number/],
    ["shipments", (doc) => void (doc.tracks = {}), "x.tracks", /must be array/],
    ["invoices", (doc) => void (doc.state = 9), "x.state", /^must be one of 1, 2, 3$/],
    ["invoices", (doc) => void delete doc.order_id, "x.order_id", /^is missing$/],
    ["creditmemos", (doc) => void (doc.adjustment = "0"), "x.adjustment", /must be number/],
  ])("of %s: %s, %s %s", (name, change, place, message) => {
    const doc = sampleOf(name);
    change(doc);
    const problems = problemsOf(name, doc, "x");
    const found = problems.find((one) => one.place.startsWith(place));
    expect(found, JSON.stringify(problems)).toBeDefined();
    expect(found?.message).toMatch(message);
  });
});

describe("figures that depend on each other", () => {
  const law = (name: Name, change: (doc: Doc) => void, wanted?: (doc: Doc) => boolean) => {
    const doc = sampleOf(name, wanted);
    change(doc);
    return problemsOf(name, doc, "x").map(({ place, message }) => `${place} ${message}`);
  };
  const add = (doc: Doc, field: string, more: number) => void (doc[field] = Number(doc[field]) + more);

  test.each<[string, Name, (doc: Doc) => void, RegExp]>([
    [
      "the subtotal of an order",
      "orders",
      (doc) => add(doc, "subtotal", 1),
      /^x\.subtotal is .*, but the row_total of its items come to /,
    ],
    ["… in the base currency", "orders", (doc) => add(doc, "base_subtotal", 1), /^x\.base_subtotal is /],
    [
      "what is due",
      "orders",
      (doc) => add(doc, "total_due", 1),
      /^x\.total_due is .*, but the grand total less what is paid come to/,
    ],
    [
      "what was paid",
      "orders",
      (doc) => add(doc.payment as Doc, "amount_paid", 1),
      /^x\.payment\.amount_paid is .*, but total_paid is /,
    ],
    [
      "more shipped than ordered",
      "orders",
      (doc) => void (firstItem(doc).qty_shipped = 999),
      /^x\.items\[0\]\.qty_shipped is 999, above its qty_ordered of /,
    ],
    [
      "more refunded than invoiced",
      "orders",
      (doc) => void (firstItem(doc).qty_refunded = 999),
      /^x\.items\[0\]\.qty_refunded is 999, above/,
    ],
    [
      "a parent that is not there",
      "orders",
      (doc) => void (firstItem(doc).parent_item_id = 99_999),
      /^x\.items\[0\]\.parent_item_id names 99999/,
    ],
    [
      "an item twice",
      "orders",
      (doc) => void itemsOf(doc).push({ ...firstItem(doc), row_total: 0, base_row_total: 0 }),
      /item_id is the ID of an earlier item/,
    ],
    [
      "the grand total of an invoice",
      "invoices",
      (doc) => add(doc, "grand_total", 1),
      /^x\.grand_total is .*, but subtotal, shipping, tax, discount/,
    ],
    [
      "the rows of an invoice",
      "invoices",
      (doc) => add(firstItem(doc), "row_total", 1),
      /^x\.subtotal is .*, but the row_total/,
    ],
    [
      "the grand total of a credit memo",
      "creditmemos",
      (doc) => add(doc, "adjustment", 1),
      /^x\.grand_total is /,
    ],
    [
      "a row of a shipment twice",
      "shipments",
      (doc) => void itemsOf(doc).push(firstItem(doc)),
      /^x\.items\[\d+\]\.order_item_id is the ID of an earlier row/,
    ],
    [
      "nothing in a row",
      "shipments",
      (doc) => void (firstItem(doc).qty = 0),
      /^x\.items\[0\]\.qty must be above 0/,
    ],
  ])("%s", (_title, name, change, message) => {
    const problems = law(name, change, name === "orders" ? paid : undefined);
    expect(
      problems.some((one) => message.test(one)),
      problems.join("; "),
    ).toBe(true);
  });
});
