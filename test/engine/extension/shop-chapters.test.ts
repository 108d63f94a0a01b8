/**
 * Chapters in addition to the shop: in the process of a test, in datasets, and with only the namespaces of
 * the documents.
 */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, test } from "vitest";
import { temporaryFolder } from "../../support/closed.js";
import { parse } from "yaml";
import { ChapterSource } from "../../../src/engine/extension/chapter-source.js";
import { startServer } from "../../../src/testing/embedded/start-server.js";
import type { StartOptions } from "../../../src/testing/embedded/options.js";
import type { StoreServer } from "../../../src/testing/embedded/store-server.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const examples = ["ol_customer", "oerp_stock"].map((name) =>
  join(root, "examples/own-operations/oca", `${name}.yaml`),
);
const folder = await temporaryFolder();

let server: StoreServer | undefined;
afterEach(() => server?.stop());

async function start(options: StartOptions) {
  server = await startServer(options);
  const { url } = server;
  return {
    url,
    get: async (path: string) => (await fetch(url + path)).json() as Promise<Record<string, unknown>>,
    call: async (operation: string, params: object) => {
      const response = await fetch(`${url}/api/rpc/${operation}`, {
        method: "POST",
        headers: { Authorization: `Basic ${btoa("admin:admin123")}`, "Content-Type": "application/json" },
        body: JSON.stringify(params),
      });
      return { status: response.status, body: await response.json() };
    },
  };
}

const rates = {
  title: "Rates",
  methods: [
    {
      name: "erp_rate.list",
      summary: "Rates.",
      "x-effect": "read",
      params: [{ name: "codes", schema: { type: "array", items: { type: "string" } } }],
      result: { schema: { type: "object", additionalProperties: { type: "number" } } },
      examples: [{ name: "All", result: { EUR: 1, USD: 1.1 } }],
    },
  ],
};

describe("startServer", () => {
  test("accepts paths and chapters", async () => {
    const shop = await start({ extend: [...examples, rates] });
    expect(await shop.call("ol_customer.search", { filters: { website_id: { in: [2] } } })).toEqual({
      status: 200,
      body: [5, 6, 7],
    });
    expect(await shop.call("erp_rate.list", {})).toEqual({ status: 200, body: { EUR: 1, USD: 1.1 } });
    expect(await shop.call("erp_rate.list", { codes: [["EUR"]] })).toMatchObject({
      status: 400,
      body: { data: { parameter: "codes" } },
    });
  });

  test("reports mistakes", async () => {
    const wrong = { ...rates, methods: [{ ...rates.methods[0], result: undefined }] };
    await expect(start({ extend: [wrong] })).rejects.toThrow(
      "extend[0]: erp_rate.list has no result; add it",
    );
    await expect(start({ extend: "x.yaml" as never })).rejects.toThrow(
      "extend must be a list of paths of chapters",
    );
  });
});

test("the example uses the rows of the shop, and its own rows are in every state", async () => {
  const shop = await start({ extend: examples });
  const update = (productId: number, data: object) =>
    shop.call("oerp_cataloginventory_stock_item.update", { productId, data });
  expect(await update(1, { qty: 55 })).toEqual({ status: 200, body: true });
  expect(await update(99999, { qty: 55 })).toMatchObject({
    status: 404,
    body: { data: { fault: "not_exists" } },
  });
  expect(await update(2, { qty: "many" })).toMatchObject({
    status: 422,
    body: { data: { errors: [{ field: "data.qty", message: 'must be a number, not "many"' }] } },
  });
  expect(await shop.call("cataloginventory_stock_item.list", { productIds: [1, 2] })).toMatchObject({
    body: [{ qty: 55 }, { qty: 85 }],
  });
  expect(await shop.call("oerp_cataloginventory_stock_item.synced", {})).toMatchObject({
    body: [{ product_id: 1, qty: 55, sent_by: "admin" }],
  });

  // Roles contain nodes of chapters.
  const user = { username: "erp", api_key: "connector1", roles: ["customer/ol_customer/search"] };
  expect((await server?.control.saveUser(user))?.username).toBe("erp");
  const state = (await shop.get("/control/state")) as { collections: { own_rows: object[] } };
  expect(state.collections.own_rows).toMatchObject([{ id: "oerp_stock/1", table: "oerp_stock", key: "1" }]);
  const put = await fetch(`${shop.url}/control/state`, {
    method: "PUT",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(state),
  });
  expect(put.status).toBe(204);
  expect(await shop.call("oerp_cataloginventory_stock_item.synced", {})).toMatchObject({
    body: [{ product_id: 1 }],
  });
});

