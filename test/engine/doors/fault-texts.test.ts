/** The texts of faults that a shop has, at every door (doors 0.2): they replace ours, and ours goes elsewhere. */
import { beforeEach, describe, expect, test } from "vitest";
import { startShop, type HttpAnswer, type Shop } from "../../support/shop.js";
import { envelope, operation } from "./soap-client.js";
import { methodCall, postXml, xmlRpc } from "./xml-rpc-client.js";

const text = "Product not exists. <&>";
const ended = "Session expired. Try to relogin.";
const faultTexts = { global: { 5: ended }, catalog_product: { 101: text } };

const shop = await startShop({
  dataset: "sample",
  faultTexts,
  settings: { corsOrigins: ["http://shop.example"] },
});
const strings = await startShop({ dataset: "sample", faultTexts, settings: { compatValues: "strings" } });
const wsi = await startShop({ dataset: "sample", faultTexts, settings: { wsiCompliance: true } });

const path = "catalog_product.info";
const json = (on: Shop, session: string | null, headers: Record<string, string> = {}) =>
  on.http("POST", "/api/jsonrpc", {
    body: { jsonrpc: "2.0", id: 1, method: "call", params: [session, path, ["999"]] },
    headers,
  });
const soap = (on: Shop, name: string, parts: Record<string, string>, address: string) =>
  postXml(on, envelope(operation(name, parts)), { path: address });
const escaped = text.replaceAll("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");

type Ask = (session: string) => Promise<HttpAnswer>;

/** Asks for a product that is not there, at the doors that answer the texts of a shop. */
const asks: Readonly<Record<string, { readonly on: () => Shop; readonly ask: Ask; readonly isXml?: true }>> =
  {
    "XML-RPC": {
      on: () => shop,
      ask: (session) => postXml(shop, methodCall("call", [session, path, ["999"]])),
      isXml: true,
    },
    "SOAP v1": {
      on: () => shop,
      ask: (sessionId) => soap(shop, "call", { sessionId, resourcePath: path, args: "999" }, "/api/soap"),
      isXml: true,
    },
    "SOAP v2": {
      on: () => shop,
      ask: (sessionId) => soap(shop, "catalogProductInfo", { sessionId, productId: "999" }, "/api/v2_soap"),
      isXml: true,
    },
    "WS-I": {
      on: () => wsi,
      ask: (sessionId) =>
        soap(wsi, "catalogProductInfoRequestParam", { sessionId, productId: "999" }, "/api/v2_soap"),
      isXml: true,
    },
    "JSON-RPC with COMPAT_VALUES=strings": { on: () => strings, ask: (session) => json(strings, session) },
    "plain HTTP with COMPAT_VALUES=strings": {
      on: () => strings,
      ask: (session) =>
        strings.http("POST", `/api/rpc/${path}`, {
          body: { productId: "999" },
          headers: { Authorization: `Bearer ${session}` },
        }),
    },
  };

const detailOf = ({ headers }: HttpAnswer) => {
  const detail = headers.get("x-fault-detail");
  return detail === null ? undefined : decodeURIComponent(detail);
};

async function ownText(on: Shop): Promise<string> {
  const { json: calls } = await on.http("GET", "/control/calls?limit=1");
  return (calls as { error: { message: string } }[])[0]?.error.message ?? "";
}

describe.each(Object.entries(asks))("%s", (_door, { on, ask, isXml }) => {
  test("the text is the shop's, ours is in the header and in the journal", async () => {
    const answer = await ask(await on().session());
    expect(answer.text).toContain(isXml ? escaped : JSON.stringify(text));
    const ours = await ownText(on());
    expect(ours).toContain("999");
    expect(detailOf(answer)).toBe(ours);
    if (answer.text.includes("faultcode")) {
      expect(answer.text).toContain("<detail><fault>product_not_exists</fault><message>");
      expect(answer.text).not.toContain("<faultstring>Product 999");
    } else expect(answer.text).not.toContain("<message>");
  });

  test("an ended session", async () => {
    const answer = await ask("0".repeat(64));
    expect(answer.text).toContain(ended);
    expect(detailOf(answer)).toBe(await ownText(on()));
  });

  test("a fault without a text, and a result", async () => {
    const rule = { operation: path, fault: "store_not_exists", times: 1 };
    await on().http("POST", "/control/faults", { body: rule });
    const answer = await ask(await on().session());
    expect(answer.headers.has("x-fault-detail")).toBe(false);
    expect(answer.text).not.toContain("<message>");
    expect(answer.text).toContain(await ownText(on()));
  });
});

