/**
 * A repeated request is not parsed again, and the text of a cached result is not written again. Clients
 * cannot see a difference.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { RecentRequests } from "../../../src/engine/doors/recent-requests.js";
import { startShop, type Shop } from "../../support/shop.js";
import { envelope, operation } from "./soap-client.js";
import { methodCall, postXml } from "./xml-rpc-client.js";

let shop: Shop;
let sessionId: string;
beforeAll(async () => {
  shop = await startShop({ dataset: "sample" });
});
beforeEach(async () => {
  await shop.reset("sample");
  sessionId = await shop.login();
});
afterAll(() => shop.close());

interface Form {
  readonly path: string;
  readonly body: (sku: string) => string;
}

const forms: Readonly<Record<string, Form>> = {
  "XML-RPC": {
    path: "/api/xmlrpc",
    body: (sku) => methodCall("call", [sessionId, "catalog_product.info", [sku]]),
  },
  "SOAP v1": {
    path: "/api/soap",
    body: (sku) =>
      envelope(operation("call", { sessionId, resourcePath: "catalog_product.info", args: sku })),
  },
  "SOAP v2": {
    path: "/api/v2_soap",
    body: (sku) => envelope(operation("catalogProductInfo", { sessionId, productId: sku })),
  },
};

describe.each(Object.entries(forms))("%s", (_title, { path, body }) => {
  const ask = async (text: string | Buffer, headers = {}) => {
    const { status, text: answer } = await postXml(shop, text, { path, headers });
    expect(status).toBe(200);
    return answer;
  };

  test("the same request has the same answer, however often it is sent", async () => {
    const answers = new Set<string>();
    for (let count = 0; count < 5; count += 1) answers.add(await ask(body("mug-01")));
    expect(answers.size).toBe(1);
    expect(await ask(body("mug-02"))).not.toBe([...answers][0]);
  });

  test("a write in between changes the answer", async () => {
    for (let count = 0; count < 4; count += 1) {
      await shop.call("catalog_product.update", [1, { name: `Name ${count}` }]);
      for (let again = 0; again < 3; again += 1)
        expect(await ask(body("mug-01"))).toContain(`Name ${count}<`);
    }
  });

  test("the end of the session is noticed", async () => {
    const text = body("mug-01");
    for (let count = 0; count < 4; count += 1) expect(await ask(text)).not.toContain("session is unknown");
    await shop.rpc("endSession", [sessionId]);
    expect(await ask(text)).toContain("session is unknown");
  });

  test("the same bytes in another charset are another request", async () => {
    await shop.call("catalog_product.create", ["simple", 4, "é", { name: "one", website_ids: [1] }]);
    await shop.call("catalog_product.create", ["simple", 4, "Ã©", { name: "two", website_ids: [1] }]);
    const bytes = Buffer.from(body("é"));
    for (let count = 0; count < 3; count += 1) {
      expect(await ask(bytes)).toContain(">one<");
      expect(await ask(bytes, { "Content-Type": "text/xml; charset=iso-8859-1" })).toContain(">two<");
    }
  });
});

test.each(["SOAP v1", "SOAP v2"])(
  "%s: the answer has the namespace and version of its request",
  async (name) => {
    const { path, body } = forms[name] as Form;
    const soap11 = body("mug-01");
    const openMage = soap11.replace('xmlns:ns1="urn:Magento"', 'xmlns:ns1="urn:OpenMage"');
    const soap12 = soap11.replaceAll(
      "http://schemas.xmlsoap.org/soap/envelope/",
      "http://www.w3.org/2003/05/soap-envelope",
    );
    for (let count = 0; count < 3; count += 1) {
      const answers = await Promise.all(
        [soap11, openMage, soap12].map(async (text) => (await postXml(shop, text, { path })).text),
      );
      expect(answers[0]).toContain(
        '<SOAP-ENV:Envelope xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/" xmlns:ns1="urn:Magento"',
      );
      expect(answers[1]).toContain('xmlns:ns1="urn:OpenMage"');
      expect(answers[2]).toContain('<env:Envelope xmlns:env="http://www.w3.org/2003/05/soap-envelope"');
      expect(new Set(answers).size).toBe(3);
    }
  },
);

test("long requests are parsed each time, and the number of cached short ones is limited", () => {
  const recent = new RecentRequests<string>();
  const long = Buffer.alloc(5 * 1024, "x");
  recent.note(long, undefined, "long");
  expect(recent.find(long, undefined)).toBeUndefined();
  const bodies = Array.from({ length: 1000 }, (_, nth) => Buffer.alloc(1024, `${nth} `));
  for (const body of bodies) recent.note(body, "utf-8", "short");
  const known = bodies.filter((body) => recent.find(body, "utf-8") === "short").length;
  expect(known).toBeGreaterThanOrEqual(256);
  expect(known).toBeLessThanOrEqual(513);
  expect(recent.find(bodies.at(-1) as Buffer, undefined)).toBeUndefined();
});
