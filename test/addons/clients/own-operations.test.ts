/** The example of users' operations: the program with its chapters, called by clients of other languages. */
import { execFile, spawnSync } from "node:child_process";
import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { workingPlace } from "../../support/process.js";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../..", import.meta.url));
const example = join(root, "examples", "own-operations");
const settings = ["--port", "0", "--storage", "memory:"];

const has = (command: string, ...args: string[]) =>
  spawnSync(command, args, { stdio: "ignore" }).status === 0;
const hasPython = has("python3", "-c", "import xmlrpc.client");
const hasPhp = has("php", "-r", "exit(extension_loaded('soap') ? 0 : 1);");

describe.concurrent("users' operations", () => {
  const chapters = ["ol_customer.yaml", "oerp_stock.yaml"].map((name) => join(example, "oca", name));
  const both = chapters.flatMap((path) => ["--extend", path]);

  test.skipIf(!hasPython)("are called by xmlrpc.client of Python", async (context) => {
    const place = await workingPlace(context);
    const url = await place.start([...settings, ...both]).address();
    const { stdout } = await run("python3", [join(example, "erp.py"), url]);
    expect(stdout.trim().split("\n")).toEqual([
      "customers ['1', '2', '3', '4', '8']",
      "updated True",
      "stock 42.0000",
      "fault 101 There is no such product (productId: 999999).",
    ]);
  });

  test.skipIf(!hasPhp)("are called by SoapClient of PHP, by SOAP v1 and v2", async (context) => {
    const place = await workingPlace(context);
    const env = { STORE_API_EXTEND: chapters.join(",") };
    const url = await place.start(settings, env).address();
    const { stdout } = await run("php", [join(example, "erp.php"), url]);
    expect(stdout.trim().split("\n")).toEqual([
      'customers ["1","2","3","4","8"]',
      "updated true",
      "synced 1 43.0000 by admin",
      'fault 101 There is no such product (productId: "999999").',
    ]);
  });

  test("are part of the clients that generate writes", async (context) => {
    const place = await workingPlace(context);
    const out = join(place.folder, "api");
    const program = join(root, "dist", "src", "main.js");
    await run(process.execPath, [program, "generate", ...both, "--out", out]);
    const url = await place.start([...settings, ...both]).address();
    const script = join(out, "try.mts");
    await writeFile(
      script,
      `import { createClient, isFault } from "./clients/typescript/client.js";
const shop = createClient({ url: ${JSON.stringify(url)}, username: "admin", apiKey: "admin123" });
const ids: number[] = await shop.olCustomer.search({ filters: { website_id: { in: [2] } } });
const update = (productId: number) => shop.oerpCataloginventoryStockItem.update({ productId, data: { qty: 3 } });
const done: true = await update(1);
const fault = await update(99999).catch((error: unknown) =>
  isFault(error, "oerp_cataloginventory_stock_item.update") ? error.fault : undefined);
console.log(JSON.stringify([ids, done, fault, await shop.oerpCataloginventoryStockItem.synced()]));
`,
    );
    const compiler = join(root, "node_modules/typescript/bin/tsc");
    const flags = [
      "--noEmit",
      "--strict",
      "--target",
      "es2022",
      "--module",
      "nodenext",
      "--skipLibCheck",
      "--types",
      "node",
      "--typeRoots",
      join(root, "node_modules/@types"),
    ];
    await run(process.execPath, [compiler, ...flags, script], { cwd: out });
    const { stdout } = await run(join(root, "node_modules/.bin/tsx"), [script]);
    expect(JSON.parse(stdout)).toEqual([
      [5, 6, 7],
      true,
      "not_exists",
      [{ product_id: 1, qty: 3, sent_by: "admin", sent_at: expect.any(String) as string }],
    ]);
    if (hasPython) {
      const code = `
import sys
sys.path.insert(0, sys.argv[2])
from store_api import Shop
with Shop(sys.argv[1], "admin", "admin123") as shop:
    print(shop.ol_customer.search(filters={"website_id": {"in": [2]}}))
    print(shop.oerp_cataloginventory_stock_item.update(product_id=1, data={"qty": 4}))
`;
      const { stdout: said } = await run("python3", ["-c", code, url, join(out, "clients", "python")]);
      expect(said).toBe("[5, 6, 7]\nTrue\n");
    }
    if (hasPhp) {
      const code = `require $argv[2];
$shop = new StoreApi\\Shop($argv[1], 'admin', 'admin123');
echo json_encode([$shop->olCustomer->search(filters: ['website_id' => ['in' => [2]]]), $shop->oerpCataloginventoryStockItem->update(1, ['qty' => 5])]);`;
      const { stdout: said } = await run("php", [
        "-r",
        code,
        "--",
        url,
        join(out, "clients", "php", "autoload.php"),
      ]);
      expect(said).toBe("[[5,6,7],true]");
    }
    const openrpc = JSON.parse(await readFile(join(out, "openrpc.json"), "utf8")) as {
      methods: { name: string }[];
    };
    expect(openrpc.methods.at(-1)?.name).toBe("oerp_cataloginventory_stock_item.synced");
  });

  test("that fail leave a line in the log with the handler, and store nothing", async (context) => {
    const place = await workingPlace(context);
    await cp(join(example, "oca"), place.folder, { recursive: true });
    const handler = join(place.folder, "oerp_stock.js");
    const code = await readFile(handler, "utf8");
    const failing = code.replace("    return true;", '    throw new Error("no licence left");');
    await writeFile(handler, failing);
    const line = failing.split("\n").findIndex((text) => text.includes("no licence left")) + 1;
    const program = place.start([...settings, "--log-format", "json", "--extend", "oerp_stock.yaml"]);
    const url = await program.address();
    const call = (operation: string, params: object) =>
      fetch(`${url}/api/rpc/${operation}`, {
        method: "POST",
        headers: { Authorization: `Basic ${btoa("admin:admin123")}`, "Content-Type": "application/json" },
        body: JSON.stringify(params),
      });
    const failed = await call("oerp_cataloginventory_stock_item.update", { productId: 1, data: { qty: 1 } });
    const { data } = (await failed.json()) as { data: { fault: string; reference: string } };
    expect([failed.status, data.fault]).toEqual([500, "internal"]);
    await context.expect.poll(() => program.stderr).toContain(data.reference);
    const logged = program.stderr.split("\n").find((text) => text.includes("failed unexpectedly")) ?? "";
    expect(JSON.parse(logged)).toMatchObject({
      operation: "oerp_cataloginventory_stock_item.update",
      err: { message: "no licence left", handler: `${handler}:${line}` },
    });
    expect(await (await call("oerp_cataloginventory_stock_item.synced", {})).json()).toEqual([]);
  });

  test("with mistakes prevent the start, and all mistakes are reported at once", async (context) => {
    const place = await workingPlace(context);
    await writeFile(
      join(place.folder, "a.yaml"),
      "title: A\nmethods:\n  - name: a.b\n    summary: B.\n    x-effect: reads\n",
    );
    await writeFile(join(place.folder, "a.mjs"), "export default {\n  b( { }\n};\n");
    await writeFile(
      join(place.folder, "c.yaml"),
      "title: C\nhandler: ./a.mjs\nmethods:\n  - { name: c.b, summary: B., x-effect: read, result: { schema: { type: string } }, examples: [{ name: One, result: x }] }\n",
    );
    const wrong = place.start([
      ...settings,
      "--extend",
      "a.yaml",
      "--extend",
      "c.yaml",
      "--extend",
      "none.yaml",
    ]);
    expect(await wrong.ended).toBe(2);
    expect(wrong.stderr.trim().split("\n")).toEqual([
      "store-api: a.yaml:3: a.b has no result; add it",
      "store-api: a.yaml:3: a.b has no examples; add it",
      "store-api: a.yaml:5: a.b, x-effect must be one of read, write",
      expect.stringMatching(
        /^store-api: none\.yaml: cannot be read \(.*\); give the path of a chapter file, or of a folder with chapters \(\*\.yaml\)$/,
      ),
    ]);
    const unreadable = place.start([...settings, "--extend", "c.yaml"]);
    expect(await unreadable.ended).toBe(2);
    expect(unreadable.stderr.trim()).toMatch(
      /^store-api: c\.yaml:2: the handler \.\/a\.mjs cannot be loaded: line 3: .*; fix it there$/,
    );
  });
});
