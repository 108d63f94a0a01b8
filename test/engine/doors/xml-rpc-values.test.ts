/** Values of XML-RPC in both directions, and requests without a call (doors 2.1, 2.3, 2.4). */
import { shopContract } from "../../../src/shop/contract.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readMethodCall, XmlRpcError } from "../../../src/engine/doors/xml-rpc/reading.js";
import { protocolFaults } from "../../../src/engine/doors/xml-rpc/faults.js";
import { valueXml } from "../../../src/engine/doors/xml-rpc/writing.js";
import { decodeBase64Values } from "../../../src/engine/doors/request-values.js";
import { methodCall } from "./xml-rpc-client.js";

function read(value: string): unknown {
  const { params } = readMethodCall(Buffer.from(request(`<param>${value}</param>`)));
  return decodeBase64Values(shopContract, undefined, params[0]);
}

function request(params: string): string {
  return `<methodCall><methodName>x</methodName><params>${params}</params></methodCall>`;
}

test.each([
  ["<int>5</int>", 5],
  ["<i4>+5</i4>", 5],
  ["<int> 5 </int>", 5],
  ["<int/>", 0],
  ["<int>-0</int>", 0],
  ["<i8>9007199254740993</i8>", "9007199254740993"],
  ["<i8>-9223372036854775808</i8>", "-9223372036854775808"],
  ["<ex:i8 xmlns:ex='http://ws.apache.org/xmlrpc/namespaces/extensions'>7</ex:i8>", 7],
  ["<double>12.50</double>", 12.5],
  ["<double>1e3</double>", 1000],
  ["<boolean>1</boolean>", true],
  ["<boolean>true</boolean>", true],
  ["<boolean>0</boolean>", false],
  ["<boolean>false</boolean>", false],
  ["<boolean/>", false],
  ["<string>a &amp; b</string>", "a & b"],
  ["<string><![CDATA[<b>]]></string>", "<b>"],
  ["a &amp; b", "a & b"],
  ["<![CDATA[a < b]]> c", "a < b c"],
  ["", ""],
  [" <nil/> ", null],
  ["<ex:nil/>", null],
  ["<base64>R3LDvMOfZQ==</base64>", "Grüße"],
  ["<base64>R3LD\n vMOfZQ==</base64>", "Grüße"],
  ["<base64>/9j/</base64>", "/9j/"],
  ["<dateTime.iso8601>19990521T10:20:30</dateTime.iso8601>", "1999-05-21 10:20:30"],
  ["<dateTime.iso8601>1999-05-21T10:20:30+02:00</dateTime.iso8601>", "1999-05-21 10:20:30"],
  ["<dateTime.iso8601>1999-05-21T10:20:30Z</dateTime.iso8601>", "1999-05-21 10:20:30"],
  ["<array><data/></array>", []],
  ["<array><data><value>a</value><value><nil/></value></data></array>", ["a", null]],
  ["<struct/>", {}],
  ["<struct><member><name>37</name><value><int>1</int></value></member></struct>", { 37: 1 }],
  ["<struct><member><name>a</name></member></struct>", {}],
  [
    "<struct><member><name>a</name><value>1</value></member><member><name>a</name><value>2</value></member></struct>",
    { a: "2" },
  ],
])("%s is read", async (xml, value) => expect(await read(`<value>${xml}</value>`)).toEqual(value));

test("a member may have any name", async () => {
  const struct = await read(
    `<value><struct><member><name>__proto__</name><value>x</value></member></struct></value>`,
  );
  expect(Object.entries(struct as object)).toEqual([["__proto__", "x"]]);
});

test("any JSON value is returned unchanged", async () => {
  const key = fc.string({ unit: "grapheme" }).filter((name) => !/\p{C}|\ufffe|\uffff/u.test(name));
  const text = fc.string({ unit: "grapheme" }).filter((one) => !/[^\P{C}\t\n\r]/u.test(one));
  const tree = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      ...[text, fc.maxSafeInteger(), fc.boolean(), fc.constant(null)],
      fc.double({ noNaN: true, noDefaultInfinity: true }).filter((one) => !Object.is(one, -0)),
      fc.array(tie("value"), { maxLength: 5 }),
      fc.dictionary(key, tie("value"), { minKeys: 1, maxKeys: 5, noNullPrototype: true }),
    ),
  })).value;
  await fc.assert(
    fc.asyncProperty(tree, async (value) => {
      expect(await read(valueXml(value))).toEqual(value);
    }),
    { numRuns: 300 },
  );
});

