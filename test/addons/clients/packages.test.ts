/**
 * The Python and PHP clients as packages: installed into empty environments, and used by the test runners of
 * their languages.
 */
import { execFile } from "node:child_process";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { wheelName } from "../../../src/addons/pages/client-names.js";
import { startShop, type Shop } from "../../support/shop.js";
import { clients, pythonWith, working } from "./interpreters.js";

const run = promisify(execFile);

let shop: Shop;
let folder: string;
beforeAll(async () => {
  shop = await startShop({ dataset: "sample" });
  folder = await mkdtemp(join(tmpdir(), "clients-"));
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true, force: true });
});

const places = { timeout: 120_000 };

/** What the report of a failed test shows of its calls with STORE_API_CHANGES=1, in every language. */
const callsOfFailed = [
  '1 login {"username":"admin","apiKey":"***"} by admin → ok',
  '2 catalog_product.update {"productId":1,"productData":{"weight":"0.12345678"}} by admin → ok; ' +
    "ignored: productData.weight (0.12345678 was stored as 0.1235)",
  "  products/1 values.0.weight 0.38 → 0.1235",
  "4 catalog_product.list {} by admin → dropped (forced by rule 1)",
  "and of the test control: 3 addFault",
];

interface Printed {
  readonly stdout: string;
  readonly stderr: string;
}

const failingEnv = () => ({ ...process.env, STORE_API_URL: shop.url, STORE_API_CHANGES: "1" });

describe("Python", () => {
  // The packages of the system, which `--system-site-packages` adds to the environment.
  const python = pythonWith("venv", "ensurepip", "pytest");

  const inPlace = (environment: string, program: string, ...args: string[]) =>
    run(join(folder, environment, "bin", program), args, {
      cwd: folder,
      env: { ...process.env, STORE_API_URL: shop.url, PYTHONDONTWRITEBYTECODE: "1" },
    });

  const use = `
from importlib.resources import files
import store_api
assert (files(store_api) / "py.typed").is_file()
with store_api.Shop("$url", "admin", "admin123") as shop:
    print(shop.catalog_product.info(product_id=1)["name"], store_api.__version__)
`;

  test("pip installs the wheel from the server, in an empty environment", places, async ({ skip }) => {
    if (python === undefined) return skip("needs python3-venv, python3-pytest");
    await run(python, ["-m", "venv", join(folder, "empty")]);
    await inPlace("empty", "pip", "install", "--no-index", `${shop.url}/clients/${wheelName}`);
    const { stdout } = await inPlace("empty", "python", "-c", use.replace("$url", shop.url));
    expect(stdout).toMatch(/^Stoneware Mug \d+\.\d+\.\d+\n$/);
    const { stdout: listed } = await inPlace("empty", "pip", "list", "--format=freeze");
    expect(listed).toContain("store-management-api");
    const { stdout: checked } = await inPlace("empty", "pip", "check");
    expect(checked).toContain("No broken requirements");
  });

  test(
    "pip builds the folder; pytest finds the plugin, and each test has a separate shop",
    places,
    async ({ skip }) => {
      if (python === undefined) return skip("needs python3-venv, python3-pytest");
      // Python leaves compiled files next to the sources.
      await cp(`${clients}/python`, join(folder, "python"), { recursive: true });
      await run(python, ["-m", "venv", "--system-site-packages", join(folder, "built")]);
      await inPlace("built", "pip", "install", "--no-index", join(folder, "python"));
      await writeFile(join(folder, "test_orders.py"), pytests);
      for (const named of [[], ["-p", "store_api.pytest_plugin"]]) {
        const options = ["-q", "-p", "no:cacheprovider", ...named];
        const { stdout } = await inPlace("built", "python", "-m", "pytest", ...options);
        expect(stdout).toContain("4 passed");
      }
      expect((await shop.http("GET", "/control/sandboxes")).json).toEqual([]);
    },
  );

  test("a failed pytest shows its calls, and what they changed", places, async ({ skip }) => {
    if (python === undefined) return skip("needs python3-pytest");
    const file = join(folder, "failing.py");
    await writeFile(file, failingPytest);
    const env = { ...failingEnv(), PYTHONPATH: `${clients}/python`, PYTHONDONTWRITEBYTECODE: "1" };
    const args = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "store_api.pytest_plugin", file];
    const { stdout } = await run(python, args, { cwd: folder, env }).catch((error: Printed) => error);
    for (const line of callsOfFailed) expect(stdout).toContain(`\n${line}\n`);
    expect(stdout).not.toContain("_connection.py");
  });
});

