/** Chapters with a mistake: one clear line for each, with file, line and advice; nothing is loaded. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../support/closed.js";
import { packagedText } from "../../../src/engine/contract/published-contracts.js";
import { ChapterProblems, readExtension } from "../../../src/engine/extension/extension.js";
import { shopContract } from "../../../src/shop/contract.js";

const folder = await temporaryFolder();

const base = { contract: shopContract, openrpc: packagedText("openrpc.json") };

/** A valid chapter, which each case damages. */
const right = `title: ERP
errors:
  no_stock_not_found: { code: 101, message: There is no stock. }
schemas:
  ErpRow: { type: object, properties: { id: { type: integer } }, required: [id], additionalProperties: false }
methods:
  - name: erp.list
    summary: Rows.
    x-effect: read
    params:
      - { name: since, required: true, schema: { type: string } }
    result: { schema: { type: array, items: { $ref: "#/components/schemas/ErpRow" } } }
    errors: [no_stock_not_found]
    examples:
      - { name: One, params: { since: "2025" }, result: [{ id: 1 }] }
`;

async function problemsOf(chapters: readonly string[], files: Readonly<Record<string, string>> = {}) {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const paths = chapters.map((text, index) => {
    const path = join(folder, `chapter${index === 0 ? "" : index + 1}.yaml`);
    writeFileSync(path, text);
    return path;
  });
  const problems = await readExtension(base, paths).then(
    () => [],
    (error: unknown) => {
      if (error instanceof ChapterProblems) return error.lines;
      throw error;
    },
  );
  return problems.map((line) => line.replaceAll(`${folder}/`, ""));
}

const spoiled = (from: string, to: string) => {
  expect(right).toContain(from);
  return right.replace(from, to);
};

test("the valid chapter is accepted", async () => expect(await problemsOf([right])).toEqual([]));

