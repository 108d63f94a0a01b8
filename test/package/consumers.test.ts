/**
 * The packed package in other projects: the examples of examples/testing, with only the files of `npm pack`.
 */
import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { php, pythonWith, working } from "../addons/clients/interpreters.js";
import { unpackedBrowser } from "../outside/chromium.js";
import { outsideModules } from "../outside/packages.js";
import { packageOf, patience, released, root, run } from "./released.js";

/** A project with the packed package and all packages that ours has installed. */
let project: string;

beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), "store-api-consumer-"));
  const modules = join(project, "node_modules");
  mkdirSync(modules);
  for (const name of readdirSync(join(root, "node_modules"))) {
    symlinkSync(join(root, "node_modules", name), join(modules, name));
  }
  symlinkSync(join(outsideModules, "@playwright"), join(modules, "@playwright"));
  const server = join(modules, "store-management-api");
  mkdirSync(server);
  const tarball = packageOf(await released(), "api.tgz");
  await run("tar", ["-xzf", tarball, "-C", server, "--strip-components=1"]);
  cpSync(join(server, "examples", "testing"), project, { recursive: true });
}, patience);
afterAll(() => rmSync(project, { recursive: true, force: true }));

/** Runs a program of the project, without vitest's own variables, which would affect another test runner. */
async function inProject(folder: string, ...args: string[]): Promise<string> {
  return inProjectWith({}, folder, ...args);
}

async function inProjectWith(
  more: Readonly<Record<string, string>>,
  folder: string,
  ...args: string[]
): Promise<string> {
  const { PATH, HOME } = process.env;
  // Jest leaves a cache in the temporary folder.
  const env = { PATH, HOME, TMPDIR: project, BASE_URL: "/", NO_COLOR: "1", ...more };
  const options = { cwd: join(project, folder), env, timeout: 600_000 };
  const { stdout, stderr } = await run(process.execPath, args, options).catch((error: unknown) => {
    const { message, stdout: said } = error as Error & { stdout: string };
    throw new Error(`${message}\n${said}`);
  });
  return stdout + stderr;
}

const bin = (path: string) => join(root, "node_modules", path);
const jest = join(outsideModules, "jest/bin/jest.js");
const storeApi = "../node_modules/store-management-api/dist/src/main.js";

test.each([
  {
    runner: "vitest",
    folder: "vitest",
    args: [bin("vitest/vitest.mjs"), "run", "--root", "."],
    says: /4 passed/,
  },
  { runner: "node:test, ES modules", folder: "node-test", args: ["--test", "shop.test.mjs"], says: /pass 1/ },
  { runner: "node:test, verifying", folder: "node-test", args: ["--test", "kit.test.mjs"], says: /pass 1/ },
  { runner: "node:test, CommonJS", folder: "node-test", args: ["--test", "shop.test.cjs"], says: /pass 1/ },
  {
    runner: "jest, ES modules",
    folder: "jest-esm",
    args: ["--experimental-vm-modules", jest],
    says: /1 passed/,
  },
  { runner: "jest, CommonJS", folder: "jest-commonjs", args: [jest], says: /Tests: +3 passed/ },
  {
    runner: "vitest, four workers on one server",
    folder: "parallel-vitest",
    args: [storeApi, "exec", "--", process.execPath, bin("vitest/vitest.mjs"), "run", "--root", "."],
    says: /Tests +100 passed/,
  },
  {
    runner: "jest, four workers on one server",
    folder: "parallel-jest",
    args: [storeApi, "exec", "--", process.execPath, jest],
    says: /Tests: +100 passed/,
  },
])("$runner", { timeout: 600_000 }, async ({ folder, args, says }) => {
  expect(await inProject(folder, ...args)).toMatch(says);
});

test("a failing test prints the most similar call and all calls", { timeout: 600_000 }, async () => {
  const config = 'export default { test: { include: ["failing.js"], testTimeout: 60_000 } };';
  writeFileSync(join(project, "vitest", "failing.config.js"), config);
  const args = [bin("vitest/vitest.mjs"), "run", "--root", ".", "--config", "failing.config.js"];
  const failed = inProject("vitest", ...args);
  await expect(failed).rejects.toThrow(
    /catalog_product\.update by admin; arguments\.productId is 2, expected 1/,
  );
  await expect(failed).rejects.toThrow(/The calls of this test:\s+1 login .*\s+2 catalog_product\.update/);
});

const playwright = join(outsideModules, "@playwright/test/cli.js");

test("Playwright, in its browser", { timeout: 600_000 }, async () => {
  const browser = { CHROMIUM: await unpackedBrowser() };
  expect(await inProjectWith(browser, "playwright", playwright, "test")).toMatch(/3 passed/);
});