const failingPytest = `
import pytest
from store_api import StoreClientError

def test_that_fails(store_api):
    store_api.shop.catalog_product.update(product_id=1, product_data={"weight": "0.12345678"})
    store_api.control.add_fault({"operation": "catalog_product.list", "drop": True})
    with pytest.raises(StoreClientError):
        store_api.shop.catalog_product.list()
    assert False
`;

const pytests = `
import asyncio
import warnings

import pytest

from store_api import StoreApiError


@pytest.mark.parametrize("turn", [1, 2])
def test_each_test_has_a_shop_of_its_own(store_api, turn):
    order = store_api.control.place_order({"customer_id": 1, "items": [{"sku": "mug-01", "qty": 1}]})
    orders = store_api.shop.sales_order.list()
    assert orders[-1]["increment_id"] == order["increment_id"]
    assert store_api.shop.sales_order.hold(order_increment_id=order["increment_id"])
    with pytest.raises(StoreApiError) as caught:
        store_api.shop.sales_order.hold(order_increment_id=order["increment_id"])
    assert caught.value.fault == "order_not_holdable"


def test_names_of_the_documents_work_and_warn(store_api):
    with pytest.warns(DeprecationWarning, match="assignedProducts is called assigned_products now"):
        old = store_api.shop.catalog_category.assignedProducts
    with pytest.warns(DeprecationWarning, match="categoryId= of assigned_products"):
        assert old(categoryId=3) == store_api.shop.catalog_category.assigned_products(category_id=3)
    with pytest.warns(DeprecationWarning, match="getClock is called get_clock now"):
        assert store_api.control.getClock() == store_api.control.get_clock()
    with pytest.raises(AttributeError):
        store_api.shop.catalog_category.no_such_operation
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert store_api.shop.catalog_product.info(product_id=1)["sku"] == "mug-01"


def test_calls_run_beside_each_other_in_asyncio(store_api):
    async def names():
        calls = [asyncio.to_thread(store_api.shop.catalog_product.info, product_id=1) for _ in range(4)]
        return {product["sku"] for product in await asyncio.gather(*calls)}

    assert asyncio.run(names()) == {"mug-01"}
`;

