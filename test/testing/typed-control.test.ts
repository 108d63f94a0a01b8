/**
 * Statements of tests in TypeScript: names that the contract does not contain do not compile, all others do.
 */
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { projectRoot } from "../../scripts/spec/chapters.js";

const head = `import type { StoreServer } from "../../src/testing/embedded/store-server.js";
import type { DatasetContent } from "../../src/testing/embedded/typed-dataset.js";
declare const server: StoreServer;
const { control } = server;
const dataset = (content: DatasetContent) => content;
void control; void dataset;
`;

/** Statements, with whether each compiles. */
const right = [
  `void server.verify("catalog_product.update", { productId: 1, productData: { name: "Cup" } }, { times: 1 });`,
  `void server.verify("getCustomer", { customerId: 1 });`,
  `void server.verify("login");`,
  `void server.waitForCall("catalog_product.update", { timeoutMs: 500, fault: "product_not_exists" });`,
  `for await (const call of server.streamCalls({ operation: "catalog_product.info" })) void call.request?.path.length;`,
  `void control.addFault({ operation: "catalog_product.info", fault: "product_not_exists", match: { productId: 1 } });`,
  `void control.addFault({ operation: "catalog_category.level", result: [], when: "before" });`,
  `void control.addFault({ operation: "*", fault: "internal", probability: 0.5, seed: 1 });`,
  `void control.addFault({ operation: "getCustomer", http: { status: 502 }, body: "html" });`,
  `void control.addFault({ operation: "giftcard.info", undeclared: true, result: { balance: 1 } });`,
  `void server.sandbox({ from: "minimal", attach: false });`,
  `dataset({ calls: [{ call: "catalog_product.update", params: { productId: "$mug", productData: { name: "Cup" } } }] });`,
  `dataset({ calls: [{ order: { customer_id: 1, items: [{ sku: "mug-01", qty: 1 }] }, as: "first" }] });`,
  `dataset({ fault_texts: { catalog_product: { 101: "Product not exists." } } });`,
];

const wrong = [
  `void server.verify("catalog_product.udpate");`,
  `void server.verify("catalog_product.update", { product: 1 });`,
  `void server.verify("catalog_product.update", { productId: 1 }, { atLeast: 1 });`,
  `void server.calls({ operation: "catalog_product.info", fault: "no_such_fault" });`,
  `void server.waitForCall("getCustomers");`,
  `void control.addFault({ operation: "catalog_product.info", fault: "invoice_not_exists" });`,
  `void control.addFault({ operation: "catalog_product.infos", fault: "internal" });`,
  `void control.addFault({ operation: "catalog_product.info", match: { id: 1 }, drop: true });`,
  `void control.addFault({ operation: "catalog_product.update", result: "yes" });`,
  `void control.addFault({ operation: "getCustomer", fault: "internal" });`,
  `void control.addFault({ operation: "*", drop: true, when: "later" });`,
  `dataset({ calls: [{ call: "catalog_product.make", params: {} }] });`,
  `dataset({ calls: [{ call: "catalog_product.update", params: { productId: "$mug" } }] });`,
  `dataset({ extends: "sampel" });`,
  `dataset({ fault_texts: { catalog_product: "Product not exists." } });`,
];

test("each wrong statement is refused, each right one is not", () => {
  const { config } = ts.readConfigFile(join(projectRoot, "tsconfig.json"), (path) =>
    ts.sys.readFile(path),
  ) as {
    config: unknown;
  };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, projectRoot);
  const statements = [...right, ...wrong];
  const text = `${head}${statements.map((one) => `{ ${one} }`).join("\n")}\n`;
  const path = join(projectRoot, "test", "testing", "statements.ts");
  const base = ts.createCompilerHost(options);
  const host: ts.CompilerHost = {
    ...base,
    fileExists: (name) => name === path || base.fileExists(name),
    readFile: (name) => (name === path ? text : base.readFile(name)),
    getSourceFile: (name, target) =>
      name === path ? ts.createSourceFile(name, text, target, true) : base.getSourceFile(name, target),
  };
  const program = ts.createProgram([path], { ...options, noEmit: true }, host);
  const source = program.getSourceFile(path);
  const first = head.split("\n").length - 1;
  const lines = program
    .getSemanticDiagnostics(source)
    .map(({ start = 0 }) => (source?.getLineAndCharacterOfPosition(start).line ?? 0) - first);
  const refused = [...new Set(lines)].sort((a, b) => a - b).map((line) => statements[line]);
  expect(refused).toEqual(wrong);
});