test("a failing Playwright test has the calls attached", { timeout: 600_000 }, async () => {
  const failing = `import { expect, test } from "./fixture";
test("fails", async ({ shop, client }) => {
  await client.catalogProduct.update({ productId: 2, productData: { name: "Cup" } });
  await expect(shop).toHaveReceived("catalog_product.update", { productId: 1 });
});
`;
  writeFileSync(join(project, "playwright", "failing.ts"), failing);
  // Without a global setup, the worker has its own server.
  writeFileSync(
    join(project, "playwright", "failing.config.ts"),
    'export default { testMatch: "failing.ts" };',
  );
  const failed = inProject("playwright", playwright, "test", "--config", "failing.config.ts");
  await expect(failed).rejects.toThrow(/arguments\.productId is 2, expected 1/);
  await expect(failed).rejects.toThrow(/calls of the shop[^]*1 login [^]*2 catalog_product\.update/);
});

const clients = "../node_modules/store-management-api/generated/clients";

test.skipIf(pythonWith("pytest") === undefined)("pytest", { timeout: 600_000 }, async () => {
  const pytest = [pythonWith("pytest") ?? "", "-m", "pytest", "-q", "-p", "store_api.pytest_plugin"];
  const path = ["env", `PYTHONPATH=${clients}/python`];
  expect(await inProject("pytest", storeApi, "exec", "--", ...path, ...pytest)).toMatch(/2 passed/);
});

const phpunit = working(["phpunit"], "--version");
test.skipIf(!php || phpunit === undefined)("PHPUnit", { timeout: 600_000 }, async () => {
  expect(await inProject("phpunit", storeApi, "exec", "--", "phpunit", "ShopTest.php")).toMatch(
    /OK \(2 tests/,
  );
});

const jars = "/usr/share/java/*";
const hasJUnit = existsSync("/usr/share/java/junit-platform-console.jar") && working(["javac"], "--version");
test.skipIf(!hasJUnit)("JUnit", { timeout: 600_000 }, async () => {
  execFileSync("javac", ["-cp", jars, "Shop.java", "ShopTest.java"], { cwd: join(project, "junit") });
  const launcher = ["java", "-cp", `${jars}:.`, "org.junit.platform.console.ConsoleLauncher"];
  const args = [storeApi, "exec", "--", ...launcher, "--scan-classpath", "."];
  expect(await inProject("junit", ...args)).toMatch(/2 tests successful/);
});

test("the package contains the contracts", async () => {
  const names = ["openrpc.json", "openapi.json", "rpc.openapi.json"];
  const loaded = names.map((name) => `require("store-management-api/${name}")`).join(",");
  const program = `console.log([${loaded}].map((one) => one.openrpc ?? one.openapi).join())`;
  expect(await inProject(".", "-e", program)).toMatch(/^1\.2\.6,3\.\d\.\d,3\.\d\.\d$/m);
});

/** Programs in this folder of the project, checked like a user's compiler does. */
function compiled(folder: string, programs: Readonly<Record<string, string>>): Promise<string> {
  mkdirSync(join(project, folder));
  for (const [file, program] of Object.entries(programs)) writeFileSync(join(project, folder, file), program);
  const options = [
    "--strict",
    "--noEmit",
    "--module",
    "NodeNext",
    "--target",
    "ES2022",
    "--typeRoots",
    "none",
  ];
  return inProject(folder, bin("typescript/bin/tsc"), ...options, ...Object.keys(programs));
}

test("programs of both kinds find the types", async () => {
  const program = `import { connect, startServer, type StoreServer } from "store-management-api";
import { createClient, type FaultOf } from "store-management-api/client";
import { ControlError, createControl, type Match } from "store-management-api/control";
export const fault: FaultOf<"catalog_product.info"> = "product_not_exists";
export const match: Match<"catalog_product.info"> = { productId: 1 };
export async function use(): Promise<string> {
  const server: StoreServer = await startServer({ dataset: "minimal", priceScope: "global", sessionTimeoutSeconds: 5 });
  const control = createControl({ url: server.url });
  await control.addFault({ operation: "catalog_product.info", fault }).catch((error: ControlError) => error.message);
  const { increment_id } = await control.placeOrder({ items: [{ sku: "a", qty: 1 }] });
  const product = await createClient({ url: server.url, session: "s" }).catalogProduct.info({ productId: 1 });
  await (await connect(server.url)).verify("catalog_product.info", match);
  return increment_id + product.sku;
}
`;
  expect(await compiled("types", { "esm.mts": program, "commonjs.cts": program })).toBe("");
});

test("a rule that the contract does not allow does not compile", async () => {
  const program = `import { createControl } from "store-management-api/control";
export const rule = createControl({ url: "" }).addFault({ operation: "catalog_product.info", fault: "product_exists" });
`;
  const checked = compiled("wrong-types", { "esm.mts": program, "commonjs.cts": program });
  await expect(checked).rejects.toThrow(/^esm\.mts.*product_exists/m);
  await expect(checked).rejects.toThrow(/^commonjs\.cts.*product_exists/m);
});
