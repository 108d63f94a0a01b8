/** The search of /docs, over the real index: what people type finds its page. */
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { docsFiles } from "../../scripts/docs/files.js";
import { SearchIndex } from "../../src/addons/pages/browser/docs/search-index.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const index = new SearchIndex(docsFiles(root).search);

/** What someone types, and the pages or sections that answer it; one of them must be among the first five. */
type Row = readonly [query: string, ...wanted: readonly string[]];

const rows: readonly Row[] = [
  // Words of the pages themselves, for pages of each kind.
  ["parallel workers", "guide/testing#parallel-workers"],
  ["session expired", "faults#session_expired", "guide/testing#an-expired-session"],
  ["delete customer REST", "rest/deleteCustomer"],
  ["timezone", "reference/conventions#10.4"],
  ["idempotency key", "guide/repeating"],
  ["category tree", "operations/catalog_category.tree"],
  ["ship order", "operations/sales_order_shipment.create"],
  ["low stock", "operations/catalog_product.info#result-stock_data-low_stock_date", "reference/catalog#11"],
  ["exit code", "guide/settings#exit-codes"],
  ["backup", "guide/operations#backup"],
  // Other words than those of the pages: synonyms.
  ["time travel", "control/setClock"],
  ["mock payment declined", "control/setGatewayAnswer", "guide/testing#a-failing-payment"],
  ["flaky", "guide/testing#random-failures-the-third-call-a-sequence-of-answers"],
  ["spy on calls", "control/listCalls", "guide/testing#what-was-called"],
  ["fixtures", "guide/scopes#sample-data", "control/importState", "guide/testing#a-shop-of-your-own"],
  ["github actions", "guide/testing#in-ci", "guide/fidelity#in-ci"],
  ["pagination", "reference/conventions#9.3", "guide/filters"],
  ["429", "guide/sessions#throttles-and-limits"],
  ["swagger", "viewer"],
  ["prometheus", "http/getMetrics"],
  ["return goods", "operations/sales_order_creditmemo.create"],
  ["voucher", "operations/cart_coupon.add", "control/addCoupon"],
  ["shopping basket", "operations/cart.create", "operations/cart.info"],
  ["kubernetes", "guide/settings#load-balancers-and-containers"],
  // What many members or a long section would crowd out.
  ["like wildcard", "guide/filters", "reference/conventions#9.2"],
  ["next page", "reference/conventions#9.3"],
  // What strangers typed and did not find.
  ["CORS", "guide/settings#web-pages", "guide/settings#browsers-and-hosts"],
  ["product not found", "faults#product_not_exists"],
  ["mock 500 error", "control/addFault"],
  ["session timeout", "faults#session_expired", "guide/testing#an-expired-session"],
  ["partial shipment", "operations/sales_order_shipment.create"],
  ["null values", "reference/conventions#10.3"],
  ["reset the shop between tests", "control/resetShop", "guide/qa#before-each-test"],
  ["stock level", "operations/cataloginventory_stock_item.list"],
  ["decimals", "guide/arguments#kinds-of-values"],
  ["wrong api key", "operations/login", "guide/sessions#sessions"],
  ["translate product name", "guide/scopes"],
  // A word with a mistake is the nearest known one.
  ["shipmnet", "operations/sales_order_shipment.create", "operations/sales_order_shipment.list"],
  // Endings, empty words, and several words of which one page has all.
  ["rotate keys", "guide/operations#replace-an-api-key"],
  ["how do I log in", "operations/login", "guide/sessions#sessions"],
  ["how to handle errors in python", "guide/clients#when-a-call-fails-1"],
  ["shared server for all tests", "guide/testing#in-ci", "guide/testing#parallel-workers"],
  ["product description in german", "guide/scopes"],
  ["tier price per customer group", "operations/catalog_product_attribute_tier_price.update"],
];

/** The entry that must come first. */
const first: readonly Row[] = [
  ["X-Sandbox", "guide/testing#parallel-workers"],
  ["delay_ms", "control/addFault#body-delay_ms"],
  ["order.hold", "operations/sales_order.hold"],
  ["GET /control/clock", "control/getClock"],
  ["Idempotency-Key", "guide/repeating"],
  ["refund", "operations/sales_order_creditmemo.create"],
  ["invoice create", "operations/sales_order_invoice.create"],
];

const answers = (address: string, wanted: string): boolean =>
  address === wanted || address.startsWith(wanted.includes("#") ? wanted : `${wanted}#`);

test.each(rows.map(([query, ...wanted]) => ({ query, wanted })))("$query", ({ query, wanted }) => {
  const first = index.find(query, 5).map(({ address }) => address);
  expect(
    first.filter((address) => wanted.some((one) => answers(address, one))),
    `${query}: found ${first.join(", ") || "nothing"}`,
  ).not.toEqual([]);
});

test.each(first.map(([query, wanted]) => ({ query, wanted })))(
  "$query finds $wanted first",
  ({ query, wanted }) => {
    expect(index.find(query, 1)[0]?.address).toBe(wanted);
  },
);

describe("a search", () => {
  const kinds = (query: string) => index.find(query).map(({ kind }) => kind);

  test("finds what has only some of the words, after what has all", () => {
    const titles = index.find("hold zebra").map(({ address }) => address);
    expect(titles).toContain("operations/sales_order.hold");
    expect(index.find("hold order")[0]?.address).toBe("operations/sales_order.hold");
  });

  test("shows operations and guides before members of the same name", () => {
    expect(kinds("order").slice(0, 10)).not.toContain("member");
    expect(kinds("refund").slice(0, 3)).not.toContain("member");
  });

  test("shows changes of former versions last", () => {
    for (const query of ["sandbox", "strict", "soap", "batch"]) {
      const before = kinds(query).indexOf("change");
      if (before >= 0) expect(new Set(kinds(query).slice(before)), query).toEqual(new Set(["change"]));
    }
    expect(index.find("0.2.0", 1)[0]?.kind).toBe("change");
  });

  test.each(["", "   ", "?", "zzzz qqqq"])("for %j finds nothing", (query) => {
    expect(index.find(query)).toEqual([]);
  });

  test("of empty words only still looks for them", () => {
    expect(index.find("what is")).not.toEqual([]);
  });
});
