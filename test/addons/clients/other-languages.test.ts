/** The Python and PHP clients with a real server, if their interpreters are installed. */
import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clients, php, python, pythonWith } from "./interpreters.js";
import { startShop, type Shop } from "../../support/shop.js";

const run = promisify(execFile);
const here = fileURLToPath(new URL(".", import.meta.url));

const mypy = pythonWith("mypy");

let shop: Shop;
let silent: Server;
let silentUrl: string;

beforeAll(async () => {
  shop = await startShop({ dataset: "sample" });
  silent = createServer(() => {}).listen(0, "127.0.0.1");
  await new Promise((resolve) => silent.once("listening", resolve));
  silentUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
});
afterAll(async () => {
  silent.closeAllConnections();
  silent.close();
  await shop.close();
});

/** The code of a README in its order, as one program that uses the shop of the test. */
function readmeCode(language: "python" | "php"): string {
  const text = readFileSync(`${clients}/${language}/README.md`, "utf8");
  const blocks = [...text.matchAll(/```(?:python|php)\n([^]*?)```/g)].map(([, code]) => code);
  return blocks.join("\n").replaceAll("http://127.0.0.1:8080", shop.url);
}

const wholeDay =
  /Breakfast Mug, 14.9, 50 in stock[^]*it is complete[^]*the forced fault came[^]*by REST: ada-/;

const behaviour = {
  typed: "simple",
  session_changed: true,
  errors: ["data_invalid", true],
  multi_call: [3, "order_not_exists"],
  batch: ["mug-01", "order_not_exists", true],
  batch_raises: "sales_order.info",
  stopped: [3, true, "not_executed"],
  once: [true, true],
  headers: "store_not_exists",
  refused: "access_denied",
  timed_out: ["timed_out", true],
  unreachable: "connection_failed",
  control: ["placeOrder", 422, "placeOrder: customer_id: there is no customer 999"],
  clock: true,
};

/** What features.py and features.php find. */
const features = (problems: readonly string[], update: string) => ({
  refused: problems.map((problem) => ["invalid_value", `${update}: ${problem}`]),
  sent: 0,
  accepted: [12.34, 9.99, "2026-11-27 22:30:15", "2026-12-01 00:00:00"],
  strict: "data_invalid",
  lenient: true,
  by_header: true,
  retried: [true, 3, 1, true],
  reports: [
    ["catalog_category.create", 503, "unavailable"],
    ["catalog_category.create", 503, "unavailable"],
    ["catalog_category.create", 200, null],
  ],
  not_retried: "unavailable",
  batch: true,
  cut: [
    [20, 0, 45],
    [40, 0, 45],
  ],
  imported: [45, 45],
  import_refused: ["customer_exists", "customer_exists"],
  base: [true, true, true],
});

