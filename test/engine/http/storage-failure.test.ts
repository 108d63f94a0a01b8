/** A storage that is unreachable or read-only: 503 with `Retry-After` at every address (conventions 1). */
import { beforeEach, describe, expect, test } from "vitest";
import { MemoryStorage } from "../../../src/engine/storage/memory.js";
import { OutcomeUnknownError, StorageReadOnlyError } from "../../../src/engine/storage/storage.js";
import { collections } from "../../../src/shop/data/collections.js";
import { startShop, type HttpAnswer } from "../../support/shop.js";
import { envelope, operation } from "../doors/soap-client.js";
import { methodCall, postXml } from "../doors/xml-rpc-client.js";

const failing = { reads: undefined as Error | undefined, writes: undefined as Error | undefined };

class FailingStorage extends MemoryStorage {
  override async read<R>(work: Parameters<MemoryStorage["read"]>[0]): Promise<R> {
    if (failing.reads) throw failing.reads;
    return super.read(work) as Promise<R>;
  }

  override async write<R>(work: Parameters<MemoryStorage["write"]>[0]): Promise<R> {
    if (failing.writes) throw failing.writes;
    return super.write(work) as Promise<R>;
  }
}

const storage = new FailingStorage({ collections, freeze: true });
const shop = await startShop({ dataset: "sample", storage });
const session = await shop.session();
beforeEach(() => {
  failing.reads = failing.writes = undefined;
  return () => (failing.reads = failing.writes = undefined);
});

const authorization = () => ({ Authorization: `Bearer ${session}` });
const data = { name: "Mug", price: 5 };
const rpc = (method: string, params: unknown) =>
  shop.http("POST", "/api/jsonrpc", { body: { jsonrpc: "2.0", id: 1, method, params } });
const soap = (door: string, name: string, parts: Record<string, string>) =>
  postXml(shop, envelope(operation(name, parts)), { path: `/api/${door}` });

const writes: Readonly<Record<string, () => Promise<HttpAnswer>>> = {
  "the wrapped form": () =>
    rpc("call", [session, "catalog_category.create", [2, { name: "New", is_active: 1 }]]),
  "the direct form": () => rpc("catalog_product.create", [session, "simple", 4, "new", data]),
  "a login": () => rpc("login", ["admin", "admin123"]),
  "a plain address": () =>
    shop.http("POST", "/api/rpc/catalog_product.create", {
      body: { type: "simple", set: 4, sku: "new", productData: data },
      headers: authorization(),
    }),
  "XML-RPC": () => postXml(shop, methodCall("call", [session, "catalog_product.delete", [1]])),
  "SOAP v1": () =>
    soap("soap", "call", { sessionId: session, resourcePath: "catalog_product.delete", args: "1" }),
  "SOAP v2": () => soap("v2_soap", "catalogProductDelete", { sessionId: session, productId: "1" }),
  "REST customers": () =>
    shop.http("DELETE", "/api/rest/customers/1", {
      headers: { Authorization: `Basic ${btoa("admin:admin123")}` },
    }),
  "the test control": () =>
    shop.http("POST", "/control/orders", { body: { customer_id: 1, items: [{ sku: "mug-01", qty: 1 }] } }),
};

describe("read-only", () => {
  test.each(Object.entries(writes))("%s", async (_form, send) => {
    failing.writes = new StorageReadOnlyError("the disk is full");
    const { status, headers, text } = await send();
    expect({ status, wait: headers.get("retry-after") }).toEqual({ status: 503, wait: "1" });
    expect(text).toContain("nothing was stored");
    expect(text).not.toContain("the disk is full");
  });

  test.each(Object.entries(writes))(
    "%s: the outcome of the write is unknown, so no answer asks for a retry",
    async (_form, send) => {
      failing.writes = new OutcomeUnknownError("the disk is gone");
      const { status, headers } = await send();
      expect([200, 500]).toContain(status);
      expect(headers.has("retry-after")).toBe(false);
    },
  );

  test("the error is the usual one", async () => {
    failing.writes = new StorageReadOnlyError("the disk is full");
    const wrapped = (await writes["the wrapped form"]?.())?.json;
    expect(wrapped).toMatchObject({ id: 1, error: { code: 1, data: { fault: "internal" } } });
    expect((await writes["a plain address"]?.())?.json).toMatchObject({
      code: 1,
      data: { fault: "internal" },
    });
    expect((await writes["XML-RPC"]?.())?.headers.get("x-fault-name")).toBe("internal");
  });

  test("reads continue, and one of several calls is a fault", async () => {
    failing.writes = new StorageReadOnlyError("the disk is full");
    const create = ["catalog_category.create", [2, { name: "New", is_active: 1 }]];
    const call = { jsonrpc: "2.0", method: "call" };
    const batch = await shop.send([
      { ...call, id: 1, params: [session, ...create] },
      { ...call, id: 2, params: [session, "catalog_product.info", [1]] },
    ]);
    expect(batch).toMatchObject([{ error: { data: { fault: "internal" } } }, { result: { product_id: 1 } }]);
    const [one, other] = (await shop.rpc("multiCall", [session, [create, ["catalog_product.info", [1]]]]))
      .result as unknown[];
    expect(one).toMatchObject({ isFault: true, fault: "internal" });
    expect(other).toMatchObject({ product_id: 1 });
  });
});

test.each([
  ["JSON-RPC", () => rpc("catalog_product.info", [session, 1])],
  [
    "a plain address",
    () =>
      shop.http("POST", "/api/rpc/catalog_product.info", { body: { product: 1 }, headers: authorization() }),
  ],
  ["XML-RPC", () => postXml(shop, methodCall("call", [session, "catalog_product.info", [1]]))],
  ["REST customers", () => shop.http("GET", "/api/rest/customers/1", { headers: authorization() })],
  ["the test control", () => shop.http("GET", "/control/users")],
  ["images", () => shop.http("GET", "/media/catalog/product/m/u/mug.png")],
])("cannot be reached: %s", async (_form, send) => {
  failing.reads = new StorageReadOnlyError("nobody listens");
  const { status, headers } = await send();
  expect({ status, wait: headers.get("retry-after") }).toEqual({ status: 503, wait: "1" });
});
