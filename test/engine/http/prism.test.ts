/**
 * Prism between client and server: openapi.yaml describes every request and answer of a REST run. Prism
 * instead of the server: the contract alone is sufficient for valid answers.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkHttpAnswer } from "../../support/published.js";
import { startPrism, violationsOf, type Prism } from "../../support/prism.js";
import { startShop } from "../../support/shop.js";
import { anna, asAdmin, asAnna, customers, json, least, xmlBody } from "./rest.js";

const shop = await startShop({ dataset: "sample" });
const proxy = await startPrism("proxy", "openapi.yaml", shop.url);
const url = proxy.url;
afterAll(() => proxy.stop());

/** Sends a request through the proxy. Returns the status and the violations that Prism finds. */
async function through(method: string, path: string, headers: Record<string, string>, body?: unknown) {
  const text = body === undefined ? null : typeof body === "string" ? body : JSON.stringify(body);
  const type = { "Content-Type": "application/json" };
  const init = { method, headers: { ...(text === null ? {} : type), ...headers }, body: text };
  const response = await fetch(url + path, init);
  await response.arrayBuffer();
  return { status: response.status, found: violationsOf(response) };
}

const admin = { ...asAdmin, ...json };
const inXml = { ...asAdmin, Accept: "application/xml" };
const xml = `<service_api>${Object.entries({ ...least, email: "x@y.test" })
  .map(([name, value]) => `<${name}>${value}</${name}>`)
  .join("")}</service_api>`;

const mug = { type_id: "simple", attribute_set_id: 4, sku: "prism-1", name: "Mug", stock_data: { qty: 1 } };
const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

test.each([
  ["GET", "", admin, undefined, 200],
  ["GET", "?limit=5&page=2&order=lastname&dir=dsc&attrs=email,lastname", admin, undefined, 200],
  ["GET", "?filter[1][attribute]=email&filter[1][like]=%25a%25", admin, undefined, 200],
  ["GET", "?page=9", admin, undefined, 200],
  ["GET", "?limit=100", inXml, undefined, 200],
  ["GET", "?attrs=middlename,updated_at,confirmation", admin, undefined, 200],
  ["GET", "?order=nothing", admin, undefined, 400],
  ["GET", "", asAnna, undefined, 403],
  // Prism itself fails on a HEAD that announces JSON, because it reads the missing body.
  ["HEAD", "", inXml, undefined, 200],
  ["POST", "", admin, least, 200],
  ["POST", "", { ...inXml, ...xmlBody }, xml, 200],
  ["POST", "", admin, { ...least, email: "Mila@shop.test" }, 400],
  ["GET", `/${anna.id}`, admin, undefined, 200],
  ["GET", `/${anna.id}`, inXml, undefined, 200],
  ["GET", `/${anna.id}`, { ...asAnna, Accept: "text/xml" }, undefined, 200],
  ["GET", "/999", admin, undefined, 404],
  ["HEAD", `/${anna.id}`, inXml, undefined, 200],
  ["PUT", "/2", admin, { taxvat: "007", gender: 2, dob: null }, 200],
  ["PUT", "/2", { ...inXml, ...xmlBody }, "<service_api><taxvat/></service_api>", 200],
  ["PUT", "/2", asAnna, { taxvat: "1" }, 404],
  ["PUT", "/2", admin, { firstname: "  " }, 400],
  ["DELETE", "/3", admin, undefined, 200],
  ["DELETE", "/3", admin, undefined, 404],
  ["DELETE", "/1", asAnna, undefined, 403],
] as const)("%s customers%s", async (method, path, headers, body, status) => {
  expect(await through(method, customers + path, headers, body)).toEqual({ status, found: [] });
});

const image = { file_mime_type: "image/png", file_content: png, types: ["small_image"] };
const inTextXml = { ...asAdmin, Accept: "text/xml" };