test("with only the namespaces of the documents, chapters stay, also those of an observed namespace", async () => {
  const added = {
    methods: [{ ...rates.methods[0], name: "cataloginventory_stock_item.rates", params: [] }],
  };
  const shop = await start({ namespaces: "documents", extend: [...examples, added] });
  expect((await shop.call("ol_customer.search", {})).status).toBe(200);
  expect((await shop.call("cataloginventory_stock_item.rates", {})).status).toBe(200);
  expect((await shop.call("cataloginventory_stock_item.list", { productIds: [1] })).status).toBe(404);
  const { methods, "x-namespaces": namespaces } = (await shop.get("/openrpc.json")) as {
    methods: { name: string }[];
    "x-namespaces": object;
  };
  const names = methods.map(({ name }) => name);
  expect(names).toContain("oerp_cataloginventory_stock_item.update");
  expect(names).toContain("cataloginventory_stock_item.rates");
  expect(names).not.toContain("cataloginventory_stock_item.list");
  expect(namespaces).toHaveProperty("cataloginventory_stock_item");
  expect(namespaces).not.toHaveProperty("customer_group");
  const { paths } = (await shop.get("/rpc.openapi.json")) as { paths: object };
  expect(Object.keys(paths).slice(-2)).toEqual([
    "/api/rpc/oerp_cataloginventory_stock_item.synced",
    "/api/rpc/cataloginventory_stock_item.rates",
  ]);
});

describe("a dataset", () => {
  const calls = [
    { call: "oerp_cataloginventory_stock_item.update", params: { productId: 1, data: { qty: 5 } } },
  ];

  test("names chapters relative to itself, and its calls use their operations", async () => {
    const file = join(folder, "dataset.yaml");
    writeFileSync(
      file,
      JSON.stringify({
        extends: "sample",
        extend: [`${root}examples/own-operations/oca/oerp_stock.yaml`],
        calls,
      }),
    );
    // Relative to the file.
    writeFileSync(join(folder, "rates.yaml"), JSON.stringify(rates));
    writeFileSync(file, JSON.stringify({ extends: "sample", extend: ["./rates.yaml"] }));
    const shop = await start({ dataset: file });
    expect((await shop.call("erp_rate.list", {})).status).toBe(200);
  });

  test("as an object names chapters in the usual way", async () => {
    const [, stock = ""] = examples;
    const dataset = { extends: "sample", extend: [stock], calls } as never;
    await expect(start({ dataset })).rejects.toThrow("is not run; load the chapter with --extend");
    const shop = await start({ dataset, allowHandlers: true });
    expect(await shop.call("oerp_cataloginventory_stock_item.synced", {})).toMatchObject({
      body: [{ qty: 5, sent_by: "dataset" }],
    });
  });

  describe("whose chapter has a handler", () => {
    const trace = Symbol.for("handlers of datasets");
    const place = mkdtempSync(join(folder, "handlers-"));
    const [file, chapter] = [join(place, "shop.yaml"), join(place, "erp.yaml")];
    const traced = () => (globalThis as Record<symbol, unknown>)[trace];
    mkdirSync(join(place, "data"));
    writeFileSync(chapter, JSON.stringify({ ...rates, handler: "./erp.mjs" }));
    writeFileSync(
      join(place, "erp.mjs"),
      `globalThis[Symbol.for("handlers of datasets")] = "run";\nexport default { list: () => ({ EUR: 2 }) };\n`,
    );
    writeFileSync(file, "extends: minimal\nextend: [./erp.yaml]\n");

    test("does not start, and nothing of the handler is run", async () => {
      await expect(start({ dataset: file })).rejects.toThrow(
        /erp\.yaml:1: a dataset names this chapter, so its handler \.\/erp\.mjs is not run; load the chapter with --extend, or allow handlers with --allow-handlers/,
      );
      // Nor does a message tell whether the file exists.
      writeFileSync(join(place, "none.yaml"), JSON.stringify({ ...rates, handler: "/etc/passwd" }));
      writeFileSync(join(place, "other.yaml"), "extend: [./none.yaml]\n");
      await expect(start({ dataset: join(place, "other.yaml") })).rejects.toThrow("is not run");
      expect(traced()).toBeUndefined();
    });

    test("starts if the chapter is given by hand, or handlers are allowed", async () => {
      for (const options of [{ extend: [chapter] }, { allowHandlers: true }]) {
        const shop = await start({ dataset: file, ...options });
        expect(await shop.call("erp_rate.list", {})).toEqual({ status: 200, body: { EUR: 2 } });
        await server?.stop();
      }
      expect(traced()).toBe("run");
    });

    test.each([
      "./data/../../outside.yaml",
      "../outside.yaml",
      "./link.yaml",
      "./linked/outside.yaml",
      "./inside",
    ])("does not lead out of the folder of the dataset: %s", async (path) => {
      writeFileSync(join(folder, "outside.yaml"), JSON.stringify(rates));
      mkdirSync(join(place, "inside"), { recursive: true });
      for (const [to, name] of [
        [join(folder, "outside.yaml"), "link.yaml"],
        [join(folder, "outside.yaml"), "inside/link.yaml"],
        [folder, "linked"],
      ] as const)
        if (!existsSync(join(place, name))) symlinkSync(to, join(place, name));
      const dataset = join(place, "leading.yaml");
      writeFileSync(dataset, JSON.stringify({ extend: [path] }));
      await expect(start({ dataset, allowHandlers: true })).rejects.toThrow(
        `extend[0]: ${path} is outside of the folder of the dataset file; load the chapter with --extend`,
      );
      const shop = await start({ dataset, extend: [join(place, path)] });
      expect((await shop.call("erp_rate.list", {})).status).toBe(200);
    });
  });

  test("adds none to a running server", async () => {
    const shop = await start({ dataset: "minimal" });
    const answer = await fetch(`${shop.url}/control/reset`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ dataset: { extend: ["./x.yaml"] } }),
    });
    expect([answer.status, await answer.text()]).toEqual([
      422,
      expect.stringContaining("start a server with this dataset, or with --extend"),
    ]);
  });
});

