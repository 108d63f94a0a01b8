/** The chapters for OCA's connector for Odoo: the calls that its tests have on record, by XML-RPC. */
import { execFile, spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ChapterSource } from "../../../src/engine/extension/chapter-source.js";
import { startServer } from "../../../src/testing/embedded/start-server.js";
import type { StoreServer } from "../../../src/testing/embedded/store-server.js";

const run = promisify(execFile);
const chapters = fileURLToPath(new URL("../../../examples/own-operations/oca", import.meta.url));
const hasPython = spawnSync("python3", ["-c", "import xmlrpc.client"], { stdio: "ignore" }).status === 0;

let server: StoreServer;
beforeAll(async () => {
  server = await startServer({ extend: [chapters] });
});
afterAll(() => server.stop());

async function call(operation: string, params: object): Promise<unknown> {
  const response = await fetch(`${server.url}/api/rpc/${operation}`, {
    method: "POST",
    headers: { Authorization: `Basic ${btoa("admin:admin123")}`, "Content-Type": "application/json" },
    body: JSON.stringify(params),
  });
  return response.json();
}

/** Sends calls as the connector does; a fault is `["fault", number]`. */
const program = `
import json, sys, xmlrpc.client
shop = xmlrpc.client.ServerProxy(sys.argv[1] + "/index.php/api/xmlrpc", allow_none=True)
session = shop.login("admin", "admin123")
def answer(operation, arguments):
    try:
        return shop.call(session, operation, arguments)
    except xmlrpc.client.Fault as fault:
        return ["fault", fault.faultCode]
print(json.dumps([answer(*call) for call in json.loads(sys.argv[2])]))
`;

type Call = readonly [operation: string, args: readonly unknown[]];

async function answersOf(...calls: readonly Call[]): Promise<unknown[]> {
  const { stdout } = await run("python3", ["-c", program, server.url, JSON.stringify(calls)]);
  return JSON.parse(stdout) as unknown[];
}

/** The arguments are those on record, with IDs of the sample shop. */
const recorded: readonly (readonly [...Call, answer: unknown])[] = [
  // Metadata: the administration has the ID 0, and all values are text.
  ["ol_websites.search", [{}], ["0", "1", "2"]],
  [
    "ol_websites.info",
    [0],
    {
      ...{ website_id: "0", code: "admin", name: "Admin", sort_order: "0" },
      ...{ default_group_id: "0", is_default: "0" },
    },
  ],
  [
    "ol_websites.info",
    [1],
    {
      ...{ website_id: "1", code: "base", name: "Main Website", sort_order: "0" },
      ...{ default_group_id: "1", is_default: "1" },
    },
  ],
  ["ol_groups.search", [{}], ["0", "1", "2"]],
  [
    "ol_groups.info",
    [0],
    { group_id: "0", website_id: "0", name: "Default", root_category_id: "0", default_store_id: "0" },
  ],
  [
    "ol_groups.info",
    [1],
    {
      ...{ group_id: "1", website_id: "1", name: "Main Website Store" },
      ...{ root_category_id: "2", default_store_id: "1" },
    },
  ],
  ["ol_storeviews.search", [{}], ["0", "1", "2", "3"]],
  [
    "ol_storeviews.info",
    [0],
    {
      ...{ store_id: "0", code: "admin", website_id: "0", group_id: "0", name: "Admin" },
      ...{ sort_order: "0", is_active: "1" },
    },
  ],
  [
    "ol_storeviews.info",
    [3],
    {
      ...{ store_id: "3", code: "german", website_id: "1", group_id: "1", name: "German" },
      ...{ sort_order: "1", is_active: "1" },
    },
  ],
  // Customers and their groups.
  [
    "ol_customer_groups.info",
    [0],
    { customer_group_id: "0", customer_group_code: "NOT LOGGED IN", tax_class_id: "3" },
  ],
  [
    "ol_customer_groups.info",
    [2],
    { customer_group_id: "2", customer_group_code: "Wholesale", tax_class_id: "3" },
  ],
  ["ol_customer.search", [{ website_id: { in: ["0"] } }], []],
  ["ol_customer.search", [{ website_id: { in: ["1"] } }], ["1", "2", "3", "4", "8"]],
  [
    "ol_customer.search",
    [{ website_id: { in: ["2"] }, updated_at: { from: "2024/01/02 00:00:00", to: "2024-12-31 00:00:00" } }],
    ["5", "6", "7"],
  ],
  // Orders; Odoo 7 to 9 write times with slashes.
  [
    "sales_order.search",
    [
      {
        imported: false,
        filters: {
          store_id: { in: ["1"] },
          state: { neq: "canceled" },
          created_at: { gt: "2024/01/15 10:30:00" },
        },
      },
    ],
    expect.arrayContaining(["100000002", "100000003"]),
  ],
  ["sales_order.search", [{ imported: false, filters: { store_id: { in: ["0"] } } }], []],
  ["sales_order.get_parent", ["100000001"], false],
  // Stock, with all members that the connector exports.
  ["oerp_cataloginventory_stock_item.update", [1, { is_in_stock: 1, qty: 30 }], true],
  [
    "oerp_cataloginventory_stock_item.update",
    [
      1,
      {
        ...{ use_config_manage_stock: 0, manage_stock: 1, backorders: 2, use_config_backorders: 0 },
        ...{ is_in_stock: 1, qty: 333 },
      },
    ],
    true,
  ],
  // Prices, of the default and of a website.
  ["ol_catalog_product.update", [2, { price: 42 }, "0", "id"], true],
];

