/** Strict handling at the REST door (conventions 4): what a request would not write passes only with its stored value. */
import { beforeEach, describe, expect, test } from "vitest";
import { basic, startShop } from "../../support/shop.js";

const shop = await startShop({ dataset: "sample" });
beforeEach(() => shop.reset("sample"));

const strict = { Prefer: "handling=strict" };
const send = (method: string, path: string, body?: object, headers: object = strict) =>
  shop.http(method, `/api/rest${path}`, {
    headers: { ...basic(), Accept: "application/json", ...headers },
    ...(body && { body }),
  });

const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const file = { file_mime_type: "image/png", file_content: png };

/** Bodies that are carried out. */
const taken: readonly (readonly [string, string, object])[] = [
  ["PUT", "/products/1", { name: "A", type_id: "simple", attribute_set_id: "4", entity_id: "99" }],
  ["PUT", "/products/1", { name: "A", created_at: "2001-01-01 00:00:00" }],
  ["PUT", "/stockitems/1", { qty: "3", item_id: "1", product_id: "1", stock_id: "1", low_stock_date: null }],
  ["PUT", "/customers/1", { taxvat: "T1", website_id: "1", entity_id: "99" }],
  ["POST", "/products/2/websites", { website_id: 2 }],
  ["POST", "/products/2/categories", { category_id: 7 }],
];

/** Bodies with a member that has no effect: the field, and what is said about it. */
const refused: readonly (readonly [string, string, object, string, string])[] = [
  ["PUT", "/products/1", { name: "B", type_id: "virtual" }, "type_id", "cannot be changed"],
  ["PUT", "/products/1", { name: "B", attribute_set_id: 9 }, "attribute_set_id", "cannot be changed"],
  ["PUT", "/products/1", { name: "B", nmae: "C" }, "nmae", "is not known"],
  ["PUT", "/products/1", { name: "B", stock_data: { qyt: 1 } }, "stock_data.qyt", "is not known"],
  ["PUT", "/stockitems/1", { qty: 4, qyt: 5 }, "qyt", "is not known"],
  ["PUT", "/customers/1", { taxvat: "T2", website_id: 2 }, "website_id", "cannot be changed"],
  ["POST", "/products/2/websites", { website_id: 2, copy: 1 }, "copy", "is not known"],
  ["POST", "/products/1/images", { ...file, lable: "L" }, "lable", "is not known"],
  ["POST", "/products/1/images", { ...file, url: "http://x" }, "url", "is not known"],
];

describe("carries out", () => {
  test.each(taken)("%s %s %j", async (method, path, body) => {
    const answer = await send(method, path, body);
    expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
    expect(answer.headers.get("preference-applied")).toBe("handling=strict");
  });

  test.each(["/products/1", "/products/2", "/stockitems/1"])("%s as it was read", async (path) => {
    const { json } = await send("GET", path);
    const answer = await send("PUT", path, json as object);
    expect([answer.status, answer.text]).toEqual([200, ""]);
  });
});

describe("refuses, and writes nothing", () => {
  test.each(refused)("%s %s %j", async (method, path, body, field, message) => {
    const before = await send("GET", path);
    const answer = await send(method, path, body);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(field);
    expect(answer.text).toContain(message);
    expect((await send("GET", path)).text).toBe(before.text);
    const lenient = await send(method, path, body, { Prefer: "handling=lenient" });
    expect([lenient.status, lenient.text]).toEqual([200, expect.anything()]);
  });

  test("members of a file without its content, and the name of a stored file", async () => {
    const added = await send("POST", "/products/1/images", { ...file, label: "L" });
    const path = (added.headers.get("location") ?? "").replace("/api/rest", "");
    const { json } = await send("GET", path);
    expect((await send("PUT", path, { ...(json as object), label: "M" })).status).toBe(200);
    for (const [body, field] of [
      [{ label: "N", file_mime_type: "image/gif" }, "file_mime_type"],
      [{ label: "N", file_name: "other" }, "file_name"],
      [{ label: "N", ...file, file_name: "other" }, "file_name"],
      [{ label: "N", url: "http://example.com/other.png" }, "url"],
    ] as const) {
      const answer = await send("PUT", path, body);
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(field)]);
    }
    expect((await send("GET", path)).json).toMatchObject({ label: "M" });
  });

  test("in one of several", async () => {
    const items = [
      { item_id: 1, qty: 5 },
      { item_id: 2, qty: 5, qyt: 6 },
    ];
    const { status, json } = await send("PUT", "/stockitems", items);
    expect(status).toBe(207);
    expect(json).toMatchObject({ success: [{ item_id: "1" }], error: [{ item_id: "2", field: "qyt" }] });
    const sites = await send("POST", "/products/2/websites", [{ website_id: 2, copy: 1 }]);
    expect(sites.json).toMatchObject({ error: [{ website_id: "2", field: "copy" }] });
  });
});
