/** XML in both directions, and the schema that describes it. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { XMLValidator } from "fast-xml-parser";
import { describe, expect, test } from "vitest";
import { readFieldsXml, writeFieldsXml } from "../../../src/engine/http/xml.js";
import { XmlError } from "../../../src/engine/xml/errors.js";
import { xmlText } from "../../../src/engine/xml/text.js";
import { startShop } from "../../support/shop.js";
import { asAdmin, asAnna, customers } from "./rest.js";

describe("reading", () => {
  test("keeps order, names and white-space", () => {
    const document = "<a><x> 1 </x><toString/><y z='1'/><x></x><n>t<m/></n></a>";
    expect(readFieldsXml(document)).toEqual([
      { name: "x", text: " 1 " },
      { name: "toString", text: "" },
      { name: "y", text: "" },
      { name: "x", text: "" },
      { name: "n", text: undefined, children: [{ name: "m", text: "" }] },
    ]);
  });

  test("resolves no reference twice", () => {
    expect(readFieldsXml("<a><b>&amp;lt;&#38;amp;&#x26;#60;</b></a>")).toEqual([
      { name: "b", text: "&lt;&amp;&#60;" },
    ]);
  });

  test.each([
    "<a><b>&x;</b></a>",
    "<a><b>&#x110000;</b></a>",
    "<a",
    "<a/><b/>",
    "<a/>x",
    "x<a/>",
    "<a/><![CDATA[x]]>",
    "",
    "<a><b></a></b>",
    "<a>x]]>y</a>",
    "<a><!-- x -- y --></a>",
    "<a><!--x---></a>",
    ' <?xml version="1.0"?><a/>',
    '<a><?xml version="1.0"?></a>',
    "<a b='<'/>",
    "<a><b c='<!--'/><!----></a>",
    "<a b='&x;'/>",
    "<a b='1 & 2'/>",
    "<a>&x;<b/></a>",
  ])("refuses %s", (document) => {
    expect(() => readFieldsXml(document)).toThrow(XmlError);
  });

  test.each([
    "<a b='>]]>--&lt;' c=\"'\"><!-- ]]> & < --><![CDATA[--&x;<]]]]><![CDATA[>]]><?xml-x & < ?>-- ]] ></a>",
    '<?xml version="1.0"?>\n<!-- - --><a/>\n<?x?>',
  ])("takes %s", (document) => {
    expect(readFieldsXml(document)).toEqual([]);
  });

  // What they cost is measured in test/engine/xml/bounds.test.ts.
  test("refuses hostile documents, and takes long texts", () => {
    const open = ["<!--", "<![CDATA[", "<?", "<", "<a b='", "<a>", "&", "<a b='>'", "]]>"];
    const closed = ["&lt;&lt;]", "<!---->", "<?x?>", "<![CDATA[]]>"];
    for (const part of [...open, ...closed]) {
      const document = `<r>${part.repeat(1_000_000 / part.length)}${closed.includes(part) ? "</r>" : ""}`;
      expect(() => readFieldsXml(document)).toThrow(XmlError);
    }
    expect(() => readFieldsXml(`<r><b c='${"x".repeat(1_000_000)}'/></r>`)).toThrow(XmlError);
    expect(readFieldsXml(`<r><b>${"x&lt;".repeat(200_000)}</b></r>`)[0]?.text).toHaveLength(400_000);
    expect(readFieldsXml(`<r><b>${"]]".repeat(500_000)}</b></r>`)[0]?.text).toHaveLength(1_000_000);
  });
});

test("parts that are removed before parsing are restored in their places", () => {
  const long = "QUJD\n".repeat(2000);
  const document = `<!-- \n --><r><a>x${long}<!-- y -->&amp;${long}<![CDATA[&<]]></a><b>&#65;</b></r><?p?>`;
  expect(readFieldsXml(document)).toEqual([
    { name: "a", text: `x${long}&${long}&<` },
    { name: "b", text: "A" },
  ]);
  // No document can contain the form of the placeholder.
  for (const forged of ["\x010\x01", "&#1;0&#1;", "\x02\x02"]) {
    expect(() => readFieldsXml(`<r><a>${long}</a><b>${forged}</b></r>`)).toThrow(XmlError);
  }
});

test.each(["<r/>x", "<r/>>", "<r =/>", "<r a='1'=/>", "<r\u00a0/>", "<r/><r/>", "</document><document>"])(
  "%s, which the parser would accept, is refused",
  (document) => {
    expect(() => readFieldsXml(document)).toThrow(XmlError);
  },
);

test("elements and attributes may have the names of members of objects", () => {
  const names = ["__proto__", "constructor", "toString", "hasOwnProperty", "prototype", "#text".slice(1)];
  const document = `<r>${names.map((name) => `<${name} ${name}="1">x</${name}>`).join("")}</r>`;
  expect(readFieldsXml(document)).toEqual(names.map((name) => ({ name, text: "x" })));
});

/** This number of nested elements. */
const nested = (depth: number) => "<a>".repeat(depth) + "</a>".repeat(depth);

