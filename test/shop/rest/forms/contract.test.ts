/** The validator judges real requests: what it would read in its own way changes no answer. */
import { expect, test } from "vitest";
import { asAdmin, json } from "../../../engine/http/rest.js";
import { startShop } from "../../../support/shop.js";

const shop = await startShop({ dataset: "sample" });

const lists = ["/customers", "/products", "/stockitems", "/orders", "/orders/1/items"];

test.each<[query: string, field: string | undefined]>([
  ["", undefined],
  ["page=1&page=2", undefined],
  ["page=x&page=1", undefined],
  ["page=%31", undefined],
  ["page[]=x&limit[0]=x&order[a]=x", undefined],
  ["__proto__=1&constructor=2&toString=3", undefined],
  ["unknown=%zz&%=&=&&;", undefined],
  ["page=1&page=x", "page"],
  ["page=", "page"],
  ["page=%", "page"],
  ["page=1,2", "page"],
  ["limit=1|2", "limit"],
  ["limit=101", "limit"],
  ["order=a:b/c", "order"],
  ["dir=up&dir=down", "dir"],
  ['dir={"a":1}', "dir"],
])("the query %j blames %s in all lists", async (query, field) => {
  for (const list of lists) {
    const answer = await shop.http("GET", `/api/rest${list}?${query}`, { headers: { ...asAdmin, ...json } });
    const { messages } = (answer.json ?? {}) as { messages?: { error: { field?: string }[] } };
    expect([list, answer.status, messages?.error[0]?.field]).toEqual([list, field ? 400 : 200, field]);
  }
});

test.each(["text/plain; a=1", "multipart/form-data; boundary=x", "image/png", "x", ""])(
  "the content type %j of a request without a body changes nothing",
  async (type) => {
    const headers = { ...asAdmin, ...json, "Content-Type": type };
    expect((await shop.http("GET", "/api/rest/customers/1", { headers })).status).toBe(200);
  },
);

test("a body is judged the same as XML and as JSON, whatever the parameters of its type", async () => {
  const bodies = {
    'application/json; charset="UTF-8"; a=1': '{"qty":"many","is_in_stock":7}',
    "application/xml; v=2": "<a><qty>many</qty><is_in_stock>7</is_in_stock></a>",
    "text/xml": "<a><qty>many</qty><is_in_stock>7</is_in_stock></a>",
  };
  for (const [type, body] of Object.entries(bodies)) {
    const headers = { ...asAdmin, ...json, "Content-Type": type };
    const answer = await shop.http("PUT", "/api/rest/stockitems/1", { headers, body });
    const { messages } = answer.json as { messages: { error: { field?: string }[] } };
    expect([answer.status, ...messages.error.map(({ field }) => field)]).toEqual([
      ...[400, "qty", "is_in_stock", undefined],
    ]);
  }
});
