/** Products are chosen, and gift messages set, by XML-RPC and SOAP as by JSON-RPC (beyond 7.1, 15, 17, 18). */
import { beforeEach, describe, expect, test } from "vitest";
import { envelope, operation, readSoap, SoapFault } from "../../engine/doors/soap-client.js";
import { methodCall, postXml, xmlRpc, XmlRpcFault } from "../../engine/doors/xml-rpc-client.js";
import { elementXml } from "../../../src/engine/doors/soap/encoding.js";
import { CallFault, startShop } from "../../support/shop.js";

const shop = await startShop({ dataset: "sample" });
beforeEach(() => shop.reset("sample"));

/** One of each type of product, of the sample shop. */
const entries = [
  { product_id: 8, qty: 2, super_attribute: { 141: 13 } },
  { sku: "box-tea", bundle_option: { 1: 2, 2: 3 }, bundle_option_qty: { 2: 6 } },
  { sku: "service-breakfast", super_group: { 1: 2, 12: 1 } },
  { sku: "guide-02", links: [1] },
  { sku: "gift-02", qty: 3, options: { 1: 2, 2: "For you" } },
];
const wrong = [
  { sku: "gift-02" },
  { sku: "mug-glaze", super_attribute: { 141: 99 } },
  { sku: "box-tea", bundle_option: { 1: 2 } },
  { sku: "service-breakfast", super_group: { 1: 0 } },
  { sku: "guide-02", links: [99] },
];
type Entry = (typeof entries)[number] | (typeof wrong)[number];

interface Door {
  readonly add: (entries: readonly Entry[]) => Promise<unknown>;
  readonly setForItem: (id: number, message: object) => Promise<unknown>;
  readonly setForProduct: (product: Entry, message: object) => Promise<unknown>;
}

async function call(path: string, ...args: unknown[]): Promise<unknown> {
  return xmlRpc(shop, "call", [await shop.session(), path, args]);
}

async function soapV1(path: string, ...args: unknown[]): Promise<unknown> {
  const parts = { sessionId: await shop.session(), resourcePath: path, args: elementXml("args", args) };
  return readSoap(await postXml(shop, envelope(operation("call", parts)), { path: "/api/soap" }));
}

/** Maps as `associativeArray`, lists and structs by their types, all as text. */
function v2Xml(name: string, value: unknown): string {
  if (Array.isArray(value)) return `<${name}>${value.map((one) => v2Xml("item", one)).join("")}</${name}>`;
  if (typeof value !== "object" || value === null) return `<${name}>${String(value)}</${name}>`;
  const members = Object.entries(value).map(([key, member]) =>
    /^\d+$/.test(key) ? `<item><key>${key}</key><value>${String(member)}</value></item>` : v2Xml(key, member),
  );
  return `<${name}>${members.join("")}</${name}>`;
}

async function soapV2(name: string, parts: Readonly<Record<string, unknown>>): Promise<unknown> {
  const written = Object.entries(parts).map(([part, value]) => [part, v2Xml(part, value)]);
  const given = { sessionId: await shop.session(), ...(Object.fromEntries(written) as object) };
  return readSoap(await postXml(shop, envelope(operation(name, given)), { path: "/api/v2_soap" }));
}

const doors: Readonly<Record<string, Door>> = {
  "JSON-RPC": {
    add: (products) => shop.call("cart_product.add", [1, products]),
    setForItem: (id, message) => shop.call("giftmessage.setForQuoteItem", [id, message]),
    setForProduct: (product, message) =>
      shop.call("giftmessage.setForQuoteProduct", [1, [{ product, message }]]),
  },
  "XML-RPC": {
    add: (products) => call("cart_product.add", 1, products),
    setForItem: (id, message) => call("giftmessage.setForQuoteItem", id, message),
    setForProduct: (product, message) => call("giftmessage.setForQuoteProduct", 1, [{ product, message }]),
  },
  "SOAP v1": {
    add: (products) => soapV1("cart_product.add", 1, products),
    setForItem: (id, message) => soapV1("giftmessage.setForQuoteItem", id, message),
    setForProduct: (product, message) => soapV1("giftmessage.setForQuoteProduct", 1, [{ product, message }]),
  },
  "SOAP v2": {
    add: (products) => soapV2("shoppingCartProductAdd", { quoteId: 1, products }),
    setForItem: (id, giftMessage) =>
      soapV2("giftMessageSetForQuoteItem", { quoteItemId: String(id), giftMessage }),
    setForProduct: (product, message) =>
      soapV2("giftMessageSetForQuoteProduct", { quoteId: "1", productsAndMessages: [{ product, message }] }),
  },
};