test.each([
  [nested(16), undefined],
  [nested(17), "The body nests deeper than 16 levels."],
  [`<a>${"<b/>".repeat(999)}</a>`, undefined],
  [`<a>${"<b/>".repeat(1000)}</a>`, "The body has more than 1000 elements."],
  ["<a><!-- <!DOCTYPE --><![CDATA[<!DOCTYPE]]></a>", undefined],
  ["<!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>", "The body must not have a DOCTYPE."],
  ["<a>\u0000</a>", "The body is not well-formed XML (line 1)."],
  ["<a>&#0;</a>", "The body is not well-formed XML."],
  ['<?xml version="1.0" encoding="ISO-8859-1"?><a/>', "The encoding must be UTF-8."],
  [`<?xml version="1.0"${" ".repeat(300)}encoding='latin1'?><a/>`, "The encoding must be UTF-8."],
  ['<?xml version="1.0" encoding="utf-8"?><a/>', undefined],
])("bounds of %s", (document, want) => {
  if (want === undefined) expect(() => readFieldsXml(document)).not.toThrow();
  else expect(() => readFieldsXml(document)).toThrow(want);
});

test("writing escapes characters that reading would change, and removes those that XML cannot contain", () => {
  expect(xmlText("a<b>&\r\n\"'\u0001\ud800é")).toBe("a&lt;b&gt;&amp;&#13;\n\"'\ufffdé");
  expect(readFieldsXml(writeFieldsXml({ x: "]]>&\r\n<é😀" }))).toEqual([{ name: "x", text: "]]>&\r\n<é😀" }]);
});

test("a document has the form of the live system", () => {
  const content = {
    messages: {
      error: {
        data_item: [
          { code: 400, message: " <a> " },
          { code: 400, message: "" },
        ],
      },
    },
  };
  expect(writeFieldsXml(content)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<service_api>
  <messages>
    <error>
      <data_item>
        <code>400</code>
        <message> &lt;a&gt; </message>
      </data_item>
      <data_item>
        <code>400</code>
        <message></message>
      </data_item>
    </error>
  </messages>
</service_api>
`);
  expect(writeFieldsXml({ data_item: [] })).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n<service_api></service_api>\n',
  );
});

describe("answers", async () => {
  const shop = await startShop({ dataset: "sample" });

  const schema = readFileSync(new URL("../../../spec/customers.xsd", import.meta.url), "utf8");
  const elements = new Set([...schema.matchAll(/<xs:element name="(\w+)"/g)].map(([, name]) => name));
  const xmllint = spawnSync("xmllint", ["--version"]).error === undefined;
  const attrs =
    "middlename,updated_at,confirmation,prefix,suffix,taxvat,dob,gender,reward_update_notification";

  const requests: readonly [method: string, path: string, headers: Record<string, string>][] = [
    ["GET", `${customers}/1`, asAdmin],
    ["GET", `${customers}/2?attrs=${attrs}`, asAdmin],
    ["GET", `${customers}?limit=100`, asAdmin],
    ["GET", `${customers}?page=9`, asAdmin],
    ["GET", `${customers}?attrs=none`, asAdmin],
    ["GET", `${customers}?page=x`, asAdmin],
    ["POST", customers, { ...asAdmin, "Content-Type": "application/xml" }],
    ["GET", customers, {}],
    ["POST", "/api/rest/session", asAnna],
  ];
  const textOf = async (method: string, path: string, headers: Record<string, string>) =>
    (await shop.http(method, path, { headers: { ...headers, Accept: "application/xml" } })).text;

  test.each(requests)("%s %s is well-formed and has known elements", async (...request) => {
    const text = await textOf(...request);
    expect(XMLValidator.validate(text)).toBe(true);
    const names = [...text.matchAll(/<(\w+)[ />]/g)].map(([, name]) => name);
    expect(names.filter((name) => !elements.has(name))).toEqual([]);
  });

  test.skipIf(!xmllint).each(requests)("%s %s is valid", async (...request) => {
    const file = new URL("../../../spec/customers.xsd", import.meta.url).pathname;
    const input = await textOf(...request);
    const { status, stderr } = spawnSync("xmllint", ["--noout", "--schema", file, "-"], { input });
    expect(status, String(stderr)).toBe(0);
  });

  test("the schema is served", async () => {
    const answer = await shop.http("GET", "/customers.xsd");
    expect(answer.text).toBe(schema);
    expect(answer.headers.get("Content-Type")).toBe("application/xml; charset=utf-8");
  });
});
