/** No XML document blocks the event loop for longer than a request of the permitted size. */
import fc from "fast-check";
import { existsSync, readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { readMethodCall } from "../../../src/engine/doors/xml-rpc/reading.js";
import { readEnvelope } from "../../../src/engine/doors/soap/reading.js";
import { checkDocument } from "../../../src/engine/xml/bounds.js";
import { readFieldsXml } from "../../../src/engine/http/xml.js";
import { readXml } from "../../../src/engine/xml/reading.js";
import { cutDocument } from "../../../src/engine/xml/cut-document.js";
import { resolveKnownReferences, resolveXmlReferences } from "../../../src/engine/xml/references.js";

const MiB = 1024 * 1024;

/** 1 MiB of a part: as much as a request may contain outside of base64. */
const filled = (part: string) => part.repeat(MiB / part.length);
const inRoot = (content: string) => `<r>${content}</r>`;
const numbered = (count: number, one: (nth: number) => string) =>
  Array.from({ length: count }, (_, nth) => one(nth)).join("");

/** Documents without an end, of one part. */
const endless = [
  ...[
    "<a>",
    "<abcdefgh>",
    "<a b='c'>",
    "<a/>",
    "</a>",
    "<a></a>",
    "<a>x</a>",
    "<",
    "< ",
    "</",
    "<a ",
    "<a b='",
    "<a b",
  ],
  ...["<!--", "<!---->", "<![CDATA[", "<![CDATA[]]>", "<?", "<?x?>", "<!", "<!DOCTYPE", "<!ENTITY x 'y'>"],
  ...["&", "&lt;", "&amp;", "&#65;", "&#x41;", "&x;", "&#", "&<a>", "x&amp;"],
  ...[
    ">",
    "a>",
    "]",
    "]a",
    "]]>",
    "=",
    " = ",
    " a=",
    "'",
    '"',
    "x",
    "\u00fc",
    "\u{1d11e}",
    " ",
    "\t",
    "\n",
    "\r",
    "\r\n",
    "\r\r\n",
  ],
  ...["\x01", "\x020\x02", "\0", "\ufffe"],
].map((part) => ({ title: JSON.stringify(part), text: filled(part) }));

const shaped = [
  { title: "text", text: inRoot(filled("x")) },
  { title: "text of many lengths", text: inRoot(numbered(60, (nth) => `${"x".repeat(nth * 200)}<a/>`)) },
  { title: "text just below that of long texts", text: inRoot(`${"x".repeat(4000)}<a/>`.repeat(180)) },
  { title: "references in a long text", text: inRoot(filled("&lt;")) },
  { title: "numbers in a long text", text: inRoot(filled("&#1084;")) },
  { title: "different numbers", text: inRoot(numbered(140_000, (nth) => `&#${200 + (nth % 50_000)};`)) },
  { title: "as many references as allowed", text: inRoot("&lt;".repeat(200_000)) },
  { title: "a number of many digits", text: inRoot(`&#${filled("0")}65;`) },
  { title: "a hexadecimal number of many digits", text: inRoot(`&#x${filled("f")};`) },
  // As many as a request may have: base64 is permitted beyond 1 MiB.
  { title: "base64 in short runs", text: inRoot(`${"A".repeat(64)}]`.repeat(200_000)) },
  { title: "files of base64", text: inRoot(`${"A".repeat(4096)}<a/>`.repeat(3000)) },
  { title: "a comment", text: inRoot(`<!--${filled("-")}-->`) },
  { title: "an attribute", text: `<r a="${filled("x")}"/>` },
  { title: "`<` in an attribute", text: `<r a="${filled("<")}"/>` },
  { title: "`<` in attributes", text: inRoot("<a b='<'/>".repeat(11_000)) },
  { title: "`>` in attributes", text: inRoot("<a b='>'/>".repeat(11_000)) },
  { title: "attributes of one element", text: `<r ${numbered(11_900, (nth) => `a${nth}='' `)}/>` },
  { title: "equal attributes of one element", text: `<r ${"a='' ".repeat(11_900)}/>` },
  { title: "attributes with different names", text: inRoot(numbered(11_900, (nth) => `<a b${nth}=''/>`)) },
  { title: "namespaces", text: inRoot(numbered(11_900, (nth) => `<p${nth}:a xmlns:p${nth}=""/>`)) },
  { title: "elements with different names", text: inRoot(numbered(11_900, (nth) => `<a${nth}/>`)) },
  { title: "white space in tags", text: inRoot(`<a${" ".repeat(50)}/>`.repeat(11_900)) },
  { title: "white space in a tag", text: `<r${filled(" ")}/>` },
  { title: "a long name", text: `<${filled("a")}/>` },
  { title: "deep elements", text: "<a>".repeat(11_900) + "</a>".repeat(11_900) },
  { title: "as many open elements as allowed", text: "<a>".repeat(11_990) },
  {
    title: "closing tags after as many elements as allowed",
    text: `${"<a/>".repeat(11_000)}${filled("</a>")}`,
  },
  { title: "a wrong end after as many elements as allowed", text: `<r>${"<a/>".repeat(11_000)}</x>` },
  {
    title: "pieces, as many as allowed",
    text: inRoot("<!---->".repeat(5000) + "<![CDATA[]]>".repeat(5000) + "<?x?>".repeat(4900)),
  },
  { title: "entities", text: `<!DOCTYPE r [${"<!ENTITY x 'y'>".repeat(14_000)}]><r/>` },
];

const hostile = [
  ...endless,
  ...shaped,
  ...endless.map(({ title, text }) => ({ title: `${title} in a root`, text: inRoot(text) })),
];

const utf8 = (text: string) => Buffer.from(text);
const utf16 = (text: string) => Buffer.from(`\ufeff${text.slice(0, text.length / 2)}`, "utf16le");
const latin1 = (text: string) => Buffer.from(`<?xml version="1.0" encoding="latin1"?>${text}`, "latin1");

/** SOAP v1, v2 and WS-I have one reader. */
const readers: readonly {
  readonly door: string;
  readonly encode: (text: string) => Buffer;
  readonly read: (bytes: Buffer) => unknown;
}[] = [
  { door: "XML-RPC", encode: utf8, read: (bytes) => readMethodCall(bytes) },
  { door: "XML-RPC in UTF-16", encode: utf16, read: (bytes) => readMethodCall(bytes) },
  { door: "XML-RPC in ISO-8859-1", encode: latin1, read: (bytes) => readMethodCall(bytes) },
  { door: "SOAP", encode: utf8, read: (bytes) => readEnvelope(bytes) },
  { door: "REST", encode: utf8, read: (bytes) => readFieldsXml(bytes.toString()) },
];

/** Milliseconds of processor time of this thread; other work on the machine hardly changes it. */
function cpuMs(): number {
  const file = "/proc/self/schedstat";
  return existsSync(file) ? Number(readFileSync(file, "latin1").split(" ", 1)[0]) / 1e6 : performance.now();
}

/** The least time of a few attempts, of which the first ones are compiled while they run. */
function leastMs(work: () => unknown, limit = 0): number {
  let least = Infinity;
  for (let attempt = 0; attempt < 5 && least > limit; attempt += 1) {
    const start = cpuMs();
    try {
      work();
    } catch {
      // Most of the documents are refused.
    }
    least = Math.min(least, cpuMs() - start);
  }
  return least;
}

/** A valid call with as many elements as allowed, and short texts. */
const largest = Buffer.from(
  `<methodCall><methodName>x</methodName><params><param><value><array><data>${"<value>1234567890</value>".repeat(
    11_990,
  )}</data></array></value></param></params></methodCall>`,
);

/** Measures a slow document again, each time beside the largest permitted call: other work on the machine slows both. */
function timesThePermitted(work: () => unknown, permittedMs: number, attempts = 5): number {
  const times = leastMs(work, 2 * permittedMs) / permittedMs;
  return times <= 2 || attempts === 1 ? times : timesThePermitted(work, leastMsOfPermitted(), attempts - 1);
}

const leastMsOfPermitted = () => leastMs(() => readMethodCall(largest));

test.each(readers)(
  "no hostile document costs $door much more than the largest permitted call",
  ({ read, encode }) => {
    const permittedMs = leastMsOfPermitted();
    const slow = hostile
      .map(({ title, text }) => ({ title, bytes: encode(text) }))
      .map(({ title, bytes }) => ({ title, times: timesThePermitted(() => read(bytes), permittedMs) }))
      .filter(({ times }) => times > 2);
    expect(slow).toEqual([]);
  },
);

test("references are counted before anything else is read", () => {
  const [none, many] = [elements(1), "&lt;".repeat(200_000)];
  expect(readXml(inRoot(many), none).text).toBe("<".repeat(200_000));
  expect(() => readXml(inRoot(`${many}&wrong;<a>`), none)).toThrow("more than 200000 references");
});

const elements = (count: number) => ({ elements: count, attributes: 0, depth: 1 });

test("counting stops at the first tag too many", () => {
  const end = vi.spyOn(String.prototype, "indexOf");
  try {
    expect(() => checkDocument(filled("<a>"), elements(10))).toThrow("more than 10 elements");
    expect(end.mock.calls.length).toBeLessThan(20);
  } finally {
    end.mockRestore();
  }
});

const parts = [
  "<a>",
  "</a>",
  "<a/>",
  "<!--",
  "-->",
  "<![CDATA[",
  "]]>",
  "<?x",
  " ?>",
  "<",
  ">",
  "x",
  " b='<'",
  "<!",
];

test("exactly the tags are counted that are left after cutting", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...parts), { maxLength: 30 }).map((list) => list.join("")),
      (document) => {
        let markup: string;
        try {
          ({ markup } = cutDocument(document));
        } catch {
          return;
        }
        const closing = markup.split("</").length - 1;
        const count = Math.max(markup.split("<").length - 1 - closing, closing);
        expect(() => checkDocument(document, elements(count))).not.toThrow();
        if (count > 0) expect(() => checkDocument(document, elements(count - 1))).toThrow("elements");
      },
    ),
    { numRuns: 2000 },
  );
});

