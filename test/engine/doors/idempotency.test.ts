/**
 * `Idempotency-Key` at the XML doors (conventions 2.8): the same call through another door is the same call; a
 * full table is 503 at every address.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { basic, startShop, type HttpAnswer } from "../../support/shop.js";
import { envelope, operation, readSoap } from "./soap-client.js";
import { methodCall, postXml, readAnswer } from "./xml-rpc-client.js";

const shop = await startShop({ dataset: "minimal" });

const args = ["simple", 4, "once", { name: "Once", price: 5 }];

async function create(key: string, sku = "once") {
  const body = methodCall("call", [await shop.session(), "catalog_product.create", args.with(2, sku)]);
  return postXml(shop, body, { headers: { "Idempotency-Key": key } });
}

test("a repeated call has the same answer, by XML-RPC and SOAP", async () => {
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

test("another call with the same key is fault 6", async () => {
  await create("b", "one");
  const other = await create("b", "two");
  expect(() => readAnswer(other)).toThrow("Idempotency-Key");
});

test("the key of system.multicall counts for each of its calls", async () => {
  const session = await shop.session();
  const create = (sku: string) => ({
    methodName: "call",
    params: [session, "catalog_product.create", ["simple", 4, sku, { name: "Of two", price: 5 }]],
  });
  const post = (...skus: string[]) =>
    postXml(shop, methodCall("system.multicall", [skus.map(create)]), {
      headers: { "Idempotency-Key": "c" },
    });
  const first = readAnswer(await post("first", "second")) as unknown[];
  const again = readAnswer(await post("first", "other")) as unknown[];
  expect(again[0]).toEqual(first[0]);
  expect(again[1]).toMatchObject({
    faultCode: 6,
    faultString: expect.stringContaining("Idempotency-Key") as unknown,
  });
});

describe("when the maximum number of keys is stored, a new one is 503 with Retry-After and without effect", async () => {
  const full = await startShop({ dataset: "sample", bounds: { idempotencyKeys: 1 } });
  const session = await full.session();
  beforeAll(async () => expect(await update("first")).toMatchObject({ status: 200 }));

  const named = { productId: 1, productData: { name: "Changed" } };
  const send = (path: string, key: string, body: unknown) =>
    full.http("POST", path, { body, headers: { ...basic(), "Idempotency-Key": key } });
  const update = (key: string) => send("/api/rpc/catalog_product.update", key, named);
  const args = [1, { name: "Changed" }];

  test.each<[string, () => Promise<HttpAnswer>]>([
    ["plain", () => update("second")],
    [
      "JSON-RPC",
      () =>
        send("/api/jsonrpc", "a", { jsonrpc: "2.0", id: 1, method: "catalog_product.update", params: args }),
    ],
    [
      "XML-RPC",
      () => {
        const body = methodCall("call", [session, "catalog_product.update", args]);
        return postXml(full, body, { headers: { "Idempotency-Key": "b" } });
      },
    ],
    [
      "SOAP v2",
      () => {
        const parts = {
          sessionId: session,
          product: "1",
          productData: "<productData><name>x</name></productData>",
        };
        const body = envelope(operation("catalogProductUpdate", parts));
        return postXml(full, body, { path: "/api/v2_soap", headers: { "Idempotency-Key": "c" } });
      },
    ],
    [
      "REST",
      () => {
        const person = {
          firstname: "A",
          lastname: "B",
          email: "full@example.com",
          password: "a right long one",
        };
        return send("/api/rest/customers", "d", { ...person, website_id: 1, group_id: 1 });
      },
    ],
    [
      "the control",
      async () => {
        const order = { customer_id: 1, items: [{ sku: "mug-01", qty: 1 }] };
        await send("/control/orders", "of the control", order);
        return send("/control/orders", "e", order);
      },
    ],
  ])("%s", async (_door, call) => {
    const { status, headers } = await call();
    expect([status, headers.get("retry-after")]).toEqual([503, "60"]);
    // Stored answers are still returned, and callers without a key are served.
    expect(await update("first")).toMatchObject({ status: 200 });
    expect(
      (await full.http("POST", "/api/rpc/catalog_product.update", { body: named, headers: basic() })).status,
    ).toBe(200);
  });
});
