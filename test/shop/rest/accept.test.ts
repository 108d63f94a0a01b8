/** What REST answers if any type is accepted: XML, but JSON to programs that sign, as Magento's do (customers 5.1). */
import { request } from "node:http";
import { expect, test } from "vitest";
import { basic, startShop, type Shop } from "../../support/shop.js";
import { ofAdmin, signed } from "../../support/oauth.js";

const shop = await startShop({ dataset: "sample" });
const byJson = await startShop({ dataset: "sample", settings: { restDefault: "json" } });

/** The status and the type. fetch always sends `Accept`, so this does not use it. */
function ask(at: Shop, path: string, headers: Record<string, string>): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const sent = request(at.url + path, { headers }, (answer) => {
      answer.resume();
      resolve([answer.statusCode, answer.headers["content-type"]?.split(";")[0]?.split("/")[1]]);
    });
    sent.on("error", reject).end();
  });
}

const path = "/api/rest/products/1";
const wrong = { ...ofAdmin, token_secret: "wrong" };

test.each<[string | undefined, byBasic: string, bySignature: string, withSetting: string]>([
  [undefined, "xml", "xml", "xml"],
  ["", "xml", "xml", "xml"],
  ["*/*", "xml", "json", "json"],
  ["application/*", "xml", "json", "json"],
  ["image/png, */*;q=0.1", "xml", "json", "json"],
  ["text/html,application/xhtml+xml,*/*;q=0.8", "xml", "json", "json"],
  ["text/html,application/xml;q=0.9,*/*;q=0.8", "xml", "xml", "xml"],
  ["application/json", "json", "json", "json"],
  ["application/xml", "xml", "xml", "xml"],
  ["application/json, application/xml", "xml", "xml", "xml"],
  ["application/json;q=0.5, text/xml;q=0.9", "xml", "xml", "xml"],
  ["application/json;q=0, */*", "xml", "xml", "xml"],
  ["text/*", "xml", "xml", "xml"],
  ["nonsense", "xml", "xml", "xml"],
])("Accept %j is %s, signed %s, with REST_DEFAULT=json %s", async (accept, byBasic, bySignature, json) => {
  const headers = accept === undefined ? {} : { Accept: accept };
  expect(await ask(shop, path, { ...basic(), ...headers })).toEqual([200, byBasic]);
  const url = shop.url + path;
  expect(await ask(shop, path, { ...signed({ url }), ...headers })).toEqual([200, bySignature]);
  expect(await ask(byJson, path, { ...basic(), ...headers })).toEqual([200, json]);
  // Errors, too: a signature that is wrong, and none.
  expect(await ask(shop, path, { ...signed({ url, pair: wrong }), ...headers })).toEqual([401, bySignature]);
  expect(await ask(shop, path, { Authorization: "OAuth", ...headers })).toEqual([401, bySignature]);
  expect(await ask(shop, `${path}?oauth_token=x`, headers)).toEqual([401, bySignature]);
  expect(await ask(byJson, path, headers)).toEqual([401, json]);
  expect(await ask(byJson, "/api/rest/none", headers)).toEqual([404, json]);
});
