/** XML in and out, and the schema that describes it. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { XMLValidator } from "fast-xml-parser";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readXml, xmlDocument } from "../../../src/engine/http/xml.js";
import { XmlProblem } from "../../../src/engine/xml/reading.js";
import { xmlText } from "../../../src/engine/xml/text.js";
import { startShop, type Shop } from "../../support/shop.js";
import { asAdmin, asAnna, customers } from "./rest.js";

describe("reading", () => {
  test("keeps order, names and white-space", async () => {
    const document = "<a><x> 1 </x><toString/><y z='1'/><x></x><n>t<m/></n></a>";
    expect(await readXml(document)).toEqual([
      { name: "x", text: " 1 " },
      { name: "toString", text: "" },
      { name: "y", text: "" },
      { name: "x", text: "" },
      { name: "n", text: undefined },
    ]);
  });

  test("resolves no reference twice", async () => {
    expect(await readXml("<a><b>&amp;lt;&#38;amp;&#x26;#60;</b></a>")).toEqual([
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
  ])("refuses %s", (document) => expect(readXml(document)).rejects.toThrow(XmlProblem));

  test.each([
    "<a b='>]]>--&lt;' c=\"'\"><!-- ]]> & < --><![CDATA[--&x;<]]]]><![CDATA[>]]><?xml-x & < ?>-- ]] ></a>",
    '<?xml version="1.0"?>\n<!-- - --><a/>\n<?x?>',
  ])("takes %s", (document) => expect(readXml(document)).resolves.toEqual([]));

  test("is quick about hostile documents", async () => {
    const started = performance.now();
    for (const part of ["<!--", "<![CDATA[", "<?", "<", "<a b='", "<a>", "&", "<a b='>'", "]]>"]) {
      const document = `<r>${part.repeat(1_000_000 / part.length)}`;
      await expect(readXml(document)).rejects.toThrow(XmlProblem);
    }
    for (const part of ["x", "&lt;", "<!---->", "<?x?>", "<![CDATA[]]>", "<![CDATA[<a b='", "]]"]) {
      const text = part.repeat(1_000_000 / part.length);
      expect(
        await readXml(`<r><b c='${"x".repeat(1_000_000)}'/>${part.endsWith("'") ? `${text}]]>` : text}</r>`),
      ).toHaveLength(1);
    }
    expect(performance.now() - started).toBeLessThan(5000);
  });
});

/** So many elements inside one another. */
const nested = (depth: number) => "<a>".repeat(depth) + "</a>".repeat(depth);

test.each([
  [nested(16), undefined],
  [nested(17), "The body nests deeper than 16 levels."],
  [`<a>${"<b/>".repeat(999)}</a>`, undefined],
  [`<a>${"<b/>".repeat(1000)}</a>`, "The body has more than 1000 elements."],
  ["<a><!-- <!DOCTYPE --><![CDATA[<!DOCTYPE]]></a>", undefined],
  ["<!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>", "The body must not have a DOCTYPE."],
  ["<a>\u0000</a>", "The body is not well-formed XML (line 1)."],
  ["<a>&#0;</a>", "The body is not well-formed XML (line 1)."],
  ['<?xml version="1.0" encoding="ISO-8859-1"?><a/>', "The encoding must be UTF-8."],
  [`<?xml version="1.0"${" ".repeat(300)}encoding='latin1'?><a/>`, "The encoding must be UTF-8."],
  ['<?xml version="1.0" encoding="utf-8"?><a/>', undefined],
])("bounds of %s", async (document, want) => {
  const problem = await readXml(document).then(
    () => undefined,
    (error: Error) => error.message,
  );
  expect(problem).toBe(want);
});

test("a long document is read in stretches, whatever stands where they meet", async () => {
  const text = "a&amp;<![CDATA[&]]>é😀".repeat(20_000);
  const [element] = await readXml(`<a><b>${text}</b></a>`);
  expect(element?.text).toBe("a&&é😀".repeat(20_000));
});

test("writing escapes what reading would change, and drops what XML cannot hold", async () => {
  expect(xmlText("a<b>&\r\n\"'\u0001\ud800é")).toBe("a&lt;b&gt;&amp;&#13;\n\"'\ufffdé");
  expect(await readXml(xmlDocument(`<x>${xmlText("]]>&\r\n<é😀")}</x>`))).toEqual([
    { name: "x", text: "]]>&\r\n<é😀" },
  ]);
});

describe("answers", () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startShop({ dataset: "sample" });
  });
  afterAll(() => shop.close());

  const schema = readFileSync(new URL("../../../spec/customers.xsd", import.meta.url), "utf8");
  const elements = new Set([...schema.matchAll(/<xs:element name="(\w+)"/g)].map(([, name]) => name));
  const xmllint = spawnSync("xmllint", ["--version"]).error === undefined;
  const attrs =
    "middlename,updated_at,confirmation,prefix,suffix,taxvat,dob,gender,reward_update_notification";

  test.each([
    ["GET", `${customers}/1`, asAdmin],
    ["GET", `${customers}/2?attrs=${attrs}`, asAdmin],
    ["GET", `${customers}?limit=100`, asAdmin],
    ["GET", `${customers}?page=9`, asAdmin],
    ["GET", `${customers}?attrs=none`, asAdmin],
    ["GET", `${customers}?page=x`, asAdmin],
    ["POST", customers, { ...asAdmin, "Content-Type": "application/xml" }],
    ["GET", customers, {}],
    ["POST", "/api/rest/session", asAnna],
  ])("%s %s is valid", async (method, path, headers: Record<string, string>) => {
    const request = { headers: { ...headers, Accept: "application/xml" } };
    const { text } = await shop.http(method, path, request);
    expect(XMLValidator.validate(text)).toBe(true);
    const names = [...text.matchAll(/<(\w+)[ />]/g)].map(([, name]) => name);
    expect(names.filter((name) => !elements.has(name))).toEqual([]);
    if (!xmllint) return;
    const file = new URL("../../../spec/customers.xsd", import.meta.url).pathname;
    const { status, stderr } = spawnSync("xmllint", ["--noout", "--schema", file, "-"], { input: text });
    expect(status, String(stderr)).toBe(0);
  });

  test("the schema is served", async () => {
    const answer = await shop.http("GET", "/customers.xsd");
    expect(answer.text).toBe(schema);
    expect(answer.headers.get("Content-Type")).toBe("application/xml; charset=utf-8");
  });
});