test("JSON-RPC in the form of the contract, and REST, keep our text", async () => {
  const answer = await json(shop, await shop.session());
  expect(answer.text).not.toContain("Product not exists.");
  expect(answer.headers.has("x-fault-detail")).toBe(false);
  const rest = await strings.http("GET", "/api/rest/products/999", {
    headers: { Authorization: `Bearer ${await strings.session()}`, Accept: "application/json" },
  });
  expect(rest.text).not.toContain("Product not exists.");
  expect(rest.headers.has("x-fault-detail")).toBe(false);
});

test("entries of multiCall and of system.multicall, and methods of the protocol", async () => {
  const session = await shop.session();
  expect(await xmlRpc(shop, "multiCall", [session, [[path, ["999"]]]])).toMatchObject([
    { faultCode: "101", faultMessage: text, fault: "product_not_exists" },
  ]);
  const call = { methodName: "call", params: [session, path, ["999"]] };
  expect(await xmlRpc(shop, "system.multicall", [[call]])).toEqual([{ faultCode: 101, faultString: text }]);
  await expect(xmlRpc(shop, "resources", ["0".repeat(64)])).rejects.toThrow(ended);
});

test("a long text of ours is cut between two characters, at 256 bytes", async () => {
  const sku = "ä€𝄞".repeat(60);
  const answer = await postXml(shop, methodCall("call", [await shop.session(), path, [sku]]));
  const detail = answer.headers.get("x-fault-detail") ?? "";
  expect(detail.length).toBeGreaterThan(240);
  expect(detail.length).toBeLessThanOrEqual(256);
  expect((await ownText(shop)).startsWith(decodeURIComponent(detail))).toBe(true);
});

test("pages of other origins may read the header", async () => {
  const answer = await json(shop, await shop.session(), { Origin: "http://shop.example" });
  expect(answer.headers.get("access-control-expose-headers")).toContain("X-Fault-Detail");
});

describe("fault_texts of a dataset", () => {
  beforeEach(() => shop.reset("sample"));
  const ask = async () => xmlRpc(shop, "call", [await shop.login(), path, ["999"]]);

  test("win over those of FAULT_TEXTS, which stay for other faults, and are exported", async () => {
    const fault_texts = { catalog_product: { product_not_exists: "Rien." } };
    await shop.reset({ extends: "sample", fault_texts });
    await expect(ask()).rejects.toThrow("Rien.");
    await expect(xmlRpc(shop, "resources", ["0".repeat(64)])).rejects.toThrow(ended);
    const { json: state } = await shop.http("GET", "/control/state");
    await shop.reset("sample");
    await expect(ask()).rejects.toThrow("Product not exists.");
    expect((await shop.http("PUT", "/control/state", { body: state })).status).toBe(204);
    await expect(ask()).rejects.toThrow("Rien.");
  });

  test.each([
    [{ catalog_product: { 999: "x" } }, "fault_texts.catalog_product.999", "is not a fault there"],
    [{ product: { 101: "x" } }, "fault_texts.product", "is not a namespace"],
    [{ customer: { 102: 5 } }, "fault_texts.customer.102", "not 5"],
    [[], "fault_texts", "must be an object"],
  ])("%j is refused", async (fault_texts, place, message) => {
    const { status, text: answer } = await shop.http("POST", "/control/reset", {
      body: { dataset: { extends: "sample", fault_texts } },
    });
    expect(status).toBe(422);
    expect(answer).toContain(place);
    expect(answer).toContain(message);
  });
});
