/** The XML-RPC door over HTTP (doors 1, 2). */
import { beforeEach, describe, expect, test } from "vitest";
import { startShop } from "../../support/shop.js";
import { differsHere } from "../../support/storages.js";
import { methodCall, postXml, xmlRpc, xmlRpcCall, XmlRpcFault } from "./xml-rpc-client.js";

const shop = await startShop({ dataset: "sample" });
beforeEach(() => shop.reset("sample"));

function faultOf(answer: Promise<unknown>): Promise<XmlRpcFault> {
  return answer.then(
    () => Promise.reject(new Error("there was no fault")),
    (error: unknown) => {
      if (error instanceof XmlRpcFault) return error;
      throw error;
    },
  );
}

describe("addresses", () => {
  test.each([
    ...["/api/xmlrpc", "/api/xmlrpc/", "/api/xmlrpc/index", "/api/xmlrpc/index/", "/api/xmlrpc?store=german"],
    ...["/index.php/api/xmlrpc", "/index.php/api/xmlrpc/", "/api.php?type=xmlrpc"],
  ])("%s", async (path) =>
    expect(await xmlRpc(shop, "login", ["admin", "admin123"], { path })).toMatch(/^[0-9a-f]{64}$/),
  );

  test.each([
    "/api/xmlrpc/foo",
    "/api/XmlRpc",
    "/xmlrpc",
    "/RPC2",
    "/default/api/xmlrpc",
    "/api.php?type=nope",
  ])("%s is none", async (path) => expect((await postXml(shop, "", { path })).status).toBe(404));
});

describe("transport", () => {
  test("the only line break of an answer follows the XML declaration", async () => {
    const { status, headers, text } = await postXml(shop, methodCall("globalFaults", []));
    expect([status, headers.get("content-type")]).toEqual([200, "text/xml; charset=UTF-8"]);
    expect(text).toMatch(
      /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<methodResponse>[^\n]*<\/methodResponse>$/,
    );
  });

  test.each([
    ["GET", 405],
    ["HEAD", 405],
    ["PUT", 405],
    ["DELETE", 405],
    ["OPTIONS", 204],
  ])("%s → %i", async (method, status) => {
    const answer = await shop.http(method, "/api/xmlrpc");
    expect([answer.status, answer.headers.get("allow")]).toEqual([status, "OPTIONS, POST"]);
  });

  test.each([
    ["text/xml", 200],
    ["application/xml; charset=utf-8", 200],
    ["application/vnd.x+xml", 200],
    ["text/plain", 415],
    ["application/x-www-form-urlencoded", 415],
    ["application/json", 415],
  ])("Content-Type %s → %i", async (type, status) => {
    const answer = await postXml(shop, methodCall("globalFaults", []), { headers: { "Content-Type": type } });
    expect(answer.status).toBe(status);
  });

  test("a body beyond the limit → 413", async () => {
    const small = await startShop({ settings: { maxRpcBodyBytes: 2000 } });
    expect((await postXml(small, methodCall("login", ["x".repeat(2000)]))).status).toBe(413);
  });

  test("more values than any operation needs are refused as an invalid argument", async () => {
    const list = Array.from({ length: 10_000 }, () => 1);
    const fault = await faultOf(xmlRpcCall(shop, "customer.list", [{ customer_id: list }]));
    expect(fault).toMatchObject({ code: 6, faultName: "invalid_request_param" });
  });
});