/** What a part of the chapter is replaced by, and the line of the problem with its message. */
test.each<[part: string, by: string, problem: RegExp]>([
  ["errors: [no_", "errors: [[no_", /^1\d: invalid YAML: .*fix it/],
  ["title: ERP", "title: ERP\ntilte: x", /^2: tilte is not known in the chapter; title may be meant$/],
  [
    "    summary",
    "    returns: 1\n    summary",
    /^8: returns is not known in erp\.list; known are name, summary/,
  ],
  [
    "required: true,",
    "requierd: true,",
    /^11: requierd is not known in erp\.list, params 1; required may be meant$/,
  ],
  ["name: erp.list", "name: list", /^7: list, name must have the form /],
  ["x-effect: read", "x-effect: reads", /^9: erp\.list, x-effect must be one of read, write$/],
  [
    "[{ id: 1 }]",
    "[{ id: one }]",
    /^15: erp\.list, example "One", result: value\/0\/id must be a whole number; fix the example or the schema$/,
  ],
  [
    'params: { since: "2025" }',
    'params: { since: "2025", untill: "2026" }',
    /^15: erp\.list, example "One": untill is not a parameter; fix the example or the schema$/,
  ],
  [
    "schema: { type: string }",
    'schema: { type: string, pattern: "^(?=a)" }',
    /^11: erp\.list: the pattern \^\(\?=a\) cannot be used: it cannot be matched in linear time/,
  ],
  [
    "{ id: { type: integer } }",
    '{ id: { type: integer }, code: { type: string, pattern: "(a)\\\\1" } }',
    /^5: ErpRow: the pattern \(a\)\\1 cannot be used: it cannot be matched in linear time/,
  ],
  [
    'type: array, items: { $ref: "#/components/schemas/ErpRow" }',
    'type: object, patternProperties: { "(?<=a)b": { type: string } }',
    /^12: erp\.list: the pattern \(\?<=a\)b cannot be used/,
  ],
  [
    "schema: { type: string }",
    'schema: { type: string, pattern: "[a-" }',
    /^11: erp\.list: the pattern \[a- cannot be used: unterminated character class/,
  ],
  [
    "schema: { type: string }",
    "schema: { type: string, format: email }",
    /^11: erp\.list: the schema cannot be used: unknown format "email"/,
  ],
  ['params: { since: "2025" }, ', "", /^15: erp\.list, example "One": since is required but not given/],
  ["schemas/ErpRow", "schemas/ErpRwo", /^12: erp\.list: there is no schema ErpRwo; ErpRow may be meant$/],
  [
    "id: { type: integer }",
    'id: { $ref: "#/components/schemas/Nothing12" }',
    /^5: there is no schema Nothing12; add it to the schemas of this chapter$/,
  ],
  [
    "#/components/schemas/ErpRow",
    "other.yaml#/ErpRow",
    /^12: erp\.list: other\.yaml#\/ErpRow must begin with #\/components\/schemas\/$/,
  ],
  ["type: string", "type: txt", /^11: erp\.list: the schema cannot be used: /],
  [
    "ErpRow: { type: object",
    "ErpRow: { type: objekt",
    /^5: the schema ErpRow cannot be used: ErpRow\/type must be one of array, boolean, integer/,
  ],
  [
    "ErpRow: { type: object",
    "ErpRow: { typ: object",
    /^5: the schema ErpRow cannot be used: .*unknown keyword: "typ"/,
  ],
  [
    "errors: [no_stock_not_found]",
    "errors: [no_stock_not_fuond]",
    /^13: erp\.list: there is no fault no_stock_not_fuond; no_stock_not_found may be meant$/,
  ],
  [
    "schema: { type: string } }",
    "schema: { type: string }, x-fault: other }",
    /^11: erp\.list\(since\): x-fault other is not declared; add it to the errors of the operation$/,
  ],
  [
    "    params:",
    "    x-added-faults: [other]\n    params:",
    /^10: erp\.list: x-added-faults names other, which is not declared; add it to the errors of the operation$/,
  ],
  [
    "    params:",
    "    x-checks: [{ from: no_stock_not_found }]\n    params:",
    /^10: erp\.list: x-checks: from is not a parameter$/,
  ],
  [
    "      - { name: since",
    "      - { name: limit, schema: { type: integer } }\n      - { name: since",
    /^12: erp\.list: since is required but comes after an optional parameter$/,
  ],
  [
    "      - { name: since",
    "      - { name: since, required: true, schema: { type: integer } }\n      - { name: since",
    /^12: erp\.list: the parameter since is declared twice$/,
  ],
  [
    "code: 101",
    "code: 6",
    /^3: no_stock_not_found has the number 6; numbers below 100 .* take one from 100 on$/,
  ],
  [
    "schemas:",
    "  other: { code: 101, message: Other. }\nschemas:",
    /^4: other has the number 101 of no_stock_not_found; take another one$/,
  ],
  [
    "schemas:",
    "  access_denied: { code: 102, message: No. }\nschemas:",
    /^4: access_denied is a fault that every call can answer; choose another name$/,
  ],
  [
    "title: ERP",
    "title: ERP\nx-aliases: [customer]",
    /^2: customer is a name of the namespace customer already; leave it out$/,
  ],
])("%j as %j", async (part, by, problem) => {
  const problems = await problemsOf([spoiled(part, by)]);
  expect(problems.map((line) => line.replace("chapter.yaml:", ""))).toContainEqual(
    expect.stringMatching(problem),
  );
});

test.each<[what: string, chapter: string, problem: RegExp]>([
  ["a list", "- 1\n", /^chapter\.yaml:1: the chapter must be object/],
  ["nothing", "", /^chapter\.yaml(:1)?: the chapter must be object/],
  ["no result", right.replace(/ {4}result: .*\n/, ""), /^chapter\.yaml:7: erp\.list has no result; add it$/],
  [
    "no operations",
    right.slice(0, right.indexOf("methods")),
    /^chapter\.yaml:1: the chapter has no methods; add it$/,
  ],
  [
    "no example",
    right.replace(/ {4}examples:[^]*/, "    examples: []\n"),
    /^chapter\.yaml:14: erp\.list, examples must have at least 1 items$/,
  ],
  [
    "a namespace that there is",
    right.replaceAll("erp.list", "customer.search"),
    /^chapter\.yaml:1: there is a namespace customer already; leave the title out to add operations to it, or choose another name$/,
  ],
  [
    "another name of a namespace",
    right.replaceAll("erp.list", "product_stock.search"),
    /^chapter\.yaml:7: product_stock is another name of the namespace cataloginventory_stock_item; use cataloginventory_stock_item$/,
  ],
  [
    "no such namespace to add to",
    spoiled("title: ERP\n", "").replaceAll("erp.list", "custmer.search"),
    /^chapter\.yaml:6: there is no namespace custmer to add operations to; customer may be meant; for a namespace of its own, add this line to the chapter: title: Custmer$/,
  ],
  [
    "no title for a namespace of its own",
    spoiled("title: ERP\n", "").replaceAll("erp.list", "warehouse_bins.search"),
    /^chapter\.yaml:6: there is no namespace warehouse_bins to add operations to; for a namespace of its own, add this line to the chapter: title: Warehouse bins$/,
  ],
  [
    "an operation that there is",
    spoiled("title: ERP\n", "").replaceAll("erp.list", "customer.info").replace("101", "901"),
    /^chapter\.yaml:6: there is an operation customer\.info already \(customer\.info\); choose another name$/,
  ],
  [
    "an alias that there is",
    spoiled("title: ERP\n", "")
      .replaceAll("erp.list", "catalog_product.search")
      .replace("101", "901")
      .replace("    summary", "    x-aliases: [list]\n    summary"),
    /^chapter\.yaml:7: there is an operation catalog_product\.list already/,
  ],
  [
    "an operation twice",
    right + right.slice(right.indexOf("  - name")),
    /^chapter\.yaml:16: there is an operation erp\.list already \(erp\.list\); choose another name$/,
  ],
  [
    "an operation of another namespace",
    right + right.slice(right.indexOf("  - name")).replace("erp.list", "crm.list"),
    /^chapter\.yaml:16: crm\.list is not in the namespace erp of this chapter; put it into a chapter of its own$/,
  ],
  [
    "a number of the namespace",
    spoiled("title: ERP\n", "").replaceAll("erp.list", "customer.search"),
    /^chapter\.yaml:2: no_stock_not_found has the number 101 of \w+; take another one$/,
  ],
  [
    "a schema that there is",
    right.replaceAll("ErpRow", "ProductInfo"),
    /^chapter\.yaml:5: there is a schema ProductInfo already; give this one another name$/,
  ],
  [
    "a name that SOAP v2 has",
    right
      .replaceAll("erp.list", "catalog.product_list")
      .replaceAll("catalog.product_list", "catalog.productList"),
    /^chapter\.yaml:7: catalog\.productList would be called catalogProductList by SOAP v2/,
  ],
  [
    "a name that an element of WS-I has",
    right.replaceAll("erp.list", "gift.messageForQuote"),
    /^chapter\.yaml:7: gift\.messageForQuote would be called giftMessageForQuote by SOAP v2/,
  ],
])("%s", async (_what, chapter, problem) => {
  const problems = await problemsOf([chapter]);
  expect(problems).toContainEqual(expect.stringMatching(problem));
});

test("all mistakes of all chapters are reported at once", async () => {
  const found = await problemsOf([
    spoiled("x-effect: read", "x-effect: no").replace("title: ERP", "tilte: ERP"),
    "- 1",
  ]);
  expect(found.map((line) => line.split(":")[0])).toEqual(["chapter.yaml", "chapter.yaml", "chapter2.yaml"]);
});

test("two chapters of one namespace: the second has no title, and a clash is reported with its file", async () => {
  const second = right
    .replace("title: ERP\n", "")
    .replace("101", "102")
    .replaceAll("no_stock", "no_row")
    .replaceAll("ErpRow", "ErpOther");
  expect(await problemsOf([right, second.replaceAll("erp.list", "erp.find")])).toEqual([]);
  expect(await problemsOf([right, second])).toEqual([
    "chapter2.yaml:6: there is an operation erp.list already (erp.list); choose another name",
  ]);
});

test("a chapter must not use another chapter's alias of a namespace as its own namespace", async () => {
  const first = right.replace("title: ERP", "title: ERP\nx-aliases: [crm]");
  const second = right.replaceAll("erp.list", "crm.find").replaceAll("no_stock", "no_row");
  expect(await problemsOf([first, second.replaceAll("ErpRow", "CrmRow")])).toEqual([
    "chapter2.yaml:7: crm is another name of the namespace erp; use erp",
  ]);
});

const withHandler = right.replace("title: ERP", "title: ERP\nhandler: ./erp.mjs");

test.each<[what: string, code: string | undefined, problem: RegExp]>([
  [
    "no file",
    undefined,
    /^chapter\.yaml:2: there is no file \.\/missing\.mjs next to the chapter; create it, or remove the handler$/,
  ],
  [
    "an error of syntax",
    "export default {\n  list( { return [] }\n};\n",
    /^chapter\.yaml:2: the handler \.\/syntax\.mjs cannot be loaded: .*; fix it there$/,
  ],
  [
    "an error when it is loaded",
    'throw new Error("no licence");\n',
    /^chapter\.yaml:2: the handler \.\/throws\.mjs cannot be loaded: line 1: no licence; fix it there$/,
  ],
  [
    "no default export",
    "export const list = () => [];\n",
    /^chapter\.yaml:2: the handler \.\/bare\.mjs has no default export with functions; write export default \{ list\(/,
  ],
  [
    "a function of no operation",
    "export default {\n  lsit: () => [],\n};\n",
    /^chapter\.yaml:2: \.\/other\.mjs:2: lsit is not an operation of this chapter; there are list$/,
  ],
  [
    "no function",
    "export default {\n  list: [],\n};\n",
    /^chapter\.yaml:2: \.\/value\.mjs:2: list must be a function that takes /,
  ],
])("a handler with %s", async (_what, code, problem) => {
  const name = /\\\.\\\/(\w+)\\\.mjs/.exec(problem.source)?.[1] ?? "";
  const files = code === undefined ? {} : { [`${name}.mjs`]: code };
  const problems = await problemsOf([withHandler.replace("erp.mjs", `${name}.mjs`)], files);
  expect(problems).toEqual([expect.stringMatching(problem)]);
});

test("an unreadable chapter", async () => {
  const problems = await readExtension(base, [join(folder, "none.yaml")]).catch(
    (error: ChapterProblems) => error.lines,
  );
  expect(problems).toEqual([
    expect.stringMatching(
      /none\.yaml: cannot be read \(.*ENOENT.*\); give the path of a chapter file, or of a folder with chapters \(\*\.yaml\)$/,
    ),
  ]);
});
