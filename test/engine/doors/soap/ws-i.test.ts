/** WS-I by its original names: every part arrives, by its own name and by that of releases up to 0.3 (doors 4.4). */
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { functions, types, type SoapPart } from "../../../../generated/doors/soap-v2.js";
import { startShop } from "../../../support/shop.js";
import { readSoap, SoapFault } from "../soap-client.js";
import { postXml } from "../xml-rpc-client.js";

const original = JSON.parse(
  readFileSync(new URL("../../../../spec/doors/wsdl.json", import.meta.url), "utf8"),
) as Record<"rpc" | "wsi", { operations: Record<string, { request: string[][] }> }>;

const shop = await startShop({ dataset: "sample", settings: { wsiCompliance: true } });
const session = await shop.session();

async function post(name: string, content: string): Promise<string> {
  const body = `<m:${name}RequestParam xmlns:m="urn:Magento"><sessionId>${session}</sessionId>${content}</m:${name}RequestParam>`;
  const envelope = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${body}</s:Body></s:Envelope>`;
  return (await postXml(shop, envelope, { path: "/api/v2_soap" })).text;
}

async function call(name: string, content: string): Promise<unknown> {
  const text = await post(name, content);
  return (readSoap({ status: 200, text } as Awaited<ReturnType<typeof postXml>>) as { result: unknown })
    .result;
}

interface Sample {
  readonly xml: string;
  readonly value: unknown;
}

const scalars: Readonly<Record<string, Sample>> = {
  string: { xml: "7", value: "7" },
  int: { xml: "7", value: 7 },
  double: { xml: "7.5", value: 7.5 },
  boolean: { xml: "true", value: true },
  // Their values arrive in the form of the operations.
  associativeArray: {
    xml: "<complexObjectArray><key>a</key><value>7</value></complexObjectArray>",
    value: { a: "7" },
  },
  filters: {
    xml: "<complex_filter><complexObjectArray><key>sku</key><value><key>like</key><value>m%</value></value></complexObjectArray></complex_filter>",
    value: { sku: { like: "m%" } },
  },
  catalogProductRequestAttributes: {
    xml: "<attributes><complexObjectArray>name</complexObjectArray></attributes>",
    value: ["name"],
  },
};

/** A value with every member of a type. */
function sampleOf(type: string): Sample {
  const known = scalars[type];
  if (known) return known;
  const form = types.wsi[type];
  if (!form) throw new Error(`no type ${type}`);
  if ("list" in form) {
    const { xml, value } = sampleOf(form.list);
    return { xml: `<complexObjectArray>${xml}</complexObjectArray>`, value: [value] };
  }
  const members = form.members.map(({ name, type: inner }) => ({ name, ...sampleOf(inner) }));
  const value = Object.fromEntries(members.map((member) => [member.name, member.value]));
  return {
    xml: members.map(({ name, xml }) => `<${name}>${xml}</${name}>`).join(""),
    value:
      "additional_attributes" in value
        ? { ...value, additional_attributes: { single_data: value.additional_attributes } }
        : value,
  };
}

interface Arrival {
  readonly name: string;
  readonly part: SoapPart;
  /** The name by which it is sent. */
  readonly sent: string;
}

/** The parts of a function by their names in a binding of the original. */
function arrivals(name: string, binding: "rpc" | "wsi"): Arrival[] {
  const names = original[binding].operations[name]?.request.map(([part]) => part ?? "").slice(1) ?? [];
  return names.map((sent) => {
    const part = [...(functions[name]?.[binding].parts ?? [])].find((one) => one.name === sent);
    if (!part) throw new Error(`${name} has no part ${sent}`);
    return { name, part, sent };
  });
}

/** The journal masks secrets. */
const masked = (sent: unknown, journaled: unknown): unknown => {
  if (journaled === "***") return journaled;
  if (typeof sent !== "object" || sent === null || typeof journaled !== "object" || journaled === null)
    return sent;
  if (Array.isArray(sent)) return sent.map((one, index) => masked(one, (journaled as unknown[])[index]));
  return Object.fromEntries(
    Object.entries(sent).map(([name, one]) => [
      name,
      masked(one, (journaled as Record<string, unknown>)[name]),
    ]),
  );
};

async function lastArguments(): Promise<Record<string, unknown>> {
  const { json } = await shop.http("GET", "/control/calls?limit=1");
  return (json as { arguments: Record<string, unknown> }[])[0]?.arguments ?? {};
}

describe.each(["wsi", "rpc"] as const)("the names of %s", (binding) => {
  test.each(Object.keys(functions))("%s", async (name) => {
    const sent = arrivals(name, binding);
    // A part without a parameter takes 0: any refund to store credit is refused.
    const samples = sent.map((one) => {
      const sample = one.part.param === undefined ? { xml: "0", value: "0" } : sampleOf(typeIn(name, one));
      return { ...one, sample };
    });
    await post(name, samples.map(({ sent: tag, sample }) => `<${tag}>${sample.xml}</${tag}>`).join(""));
    const given = await lastArguments();
    for (const { part, sample } of samples) {
      if (part.param === undefined) continue;
      const arrived = given[part.param];
      expect(arrived, `${name} ${part.name}`).toEqual(masked(sample.value, arrived));
    }
  });
});

/** The type in which a part is read: that of WS-I, where it has the parameter. */
function typeIn(name: string, { part }: Arrival): string {
  const same = functions[name]?.wsi.parts.find(({ param }) => param !== undefined && param === part.param);
  return same?.type ?? part.type;
}

test("a product list of a store view is in its language", async () => {
  const filters = "<filters/>";
  const names = async (store: string) => JSON.stringify(await call("catalogProductList", filters + store));
  const german = await names("<store>german</store>");
  expect(german).not.toBe(await names(""));
  expect(await names("<storeView>german</storeView>")).toBe(german);
});

test.each([
  ["an unknown element", "<filters/><storee>german</storee>", "storee"],
  ["a part given by two names", "<store>1</store><storeView>german</storeView>", "storeView"],
  ["a part given twice", "<store>1</store><store>german</store>", "store"],
  ["a name by position", "<param0/>", "param0"],
])("%s is a fault that names it", async (_title, content, name) => {
  const fault = await call("catalogProductList", content).catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(SoapFault);
  expect(fault).toMatchObject({ code: "6", faultName: "invalid_request_param" });
  expect((fault as SoapFault).message).toContain(`${name}: `);
});

test("results have the type of the WSDL", async () => {
  const order = "<orderIncrementId>100000002</orderIncrementId>";
  expect(await call("salesOrderHold", order)).toBe("1");
  expect(await call("salesOrderUnhold", order)).toBe("1");
  const group = "<attributeSetId>4</attributeSetId><groupName>Fabric</groupName>";
  expect(await call("catalogProductAttributeSetGroupAdd", group)).toMatch(/^\d+$/);
});

test("further attributes arrive as the one map of WS-I, and in the groups of rpc/encoded", async () => {
  const attributes = async (content: string) => {
    await post(
      "catalogProductUpdate",
      `<productId>3</productId><productData><additional_attributes>${content}</additional_attributes></productData>`,
    );
    return (await lastArguments()).productData;
  };
  const entry = (key: string, value: string) =>
    `<complexObjectArray><key>${key}</key><value>${value}</value></complexObjectArray>`;
  expect(await attributes(entry("material", "4"))).toEqual({
    additional_attributes: { single_data: { material: "4" } },
  });
  expect(await shop.call("catalog_product.info", [3])).toMatchObject({ material: 4 });
  const list = "<complexObjectArray>1</complexObjectArray><complexObjectArray>2</complexObjectArray>";
  const groups = `<single_data>${entry("material", "5")}</single_data><multi_data>${entry("care", list)}</multi_data>`;
  expect(await attributes(groups)).toEqual({
    additional_attributes: { single_data: { material: "5" }, multi_data: { care: ["1", "2"] } },
  });
});

describe("gift messages", () => {
  const giftMessage = "<giftMessage><message>For you.</message></giftMessage>";
  const ofProduct = `<product><product_id>1</product_id></product><message><message>For you.</message></message>`;
  const productsAndMessages = `<productsAndMessages><complexObjectArray>${ofProduct}</complexObjectArray></productsAndMessages>`;

  beforeAll(async () => {
    await shop.call("cart.create", ["default"]);
    await shop.call("cart_product.add", [1, [{ product_id: 1, qty: 1 }]]);
  });

  test.each([
    ["giftMessageForQuote", "giftMessageSetForQuote", `<quoteId>1</quoteId>${giftMessage}`],
    ["giftMessageForQuoteItem", "giftMessageSetForQuoteItem", `<quoteItemId>1</quoteItemId>${giftMessage}`],
    [
      "giftMessageForQuoteProduct",
      "giftMessageSetForQuoteProduct",
      `<quoteId>1</quoteId>${productsAndMessages}`,
    ],
  ])("the elements are those of Magento, %s, or those of 1.0, %s", async (element, name, content) => {
    const answers = [];
    for (const stem of [element, name]) {
      const text = await post(stem, content);
      expect(text).toContain("<entityId>1</entityId>");
      expect(text.split(`ns1:${stem}ResponseParam>`), text).toHaveLength(3);
      answers.push(text.replaceAll(`ns1:${stem}ResponseParam`, ""));
    }
    expect(answers[0]).toBe(answers[1]);
  });

  test("the WSDL has the elements of Magento, and operations of other names", async () => {
    const { text } = await shop.http("GET", "/api/v2_soap?wsdl");
    const names = (form: RegExp) => [...text.matchAll(form)].map(([, name]) => name);
    const elements = ["Quote", "QuoteItem", "QuoteProduct"].flatMap((kind) =>
      ["RequestParam", "ResponseParam"].map((suffix) => `giftMessageFor${kind}${suffix}`),
    );
    expect(names(/<xsd:element name="(giftMessage\w+Param)"/g)).toEqual(elements);
    expect(names(/ element="typens:(giftMessage\w+)"/g)).toEqual(elements);
    const operations = ["Quote", "QuoteItem", "QuoteProduct"].map((kind) => `giftMessageSetFor${kind}`);
    expect([...new Set(names(/<operation name="(giftMessage\w+)"/g))]).toEqual(operations);
  });

  test("rpc/encoded has one name", async () => {
    const encoded = await startShop();
    const body = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><giftMessageForQuote/></s:Body></s:Envelope>`;
    const { text } = await postXml(encoded, body, { path: "/api/v2_soap" });
    expect(text).toContain("Procedure 'giftMessageForQuote' not present");
  });
});