describe("methods", () => {
  test.each([
    ["Login", [], 620],
    [" login", [], 620],
    ["catalog_product.info", [1], 620],
    ["login", [], 6],
    ["login", ["admin"], 6],
    ["login", ["admin", 5], 6],
    ["login", ["admin", "wrong1234"], 2],
    ["call", [], 5],
    ["call", ["$session"], 3],
    ["call", ["$session", "nope.x"], 3],
    ["call", [5, "catalog_product.info", [1]], 5],
    ["call", ["$session", "catalog_product.info", []], 6],
    ["call", ["$session", "catalog_product.info", [999]], 101],
    ["multiCall", ["$session", "x"], 623],
    ["resourceFaults", ["$session", "x"], 3],
    ["resources", ["x"], 5],
    ["system.multicall", ["x"], 623],
    ["system.methodHelp", ["x"], 640],
    ["system.methodSignature", [], 640],
  ])("%s %j → fault %i", async (method, params, code) => {
    const session = await shop.session();
    const filled = params.map((param) => (param === "$session" ? session : param));
    expect((await faultOf(xmlRpc(shop, method, filled))).code).toBe(code);
  });

  test("a fault contains its name", async () => {
    expect(await faultOf(xmlRpcCall(shop, "catalog_product.info", [999]))).toMatchObject({
      code: 101,
      faultName: "product_not_exists",
      message: "There is no such product (productId: 999).",
    });
  });

  test.each([
    ["a list", [1]],
    ["a scalar", 1],
    ["names", { productId: 1 }],
  ])("arguments as %s", async (_title, args) => {
    const params = [await shop.session(), "catalog_product.info", args];
    expect(await xmlRpc(shop, "call", params)).toMatchObject({ product_id: "1", sku: "mug-01" });
  });

  test("startSession, login, endSession", async () => {
    const session = await xmlRpc(shop, "login", ["admin", "admin123"]);
    expect(await xmlRpc(shop, "startSession")).toMatch(/^[0-9a-f]{64}$/);
    expect(await xmlRpc(shop, "endSession", [session])).toBe(true);
    expect((await faultOf(xmlRpc(shop, "call", [session, "customer.list"]))).code).toBe(5);
  });

  test("no session, but HTTP Basic", async () => {
    const Authorization = `Basic ${btoa("admin:admin123")}`;
    const params = [null, "catalog_product.info", [1]];
    expect(await xmlRpc(shop, "call", params, { headers: { Authorization } })).toMatchObject({
      product_id: "1",
    });
  });

  test("multiCall: results and faults, up to the first fault with break", async () => {
    const calls = [
      ["catalog_product.list", [{ sku: "mug-01" }]],
      ["catalog_product.info", [999]],
      ["customer.list"],
    ];
    const session = await shop.session();
    const [list, fault, customers] = (await xmlRpc(shop, "multiCall", [session, calls])) as unknown[];
    expect(list).toMatchObject([{ product_id: "1" }]);
    expect(fault).toMatchObject({ isFault: true, faultCode: "101", fault: "product_not_exists" });
    expect(customers).toHaveLength(8);
    expect(await xmlRpc(shop, "multiCall", [session, calls, { break: 1 }])).toHaveLength(2);
    expect(await xmlRpc(shop, "multiCall", [session, calls, []])).toHaveLength(3);
    expect(await xmlRpc(shop, "multiCall", [session])).toEqual([]);
  });

  test("system.multicall: every result is in a list of one element", async () => {
    const session = await shop.session();
    const calls = [
      { methodName: "call", params: [session, "catalog_product.info", [1, null, ["name"]]] },
      { methodName: "call", params: [session, "catalog_product.info", [999]] },
      { methodName: "system.multicall", params: [[]] },
      { methodName: "call", params: [session, "catalog_product.list"] },
      5,
    ];
    const results = (await xmlRpc(shop, "system.multicall", [calls])) as unknown[];
    expect(results).toMatchObject([
      [{ product_id: "1", name: "Stoneware Mug" }],
      { faultCode: 101, faultString: "There is no such product (productId: 999)." },
      { faultCode: 605 },
      [expect.arrayContaining([expect.objectContaining({ sku: "mug-01" })])],
      { faultCode: 623 },
    ]);
  });

  test("system.listMethods lists the methods with introspection", async () => {
    const names = (await xmlRpc(shop, "system.listMethods")) as string[];
    expect(names).toContain("multiCall");
    for (const name of names) {
      expect(await xmlRpc(shop, "system.methodHelp", [name])).not.toBe("");
      expect(await xmlRpc(shop, "system.methodSignature", [name])).toEqual(
        expect.arrayContaining([expect.arrayContaining([expect.any(String)])]),
      );
    }
  });

  test("resources lists operations under the names that discovering clients use", async () => {
    const resources = (await xmlRpc(shop, "resources", [await shop.session()])) as {
      name: string;
      description: null;
      aliases: string[];
      methods: { name: string; path: string; aliases: string[] }[];
    }[];
    const media = resources.find(({ name }) => name === "catalog_product_attribute_media");
    expect(media).toMatchObject({ description: null, aliases: ["product_attribute_media", "product_media"] });
    expect(media?.methods.slice(0, 3)).toMatchObject([
      { name: "currentStore", path: "catalog_product_attribute_media.currentStore" },
      {
        ...{ name: "list", path: "catalog_product_attribute_media.list" },
        aliases: ["product_attribute_media.list", "product_media.list"],
      },
      { name: "items", path: "catalog_product_attribute_media.items" },
    ]);
    expect(resources.find(({ name }) => name === "customer")?.aliases).toEqual([]);
    for (const { methods } of resources) {
      for (const { path, aliases } of methods) {
        const session = await shop.session();
        for (const name of [path, ...aliases]) {
          expect(await faultOrResult(xmlRpc(shop, "call", [session, name, []]))).not.toBe(3);
        }
      }
    }
  });

  test("fault lists have numbers as text", async () => {
    const session = await shop.session();
    expect(await xmlRpc(shop, "globalFaults")).toContainEqual(
      expect.objectContaining({ code: "5", fault: "session_expired" }),
    );
    expect(await xmlRpc(shop, "resourceFaults", [session, "product"])).toContainEqual(
      expect.objectContaining({ code: "101", fault: "product_not_exists" }),
    );
  });
});

