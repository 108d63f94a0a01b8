/** The served WSDLs of SOAP v2 against those of the living system: spec/doors/wsdl.json (doors 4.1, 4.4). */
import { readFileSync } from "node:fs";
import { XMLParser } from "fast-xml-parser";
import { describe, expect, test } from "vitest";
import type { SoapBinding } from "../../../../generated/doors/soap-v2.js";
import { soapBindings } from "../../../../src/engine/chapters/soap-functions.js";
import { startShop, type Shop } from "../../../support/shop.js";

/** `[name, type, minOccurs, maxOccurs]`; parts of messages have no occurrence. */
type Described = readonly string[];
type Description = Record<"operations" | "types", Record<string, unknown>>;

const original = JSON.parse(
  readFileSync(new URL("../../../../spec/doors/wsdl.json", import.meta.url), "utf8"),
) as Record<
  SoapBinding,
  {
    operations: Record<string, { request: Described[]; response: Described[] }>;
    types: Record<string, Described[]>;
  }
>;

/** The file has the names of operations; for these, Magento's WS-I has elements of other names (doors 4.4). */
const elementNames: Readonly<Record<SoapBinding, Readonly<Record<string, string>>>> = {
  rpc: {},
  wsi: {
    giftMessageSetForQuote: "giftMessageForQuote",
    giftMessageSetForQuoteItem: "giftMessageForQuoteItem",
    giftMessageSetForQuoteProduct: "giftMessageForQuoteProduct",
  },
};

const array = (value: unknown) =>
  (value === undefined ? [] : Array.isArray(value) ? value : [value]) as Xml[];
interface Xml {
  readonly [name: string]: Xml & string;
}
const local = (type: string) => type.replace(/^\w+:/, "");
const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: "", removeNSPrefix: true });

async function served(shop: Shop): Promise<Xml> {
  const { text } = await shop.http("GET", "/api/v2_soap?wsdl");
  return (parser.parse(text) as { definitions: Xml }).definitions;
}

const readServed: Readonly<Record<SoapBinding, (definitions: Xml) => Description>> = {
  rpc({ message, types }) {
    const messages = new Map(
      array(message).map(({ name, part }) => [
        name as string,
        array(part).map((one) => [one.name as string, local(one.type as string)]),
      ]),
    );
    const names = [...messages.keys()].filter((name) => name.endsWith("Request"));
    return {
      operations: Object.fromEntries(
        names.map((name) => [
          name.replace(/Request$/, ""),
          { request: messages.get(name), response: messages.get(name.replace(/Request$/, "Response")) },
        ]),
      ),
      types: Object.fromEntries(
        array(types?.schema?.complexType).map((one) => {
          const list = one.complexContent?.restriction?.attribute;
          return [
            one.name as string,
            list
              ? [["soapenc:arrayType", list.arrayType]]
              : array(one.all?.element).map(({ name, type, minOccurs }) => [
                  name,
                  local(type ?? ""),
                  minOccurs,
                ]),
          ];
        }),
      ),
    };
  },
  wsi({ types }) {
    const membersOf = (one: Xml | undefined) =>
      array(one?.sequence?.element).map(({ name, type, minOccurs, maxOccurs = "" }) => [
        name,
        local(type ?? ""),
        minOccurs,
        maxOccurs,
      ]);
    const elements = new Map(
      array(types?.schema?.element).map(({ name, complexType }) => [name as string, membersOf(complexType)]),
    );
    const names = [...elements.keys()].filter((name) => !name.endsWith("ResponseParam"));
    return {
      operations: Object.fromEntries(
        names.map((element) => {
          const name = element.replace(/(Request)?Param$/, "");
          return [name, { request: elements.get(element), response: elements.get(`${name}ResponseParam`) }];
        }),
      ),
      types: Object.fromEntries(
        array(types?.schema?.complexType).map((one) => [one.name as string, membersOf(one)]),
      ),
    };
  },
};