test("the pages and the documentation show users' operations", async () => {
  const shop = await start({ extend: examples });
  const page = async (path: string) =>
    (await fetch(shop.url + path, { headers: { Accept: "text/html" } })).text();
  const own = await page("/docs/operations/ol_customer.search");
  for (const text of [
    "Customers of the ERP connector",
    "customer/ol_customer/search",
    "filters_invalid",
    "Own operations",
  ])
    expect(own).toContain(text);
  expect(await page("/docs/operations/catalog_product.info")).toContain(
    'docs/operations/ol_customer.search"',
  );
  const { definitions } = (await shop.get("/dataset.schema.json")) as {
    definitions: { call: { properties: { call: { enum: string[] } } } };
  };
  expect(definitions.call.properties.call.enum).toContain("oerp_cataloginventory_stock_item.update");
  expect(definitions).toHaveProperty(
    ["params.oerp_cataloginventory_stock_item.update", "required"],
    ["productId", "data"],
  );
  expect(await (await fetch(`${shop.url}/llms.txt`)).text()).toContain("- ol_customer.search: The IDs of");
});

test("the chapter and the handler in docs/own-operations.md work unchanged", async () => {
  const page = readFileSync(join(root, "docs/own-operations.md"), "utf8");
  const block = (language: string) => new RegExp(`\`\`\`${language}\n([^]*?)\n\`\`\``).exec(page)?.[1] ?? "";
  writeFileSync(join(folder, "erp.yaml"), block("yaml"));
  writeFileSync(join(folder, "erp.js"), block("js"));
  const shop = await start({ extend: [join(folder, "erp.yaml")] });
  expect(await shop.call("erp.stock", { sku: "mug-02" })).toEqual({
    status: 200,
    body: { sku: "mug-02", qty: 85 },
  });
  expect(await shop.call("erp.stock", { sku: "none" })).toMatchObject({
    status: 404,
    body: { message: "There is no none." },
  });
});

test.each(readdirSync(join(root, "spec/namespaces")))("chapters have the same form as ours: %s", (file) => {
  // Only our chapters say where an operation was observed.
  const own = readFileSync(join(root, "spec/namespaces", file), "utf8").replaceAll(/^ *x-source: .*$/gm, "");
  const chapter = parse(own) as Record<string, unknown>;
  expect(ChapterSource.of(chapter, file).chapter.methods.length).toBeGreaterThan(0);
});