function faultOrResult(answer: Promise<unknown>): Promise<unknown> {
  return answer.catch((error: unknown) => (error as XmlRpcFault).code);
}

describe("features of every door", () => {
  test.skipIf(differsHere("each process has its own journal, metrics and load limits"))(
    "the journal contains the door",
    async () => {
      await xmlRpcCall(shop, "catalog_product.info", [1]);
      const { json } = await shop.http("GET", "/control/calls?limit=1");
      expect(json).toMatchObject([
        { door: "xmlrpc", operation: "catalog_product.info", arguments: { productId: 1 }, fault: null },
      ]);
    },
  );

  test("forced faults, results and statuses", async () => {
    const force = (body: object) => shop.http("POST", "/control/faults", { body });
    await force({ operation: "catalog_product.info", fault: "product_not_exists" });
    expect((await faultOf(xmlRpcCall(shop, "catalog_product.info", [1]))).code).toBe(101);
    await force({ operation: "catalog_product.create", result: 77 });
    expect(await xmlRpcCall(shop, "catalog_product.create", ["simple", 4, "x", {}])).toBe("77");
    await force({ operation: "login", http: { status: 503, retry_after: 7 } });
    const answer = await postXml(shop, methodCall("login", ["admin", "admin123"]));
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "7"]);
    await force({ operation: "login", drop: true });
    await expect(postXml(shop, methodCall("login", ["admin", "admin123"]))).rejects.toThrow();
  });

  test("Prefer", async () => {
    const params = [await shop.session(), "catalog_product.info", [1]];
    const headers = { Prefer: "fault=product_not_exists" };
    expect((await faultOf(xmlRpc(shop, "call", params, { headers }))).code).toBe(101);
  });

  test.skipIf(differsHere("snapshots and sandboxes exist in the memory of one process"))(
    "sandboxes by header, address and login name",
    async () => {
      await shop.http("POST", "/control/sandboxes", { body: { name: "box" } });
      const inside = { headers: { "X-Sandbox": "box" } };
      const session = await xmlRpc(shop, "login", ["admin", "admin123"], inside);
      await xmlRpc(shop, "call", [session, "catalog_product.update", [1, { name: "Boxed" }]], inside);
      const byAddress = { path: "/sandbox/box/api/xmlrpc" };
      const args = [1, null, ["name"]];
      expect(await xmlRpc(shop, "call", [session, "catalog_product.info", args], byAddress)).toMatchObject({
        name: "Boxed",
      });
      const named = await xmlRpc(shop, "login", ["admin+box", "admin123"]);
      expect(await xmlRpc(shop, "call", [named, "catalog_product.info", args])).toMatchObject({
        name: "Boxed",
      });
      expect(await xmlRpcCall(shop, "catalog_product.info", args)).toMatchObject({ name: "Stoneware Mug" });
      const unknown = { headers: { "X-Sandbox": "nope" } };
      expect((await faultOf(xmlRpc(shop, "login", ["admin", "admin123"], unknown))).code).toBe(2);
    },
  );

  test("too many calls → 429", async () => {
    const limited = await startShop({ settings: { callsPerMinute: 1 } });
    await xmlRpcCall(limited, "catalog_product.list");
    const body = methodCall("call", [await limited.session(), "catalog_product.list"]);
    const answer = await postXml(limited, body);
    expect([answer.status, Number(answer.headers.get("retry-after")) > 0]).toEqual([429, true]);
  });
});