describe("requests without a call", () => {
  const deep = (levels: number) =>
    `${"<value><array><data>".repeat(levels)}${"</data></array></value>".repeat(levels)}`;
  const inParam = (value: string) => request(`<param>${value}</param>`);
  const value = (xml: string) => inParam(`<value>${xml}</value>`);
  const laughs = `<!DOCTYPE r [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>`;

  test.each([
    ["nothing", "", 630],
    ["a DOCTYPE", `<!DOCTYPE methodCall>${value("1")}`, 631],
    ["entities inside entities", `<?xml version="1.0"?>${laughs}${value("&b;")}`, 631],
    ["an external entity", `<!DOCTYPE r [<!ENTITY a SYSTEM "file:///etc/passwd">]>${value("&a;")}`, 631],
    ["an unknown entity", value("&nbsp;"), 632],
    ["no XML", "hello", 632],
    ["an end too early", value("1").slice(0, -1), 632],
    ["something behind the end", `${value("1")}x`, 632],
    ["a space before the declaration", ` <?xml version="1.0"?>${value("1")}`, 632],
    ["a control character", value("\u0001"), 632],
    ["a control character as reference", value("&#1;"), 632],
    ["NUL", value("\0"), 632],
    ["another root", "<methodResponse/>", 632],
    ["no method", "<methodCall><params/></methodCall>", 632],
    ["65 levels", inParam(deep(65)), 632],
    ["3,000 levels", inParam("<value><array><data>".repeat(3000)), 632],
    ["10,000 open elements", "<a>".repeat(10_000), 632],
    ["10,000 levels of no value", "<a>".repeat(10_000) + "</a>".repeat(10_000), 632],
    [
      "an endless attribute",
      `<methodCall a="${"x".repeat(5000)}"><methodName>x</methodName></methodCall>`,
      632,
    ],
    ["two attributes of one name", `<methodCall a="1" a="2"/>`, 632],
    ["an unknown encoding", `<?xml version="1.0" encoding="EBCDIC"?>${value("1")}`, 632],
    ["text for an int", value("<int>abc</int>"), 636],
    ["65 bits", value("<i8>9223372036854775808</i8>"), 636],
    ["text for a double", value("<double>abc</double>"), 636],
    ["no date", value("<dateTime.iso8601>19990231T10:20:30</dateTime.iso8601>"), 636],
    ["no base64", value("<base64>?</base64>"), 636],
    ["an unknown type", value("<float>1</float>"), 636],
    ["two types", value("<int>1</int><int>2</int>"), 636],
    ["an array without data", value("<array/>"), 636],
    ["a param without value", request("<param/>"), 636],
    ["a value in a scalar", value("<int><value>1</value></int>"), 636],
    ["a member without name", value("<struct><member><value>1</value></member></struct>"), 636],
  ])("%s", async (_title, body, code) => {
    const problem = await Promise.resolve(Buffer.from(body))
      .then((bytes) => readMethodCall(bytes))
      .catch((error: unknown) => error);
    expect(problem).toBeInstanceOf(XmlRpcError);
    expect((problem as XmlRpcError).fault.code).toBe(code);
  });

  test("64 levels are accepted", async () => {
    const inner = (levels: number): unknown => (levels === 1 ? [] : [inner(levels - 1)]);
    expect(await read(deep(64))).toEqual(inner(64));
  });

  test("bytes that are not UTF-8", () => {
    const body = Buffer.from(methodCall("x", ["caf\u00e9"]), "latin1");
    expect(() => readMethodCall(body)).toThrow(expect.objectContaining({ fault: protocolFaults.unreadable }));
  });
});

const text = methodCall("x", ["Gr\u00fc\u00dfe \u672c"]).replace('<?xml version="1.0"?>', "");
const utf16 = (mark: string) => Buffer.from(`${mark}${text}`, "utf16le");

test.each([
  ["UTF-8", Buffer.from(text), undefined],
  ["UTF-8 with a mark", Buffer.from(`\ufeff${text}`), undefined],
  ["UTF-8 by declaration", Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${text}`), undefined],
  [
    "UTF-8, whatever the header says",
    Buffer.from(`<?xml version='1.0' encoding='utf-8'?>${text}`),
    "iso-8859-1",
  ],
  ["UTF-16 with a mark", utf16("\ufeff"), undefined],
  ["UTF-16 of the other order", utf16("\ufeff").swap16(), undefined],
  ["UTF-16 without a mark", utf16(`<?xml version="1.0" encoding="UTF-16"?>`), undefined],
])("%s is decoded", async (_title, body, charset) => {
  expect(readMethodCall(body, charset).params).toEqual(["Gr\u00fc\u00dfe \u672c"]);
});

test.each([
  ["by declaration", `<?xml version="1.0" encoding="ISO-8859-1"?>`, undefined],
  ["by the header", "", "ISO-8859-1"],
])("ISO-8859-1 %s is decoded", async (_title, head, charset) => {
  const body = Buffer.from(
    `${head}${methodCall("x", ["caf\u00e9"]).replace('<?xml version="1.0"?>', "")}`,
    "latin1",
  );
  expect(readMethodCall(body, charset).params).toEqual(["caf\u00e9"]);
});

describe("large requests", () => {
  test("more than 12,000 elements are too many", () => {
    const list = (length: number) =>
      Buffer.from(
        request(`<param><value><array><data>${"<value/>".repeat(length)}</data></array></value></param>`),
      );
    expect(readMethodCall(list(11_990)).params[0]).toHaveLength(11_990);
    expect(() => readMethodCall(list(12_000))).toThrow("args: have more than 12000 elements of XML");
  });

  test("a long text is one value", async () => {
    const long = "\u00fc".repeat(4_000_000);
    expect(readMethodCall(Buffer.from(methodCall("x", [long]))).params[0]).toBe(long);
  });
});
