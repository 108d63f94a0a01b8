/** The Router of @open-rpc/server-js finds and calls everything that can be called, in the methods of openrpc.json. */
import { readFileSync } from "node:fs";
import { afterEach, describe, expect, test, vi } from "vitest";
import { protocolDocument } from "../../../generated/convention.js";
import { methods as operationDocument } from "../../../generated/methods.js";
import { Call, type Operation, type Service } from "../../../src/engine/calls/call.js";
import { Fault } from "../../../src/engine/contract/faults.js";
import { Methods, type Method } from "../../../src/engine/calls/methods.js";

import { Router } from "../../../src/engine/open-rpc/router.js";
import { Pipelines } from "../../../src/engine/calls/pipeline.js";
import { noFeatures } from "../../support/calls.js";
import { basic, startShop } from "../../support/shop.js";

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

const noOperations: ReadonlyMap<string, Operation> = new Map();

const methodsWith = (withoutSession: Readonly<Record<string, Method>>) =>
  new Methods(operationDocument, noOperations, { withoutSession, inSession: {} }, new Pipelines(noFeatures));

/** A call of a method of the protocol, without a service. */
const callOf = (name: string): Call => {
  const service = { methods: { operation: () => undefined } } as unknown as Service;
  const context = { sender: { address: "", hasAuthorization: false }, prefer: undefined };
  return new Call(service, { method: name, args: { form: "named", members: { secret: "s3cret" } } }, context);
};

describe("the Router by itself", () => {
  const methods = methodsWith(
    Object.fromEntries(names.map((name): [string, Method] => [name, async (call) => `called ${call.name}`])),
  );

  test("its document has the methods of the contract, without parameters", () => {
    expect(document.openrpc).toBe(contract.openrpc);
    expect(protocolDocument.openrpc).toBe(contract.openrpc);
    expect(document.methods.map(({ name }) => name)).toEqual(names);
    expect(document.methods.filter(({ params }) => params.length > 0)).toEqual([]);
  });

  test.each(names)("calls %s", async (name) => {
    expect(methods.has(name)).toBe(true);
    expect(await methods.call(callOf(name))).toEqual({ result: `called ${name}` });
  });

  test.each(["", "nothing", "constructor", "__proto__", "catalog_product.nothing"])(
    "does not find %j",
    async (name) => {
      expect(methods.has(name)).toBe(false);
      await expect(methods.call(callOf(name))).rejects.toThrow(`the Router refused ${name}`);
    },
  );

  test("does not find the method that the Router adds, unless the contract has it", () => {
    expect(methodsWith({}).has("rpc.discover")).toBe(false);
  });

  test("writes out nothing of a call that it does not find", async () => {
    const written = await methods
      .call(callOf("nothing"))
      .catch((error: Error) => JSON.stringify(error.cause));
    expect(written).not.toContain("s3cret");
    expect(JSON.stringify(callOf("nothing"))).toBe("{}");
  });

  test("does not call a method that is not in the contract", async () => {
    const other = methodsWith({ other: () => Promise.resolve(1) });
    await expect(other.call(callOf("other"))).rejects.toThrow("the Router refused other");
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
    const one = methodsWith({ login: method });
    const thrown: unknown = await Promise.resolve()
      .then(method)
      .catch((error: unknown) => error);
    await expect(one.call(callOf("login"))).rejects.toStrictEqual(thrown);
  });

  test("a fault that a method returns is a refusal", async () => {
    const fault = new Fault("not_exists", { code: 101, status: 404, message: "" }, "x");
    const one = methodsWith({ login: async () => fault });
    expect(await one.call(callOf("login"))).toEqual({ fault });
  });
});

describe("a server", async () => {
  const shop = await startShop();
  const session = await shop.session();
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
    ["an unknown method", () => shop.rpc("nothing", []), []],
    ["a wrapped call", () => shop.rpc("call", [session, info]), [info]],
    ["an alias", () => shop.rpc("call", [session, "product_type.list"]), [info]],
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
      [info],
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
      [info],
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
      [info],
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