describe("PHP", () => {
  const composer = working(["composer"], "--version");
  const phpunit = working(["phpunit"], "--version");

  test("Composer installs it from a path; PHPUnit tests have separate shops", places, async ({ skip }) => {
    if (composer === undefined || phpunit === undefined) return skip("needs composer and phpunit");
    const project = await mkdtemp(join(folder, "project-"));
    const manifest = {
      repositories: [
        { type: "path", url: `${clients}/php`, options: { symlink: false } },
        { "packagist.org": false },
      ],
      require: { "store-management-api/client": "*" },
    };
    await writeFile(join(project, "composer.json"), JSON.stringify(manifest));
    await writeFile(join(project, "OrdersTest.php"), phpunits);
    const env = {
      ...process.env,
      ...{
        STORE_API_URL: shop.url,
        COMPOSER_ALLOW_SUPERUSER: "1",
        COMPOSER_HOME: join(folder, "composer"),
      },
    };
    await run(composer, ["install", "--no-interaction", "--quiet"], { cwd: project, env });
    const args = ["--bootstrap", "vendor/autoload.php", "--do-not-cache-result", "OrdersTest.php"];
    const { stdout } = await run(phpunit, args, { cwd: project, env });
    expect(stdout).toContain("OK (4 tests");
    expect((await shop.http("GET", "/control/sandboxes")).json).toEqual([]);
  });

  test("a failed test with PHPUnit shows its calls, and what they changed", places, async ({ skip }) => {
    if (phpunit === undefined) return skip("needs phpunit");
    await writeFile(join(folder, "FailingTest.php"), failingPhpunit);
    const args = ["--bootstrap", `${clients}/php/autoload.php`, "--do-not-cache-result", "FailingTest.php"];
    const failed = run(phpunit, args, { cwd: folder, env: failingEnv() }).catch((error: Printed) => error);
    const { stderr } = await failed;
    for (const line of callsOfFailed) expect(stderr).toContain(`\n${line}\n`);
    expect((await shop.http("GET", "/control/sandboxes")).json).toEqual([]);
  });
});

const failingPhpunit = `<?php
use PHPUnit\\Framework\\TestCase;

final class FailingTest extends TestCase
{
    use StoreApi\\Testing\\UsesStoreApi;

    public function testThatFails(): void
    {
        $this->shop->catalogProduct->update(productId: 1, productData: ['weight' => '0.12345678']);
        $this->control->addFault(['operation' => 'catalog_product.list', 'drop' => true]);
        try {
            $this->shop->catalogProduct->list();
        } catch (StoreApi\\StoreClientError) {
        }
        self::fail();
    }
}
`;

const phpunits = `<?php
declare(strict_types=1);

use PHPUnit\\Framework\\TestCase;
use StoreApi\\Fault;
use StoreApi\\StoreApiError;
use StoreApi\\Types\\ProductInfo;
use StoreApi\\Testing\\UsesStoreApi;

final class OrdersTest extends TestCase
{
    use UsesStoreApi;

    /** @return array<list<int>> */
    public static function turns(): array
    {
        return [[1], [2]];
    }

    /** @dataProvider turns */
    public function testEachTestHasAShopOfItsOwn(int $turn): void
    {
        $order = $this->control->placeOrder(['customer_id' => 1, 'items' => [['sku' => 'mug-01', 'qty' => 1]]]);
        $orders = $this->shop->salesOrder->list();
        self::assertSame($order->increment_id, end($orders)->increment_id);
        self::assertTrue($this->shop->salesOrder->hold(orderIncrementId: $order->increment_id));
        try {
            $this->shop->salesOrder->hold(orderIncrementId: $order->increment_id);
            self::fail('held twice');
        } catch (StoreApiError $error) {
            self::assertSame(Fault::ORDER_NOT_HOLDABLE, $error->fault);
        }
    }

    public function testARecordIsAnObjectAndReadLikeAnArray(): void
    {
        $product = $this->shop->catalogProduct->info(productId: 1);
        self::assertInstanceOf(ProductInfo::class, $product);
        self::assertSame('mug-01', $product->sku);
        self::assertSame($product->name, $product['name']);
        self::assertTrue(isset($product['name']));
        self::assertFalse(isset($product['no_such_member']));
        self::assertSame('mug-01', $product->toArray()['sku']);
        self::assertSame('mug-01', json_decode(json_encode($product), true)['sku']);
        $this->expectException(LogicException::class);
        $product['name'] = 'Another';
    }

    public function testARecordCanBeGiven(): void
    {
        $data = new \\StoreApi\\Types\\NewCustomer(
            email: 'ada@example.com',
            firstname: 'Ada',
            lastname: 'King',
            password: 'analytical1',
            website_id: 1,
        );
        $id = $this->shop->customer->create(customerData: $data);
        self::assertSame('ada@example.com', $this->shop->customer->info(customerId: $id)->email);
    }
}
`;
