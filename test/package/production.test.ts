/**
 * The published files: those of `npm pack`, and a server with only these files and the production
 * dependencies.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { packedProblems } from "../../scripts/lint/packed.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const patience = 120_000;

/** The folder of the packed package, as npm installs it without development packages. */
let installed: string;

beforeAll(() => {
  installed = mkdtempSync(join(tmpdir(), "store-api-production-"));
  const pack = npm("pack", "--json", "--ignore-scripts", "--pack-destination", installed);
  const [packed] = JSON.parse(pack) as [{ filename: string }];
  execFileSync("tar", ["-xzf", join(installed, packed.filename), "-C", installed, "--strip-components=1"]);
  for (const folder of productionPackages()) {
    mkdirSync(dirname(join(installed, folder)), { recursive: true });
    symlinkSync(join(root, folder), join(installed, folder));
  }
}, patience);
afterAll(() => rmSync(installed, { recursive: true, force: true }));

function npm(...args: string[]): string {
  return execFileSync("npm", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
}

/** The folders of packages, without those inside of other packages. */
function productionPackages(): string[] {
  return npm("ls", "--omit=dev", "--all", "--parseable")
    .split("\n")
    .map((path) => relative(root, path))
    .filter((path) => path.startsWith("node_modules") && path.lastIndexOf("node_modules") === 0);
}

test("npm pack contains the program, the contracts, the clients and the documents, that of the client its modules, and nothing else", () => {
  expect(packedProblems(root)).toEqual([]);
});

test("a user of the package gets the same versions as we: our overrides do not apply there", () => {
  const { overrides, dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    overrides: Record<string, unknown>;
    dependencies: Record<string, string>;
  };
  const names = productionPackages().map((path) => path.replace("node_modules/", ""));
  expect(Object.keys(dependencies).filter((name) => !names.includes(name))).toEqual([]);
  expect(Object.keys(overrides).filter((name) => names.includes(name))).toEqual([]);
});

test("the server needs only production dependencies", { timeout: patience }, async () => {
  const server = spawn(
    process.execPath,
    ["dist/src/main.js", "--port", "0", "--storage", "memory:", "--no-env-file"],
    { cwd: installed, env: {} },
  );
  try {
    let printed = "";
    server.stderr.on("data", (chunk) => (printed += String(chunk)));
    server.stdout.on("data", (chunk) => (printed += String(chunk)));
    await expect.poll(() => printed, { timeout: 100_000 }).toMatch(/is ready on http:\S+/);
    const [, address] = /is ready on (http:\S+)/.exec(printed) ?? [];
    const response = await fetch(`${address}/api/rpc/catalog_product.info`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Authorization: `Basic ${Buffer.from("admin:admin123").toString("base64")}`,
      },
      body: '{"productId": 1}',
    });
    expect(await response.json()).toMatchObject({ sku: "mug-01" });
    const page = await fetch(`${address}/`, { headers: { Accept: "text/html" } });
    const style = /href="([^"]+\.css)"/.exec(await page.text())?.[1] ?? "";
    expect((await fetch(new URL(style, page.url))).status).toBe(200);
  } finally {
    server.kill("SIGTERM");
    await once(server, "exit");
  }
});
