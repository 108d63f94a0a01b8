/**
 * Calls to foreign servers, here ours and a hostile one: the same answers through every door, and never an
 * exception.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { shopContract } from "../../../../src/shop/contract.js";
import {
  baseAddress,
  callDoors,
  doorOf,
  type CallDoor,
} from "../../../../src/addons/living/doors/addresses.js";
import { BinaryText } from "../../../../src/addons/living/doors/binary-text.js";
import {
  callBuiltin,
  callOperation,
  isDocumentStyle,
  login,
  type DoorTarget,
} from "../../../../src/addons/living/doors/call.js";
import { functionXml } from "../../../../src/addons/living/doors/soap.js";
import { startShop, type Shop } from "../../../support/shop.js";
import { startHostile, type Hostile } from "../hostile.js";

let shop: Shop;
/** A server whose SOAP v2 is document/literal. */
let compliant: Shop;
let hostile: Hostile;

beforeAll(async () => {
  shop = await startShop({ dataset: "sample" });
  compliant = await startShop({ dataset: "sample", settings: { wsiCompliance: true } });
  hostile = await startHostile();
});
afterAll(async () => {
  hostile.close();
  await compliant.close();
  await shop.close();
});

type Form = CallDoor | "soap_v2 by WS-I";

const target = (form: Form, url?: string): DoorTarget => ({
  contract: shopContract,
  ...(form === "soap_v2 by WS-I"
    ? { door: "soap_v2", url: url ?? compliant.url, isDocument: true }
    : { door: form, url: url ?? shop.url }),
});

test("the WSDL determines the form of SOAP v2", async () => {
  expect(await isDocumentStyle(target("soap_v2 by WS-I"))).toBe(true);
  expect(await isDocumentStyle(target("soap_v2"))).toBe(false);
  expect(await isDocumentStyle(target("soap_v2", "http://127.0.0.1:1"))).toBe(false);
});

test("in WS-I, the elements have the names of Magento", () => {
  const request = (path: string, isDocument: boolean) =>
    functionXml(shopContract, "s", path, [1], isDocument);
  expect(request("giftmessage.setForQuoteItem", true)).toContain("<ns1:giftMessageForQuoteItemRequestParam>");
  expect(request("giftmessage.setForQuoteItem", false)).toContain("<ns1:giftMessageSetForQuoteItem>");
  expect(request("catalog_product.info", true)).toContain("<ns1:catalogProductInfoRequestParam>");
});

async function sessionBy(door: Form): Promise<string> {
  const answer = await login(target(door), "admin", "admin123");
  if (answer.outcome !== "result") throw new Error(JSON.stringify(answer));
  return answer.value as string;
}