interface Item {
  readonly sku: string;
  readonly qty: number;
  readonly price: number;
  readonly parent_item_id: number | null;
  readonly gift_message?: string;
}

async function lines() {
  const { items } = (await shop.call("cart.info", [1])) as { items: readonly Item[] };
  return items.map(({ sku, qty, price, parent_item_id }) => [sku, qty, price, parent_item_id]);
}

const chosen = [
  ["mug-glaze-moss", 2, 21.5, null],
  ["mug-glaze-moss", 1, 0, 1],
  ["box-tea-pot-02-mug-02", 1, 109.4, null],
  ["pot-02", 1, 62, 3],
  ["mug-02", 6, 7.9, 3],
  ["mug-01", 2, 12.5, null],
  ["plate-02", 1, 14.5, null],
  ["guide-02", 1, 8.5, null],
  ["gift-02-MRB-CARD", 3, 5.7, null],
];

async function faultOf(answer: Promise<unknown>): Promise<readonly [code: number, text: string]> {
  const error: unknown = await answer.then(
    () => "no fault",
    (reason: unknown) => reason,
  );
  if (error instanceof CallFault) return [error.code, error.message.replace(/^.*?: /, "")];
  if (error instanceof XmlRpcFault || error instanceof SoapFault) return [Number(error.code), error.message];
  throw new Error(`no fault but ${JSON.stringify(error)}`);
}

/** Without the entry to blame, whose form each door has its own way to write. */
const knownText = (text: string) => text.replace(/ \(products\[0\]: .*\)$/, "");

describe.each(Object.entries(doors))("%s", (_, door) => {
  beforeEach(() => shop.call("cart.create", ["default"]));

  test("accepts each form of choice", async () => {
    await door.add(entries);
    expect(await lines()).toEqual(chosen);
  });

  test.each(wrong)("refuses %j with the text that clients know", async (entry) => {
    const [code, text] = await faultOf(door.add([entry]));
    expect(code).toBe(1022);
    expect(text).toMatch(/^Please specify /);
    const [sameCode, sameText] = await faultOf(shop.call("cart_product.add", [1, [entry]]));
    expect([code, knownText(text)]).toEqual([sameCode, knownText(sameText)]);
    expect(await lines()).toEqual([]);
  });

  test("sets gift messages, by the line and by its choices", async () => {
    await door.add(entries);
    await door.setForItem(2, { from: "Anna", message: "Moss" });
    const product = { sku: "gift-02", options: { 1: 2, 2: "For you" } };
    await door.setForProduct(product, { message: "Paper" });
    const { items } = (await shop.call("cart.info", [1])) as { items: readonly Item[] };
    expect(items.flatMap(({ sku, gift_message }) => (gift_message ? [[sku, gift_message]] : []))).toEqual([
      ["mug-glaze-moss", "Moss"],
      ["gift-02-MRB-CARD", "Paper"],
    ]);
    expect((await faultOf(door.setForItem(99, { message: "x" })))[0]).toBe(1103);
    expect((await faultOf(door.setForProduct({ sku: "gift-02" }, { message: "x" })))[0]).toBe(1103);
  });
});

test("gift messages have the form of Magento 1: IDs as text, the result as a boolean", async () => {
  await shop.call("cart.create", ["default"]);
  const params = [await shop.session(), "giftmessage.setForQuote", [1, { message: "Hi" }]];
  const { text } = await postXml(shop, methodCall("call", params));
  expect(text).toContain("<name>entityId</name><value><string>1</string></value>");
  expect(text).toContain("<name>result</name><value><boolean>1</boolean></value>");
  const answer = await postXml(
    shop,
    envelope(
      operation("giftMessageSetForQuote", {
        sessionId: await shop.session(),
        quoteId: "1",
        giftMessage: "<giftMessage><message>Hi</message></giftMessage>",
      }),
    ),
    { path: "/api/v2_soap" },
  );
  expect(answer.text).toContain('<entityId xsi:type="xsd:string">1</entityId>');
  expect(answer.text).toContain('<result xsi:type="xsd:boolean">true</result>');
});