/** The connector takes a fault with this number for a record that there is not. */
const missing: readonly (readonly [...Call, number: number])[] = [
  ["ol_catalog_product.info", [999, null, null, "id"], 101],
  ["sales_order.get_parent", ["7"], 100],
  ["ol_websites.info", [99], 101],
  ["ol_customer_groups.info", [99], 101],
];

describe.skipIf(!hasPython)("by xmlrpc.client, as the connector calls them", () => {
  test("recorded calls have the recorded answers, for the sample shop", async () => {
    const answers = await answersOf(...recorded.map(([operation, args]): Call => [operation, args]));
    expect(recorded.map(([operation, args], index) => [operation, args, answers[index]])).toEqual(recorded);
    const [stock] = (await answersOf(["cataloginventory_stock_item.list", [[1]]])) as [unknown[]];
    expect(stock).toMatchObject([{ qty: "333.0000", is_in_stock: "1" }]);
    const state = (await (await fetch(`${server.url}/control/state`)).json()) as {
      collections: { stock_items: unknown[] };
    };
    expect(state.collections.stock_items[0]).toMatchObject({ backorders: 2, use_config_backorders: 0 });
  });

  test("new orders and changed categories are found by their times", async () => {
    const since = (time: string) => ({ updated_at: { from: time, to: "2030-01-01 00:00:00" } });
    const orders = { imported: false, filters: { created_at: { gt: "2024/01/15 10:30:00" } } };
    const [all, later, none, found, imported] = (await answersOf(
      ["oerp_catalog_category.search", [{}]],
      ["oerp_catalog_category.search", [since("2024-02-01 12:00:00")]],
      ["oerp_catalog_category.search", [since("2029-01-01 00:00:00")]],
      ["sales_order.search", [orders]],
      ["sales_order.search", [{ imported: true, filters: {} }]],
    )) as string[][];
    expect([all?.length, later?.[0], none]).toEqual([20, "4", []]);
    expect(found).not.toContain("100000001");
    expect(imported).toEqual([]);
  });

  test("a product of an order is read with the arguments of the connector", async () => {
    const [product, german] = await answersOf(
      ["ol_catalog_product.info", [1, null, null, "id"]],
      ["ol_catalog_product.info", [1, 3, ["name", "updated_at"], "id"]],
    );
    expect(product).toMatchObject({
      ...{ product_id: "1", sku: "mug-01", set: "4", type: "simple", type_id: "simple", status: "1" },
      ...{ categories: ["3", "5"], websites: ["1", "2"], price: "12.5000", weight: "0.3800" },
      ...{ special_price: null, tax_class_id: "2", url_path: "stoneware-mug.html" },
    });
    expect(Object.keys(german as object).sort()).toEqual(
      ["categories", "name", "product_id", "set", "sku", "type", "updated_at", "websites"].sort(),
    );
    expect(german).toMatchObject({ name: "Steinzeugbecher" });
  });

  test("records that there are not have the numbers that the connector expects", async () => {
    const answers = await answersOf(...missing.map(([operation, args]): Call => [operation, args]));
    expect(answers).toEqual(missing.map(([, , number]) => ["fault", number]));
  });

  test("the parents of an edited order are found one by one", async () => {
    const state = (await (await fetch(`${server.url}/control/state`)).json()) as {
      collections: { orders: Record<string, unknown>[] };
      sequences: { order: number };
    };
    const [first] = state.collections.orders;
    for (const edit of [1, 2]) {
      const id = ++state.sequences.order;
      state.collections.orders.push({ ...first, id, increment_id: `${String(first?.increment_id)}-${edit}` });
    }
    const put = await fetch(`${server.url}/control/state`, {
      method: "PUT",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(state),
    });
    expect([put.status, await put.text()]).toEqual([204, ""]);
    expect(
      await answersOf(
        ["sales_order.get_parent", ["100000001-2"]],
        ["sales_order.get_parent", ["100000001-1"]],
        ["sales_order.get_parent", ["100000001"]],
      ),
    ).toEqual(["100000001-1", "100000001", false]);
  });
});