describe.each([...callDoors, "soap_v2 by WS-I"] as const)("by %s", (door) => {
  test("logs in, reads, filters, and ends the session", async () => {
    const session = await sessionBy(door);
    const info = await callOperation(target(door), session, "catalog_product.info", [1]);
    expect(info).toMatchObject({ outcome: "result", value: { sku: expect.any(String) as string } });
    const { sku, special_price } = (info as { value: { sku: string; special_price?: unknown } }).value;
    // SOAP v2 omits null members.
    expect(special_price ?? null).toBeNull();
    const list = await callOperation(target(door), session, "catalog_product.list", [{ sku }]);
    expect(list).toMatchObject({ outcome: "result", value: [{ sku }] });
    const liked = await callOperation(target(door), session, "catalog_product.list", {
      filters: { sku: { in: [sku, "nothing"] }, product_id: { gteq: 1 } },
    });
    expect(liked).toMatchObject({ outcome: "result", value: [{ sku }] });
    expect(await callBuiltin(target(door), "endSession", [session])).toMatchObject({
      outcome: "result",
      value: true,
    });
  });

  test("reads back what it writes, including bytes and empty texts", async () => {
    const session = await sessionBy(door);
    const file = {
      file: {
        content: new BinaryText(
          "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
        ),
        mime: "image/png",
        name: `by-${door}`,
      },
      label: "",
    };
    const made = await callOperation(target(door), session, "catalog_product_attribute_media.create", [
      1,
      file,
    ]);
    expect(made).toMatchObject({ outcome: "result", value: expect.stringContaining(".png") as string });
    const images = await callOperation(target(door), session, "catalog_product_attribute_media.list", [1]);
    const own = (images as { value: { file: string; label: unknown }[] }).value.find(
      (image) => image.file === (made as { value: string }).value,
    );
    expect(own?.label).toBe("");
  });

  test("returns the number and the message of a fault", async () => {
    const session = await sessionBy(door);
    const missing = await callOperation(target(door), session, "catalog_product.info", [999_999]);
    expect(missing).toMatchObject({ outcome: "fault", fault: { code: "101" } });
    const refused = await login(target(door), "admin", "wrong");
    expect(refused).toMatchObject({ outcome: "fault", fault: { code: "2" } });
    const empty = await callOperation(target(door), session, "sales_order.list", [
      { increment_id: "nothing" },
    ]);
    expect(empty).toMatchObject({ outcome: "result", value: [] });
  });

  test.each([
    ["html", { outcome: "http", status: 200, text: expect.stringContaining("<html>") as string }],
    ["html503", { outcome: "http", status: 503, http: { headers: { "retry-after": "7" } } }],
    ["half", { outcome: "broken" }],
    ["chunk", { outcome: "broken" }],
    ["die", { outcome: "broken", reason: "the connection was cut" }],
    [
      "redirect",
      { outcome: "http", status: 302, http: { headers: { location: "https://elsewhere.example/" } } },
    ],
    ["empty", { outcome: "http", status: 500, text: "" }],
    ["garbage", { outcome: "http", status: 200 }],
  ])("a server that answers %s", async (way, expected) => {
    const answer = await callOperation(
      target(door, `${hostile.url}/${way}`),
      "s",
      "catalog_product.info",
      [1],
    );
    expect(answer).toMatchObject(expected);
  });

  test("a server that hangs, one that answers too much, and an unreachable one", async () => {
    const hanging = { ...target(door, `${hostile.url}/hang`), bounds: { timeoutMs: 50, maxBytes: 1000 } };
    expect(await login(hanging, "a", "b")).toEqual({
      outcome: "broken",
      reason: "no complete response within 50 ms",
      kind: "timeout",
    });
    const session = await sessionBy(door);
    const long = { ...target(door), bounds: { timeoutMs: 5000, maxBytes: 1000 } };
    expect(await callOperation(long, session, "catalog_product.info", [1])).toEqual({
      outcome: "broken",
      reason: "the response is longer than 1000 bytes",
      kind: "too-long",
    });
    expect(await login(target(door, "http://127.0.0.1:9"), "a", "b")).toMatchObject({
      outcome: "broken",
      kind: "unreachable",
    });
  });
});

test.each([
  ["http://shop.example", "http://shop.example"],
  ["http://shop.example/", "http://shop.example"],
  [
    "https://u:p@shop.example:8443/magento/index.php/api/xmlrpc/",
    "https://u:p@shop.example:8443/magento/index.php",
  ],
  ["http://shop.example/api/v2_soap?wsdl", "http://shop.example"],
  ["http://shop.example/api/soap/index/wsdl/1/", "http://shop.example"],
  ["http://shop.example/api.php?type=soap_v2", "http://shop.example"],
  ["http://shop.example/sandbox/a/api/jsonrpc", "http://shop.example/sandbox/a"],
  ["http://shop.example/apis", "http://shop.example/apis"],
  ["ftp://shop.example", undefined],
  ["shop", undefined],
])("the base address of %s", (address, base) => {
  expect(baseAddress(address)).toBe(base);
});

test.each([
  ["/api/xmlrpc/", "xmlrpc"],
  ["/index.php/api/soap/?wsdl", "soap"],
  ["/api.php?type=v2_soap", "soap_v2"],
  ["/api/jsonrpc", "jsonrpc"],
  ["/api/rest/customers/1", "rest"],
  ["/customer/account", undefined],
])("the door at %s", (path, door) => {
  expect(doorOf(path)).toBe(door);
});
