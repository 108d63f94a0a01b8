/** The Router of @open-rpc/server-js finds everything that is called, in the methods of openrpc.json. */
import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { protocolDocument } from "../../../generated/convention.js";
import { methods as operationDocument } from "../../../generated/methods.js";
import { Fault, methodNotFound } from "../../../src/engine/calls/faults.js";
import { MethodRouter, type Method } from "../../../src/engine/calls/method-router.js";
import { Router } from "../../../src/engine/open-rpc/router.js";
import { basic, startShop, type Shop } from "../../support/shop.js";

interface Contract {
  readonly openrpc: string;
  readonly methods: readonly { readonly name: string }[];
}
const contract = JSON.parse(
  readFileSync(new URL("../../../openrpc.json", import.meta.url), "utf8"),
) as Contract;
const names = contract.methods.map(({ name }) => name);

const document = {
  ...operationDocument,
  methods: [...protocolDocument.methods, ...operationDocument.methods],
};

describe("the Router by itself", () => {
  const methods = new Map<string, Method<string, number>>(
    names.map((name) => [name, (service, call) => Promise.resolve(`${service} ${name} ${call}`)]),
  );
  const router = new MethodRouter(document, methods, methodNotFound);

  test("its document has the methods of the contract, without parameters", () => {
    expect(document.openrpc).toBe(contract.openrpc);
    expect(protocolDocument.openrpc).toBe(contract.openrpc);
    expect(document.methods.map(({ name }) => name)).toEqual(names);
    expect(document.methods.filter(({ params }) => params.length > 0)).toEqual([]);
  });

  test.each(names)("finds %s", async (name) => {
    expect(router.has(name)).toBe(true);
    expect(await router.call(name, "shop", 7)).toBe(`shop ${name} 7`);
  });

  test.each(["", "nothing", "constructor", "__proto__", "rpc.discover", "catalog_product.nothing"])(
    "does not find %j",
    (name) => {
      expect(router.has(name)).toBe(false);
      expect(() => router.call(name, "shop", 7)).toThrow(
        expect.objectContaining({ fault: "method_not_found" }),
      );
    },
  );

  test("does not list the service for an unknown method", () => {
    const toJSON = vi.fn(() => "written");
    const other = new MethodRouter<object, object>(document, new Map(), methodNotFound);
    expect(() => other.call("nothing", { toJSON }, { toJSON })).toThrow("There is no method nothing.");
    expect(toJSON).not.toHaveBeenCalled();
  });

  test("does not find a method that is not in the contract", () => {
    const other = new MethodRouter(document, new Map([["other", () => Promise.resolve(1)]]), methodNotFound);
    expect(() => other.call("other", undefined, undefined)).toThrow(
      expect.objectContaining({ code: -32601 }),
    );
  });

  test.each<[string, () => Promise<unknown>]>([
    ["a fault", () => Promise.reject(new Fault("not_exists", { code: 101, status: 404, message: "" }, "x"))],
    ["an error", () => Promise.reject(new Error("broken"))],
    [
      "an error before the first await",
      () => {
        throw new TypeError("broken");
      },
    ],
  ])("passes on %s as it was thrown", async (_what, method) => {
    const one = new MethodRouter(document, new Map([["login", method]]), methodNotFound);
    const thrown = await Promise.resolve()
      .then(method)
      .catch((error: unknown) => error);
    const called = async () => one.call("login", undefined, undefined);
    await expect(called()).rejects.toStrictEqual(thrown);
  });

  test("calls a method without an await at once, also from within another", () => {
    const inner = new Map<string, Method<string, number>>([
      ["login", (_, call) => call],
      ["call", (service, call) => [one.call("login", service, call + 1), call]],
    ]);
    const one: MethodRouter<string, number> = new MethodRouter(document, inner, methodNotFound);
    expect(one.call("call", "shop", 7)).toEqual([8, 7]);
  });
});

describe("a server", () => {
  let shop: Shop;
  let session: string;
  beforeAll(async () => {
    shop = await startShop();
    session = await shop.session();
  });
  afterAll(() => shop.close());
  afterEach(() => vi.restoreAllMocks());

  const info = "catalog_product_type.items";
  const xml = (path: string, text: string) =>
    fetch(`${shop.url}${path}`, { method: "POST", headers: { "Content-Type": "text/xml" }, body: text });
  const texts = (...given: string[]) => given.map((text) => `<param><value>${text}</value></param>`).join("");
  const envelope = (body: string) =>
    `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>${body}</e:Body></e:Envelope>`;

  test.each<[string, () => Promise<unknown>, readonly string[]]>([
    ["a built-in method", () => shop.rpc("globalFaults", []), ["globalFaults"]],
    ["the contract", () => shop.rpc("rpc.discover", []), ["rpc.discover"]],
    ["an unknown method", () => shop.rpc("nothing", []), ["nothing"]],
    ["a wrapped call", () => shop.rpc("call", [session, info]), ["call", info]],
    ["an alias", () => shop.rpc("call", [session, "product_type.list"]), ["call", info]],
    ["a direct call", () => shop.rpc(info, [session]), [info]],
    [
      "several calls",
      () => shop.rpc("multiCall", [session, [[info], ["core_magento.info"]]]),
      ["multiCall", info, "core_magento.info"],
    ],
    ["the plain form", () => shop.http("POST", `/api/rpc/${info}`, { headers: basic() }), [info]],
    [
      "XML-RPC",
      () =>
        xml(
          "/api/xmlrpc",
          `<methodCall><methodName>call</methodName><params>${texts(session, info)}</params></methodCall>`,
        ),
      ["call", info],
    ],
    [
      "SOAP",
      () =>
        xml(
          "/api/soap",
          envelope(
            `<m:call xmlns:m="urn:Magento"><sessionId>${session}</sessionId><resourcePath>${info}</resourcePath></m:call>`,
          ),
        ),
      ["call", info],
    ],
    [
      "SOAP v2",
      () =>
        xml(
          "/api/v2_soap",
          envelope(
            `<m:catalogProductTypeList xmlns:m="urn:Magento"><sessionId>${session}</sessionId></m:catalogProductTypeList>`,
          ),
        ),
      ["call", info],
    ],
  ])("has %s found", async (_what, call, found) => {
    const router = vi.spyOn(Router.prototype, "call");
    await call();
    expect(router.mock.calls.map(([name]) => name)).toEqual(found);
  });

  test("does not find a method of the protocol by the path of an operation", async () => {
    for (const path of ["login", "call", "rpc.discover", "constructor"]) {
      const { error } = await shop.rpc("call", [session, path]);
      expect(error, path).toMatchObject({ code: 3, data: { fault: "resource_path_invalid" } });
    }
  });
});