test("ol_catalog_product.info returns what catalog_product.info returns, for every product and store view", async () => {
  const products = (await call("catalog_product.list", {})) as { product_id: number }[];
  expect(products.length).toBeGreaterThan(40);
  for (const { product_id: productId } of products) {
    for (const store of [0, 1, 2, 3]) {
      const own = await call("ol_catalog_product.info", { productId, store });
      expect(own).toEqual(await call("catalog_product.info", { productId, store }));
    }
  }
});

test("the examples of the chapters hold for a fresh sample shop", async () => {
  const folder = readdirSync(chapters).filter((name) => name.endsWith(".yaml"));
  const examples = folder.flatMap((name) => {
    const { methods } = ChapterSource.read(join(chapters, name)).chapter;
    return methods.flatMap((method) => method.examples.map((example) => [method.name, example] as const));
  });
  for (const [operation, { params = {}, result }] of examples) {
    await fetch(`${server.url}/control/reset`, { method: "POST" });
    expect([operation, await call(operation, params)]).toEqual([operation, result]);
  }
  expect(examples.length).toBeGreaterThan(15);
});

test("an update writes the row that its store view reads, and refuses what it cannot store", async () => {
  const update = (productData: object, store: number | string) =>
    call("ol_catalog_product.update", { productId: 3, productData, store });
  const read = (store: number) =>
    call("catalog_product.info", { productId: 3, store, attributes: ["name", "price"] });
  expect(await update({ name: "For all", price: "20" }, 0)).toBe(true);
  expect(await update({ name: "Für Deutsche" }, "german")).toBe(true);
  expect(await update({ price: 25 }, 2)).toBe(true);
  expect(await read(1)).toMatchObject({ name: "For all", price: 20 });
  expect(await read(3)).toMatchObject({ name: "Für Deutsche", price: 20 });
  expect(await read(2)).toMatchObject({ name: "For all", price: 25 });
  expect(await update({ colour: 1, price: "dear" }, 0)).toMatchObject({
    data: {
      fault: "data_invalid",
      errors: [{ field: "productData.colour" }, { field: "productData.price" }],
    },
  });
});

test("chapters of a folder are all there, also for a dataset that names the folder", async () => {
  const names = [
    ...[
      "ol_catalog_product.info",
      "ol_customer.search",
      "ol_customer_groups.info",
      "ol_customer_groups.search",
    ],
    ...[
      "ol_groups.info",
      "ol_groups.search",
      "ol_storeviews.info",
      "ol_storeviews.search",
      "ol_websites.info",
    ],
    ...["ol_websites.search", "sales_order.get_parent", "sales_order.search", "oerp_catalog_category.search"],
    "oerp_cataloginventory_stock_item.update",
  ];
  const dataset = { extends: "sample" as const, extend: [chapters] };
  // The handlers of a folder are as little trusted as those of a file.
  await expect(startServer({ dataset })).rejects.toThrow(/a dataset names this chapter/);
  const other = await startServer({ dataset, allowHandlers: true });
  try {
    for (const { url } of [server, other]) {
      const { methods } = (await (await fetch(`${url}/openrpc.json`)).json()) as {
        methods: { name: string }[];
      };
      expect(methods.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
    }
  } finally {
    await other.stop();
  }
});