test("only the text after a tag is cut, and it may have any character but `<`", () => {
  const long = "x".repeat(4096);
  const read = (document: string) => readXml(document, { ...elements(10), attributes: 10 });
  expect(read(`<r a=">">${long}]>${long}</r>`)).toMatchObject({
    attributes: { a: ">" },
    text: `${long}]>${long}`,
  });
  expect(cutDocument(`<r a=">">${long}]>${long}</r>`).markup).toBe('<r a=">">\x010\x01</r>');
  for (const wrong of [`<r>${long}]]></r>`, `<r a="${long}"/>`, `<r\n=>${long}</r>`, `<r>\n</r>${long}`]) {
    expect(() => read(wrong)).toThrow("not well-formed");
  }
});

/** What the references mean, without regard to time. */
function resolvedSlowly(text: string): string | undefined {
  const names: Record<string, string> = { lt: "<", gt: ">", amp: "&", apos: "'", quot: '"' };
  const isCharacter = (code: number) =>
    [9, 10, 13].includes(code) ||
    (code >= 32 &&
      code <= 0x10ffff &&
      !(code >= 0xd800 && code < 0xe000) &&
      code !== 0xfffe &&
      code !== 0xffff);
  let isValid = true;
  const result = text.replace(
    /&(?:(\w+);|#(\d+);|#x([\da-fA-F]+);)?/g,
    (_all, name?: string, decimal?: string, hex?: string) => {
      const code = decimal === undefined ? Number.parseInt(hex ?? "0", 16) : Number(decimal);
      const found =
        name === undefined ? (isCharacter(code) ? String.fromCodePoint(code) : undefined) : names[name];
      if (found === undefined) isValid = false;
      return found ?? "";
    },
  );
  return isValid ? result : undefined;
}

const bits = [
  ...[
    "&lt;",
    "&gt;",
    "&amp;",
    "&apos;",
    "&quot;",
    "&#13;",
    "&#xD;",
    "&#10;",
    "&#38;",
    "&#x26;",
    "&#60;",
    "&#128512;",
    "&#xe9;",
  ],
  ...[
    "amp;",
    "lt;",
    "#65;",
    "#x41;",
    ";",
    "x",
    "#",
    "\u00fc",
    "&",
    "&#",
    "&x;",
    "&#0;",
    "&#xd800;",
    "&#xFFFE;",
    "&#1114112;",
    "&#99999999999;",
  ],
];

test("references are resolved once, all or none", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(bits.length - 1), { maxLength: 12 }), fc.boolean(), (picked, mayFail) => {
      // Most random lists would contain an invalid one.
      const text = picked.map((nth) => bits[mayFail ? nth : nth % 22]).join("");
      expect(resolveXmlReferences(text)).toBe(resolvedSlowly(text));
    }),
    { numRuns: 5000 },
  );
});

test("references of other programs are resolved as far as they are known", () => {
  expect(
    resolveKnownReferences("&lt;&LT;&#65;&#X41;&#1;&amp;lt; & &; &x; &#; &#x; &#0; &#1114112; &amp"),
  ).toBe("<<AA\x01&lt; & &; &x; &#; &#x; &#0; &#1114112; &amp");
});
