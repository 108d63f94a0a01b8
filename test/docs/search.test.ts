/** The search of /docs, over the real index: what testers, client developers and integrators type finds its page. */
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { docsFiles } from "../../scripts/docs/files.js";
import { SearchIndex } from "../../src/addons/pages/browser/docs/search-index.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const index = new SearchIndex(docsFiles(root).search);

/** What someone types, and the pages or sections that answer it; one of them must be among the first five. */
type Row = readonly [query: string, ...wanted: readonly string[]];

const testers: readonly Row[] = [
  ["reset between tests", "control/resetShop", "guide/testing"],
  ["parallel workers", "guide/testing#parallel-workers"],
  ["sandbox per test", "control/createSandbox", "guide/testing#parallel-workers"],
  ["freeze time", "control/setClock"],
  ["time travel", "control/setClock"],
  ["fake clock", "control/setClock", "control/getClock"],
  ["session expired", "faults#session_expired", "guide/testing#an-expired-session"],
  ["slow response", "guide/testing#a-slow-or-broken-shop"],
  ["simulate latency", "control/addFault", "guide/testing#a-slow-or-broken-shop"],
  ["client timeout", "guide/testing#a-client-that-gives-up"],
  ["connection reset", "guide/testing#an-answer-with-own-headers-in-pieces-or-a-reset-connection"],
  ["inject a fault", "control/addFault"],
  ["force error", "control/addFault", "guide/errors#testing-error-handling"],
  ["stub response", "control/addFault"],
  ["mock payment declined", "control/setGatewayAnswer", "guide/testing#a-failing-payment"],
  ["payment fails", "control/setGatewayAnswer", "guide/testing#a-failing-payment"],
  ["flaky", "guide/testing#random-failures-the-third-call-a-sequence-of-answers"],
  ["lost response", "guide/testing#a-lost-answer", "guide/repeating"],
  ["verify call was made", "control/verifyCalls"],
  ["request log", "control/listCalls"],
  ["journal", "control/listCalls", "guide/testing#what-was-called"],
  ["spy on calls", "control/listCalls", "guide/testing#what-was-called"],
  ["wait for email", "control/waitForMail"],
  ["order confirmation mail", "guide/settings#mail", "guide/testing#mail", "reference/sales#16"],
  ["snapshot restore", "control/restoreSnapshot"],
  ["seed data", "guide/scopes#sample-data", "control/importState", "guide/testing#a-shop-of-your-own"],
  ["fixtures", "guide/scopes#sample-data", "control/importState", "guide/testing#a-shop-of-your-own"],
  ["place an order", "control/placeOrder", "operations/cart.order"],
  ["code coverage", "control/getCoverage", "guide/testing#what-the-tests-covered"],
  ["strict mode", "guide/testing#strict-and-lenient-handling", "guide/arguments", "reference/conventions"],
  ["vitest", "guide/testing#in-typescript", "guide/testing"],
  ["pytest", "guide/clients#in-pytest"],
  ["phpunit", "guide/clients#in-phpunit"],
  ["github actions", "guide/testing#in-ci", "guide/fidelity#in-ci"],
  ["docker", "guide/testing#in-ci"],
  ["postman", "guide/clients#postman-and-bruno"],
  ["permission test user", "control/saveUser", "guide/testing#permissions"],
  ["stream calls live", "control/streamCalls"],
  ["replay production traffic", "guide/fidelity"],
  ["out of stock", "operations/cataloginventory_stock_item.update", "reference/sales#20", "faults#"],
  ["truncated json", "guide/testing#a-proxy-page-or-a-truncated-answer"],
  ["isolate tests", "guide/testing#parallel-workers"],
  ["assert email sent", "control/waitForMail", "guide/testing#mail"],
  ["expected order of calls", "guide/testing#the-order-of-calls-and-nothing-else"],
  ["nothing else called", "guide/testing#the-order-of-calls-and-nothing-else"],
  ["unexpected calls", "guide/testing#the-order-of-calls-and-nothing-else"],
  ["random delay", "guide/testing#random-failures-the-third-call-a-sequence-of-answers"],
  ["timeout", "guide/testing#a-client-that-gives-up"],
  ["503", "guide/testing#a-slow-or-broken-shop"],
  ["retry-after", "guide/testing#a-slow-or-broken-shop", "guide/sessions#throttles-and-limits"],
  ["network failure", "guide/testing#a-slow-or-broken-shop"],
  ["html error page", "guide/testing#a-proxy-page-or-a-truncated-answer"],
  ["simulate declined card", "control/setGatewayAnswer"],
  ["mock a missing operation", "guide/testing#an-operation-of-a-module-that-is-not-installed"],
  ["backup and restore", "control/restoreSnapshot"],
  ["jsonl export", "control/exportState"],
  ["playwright fixture", "guide/testing#in-typescript"],
  ["jenkins", "guide/testing#in-ci"],
  ["curl from journal", "guide/testing#what-was-called", "control/listCalls"],
  ["which operations are untested", "control/getCoverage"],
  ["advance the clock", "control/setClock", "guide/testing#an-expired-session"],
  ["own data", "guide/testing#a-shop-of-your-own"],
];