test.each([
  ["GET", "/products?limit=3&order=name&dir=dsc", admin, undefined, 200],
  ["GET", "/products?filter[1][attribute]=price&filter[1][gt]=20", inTextXml, undefined, 200],
  ["GET", "/products/category/5/store/german", { ...asAnna, ...json }, undefined, 200],
  ["POST", "/products", admin, mug, 200],
  ["POST", "/products", admin, { ...mug, sku: "mug-01" }, 400],
  ["POST", "/products", { ...asAnna, ...json }, mug, 403],
  ["GET", "/products/1", { ...asAnna, Accept: "text/xml" }, undefined, 200],
  ["PUT", "/products/1", { ...inTextXml, ...xmlBody }, "<a><price>13</price></a>", 200],
  ["PUT", "/products/1/store/german", admin, { name: "Becher" }, 200],
  ["DELETE", "/products/40", admin, undefined, 200],
  ["DELETE", "/products/40", admin, undefined, 404],
  ["POST", "/products/1/categories", admin, { category_id: 8 }, 200],
  ["GET", "/products/1/categories", inTextXml, undefined, 200],
  ["DELETE", "/products/1/categories/8", admin, undefined, 200],
  ["POST", "/products/2/websites", admin, [{ website_id: 2 }, { website_id: 9 }], 207],
  ["GET", "/products/1/websites", admin, undefined, 200],
  ["DELETE", "/products/2/websites/2", admin, undefined, 200],
  ["POST", "/products/1/images", admin, image, 200],
  ["GET", "/products/1/images", { ...asAnna, ...json }, undefined, 200],
  ["PUT", "/products/1/images/1/store/german", admin, { label: "Becher" }, 200],
  ["GET", "/stockitems?filter[1][attribute]=qty&filter[1][lt]=1", admin, undefined, 200],
  ["PUT", "/stockitems", admin, [{ item_id: 1, qty: 5 }], 207],
  ["PUT", "/stockitems/1", admin, { qty: "6" }, 200],
  ["GET", "/stockitems/1", { ...asAnna, ...json }, undefined, 403],
  ["GET", "/orders?order=grand_total&dir=dsc", { ...asAnna, ...json }, undefined, 200],
  ["GET", "/orders/1", inTextXml, undefined, 200],
  ["GET", "/orders/1/items?order=price", admin, undefined, 200],
  ["GET", "/orders/1/addresses/shipping", inTextXml, undefined, 200],
  ["GET", "/orders/1/comments", admin, undefined, 200],
  ["GET", "/orders/999", admin, undefined, 404],
  ["HEAD", "/orders/1", inXml, undefined, 200],
] as const)("%s %s", async (method, path, headers, body, status) => {
  expect(await through(method, `/api/rest${path}`, headers, body)).toEqual({ status, found: [] });
});

test.each([json, { Accept: "application/xml" }])("sessions as %j", async (accept) => {
  const opened = await through("POST", "/api/rest/session", { ...asAnna, ...accept });
  expect(opened).toEqual({ status: 200, found: [] });
});

test("Prism would detect a violation", async () => {
  const { status, found } = await through("GET", `${customers}?limit=500`, admin);
  expect(status).toBe(400);
  expect(found).toMatchObject([{ location: ["request", "query", "limit"] }]);
});

describe("as a mock", () => {
  let mock: Prism;
  beforeAll(async () => {
    mock = await startPrism("mock", "openapi.yaml");
  });
  afterAll(() => mock.stop());

  const session = { Authorization: `Bearer ${"a".repeat(64)}` };
  const put = { ...inXml, ...xmlBody };
  test.each([
    ["GET", customers, admin, undefined, 200],
    ["GET", customers, inXml, undefined, 200],
    ["HEAD", customers, inXml, undefined, 200],
    ["POST", customers, admin, JSON.stringify(least), 200],
    ["POST", customers, put, xml, 200],
    ["GET", `${customers}/1`, admin, undefined, 200],
    ["GET", `${customers}/1`, inXml, undefined, 200],
    ["HEAD", `${customers}/1`, inXml, undefined, 200],
    ["PUT", `${customers}/1`, admin, '{"firstname":"Ada"}', 200],
    ["PUT", `${customers}/1`, put, "<service_api><firstname>Ada</firstname></service_api>", 200],
    ["DELETE", `${customers}/1`, admin, undefined, 200],
    ["GET", "/api/rest/products", admin, undefined, 200],
    ["GET", "/api/rest/products/1", inXml, undefined, 200],
    ["POST", "/api/rest/products", admin, JSON.stringify(mug), 200],
    ["POST", "/api/rest/products/1/websites", admin, '{"website_id":1}', 200],
    ["PUT", "/api/rest/stockitems", admin, '[{"item_id":1,"qty":5}]', 207],
    ["GET", "/api/rest/orders/1", admin, undefined, 200],
    ["GET", "/api/rest/orders/1/comments", inXml, undefined, 200],
    ["POST", "/api/rest/session", admin, undefined, 200],
    ["POST", "/api/rest/session", inXml, undefined, 200],
    ["DELETE", "/api/rest/session", { ...session, ...json }, undefined, 200],
    ["GET", `${customers}/1`, { ...admin, Prefer: "code=404" }, undefined, 404],
    ["POST", customers, { ...admin, Prefer: "code=409" }, JSON.stringify(least), 409],
  ] as const)("%s %s of %j is answered as the contract says", async (method, path, headers, body, status) => {
    const type =
      body === undefined || "Content-Type" in headers ? {} : { "Content-Type": "application/json" };
    const request = { method, headers: { ...type, ...headers }, ...(body === undefined ? {} : { body }) };
    const response = await fetch(mock.url + path, request);
    const text = await response.text();
    expect(response.status, text).toBe(status);
    if (method === "HEAD") return;
    expect(text === "" || response.headers.get("content-type")?.startsWith(headers.Accept)).toBe(true);
    checkHttpAnswer(method, path, { status, headers: response.headers, text });
  });
});
