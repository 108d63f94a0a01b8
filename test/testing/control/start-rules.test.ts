/** Rules in a file (RULES) and in a dataset: there after the start and after each reset (docs/testing.md). */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../support/closed.js";
import type { StoreServer } from "../../../src/testing/embedded/store-server.js";
import { startServer } from "../../../src/testing/embedded/start-server.js";
import type { StartOptions } from "../../../src/testing/embedded/options.js";

const folder = await temporaryFolder();

async function fileOf(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

async function withServer(options: StartOptions, use: (server: StoreServer) => Promise<void>): Promise<void> {
  const server = await startServer(options);
  try {
    await use(server);
  } finally {
    await server.stop();
  }
}

const operations = async (server: StoreServer) =>
  (await server.control.listFaults()).map(({ operation }) => operation);

const rules = await fileOf(
  "rules.yaml",
  `# the payment service of the sample shop is slow
- operation: sales_order_invoice.*
  times: 0
  delay_ms: 5
- operation: catalog_product.info
  fault: product_not_exists
  match: { productId: { lt: 3 } }
  times: 1
`,
);

test("the rules of the file are there at the start, answer, and are there again after a reset", async () => {
  await withServer({ rules }, async (server) => {
    const all = ["sales_order_invoice.*", "catalog_product.info"];
    expect(await operations(server)).toEqual(all);
    const info = () => server.client().catalogProduct.info({ productId: 1 });
    await expect(info()).rejects.toMatchObject({ fault: "product_not_exists" });
    await expect(info()).resolves.toBeDefined();
    await server.control.addFault({ operation: "*", drop: true });
    await server.control.resetShop();
    expect(await operations(server)).toEqual(all);
    await expect(info()).rejects.toMatchObject({ fault: "product_not_exists" });
    await server.control.clearFaults();
    expect(await operations(server)).toEqual([]);
  });
});

test("sandboxes have them too, each with its own counters", async () => {
  await withServer({ rules }, async (server) => {
    const [one, two] = [await server.sandbox(), await server.sandbox({ from: "minimal" })];
    for (const shop of [one, two]) {
      expect(await operations(shop)).toEqual(["sales_order_invoice.*", "catalog_product.info"]);
      await expect(shop.client().catalogProduct.info({ productId: 1 })).rejects.toMatchObject({
        fault: "product_not_exists",
      });
    }
    await one.control.resetShop();
    expect((await one.control.listFaults()).map(({ hits }) => hits)).toEqual([0, 0]);
  });
});

const dataset = {
  extends: "minimal",
  rules: [{ operation: "customer.list", http: { status: 503, retry_after: 2 }, times: 0 }],
} as const;

test("the rules of a dataset come after those of the file, and go with another dataset", async () => {
  await withServer({ rules, dataset }, async (server) => {
    const own = ["sales_order_invoice.*", "catalog_product.info"];
    expect(await operations(server)).toEqual([...own, "customer.list"]);
    await server.control.resetShop({ dataset: "sample" });
    expect(await operations(server)).toEqual(own);
    await server.control.resetShop();
    expect(await operations(server)).toEqual([...own, "customer.list"]);
    const box = await server.sandbox();
    expect(await operations(box)).toEqual([...own, "customer.list"]);
  });
});

test("a reset to a dataset, and an import of one, bring its rules", async () => {
  await withServer({ dataset: "minimal" }, async (server) => {
    await server.control.resetShop({ dataset });
    expect(await operations(server)).toEqual(["customer.list"]);
    await server.control.resetShop();
    expect(await operations(server)).toEqual([]);
    await server.control.importState(dataset);
    expect(await operations(server)).toEqual(["customer.list"]);
  });
});

test("an unusable rule of a dataset is named with its place, and nothing changes", async () => {
  await withServer({ dataset }, async (server) => {
    const wrong = { extends: "sample", rules: [{ operation: "customer.lst", drop: true }] };
    await expect(server.control.resetShop({ dataset: wrong as never })).rejects.toMatchObject({
      status: 422,
      errors: [
        {
          field: "rules[0].operation",
          message: expect.stringContaining("the nearest is customer.list") as unknown,
        },
      ],
    });
    expect(await operations(server)).toEqual(["customer.list"]);
  });
});

test.each([
  ["- operation: catalog_product.info\n  fautl: x", "[0].fautl is unknown"],
  ["- fault: internal", "[0].operation is required"],
  [
    "- operation: catalog_product.info\n  fault: order_not_exists",
    "[0].fault order_not_exists is not declared",
  ],
  ["- operation: '*'\n  times: -1", "[0].times must be at least 0"],
  ["- operation: '*'\n  delay_ms: { min: 5 }", "[0].delay_ms.max is required"],
  [
    "- operation: catalog_product.list\n  match: { name: 1 }",
    "[0].match.name is not a parameter of catalog_product.list",
  ],
  [
    "- operation: catalog_product.update\n  match: { productData: { price: { gte: 5 } } }",
    "[0].match.productData.price.gte is not a condition; use gteq",
  ],
  ["operation: '*'", "must be a list of rules"],
  ["- operation: [", "rules-wrong.yaml"],
])("%j stops the start with the file and the place", async (text, message) => {
  const path = await fileOf("rules-wrong.yaml", text);
  const error = await startServer({ rules: path }).catch((reason: unknown) => String(reason));
  expect(error).toContain(`STORE_API_RULES: ${path}: `);
  expect(error).toContain(message);
});

test("a file that is not there stops the start", async () => {
  await expect(startServer({ rules: join(folder, "none.json") })).rejects.toThrow("cannot be read");
});

test("rules without the test control stop the start", async () => {
  await expect(startServer({ rules, control: false })).rejects.toThrow(
    "STORE_API_RULES needs the test control, which is off",
  );
  await expect(startServer({ dataset, control: false })).rejects.toThrow(
    "rules: needs the test control, which is off",
  );
});
