/** What is read without the parser is read as the parser would (src/engine/xml/plain.ts). */
import fc from "fast-check";
import { expect, test } from "vitest";
import { valueXml } from "../../../src/engine/doors/xml-rpc/writing.js";
import { readPlainXml } from "../../../src/engine/xml/plain.js";
import { readXmlParts, XmlProblem, type XmlEvents } from "../../../src/engine/xml/reading.js";
import { methodCall } from "./xml-rpc-client.js";

type Told = (string | object)[];

/** Notes what it is told; text in one piece, and none outside of the root, where it means nothing. */
function note(told: Told): XmlEvents {
  let depth = 0;
  return {
    open: (name, attributes) => {
      depth += 1;
      told.push(["open", name, { ...attributes }]);
    },
    text: (text) => {
      if (depth === 0) return;
      const last = told.at(-1);
      if (typeof last === "string") told[told.length - 1] = last + text;
      else if (text !== "") told.push(text);
    },
    close: (name) => {
      depth -= 1;
      told.push(["close", name]);
    },
  };
}

/** Undefined = the parser refuses the document. */
async function byParser(document: string): Promise<Told | undefined> {
  const told: Told = [];
  try {
    await readXmlParts([document][Symbol.iterator](), note(told));
    return told;
  } catch (error) {
    if (error instanceof XmlProblem) return undefined;
    throw error;
  }
}

function plainly(document: string): Told | undefined {
  const told: Told = [];
  return readPlainXml(document, note(told)) ? told : undefined;
}

test.each([
  "<a/>",
  "<a></a>",
  "<a>x</a>",
  "<a> <b>1 > 0</b>\n<c/>\t</a>\n",
  '<?xml version="1.0"?><a/>',
  "<?xml version='1.0'?>\n<a/>",
  '<?xml version="1.0" encoding="UTF-8"?>\n<a-b.c_d/>',
])("%s is read, and alike", async (document) => {
  expect(plainly(document)).toBeDefined();
  expect(plainly(document)).toEqual(await byParser(document));
});

test.each([
  ...[
    "",
    "x",
    "<a",
    "<a>",
    "</a>",
    "<a></b>",
    "<a/><b/>",
    "<a/>x",
    "x<a/>",
    "<a b='1'/>",
    "<a>&amp;</a>",
    "<a>\u00e9</a>",
  ],
  ...[
    "<a>\r</a>",
    "<a>\0</a>",
    "<a><!-- --></a>",
    "<a><![CDATA[x]]></a>",
    "<a>]]></a>",
    "<!DOCTYPE a><a/>",
    "< a/>",
    "<1/>",
  ],
  ...[
    "<a><?x?></a>",
    '<?xml version="1.1"?><a/>',
    '<?xml version="1.0" encoding="latin1"?><a/>',
    "<a></a >",
    "<a / >",
    "<>",
    "</>",
  ],
])("%s is left to the parser", (document) => expect(plainly(document)).toBeUndefined());

test("requests of programs are plain", () => {
  expect(
    plainly(methodCall("call", ["0".repeat(64), "catalog_product.info", [1, null, { a: [1.5, true] }]])),
  ).toBeDefined();
});

test("whatever is read is read alike", async () => {
  const piece = fc.constantFrom(
    ...[
      "<a>",
      "</a>",
      "<a/>",
      "<b>",
      "</b>",
      "x",
      " ",
      "\n",
      ">",
      "]",
      "]]>",
      "&",
      "&amp;",
      "<",
      "/",
      "=",
      "'",
      '"',
    ],
    ...["<!--", "-->", "<?x?>", "<a b='c'>", "\u00e9", "\r", "<a:b>", "</a:b>", '<?xml version="1.0"?>'],
  );
  const documents = fc.oneof(
    fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join("")),
    fc.jsonValue().map((value) => methodCall("x", [value])),
    fc.jsonValue().map((value) => `<a>${valueXml(value)}</a>`),
  );
  await fc.assert(
    fc.asyncProperty(documents, async (document) => {
      const told = plainly(document);
      if (told) expect(told).toEqual(await byParser(document));
    }),
    { numRuns: 2000 },
  );
});
