/** The Python and PHP clients with a real server, if their interpreters are installed. */
import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../support/closed.js";
import { outsideModules } from "../../outside/packages.js";
import { clients, php, python, pythonThat, working } from "./interpreters.js";
import { startShop, type Shop } from "../../support/shop.js";

const run = promisify(execFile);
const here = fileURLToPath(new URL(".", import.meta.url));
/** Those beside the ones of each client. */
const shippedExamples = join(here, "../../../examples");

/** For the plugin, which imports it. Its versions before 8 have only some of their types. */
const typedPytest = "from pytest import TerminalReporter";
const withPytest = pythonThat(typedPytest);
/** Debian's mypy, which reads the types of pytest where that is. */
const mypy = withPytest && working(["mypy"], "--version");

const misuse = readFileSync(`${here}misuse.py`, "utf8").split("\n");
/** The lines with a mistake. */
const mistakes = misuse.flatMap((line, index) => (line.includes("# wrong") ? [index + 1] : []));

/** The lines of misuse.py in which a type checker finds an error. */
function linesOf(printed: string): number[] {
  const lines = [...printed.matchAll(/misuse\.py:(\d+)\S* (?:- )?error/g)].map(([, line]) => Number(line));
  return [...new Set(lines)].sort((a, b) => a - b);
}

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
const features = (problems: readonly string[]) => ({
  refused: problems.map((problem) => [
    "invalid_value",
    `${problem.startsWith("items[0]") ? "placeOrder" : "catalog_product.update"}: ${problem}`,
  ]),
  unsendable: ["invalid_value", "invalid_value"],
  sent: 0,
  accepted: [12.34, 9.99, "2026-11-27 22:30:15", "2026-12-01 00:00:00"],
  strict: "data_invalid",
  lenient: true,
  by_header: true,
  retried: [true, 3, 1, true],
  reports: [
    ["catalog_category.create", 503, "unavailable", 1],
    ["catalog_category.create", 503, "unavailable", 2],
    ["catalog_category.create", 200, null, 3],
  ],
  not_retried: "unavailable",
  once: [false, true],
  pages: true,
  secrets: [5, []],
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
      "calls[0].productId is inf, which is not a number in JSON",
      `productData.name${"[0]".repeat(8)}… is nested more than 100 levels deep`,
      "items[25].productId is of the type bytes, which JSON does not have",
    ];
    expect(JSON.parse(stdout)).toEqual({
      ...features(members),
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

  test.skipIf(withPytest === undefined).each([
    [
      { STORE_API_URL: "localhost:8080" },
      "STORE_API_URL is 'localhost:8080', not an address such as http://",
    ],
    [{ STORE_API_COMMAND: "no-such-program" }, "STORE_API_COMMAND cannot be run: "],
  ])("pytest names a setting with which it finds no server: %o", async (setting, problem) => {
    const options = ["-q", "-p", "store_api.pytest_plugin", "-p", "no:cacheprovider"];
    const example = join(shippedExamples, "testing/pytest/test_shop.py");
    const { stdout } = await run(withPytest ?? "", ["-m", "pytest", ...options, example], {
      env: { ...env, ...setting },
    }).catch((error: { stdout: string }) => error);
    expect(stdout).toContain(problem);
  });

  test.skipIf(withPytest === undefined)("pytest says what to install if the program is missing", async () => {
    const folder = await temporaryFolder(onTestFinished);
    const options = ["-q", "-p", "store_api.pytest_plugin", "-p", "no:cacheprovider"];
    const example = join(shippedExamples, "testing/pytest/test_shop.py");
    const { stdout } = await run(withPytest ?? "", ["-m", "pytest", ...options, example], {
      ...{ cwd: folder, env },
    }).catch((error: { stdout: string }) => error);
    expect(stdout).toContain("install the package store-management-api in this folder");
  });

  describe.skipIf(mypy === undefined)("types", () => {
    const check = (...files: string[]) =>
      run(
        mypy ?? "",
        [
          `--python-executable=${withPytest}`,
          "--strict",
          "--no-incremental",
          "--cache-dir=/dev/null",
          ...files,
        ],
        { env: { ...env, MYPYPATH: `${clients}/python` } },
      );

    test("clients, example and uses pass mypy --strict", async () => {
      const folder = `${clients}/python`;
      const { stdout } = await check(
        `${folder}/store_api`,
        `${folder}/examples/day.py`,
        ...["own-operations/erp.py", "testing/pytest/test_shop.py"].map((path) =>
          join(shippedExamples, path),
        ),
        ...["behaviour.py", "features.py", "processes.py", "hostile/probe.py"].map((name) => here + name),
      );
      expect(stdout).toMatch(/no issues found in \d\d source files/);
    });

    test("mistakes are found, line by line", async () => {
      const { stdout } = (await check(`${here}misuse.py`).catch((error: unknown) => error)) as {
        stdout: string;
      };
      expect(linesOf(stdout)).toEqual(mistakes);
    });
  });

  describe.skipIf(withPytest === undefined)("types by pyright", () => {
    /** Checks files, by their paths below the package, in one of the modes of pyright. @returns what it prints */
    const check = async (mode: "basic" | "strict", ...include: string[]): Promise<string> => {
      const folder = await temporaryFolder(onTestFinished);
      // The files to check must lie beside the settings.
      await cp(`${clients}/python`, folder, { recursive: true });
      await cp(`${here}misuse.py`, join(folder, "misuse.py"));
      for (const path of ["own-operations/erp.py", "testing/pytest/test_shop.py"])
        await cp(join(shippedExamples, path), join(folder, "shipped", path));
      const settings = { include, typeCheckingMode: mode };
      await writeFile(join(folder, "pyrightconfig.json"), JSON.stringify(settings));
      const args = [join(outsideModules, "pyright/index.js"), "--pythonpath", withPytest ?? "", "-p", folder];
      const { stdout } = await run(process.execPath, args, { env }).catch(
        (error: { stdout: string }) => error,
      );
      return stdout.trim();
    };

    test.each(["basic", "strict"] as const)("the package and all examples: %s", async (mode) => {
      expect(await check(mode, "store_api", "examples", "shipped")).toBe(
        "0 errors, 0 warnings, 0 informations",
      );
    });

    test("mistakes are found, line by line", async () => {
      expect(linesOf(await check("strict", "misuse.py"))).toEqual(mistakes);
      // Only strict pyright looks at comparisons.
      expect(linesOf(await check("basic", "misuse.py"))).toEqual(mistakes.slice(0, -1));
    });
  });
});

describe.skipIf(php === undefined)("PHP", () => {
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
      "calls[0].productId is INF, which is not a number in JSON",
      "productData.name.self.self.self.self.sel… is nested more than 100 levels deep",
      "productData has a member whose name is not text in UTF-8",
      "items[25].productId is NAN, which is not a number in JSON",
      "items[0].qty: is NAN, which is not a number in JSON",
    ];
    expect(JSON.parse(stdout)).toEqual({
      ...features(members),
      slip: "Unknown named parameter $pricee",
      custom: "data_invalid",
      serialized: [true, true, true],
      deprecated: "reason is called fault now",
      reason: "invalid_value",
    });
  });

  test("the kit says what to install if the program is missing", async () => {
    const cwd = await temporaryFolder(onTestFinished);
    const code = `require '${clients}/php/autoload.php'; StoreApi\\Internal\\TestServer::url();`;
    const { stdout, stderr } = await run("php", ["-d", "display_errors=1", "-r", code], { cwd }).catch(
      (error: { stdout: string; stderr: string }) => error,
    );
    expect(stdout + stderr).toContain("install the package store-management-api in this folder");
  });

  test("every file passes php -l", async () => {
    const files = [`${clients}/php`, shippedExamples].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".php"))
        .map((name) => join(folder, name)),
    );
    expect(files.length).toBeGreaterThan(200);
    // PHP before 8.3 checks only one file at a time.
    const lint = "printf '%s\\n' \"$@\" | xargs -n 1 -P 2 php -l";
    const { stdout } = await run("sh", ["-c", lint, "sh", ...files]);
    expect(stdout.match(/^No syntax errors detected/gm)).toHaveLength(files.length);
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
