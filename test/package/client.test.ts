/** The TypeScript client as a separate package: installed from its tarball into an empty project. */
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startShop, type Shop } from "../support/shop.js";
import { packageOf, patience as releasing, released, root, run } from "./released.js";

const patience = { timeout: 120_000 };

let shop: Shop;
let project: string;

beforeAll(async () => {
  shop = await startShop({ dataset: "sample" });
  project = await mkdtemp(join(tmpdir(), "store-api-client-"));
  const tarball = packageOf(await released(), "client.tgz");
  await writeFile(join(project, "package.json"), "{}");
  await run("npm", ["install", "--offline", "--no-audit", "--no-fund", tarball], { cwd: project });
}, releasing);
afterAll(async () => {
  await shop.close();
  await rm(project, { recursive: true, force: true });
});

/** The same calls in every form: an answer, a fault identified by its type, and the test control. */
const calls = `
async function use(url) {
  const shop = createClient({ url, username: "admin", apiKey: "admin123" });
  const { sku } = await shop.catalogProduct.info({ productId: 1 });
  const fault = await shop.catalogProduct.info({ productId: 999 })
    .catch((error) => isFault(error, "catalog_product.info") && error.fault);
  const { now } = await createControl({ url }).getClock();
  return [sku, fault, /^\\d{4}-/.test(now)].join();
}
`;
const answer = "mug-01,product_not_exists,true";
const imports = `import { createClient, isFault } from "@store-management-api/client";
import { createControl } from "@store-management-api/client/control";
`;

test("it installs no other package, and is small", async () => {
  expect(await readdir(join(project, "node_modules"))).toEqual([
    ".package-lock.json",
    "@store-management-api",
  ]);
  expect(await readdir(join(project, "node_modules/@store-management-api"))).toEqual(["client"]);
  const folder = join(project, "node_modules/@store-management-api/client");
  expect((await readFile(join(folder, "dist/client.js"))).length).toBeLessThan(42_000);
});

test.each([
  ["ES modules", "use.mjs", imports],
  ["CommonJS", "use.cjs", imports.replace(/import (\{.*\}) from ("[^"]+");/g, "const $1 = require($2);")],
])("runs in Node by %s", async (_what, file, head) => {
  await writeFile(join(project, file), `${head}${calls}use(process.argv[2]).then(console.log);`);
  const { stdout } = await run(process.execPath, [file, shop.url], { cwd: project });
  expect(stdout).toBe(`${answer}\n`);
});

test("runs in a browser, bundled", async () => {
  const source = `${imports}${calls}export { use };`;
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: project },
    ...{ bundle: true, platform: "browser", format: "iife", globalName: "page", write: false },
  });
  // The globals of Node that a browser also has, and nothing else of Node.
  const { fetch, URL, URLSearchParams, Headers, AbortController, AbortSignal, TextDecoder, performance } =
    globalThis;
  const web = {
    fetch,
    URL,
    URLSearchParams,
    Headers,
    AbortController,
    AbortSignal,
    TextDecoder,
    performance,
  };
  const page = createContext({ ...web, setTimeout, clearTimeout, btoa, DOMException });
  runInContext(`${outputFiles[0]?.text ?? ""};var used = page.use(${JSON.stringify(shop.url)});`, page);
  expect(await (page.used as Promise<string>)).toBe(answer);
});

const typed = `import { createClient, isFault, type FaultOf } from "@store-management-api/client";
import { createControl } from "@store-management-api/client/control";
const shop = createClient({ url: "", username: "", apiKey: "" });
export const fault: FaultOf<"sales_order.hold"> = "order_not_holdable";
export const none: FaultOf<"sales_order.hold"> = "product_not_exists"; // wrong
export async function use(): Promise<string> {
  const safe = await shop.safe.catalogProduct.info({ productId: 1 });
  if (safe.ok) return safe.value.sku;
  const early = safe.value.sku; // wrong
  try {
    await shop.salesOrder.hold({ orderIncrementId: "1" });
    await shop.salesOrder.hold({ orderIncrementID: "1" }); // wrong
    await shop.salesOrder.holds({ orderIncrementId: "1" }); // wrong
  } catch (error) {
    if (!isFault(error, "sales_order.hold")) throw error;
    switch (error.fault) {
      case "order_not_exists": return String(early);
      case "no_such_fault": return ""; // wrong
    }
  }
  const { increment_id } = await createControl({ url: "" }).placeOrder({ items: [{ sku: "a", qty: 1 }] });
  const id: number = increment_id; // wrong
  return String(id);
}
`;
/** The flags of strict projects; CommonJS files with `import` do without verbatimModuleSyntax. */
const flags = (module: string, isCommonJs: boolean) => ({
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noImplicitOverride: true,
  ...{ noFallthroughCasesInSwitch: true, noPropertyAccessFromIndexSignature: true, noImplicitReturns: true },
  noUnusedLocals: true,
  noUnusedParameters: true,
  verbatimModuleSyntax: !isCommonJs,
  isolatedModules: true,
  ...{ allowUnreachableCode: false, allowUnusedLabels: false, skipLibCheck: false },
  ...{ noEmit: true, target: "ES2022", lib: ["ES2022", "DOM"], types: [], module },
  moduleResolution: module === "ESNext" ? "Bundler" : module,
});

/** The lines of a program that the compiler refuses. */
async function refusedLines(text: string, file: string, module: string, more: object = {}) {
  await writeFile(join(project, file), text);
  const compilerOptions = { ...flags(module, file.endsWith(".cts")), ...more };
  await writeFile(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files: [file] }));
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  const { stdout } = (await run(process.execPath, [compiler, "-p", "."], { cwd: project }).catch(
    (error: unknown) => error,
  )) as { stdout: string };
  const lines = [...stdout.matchAll(/^\w+\.\w+\((\d+),/gm)].map(([, line]) => Number(line));
  return { lines: [...new Set(lines)], stdout };
}

const wrongLines = (text: string) =>
  text.split("\n").flatMap((line, index) => (line.includes("// wrong") ? [index + 1] : []));

const kinds = [
  ["ES modules", "mts", "NodeNext"],
  ["CommonJS", "cts", "NodeNext"],
  ["bundlers", "ts", "ESNext"],
] as const;

test.each(kinds)("types narrow, and find mistakes, in %s", patience, async (_what, ending, module) => {
  const { lines, stdout } = await refusedLines(typed, `types.${ending}`, module);
  expect(lines, stdout).toEqual(wrongLines(typed));
});

test.each(kinds)("data takes own attributes and no slips, in %s", patience, async (_what, ending, module) => {
  const text = await readFile(join(root, "test/package/client-types.ts"), "utf8");
  const { lines, stdout } = await refusedLines(text, `data.${ending}`, module);
  expect(lines, stdout).toEqual(wrongLines(text));
});

test("the types compile without those of browsers and of Node.js", patience, async () => {
  const text = `import { createClient } from "@store-management-api/client";
import { createControl } from "@store-management-api/client/control";
const shop = createClient({ url: "http://127.0.0.1:8080", username: "admin", apiKey: "admin123" });
export const calls = [shop.catalogProduct.info({ productId: 1 }), createControl({ url: "" }).resetShop()];
`;
  const { stdout } = await refusedLines(text, "bare.mts", "NodeNext", { lib: ["ES2022"] });
  expect(stdout).toBe("");
});