const clientDevelopers: readonly Row[] = [
  ["pagination", "reference/conventions#9.3", "guide/filters"],
  ["page size", "reference/conventions#9.3", "guide/rest", "guide/filters#filters-of-the-rest-resource"],
  ["rate limit", "guide/sessions#throttles-and-limits"],
  ["too many requests", "guide/sessions#throttles-and-limits"],
  ["429", "guide/sessions#throttles-and-limits"],
  ["idempotency", "guide/repeating"],
  ["idempotency key", "guide/repeating"],
  ["retry safely", "guide/repeating"],
  ["duplicate request", "guide/repeating"],
  ["authentication", "operations/login", "guide/sessions"],
  ["api key", "operations/login", "guide/sessions"],
  ["how do I log in", "operations/login", "guide/sessions#sessions"],
  ["logout", "operations/endSession"],
  ["token expiry", "guide/sessions", "faults#session_expired", "guide/testing#an-expired-session"],
  ["oauth", "guide/doors#rest-clients-with-oauth", "reference/customers#6.7", "control/addOAuthPair"],
  ["batch requests", "reference/conventions#2.5", "operations/multiCall", "http/callJsonRpc"],
  [
    "bulk update",
    "operations/catalog_product.multiUpdate",
    "operations/cataloginventory_stock_item.multiUpdate",
  ],
  ["error codes", "faults", "guide/errors", "reference/conventions#5"],
  ["error handling", "guide/errors", "guide/clients#when-a-call-fails"],
  ["access denied", "faults#access_denied"],
  ["permissions", "guide/sessions#access", "guide/testing#permissions", "reference/conventions#7"],
  ["date format", "reference/conventions#10.4", "guide/arguments"],
  ["timezone", "reference/conventions#10.4"],
  ["sort order", "reference/conventions#9.3", "reference/rest"],
  ["filter by date", "guide/filters", "reference/conventions#9"],
  ["greater than", "guide/filters", "reference/conventions#9.2"],
  ["like wildcard", "guide/filters", "reference/conventions#9.2"],
  ["updated since yesterday", "guide/filters", "reference/conventions#9"],
  ["created after", "guide/filters", "reference/conventions#9"],
  ["exactly once", "guide/repeating"],
  ["last modified", "guide/filters"],
  ["json-rpc batch", "reference/conventions#2.5", "http/callJsonRpc"],
  ["named parameters", "reference/conventions#2.3"],
  ["openapi", "viewer", "http/getOpenApiYaml", "http/getOpenApiJson"],
  ["swagger", "viewer"],
  ["typescript client", "guide/clients#the-shop-from-typescript-and-javascript"],
  ["python sdk", "guide/clients#the-shop-from-python"],
  ["php client", "guide/clients#the-shop-from-php"],
  ["null values", "reference/conventions#10", "reference/conventions#10.3"],
  ["max body size", "guide/sessions#throttles-and-limits", "reference/conventions#11.1"],
  ["breaking changes", "guide/versioning"],
  ["health check", "http/getLiveness", "http/getReadiness"],
  ["prometheus", "http/getMetrics"],
  ["cors", "guide/calling", "reference/conventions#1", "reference/doors"],
];

