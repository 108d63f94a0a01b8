/** Faults of the XML doors: their members, and the header that names them (doors 0). */
import { describe, expect, test } from "vitest";
import { startShop, type HttpAnswer } from "../../support/shop.js";
import { envelope, operation } from "./soap-client.js";
import { methodCall, postXml } from "./xml-rpc-client.js";

const shop = await startShop({ dataset: "sample" });

type Ask = (path: string, args: readonly string[]) => Promise<HttpAnswer>;

/** `args` as one argument, at every door. */
const doors: Readonly<Record<string, { readonly address: string; readonly ask: Ask }>> = {
  xmlrpc: {
    address: "/api/xmlrpc",
    ask: async (path, args) => postXml(shop, methodCall("call", [await shop.session(), path, args])),
  },
  soap: {
    address: "/api/soap",
    ask: async (resourcePath, [args = ""]) => {
      const call = operation("call", { sessionId: await shop.session(), resourcePath, args });
      return postXml(shop, envelope(call), { path: "/api/soap" });
    },
  },
  soap_v2: {
    address: "/api/v2_soap",
    ask: async (path, [product = ""]) => {
      const name = path === "catalog_product.info" ? "catalogProductInfo" : "catalogProductGetSpecialPrice";
      const call = operation(name, { sessionId: await shop.session(), productId: product });
      return postXml(shop, envelope(call), { path: "/api/v2_soap" });
    },
  },
};

describe.each(Object.entries(doors))("%s", (door, { address, ask }) => {
  test.each([
    ["catalog_product.info", ["999"], "product_not_exists"],
    ["catalog_product.getSpecialPrice", ["nothing"], "product_not_exists"],
  ])("%s %j → the header names %s", async (path, args, name) => {
    expect((await ask(path, args)).headers.get("x-fault-name")).toBe(name);
  });

  test("a forced fault has its name in the header, a result has none", async () => {
    const fault = { operation: "catalog_product.info", fault: "store_not_exists", times: 1 };
    await shop.http("POST", "/control/faults", { body: fault });
    expect((await ask("catalog_product.info", ["1"])).headers.get("x-fault-name")).toBe("store_not_exists");
    expect((await ask("catalog_product.info", ["1"])).headers.has("x-fault-name")).toBe(false);
  });

  test("an unknown sandbox", async () => {
    const answer = await shop.http("POST", `/sandbox/none${address}`, {
      ...{ body: "<a/>", headers: { "Content-Type": "text/xml" } },
    });
    expect({ door, name: answer.headers.get("x-fault-name") }).toEqual({ door, name: "access_denied" });
  });
});
