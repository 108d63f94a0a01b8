/** `Idempotency-Key` at the XML doors (interface 6): the same call in another wrapping is the same call. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startShop, type Shop } from "../../support/shop.js";
import { envelope, operation, readSoap } from "./soap-client.js";
import { methodCall, postXml, readAnswer } from "./xml-rpc-client.js";

let shop: Shop;
beforeAll(async () => {
  shop = await startShop({ dataset: "minimal" });
});
afterAll(() => shop.close());

const args = ["simple", 4, "once", { name: "Once", price: 5 }];

async function create(key: string, sku = "once") {
  const body = methodCall("call", [await shop.session(), "catalog_product.create", args.with(2, sku)]);
  return postXml(shop, body, { headers: { "Idempotency-Key": key } });
}

test("a call that comes again answers what it answered, by XML-RPC and SOAP", async () => {
  const first = await create("a");
  const second = await create("a");
  expect([second.text, second.headers.get("idempotent-replayed")]).toEqual([first.text, "true"]);
  expect(first.headers.get("idempotent-replayed")).toBeNull();

  const data =
    "<args><item>simple</item><item xsi:type='xsd:int'>4</item><item>once</item><item><name>Once</name><price xsi:type='xsd:int'>5</price></item></args>";
  const parts = { sessionId: await shop.session(), resourcePath: "catalog_product.create", args: data };
  const posting = { path: "/api/soap", headers: { "Idempotency-Key": "a" } };
  const third = await postXml(shop, envelope(operation("call", parts)), posting);
  expect(third.headers.get("idempotent-replayed")).toBe("true");
  expect(readSoap(third)).toMatchObject({ callReturn: { "#text": readAnswer(first) } });
});

test("another call under the key is fault 6", async () => {
  await create("b", "one");
  const other = await create("b", "two");
  expect(() => readAnswer(other)).toThrow("Idempotency-Key");
});

test("system.multicall takes none", async () => {
  const body = methodCall("system.multicall", [[]]);
  const answer = await postXml(shop, body, { headers: { "Idempotency-Key": "c" } });
  expect(() => readAnswer(answer)).toThrow("Idempotency-Key");
});