const integrators: readonly Row[] = [
  ["partial refund", "operations/sales_order_creditmemo.create"],
  ["refund an order", "operations/sales_order_creditmemo.create"],
  ["return goods", "operations/sales_order_creditmemo.create"],
  ["cancel order", "operations/sales_order.cancel"],
  ["order on hold", "operations/sales_order.hold"],
  ["order status", "guide/order-states", "operations/sales_order.addComment"],
  ["order lifecycle", "guide/order-states"],
  ["tracking number", "operations/sales_order_shipment.addTrack"],
  ["ship order", "operations/sales_order_shipment.create"],
  ["partial shipment", "operations/sales_order_shipment.create"],
  ["carrier", "operations/sales_order_shipment.getCarriers"],
  ["capture payment", "operations/sales_order_invoice.capture"],
  ["create invoice", "operations/sales_order_invoice.create"],
  ["new orders", "operations/sales_order.list"],
  ["update inventory", "operations/cataloginventory_stock_item.update"],
  [
    "stock quantity",
    "operations/cataloginventory_stock_item.list",
    "operations/cataloginventory_stock_item.update",
  ],
  [
    "stock level",
    "operations/cataloginventory_stock_item.list",
    "operations/cataloginventory_stock_item.update",
  ],
  ["upload image", "operations/catalog_product_attribute_media.create", "guide/images"],
  ["product photo", "operations/catalog_product_attribute_media.create", "guide/images"],
  ["sale price", "operations/catalog_product.setSpecialPrice"],
  ["discount", "operations/catalog_product.setSpecialPrice", "operations/cart_coupon.add"],
  ["voucher", "operations/cart_coupon.add", "control/addCoupon"],
  ["volume pricing", "operations/catalog_product_attribute_tier_price.update"],
  ["find product by sku", "operations/catalog_product.info", "reference/catalog#3.1"],
  ["delete product", "operations/catalog_product.delete"],
  [
    "custom attributes",
    "operations/catalog_product_attribute.create",
    "operations/catalog_product.listOfAdditionalAttributes",
    "guide/clients#values-and-own-attributes",
  ],
  ["dropdown option", "operations/catalog_product_attribute.addOption"],
  ["category tree", "operations/catalog_category.tree"],
  ["add product to category", "operations/catalog_category.assignProduct"],
  ["related products", "operations/catalog_product_link.list", "operations/catalog_product_link.assign"],
  ["cross-sell", "operations/catalog_product_link.list", "operations/catalog_product_link.assign"],
  ["multi store", "guide/scopes", "operations/core_store.list"],
  ["translation", "guide/scopes", "reference/conventions#8"],
  ["create customer", "operations/customer.create"],
  ["register user account", "operations/customer.create"],
  [
    "shipping address",
    "operations/customer_address.create",
    "operations/customer_address.list",
    "reference/sales#15.1",
    "operations/cart_customer.addresses",
  ],
  ["checkout", "operations/cart.order", "operations/cart.create"],
  ["shopping basket", "operations/cart.create", "operations/cart.info"],
  ["gift message", "operations/giftmessage.setForQuote"],
  ["country codes", "operations/directory_country.list"],
  ["state province", "operations/directory_region.list", "reference/customers#3.6"],
  ["tax class", "reference/catalog#2.5"],
  ["rounding", "reference/sales#11.1"],
  ["soap wsdl", "guide/doors#soap-v2", "guide/doors#soap-v1", "guide/doors", "reference/doors"],
  ["xml-rpc", "guide/doors", "guide/doors#xml-rpc"],
  ["migrate from magento", "guide/magento"],
  ["orders from yesterday", "guide/filters"],
  ["webhook", "control/streamCalls", "reference/conventions#12"],
  ["custom operation", "guide/own-operations"],
  ["price rounding", "reference/sales#11.1"],
  ["shipping methods", "operations/cart_shipping.list"],
  ["payment methods", "operations/cart_payment.list"],
  ["guest order", "faults#guest_checkout_is_not_enabled"],
  ["download link", "operations/catalog_product_downloadable_link.list"],
  ["change password", "operations/customer.update"],
  ["customer group", "operations/customer_group.list"],
  ["bundle product", "guide/testing#configurable-products-and-bundles"],
  ["product variants", "guide/testing#configurable-products-and-bundles"],
  ["search products", "operations/catalog_product.list"],
  ["image upload base64", "guide/images"],
  ["category position", "operations/catalog_category.updateProduct"],
  ["import products csv", "guide/clients#imports"],
  ["order by increment id", "operations/sales_order.list"],
  ["cancel invoice", "operations/sales_order_invoice.cancel"],
  ["add comment to order", "operations/sales_order.addComment"],
  ["shipment email", "operations/sales_order_shipment.sendInfo"],
  ["decimal numbers", "guide/arguments"],
  ["magento 1 client", "guide/magento"],
  ["wsdl", "reference/doors#3.1", "guide/doors"],
];

/** The entry that must come first. */
const first: readonly Row[] = [
  ["X-Sandbox", "guide/testing#parallel-workers"],
  ["delay_ms", "control/addFault#body-delay_ms"],
  ["order.hold", "operations/sales_order.hold"],
  ["GET /control/clock", "control/getClock"],
  ["Idempotency-Key", "guide/repeating"],
];

const answers = (address: string, wanted: string): boolean =>
  address === wanted || address.startsWith(wanted.includes("#") ? wanted : `${wanted}#`);

describe.each([
  { who: "a tester", rows: testers },
  { who: "a client developer", rows: clientDevelopers },
  { who: "an integrator", rows: integrators },
])("a search of $who", ({ rows }) => {
  test.each(rows.map(([query, ...wanted]) => ({ query, wanted })))("$query", ({ query, wanted }) => {
    const first = index.find(query, 5).map(({ address }) => address);
    expect(
      first.filter((address) => wanted.some((one) => answers(address, one))),
      `${query}: found ${first.join(", ") || "nothing"}`,
    ).not.toEqual([]);
  });
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