/** The members of the file in the form of `readServed`. XML Schema forbids the second `fax` of a cart's address. */
const readOriginal: Readonly<Record<SoapBinding, (members: Described[]) => Described[]>> = {
  rpc: (members) =>
    unique(members).map(([name = "", type = "", occurs = "1"]) =>
      name === "soapenc:arrayType" ? [name, type] : [name, type, occurs],
    ),
  wsi: (members) =>
    unique(members).map(([name = "", type = "", ...marks]) => [
      name,
      type,
      marks.includes("optional") ? "0" : "1",
      marks.includes("list") ? "unbounded" : "",
    ]),
};

function unique(members: Described[]): Described[] {
  return members.filter(([name], index) => members.findIndex(([one]) => one === name) === index);
}

/** Of SOAP v1: the file has the built-in methods of rpc/encoded from its WSDL. */
const ofVersion1 = ["call", "multiCall", "resources", "globalFaults", "resourceFaults"];
/** The documents have them, and the WS-I of the living system has not. */
const missingInWsi = [
  "catalogProductAttributeTypes",
  "catalogProductAttributeRemoveOption",
  "catalogProductListOfAdditionalAttributes",
];

const shops = new Map<SoapBinding, Shop>();
const descriptions = new Map<SoapBinding, Description>();
for (const binding of soapBindings) {
  const shop = await startShop({ settings: { wsiCompliance: binding === "wsi" } });
  shops.set(binding, shop);
  descriptions.set(binding, readServed[binding](await served(shop)));
}

describe.each(soapBindings)("the WSDL of %s", (binding) => {
  const file = original[binding];
  const description = () => descriptions.get(binding) as Description;
  const elementOf = (name: string) => elementNames[binding][name] ?? name;
  const isCompared = (name: string) =>
    !["call", "multiCall"].includes(name) && !(binding === "rpc" && ofVersion1.includes(name));

  test("has the operations of the living system, and no other", () => {
    const expected = Object.keys(file.operations)
      .filter((name) => !["call", "multiCall"].includes(name))
      .map(elementOf);
    const further = binding === "wsi" ? missingInWsi : [];
    expect(Object.keys(description().operations).sort()).toEqual([...expected, ...further].sort());
  });

  test("has the parts and the result of every operation, in order", () => {
    for (const [name, { request, response }] of Object.entries(file.operations).filter(([one]) =>
      isCompared(one),
    )) {
      const read = binding === "wsi" ? readOriginal.wsi : (parts: Described[]) => parts;
      const expected = { request: read(request), response: read(response) };
      expect(description().operations[elementOf(name)], name).toEqual(expected);
    }
  });

  test("has the members of every type, in order", () => {
    const types = Object.entries(description().types);
    expect(types.length).toBeGreaterThan(140);
    // The file lacks types of rpc/encoded that the base of the WSDL has, such as `filters`; WS-I has them.
    const known = types.filter(([name]) => file.types[name]);
    expect(types.length - known.length).toBe(binding === "rpc" ? 14 : 0);
    for (const [name, members] of known)
      expect(members, name).toEqual(readOriginal[binding](file.types[name] ?? []));
  });
});

test("operations that WS-I lacks are described in its style", () => {
  const { operations } = descriptions.get("wsi") as Description;
  expect(operations.catalogProductAttributeRemoveOption).toEqual({
    request: [
      ["sessionId", "string", "1", ""],
      ["attribute", "string", "1", ""],
      ["optionId", "string", "1", ""],
    ],
    response: [["result", "boolean", "1", ""]],
  });
});

test.each(soapBindings)("WSDL_EXTRAS=on describes what we have beyond it: %s", async (binding) => {
  const shop = await startShop({ settings: { wsiCompliance: binding === "wsi", wsdlExtras: true } });
  const { operations, types } = readServed[binding](await served(shop));
  const { request } = operations.salesOrderList as { request: Described[] };
  expect(request.map(([name]) => name)).toEqual(["sessionId", "filters", "store"]);
  const usual = descriptions.get(binding) as Description;
  for (const [name, members] of Object.entries(usual.types) as [string, Described[]][])
    expect((types[name] as Described[]).slice(0, members.length), name).toEqual(members);
  const names = (all: unknown) => (all as Described[]).map(([name]) => name);
  expect(names(usual.types.salesOrderEntity)).not.toContain("total_due");
  expect(names(types.salesOrderEntity)).toContain("total_due");
});