describe.skipIf(python === undefined)("Python", () => {
  const env = { ...process.env, PYTHONPATH: `${clients}/python`, PYTHONDONTWRITEBYTECODE: "1" };
  const interpreter = python ?? "";

  test("a day in the shop", async () => {
    const { stdout } = await run(interpreter, [`${clients}/python/examples/day.py`, shop.url], { env });
    expect(stdout).toMatch(wholeDay);
  });

  test("sessions, faults and limits", async () => {
    const { stdout } = await run(interpreter, [`${here}behaviour.py`, shop.url, silentUrl], { env });
    expect(JSON.parse(stdout)).toEqual({
      ...behaviour,
      concurrent: Array.from({ length: 8 }, () => "Stoneware Mug"),
      fault: ["customer.info", "customer_not_exists", 102, "customer"],
    });
  });

  test("the features of docs/clients.md", async ({ onTestFinished }) => {
    await shop.reset();
    onTestFinished(() => shop.reset());
    const { stdout } = await run(interpreter, [`${here}features.py`, shop.url], { env });
    const members = [
      "productData.price is nan, which is not a number in JSON",
      "productData.tier_price[1].price is Infinity, which is not a number in JSON",
      "productData.price is 1.2345678901234567891, which has more digits than a number in JSON keeps",
      "productData.name is of the type bytes, which JSON does not have",
      "productData.website_ids is of the type set, which JSON does not have",
      "productData.special_from_date is a datetime without a time zone; give one, for example timezone.utc",
      "productId is inf, which is not a number in JSON",
    ];
    expect(JSON.parse(stdout)).toEqual({
      ...features(members, "catalog_product.update"),
      reason: ["invalid_value", ["reason is called fault now"]],
    });
  });

  test("errors are pickled and copied whole, and a refused call does not break a pool of processes", async () => {
    const { stdout } = await run(interpreter, [`${here}processes.py`, shop.url, silentUrl], { env });
    expect(JSON.parse(stdout)).toEqual({
      whole: { StoreApiError: true, StoreClientError: true, ControlError: true, TransportError: true },
      // Base classes, of which there are no instances.
      untested: ["PortableError", "StoreError"],
      subclass: [true, 7],
      refused: ["catalog_product.info", "product_not_exists", 101],
      unanswered: ["login", "connection_failed"],
      after: "Stoneware Mug",
    });
  });

  test("the code of the README works unchanged", async ({ onTestFinished }) => {
    await shop.reset();
    // It resets the shop itself, including the clock.
    onTestFinished(() => shop.reset());
    const { stdout } = await run(interpreter, ["-c", readmeCode("python")], { env });
    expect(stdout).toBe("mug-01 Stoneware Mug 12.5\nmug-01\n");
  });

  describe.skipIf(mypy === undefined)("types", () => {
    const check = (...files: string[]) =>
      run(mypy ?? "", ["-m", "mypy", "--strict", "--no-incremental", "--cache-dir=/dev/null", ...files], {
        env: { ...env, MYPYPATH: `${clients}/python` },
      });

    test("clients, example and uses pass mypy --strict", async () => {
      const folder = `${clients}/python`;
      const { stdout } = await check(
        `${folder}/store_api`,
        `${folder}/examples/day.py`,
        ...["behaviour.py", "features.py", "processes.py", "hostile/probe.py"].map((name) => here + name),
      );
      expect(stdout).toMatch(/no issues found in \d\d source files/);
    });

    test("mistakes are found, line by line", async () => {
      const { stdout } = (await check(`${here}misuse.py`).catch((error: unknown) => error)) as {
        stdout: string;
      };
      const found = [...stdout.matchAll(/misuse\.py:(\d+): error/g)].map(([, line]) => Number(line));
      const text = readFileSync(`${here}misuse.py`, "utf8").split("\n");
      const wrong = text.flatMap((line, index) => (line.includes("# wrong") ? [index + 1] : []));
      expect([...new Set(found)]).toEqual(wrong);
    });
  });
});

describe.skipIf(php === undefined)("PHP", () => {
  test("the code of the README works unchanged", async ({ onTestFinished }) => {
    await shop.reset();
    // It resets the shop itself, including the clock.
    onTestFinished(() => shop.reset());
    const { stdout } = await run("php", ["-r", readmeCode("php")], { cwd: `${clients}/php` });
    expect(stdout).toBe("Stoneware Mugmug-01");
  });

  test("a day in the shop", async () => {
    const { stdout } = await run("php", [`${clients}/php/examples/day.php`, shop.url]);
    expect(stdout).toMatch(wholeDay);
  });

  test("the features of docs/clients.md", async ({ onTestFinished }) => {
    await shop.reset();
    onTestFinished(() => shop.reset());
    const { stdout } = await run("php", [`${here}features.php`, `${clients}/php/autoload.php`, shop.url]);
    const members = [
      "productData.price is NAN, which is not a number in JSON",
      "productData.tier_price[1].price is INF, which is not a number in JSON",
      "productData.name is not text in UTF-8",
      "productData.name is of the type Closure, which JSON does not have",
      "productData.weight is NAN, which is not a number in JSON",
      "productId is INF, which is not a number in JSON",
    ];
    expect(JSON.parse(stdout)).toEqual({
      ...features(members, "catalog_product.update"),
      slip: "Unknown named parameter $pricee",
      custom: "data_invalid",
      serialized: [true, true, true],
      deprecated: "reason is called fault now",
      reason: "invalid_value",
    });
  });

  test("every file is valid PHP", async () => {
    const files = readdirSync(`${clients}/php`, { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".php"),
    );
    expect(files.length).toBeGreaterThan(200);
    const check = `foreach (array_slice($argv, 1) as $file) { token_get_all(file_get_contents($file), TOKEN_PARSE); }`;
    await run("php", ["-r", check, ...files.map((name) => `${clients}/php/${name}`)]);
  });

  test("sessions, faults and limits", async () => {
    const { stdout } = await run("php", [
      `${here}behaviour.php`,
      `${clients}/php/autoload.php`,
      shop.url,
      silentUrl,
    ]);
    expect(JSON.parse(stdout)).toEqual({
      ...behaviour,
      expired: "Stoneware Mug",
      fault: ["customer.info", true, 102, "customer"],
    });
  });
});
