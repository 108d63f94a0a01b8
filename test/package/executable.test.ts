/** The program as one file (docs/settings.md), run without Node.js, npm or any other program in PATH. */
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { exitCodes } from "../../src/engine/config/exit-codes.js";
import { php, pythonWith } from "../addons/clients/interpreters.js";
import { Program } from "../support/process.js";
import { packageOf, patience, released, run } from "./released.js";

const clients = fileURLToPath(new URL("../../generated/clients", import.meta.url));
const examples = fileURLToPath(new URL("../../examples", import.meta.url));

let home: string;
let executable: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "store-api-executable-"));
  const packed = packageOf(await released(), `${process.platform}-${process.arch}.tar.gz`);
  await run("tar", ["-xzf", packed, "-C", home]);
  executable = join(home, "store-api");
}, patience);
afterAll(() => rm(home, { recursive: true, force: true }));

/** Runs in a new folder. */
async function start(...args: string[]): Promise<{ readonly program: Program; readonly folder: string }> {
  const folder = await mkdtemp(join(home, "run-"));
  const program = new Program([executable, ...args], folder, { PATH: "/nonexistent" });
  onTestFinished(async () => {
    program.kill("SIGKILL");
    await program.ended;
  });
  return { program, folder };
}

async function startServer(...args: string[]): Promise<{ readonly program: Program; readonly url: string }> {
  const { program } = await start("--storage", "memory:", "--port", "0", ...args);
  return { program, url: await program.address() };
}

/** The result of a plain HTTP call. */
async function call(url: string, operation: string, args: object): Promise<unknown> {
  const authorization = `Basic ${btoa("admin:admin123")}`;
  const answer = await fetch(`${url}/api/rpc/${operation}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", authorization },
    body: JSON.stringify(args),
  });
  return answer.json();
}

test("serves the sample shop, the pages, the contracts and the clients, and stops at SIGTERM", async () => {
  const { program, url } = await startServer();
  expect(await call(url, "catalog_product.info", { productId: 1 })).toMatchObject({ name: "Stoneware Mug" });
  for (const path of ["/", "/docs", "/console", "/openrpc.json", "/openapi.yaml", "/clients/client.ts"]) {
    const answer = await fetch(url + path, { headers: { Accept: "text/html, */*" } });
    expect([path, answer.status]).toEqual([path, 200]);
  }
  program.kill("SIGTERM");
  expect(await program.ended).toBe(0);
});

test("keeps its data in a folder over a restart", async () => {
  const data = join(await mkdtemp(join(home, "data-")), "shop");
  const first = await start("--storage", `file:${data}`, "--port", "0");
  const changes = { productId: 1, productData: { name: "Mug of the executable" } };
  expect(await call(await first.program.address(), "catalog_product.update", changes)).toBe(true);
  first.program.kill("SIGKILL");
  await first.program.ended;
  const second = await start("--storage", `file:${data}`, "--port", "0");
  const info = await call(await second.program.address(), "catalog_product.info", { productId: 1 });
  expect(info).toMatchObject({ name: "Mug of the executable" });
});

test("runs the handlers of chapters by --extend, without warnings", async () => {
  const { program, url } = await startServer(
    "--extend",
    join(examples, "own-operations/oca/ol_customer.yaml"),
  );
  expect(await call(url, "ol_customer.search", {})).toContain(1);
  expect(program.stderr).not.toContain("Warning");
});

test("names the line of a mistake that a handler makes when it is loaded", async () => {
  const folder = await mkdtemp(join(home, "chapter-"));
  const chapter = await readFile(join(examples, "own-operations/oca/ol_customer.yaml"), "utf8");
  await writeFile(join(folder, "ol_customer.yaml"), chapter);
  await writeFile(join(folder, "ol_customer.js"), "\nmissing();\nexport default {};\n");
  const { program } = await start("--storage", "memory:", "--extend", join(folder, "ol_customer.yaml"));
  expect(await program.ended).toBe(2);
  expect(program.stderr).toContain("ol_customer.js cannot be loaded: line 2: missing is not defined");
});

test("reads a dataset in YAML, in a worker thread", async () => {
  const { url } = await startServer("--dataset", join(examples, "datasets/cart.yaml"));
  expect((await fetch(`${url}/health/ready`)).status).toBe(200);
});

test("refuses a dataset that is not YAML, with the message of the parser", async () => {
  const folder = await mkdtemp(join(home, "dataset-"));
  await writeFile(join(folder, "shop.yaml"), "collections: [\n");
  const { program } = await start("--port", "0", "--dataset", join(folder, "shop.yaml"));
  expect(await program.ended).toBe(exitCodes.dataset.code);
  expect(program.stderr).toContain("is not valid YAML");
});

test("exec starts a server of the same executable for a command", async () => {
  const { program } = await start("exec", "--", executable, "reset");
  expect(await program.ended).toBe(0);
  expect(program.stdout).toContain("The shop was reset to its initial state.");
});

test("conform sends the embedded golden exchanges", async () => {
  const { url } = await startServer();
  const { program } = await start("conform", "--url", url, "--only", "sales_order.hold");
  expect(await program.ended).toBe(0);
  expect(program.stdout).toMatch(/ok +sales_order.hold (\d+) of \1\n/);
});

test("generate writes clients that know the operations of a chapter", async () => {
  const chapter = join(examples, "own-operations/oca/ol_customer.yaml");
  const { program, folder } = await start("generate", "--extend", chapter, "--out", "api");
  expect(await program.ended).toBe(0);
  expect(await readFile(join(folder, "api/clients/python/store_api/calls.py"), "utf8")).toContain(
    "ol_customer",
  );
  expect(await readdir(join(folder, "api/clients"))).toEqual(["php", "python", "typescript"]);
});

test("pytest starts it by STORE_API_COMMAND", async ({ skip }) => {
  const python = pythonWith("pytest");
  if (python === undefined) return skip("needs python3-pytest");
  const folder = await mkdtemp(join(home, "pytest-"));
  const text =
    "def test_it(store_api):\n    assert store_api.shop.catalog_product.info(product_id=1)['name'] == 'Stoneware Mug'\n";
  await writeFile(join(folder, "test_it.py"), text);
  const args = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "store_api.pytest_plugin"];
  const env = {
    STORE_API_COMMAND: executable,
    PYTHONPATH: join(clients, "python"),
    PYTHONDONTWRITEBYTECODE: "1",
  };
  const program = new Program([python, ...args], folder, env);
  await program.ended;
  expect(program.stdout).toContain("1 passed");
});

test("PHPUnit's kit starts it by STORE_API_COMMAND", async ({ skip }) => {
  if (php === undefined) return skip("needs php with curl");
  const code = `require '${join(clients, "php/autoload.php")}';
    echo file_get_contents(StoreApi\\Internal\\TestServer::url() . '/health/ready');`;
  const program = new Program([php, "-r", code], home, { STORE_API_COMMAND: executable });
  expect(await program.ended).toBe(0);
  expect(program.stdout).toContain('"ok"');
});
