/** Each add-on in turn removed from the sources: what is left compiles, starts, and answers at every door. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "./support/closed.js";
import { callBy, Program } from "./support/process.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const basic = { Authorization: `Basic ${btoa("admin:admin123")}` };

describe("without", () => {
  test.each(readdirSync(join(root, "src/addons")))("%s", async (addon) => {
    const folder = await temporaryFolder();
    copyWithout(addon, folder);
    compile(folder);

    const program = new Program(
      [process.execPath, "--import", "tsx", "src/main.ts", "--port", "0", "--storage", "memory:"],
      folder,
      {},
    );
    onTestFinished(async () => {
      program.kill("SIGKILL");
      await program.ended;
    });
    const url = await program.address();
    expect(await callBy(url, "catalog_product.info", [1])).toMatchObject({ result: { product_id: 1 } });
    expect((await fetch(`${url}/api/rest/products/1`, { headers: basic })).status).toBe(200);
    for (const wsdl of ["soap?wsdl", "v2_soap?wsdl"])
      expect(await (await fetch(`${url}/api/${wsdl}`)).text()).toContain("<definitions");
    for (const page of ["/", "/docs", "/console"]) {
      const { status } = await fetch(url + page, { headers: { Accept: "text/html" } });
      expect([page, status]).toEqual([page, addon === "pages" ? 404 : 200]);
    }
  });
});

function copyWithout(addon: string, folder: string): void {
  for (const name of [
    "src",
    "generated",
    "package.json",
    "openapi.yaml",
    "openrpc.json",
    "spec/sample.jsonl",
  ])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  mkdirSync(join(folder, "dist"));
  for (const name of ["node_modules", "dist/pages"]) symlinkSync(join(root, name), join(folder, name));
  rmSync(join(folder, "src/addons", addon), { recursive: true });

  const list = join(folder, "src/addons.ts");
  const text = readFileSync(list, "utf8");
  // With the name of its member, where it is not an element of a list.
  const loading = String.raw`(?:\b\w+: )?\(\) =>\s+import\("\./addons/${addon}/[^"]*"\),?`;
  const left = text.replace(new RegExp(loading, "g"), "");
  expect(left).not.toBe(text);
  writeFileSync(list, left);
}

/** Fails with what the compiler says. */
function compile(folder: string): void {
  const config = JSON.parse(readFileSync(join(root, "tsconfig.json"), "utf8")) as object;
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ ...config, include: ["src"] }));
  try {
    execFileSync(join(root, "config/check/node_modules/.bin/tsc"), ["-p", folder], { encoding: "utf8" });
  } catch (error) {
    expect.fail((error as { stdout: string }).stdout);
  }
}
