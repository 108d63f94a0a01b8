/** The coverage: operations, faults, parameters and forms that the calls of a run used (docs/testing.md). */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { XMLParser } from "fast-xml-parser";
import { beforeEach, expect, test } from "vitest";
import { temporaryFolder } from "../../support/closed.js";
import { runCommand } from "../../../src/cli/program.js";
import { connect } from "../../../src/testing/embedded/store-server.js";
import { basic, startShop } from "../../support/shop.js";
import { differsHere } from "../../support/storages.js";

const shop = await startShop({ dataset: "sample" });
const server = connect(shop.url);
beforeEach(async () => {
  await shop.reset();
  await server.control.clearCoverage();
});

const here = test.skipIf(differsHere("each process has its own journal, metrics and load limits"));

const rowOf = async (operation: string) => {
  const { rows } = await server.control.getCoverage();
  return rows.find((row) => row.operation === operation);
};

async function command(...argv: string[]) {
  const [said, failed] = [[] as string[], [] as string[]];
  const code = await runCommand([...argv, "--url", shop.url], {
    write: (text) => said.push(text),
    fail: (text) => failed.push(text),
  });
  return { code, said: said.join(""), failed: failed.join("") };
}

here("counts calls by door and form, the faults that were seen, and what never was", async () => {
  await shop.call("catalog_product.info", [1]);
  await shop.call("catalog_product.info", { productId: 1, store: "default" });
  await shop.http("POST", "/api/rpc/catalog_product.info", { body: { productId: 9999 }, headers: basic() });
  expect(await rowOf("catalog_product.info")).toEqual({
    operation: "catalog_product.info",
    calls: 3,
    doors: { jsonrpc: 2, plain: 1 },
    forms: { by_position: 1, by_name: 2 },
    faults_seen: { product_not_exists: 1 },
    faults_never_seen: ["store_not_exists"],
    parameters_never_given: ["attributes", "identifierType"],
  });
  const { operations, rows } = await server.control.getCoverage();
  expect(operations).toEqual({ covered: 1, all: rows.length, percent: 0 });
});

here(
  "names the rules that no call used, in any sandbox; one of the start counts as used where one call used it",
  async () => {
    const own = await startShop({
      settings: {},
      startDocument: async () => ({
        document: {
          extends: "minimal",
          rules: ["sales_order.list", "catalog_category.level"].map(unavailable),
        },
      }),
    });
    const main = connect(own.url);
    const box = await main.sandbox();
    await box
      .client()
      .catalogCategory.level({})
      .catch(() => {});
    await box.control.addFault({ operation: "customer.list", drop: true });
    await box.stop();
    const { id } = await main.control.addFault({ operation: "catalog_product.info", drop: true });
    await main.control.addFault({ operation: "catalog_product.list", drop: true, nth: 2 });
    await main.control.addFault({ operation: "core_store.list", when: "after", drop: true });
    await own.http("POST", "/api/rpc/core_store.list", { body: {}, headers: basic() }).catch(() => {});
    await main.control.deleteFault({ id });
    await main.control.resetShop();
    const { rules_never_used } = await main.control.getCoverage();
    expect(rules_never_used.toSorted()).toEqual(
      ["catalog_product.info", "customer.list", "sales_order.list", "the 2. catalog_product.list"].toSorted(),
    );
    const text = await (await fetch(`${own.url}/control/coverage?format=text`)).text();
    expect(text).toContain("\nRules that no call used: sales_order.list; customer.list; ");
    await main.control.clearCoverage();
    expect((await main.control.getCoverage()).rules_never_used).toEqual([]);
  },
);

test("an answer of the gateway that no capture asked for is named, too", async () => {
  const own = await startShop({ dataset: "sample" });
  const control = connect(own.url).control;
  const never = async () => (await control.getCoverage()).rules_never_used;
  await control.setGatewayAnswer({ answer: "fail" });
  expect(await never()).toEqual(['PUT /control/gateway {"answer":"fail"}']);
  const order = { customer_id: 1, items: [{ sku: "mug-01", qty: 1 }], payment_method: "test_authorize" };
  await expect(control.placeOrder(order)).rejects.toMatchObject({ status: 422 });
  expect(await never()).toEqual([]);
  await control.setGatewayAnswer({ answer: "fail", times: 2 });
  await control.setGatewayAnswer({ answer: "ok" });
  expect(await never()).toEqual([]);
});

const unavailable = (operation: string) => ({ operation, http: { status: 503 } });

here("counts the calls of all sandboxes, and resets change nothing", async () => {
  const box = await server.sandbox();
  await box.client().catalogCategory.level({});
  await box.control.resetShop();
  await box.stop();
  await server.control.resetShop();
  expect((await rowOf("catalog_category.level"))?.calls).toBe(1);
  await server.control.clearCoverage();
  expect((await rowOf("catalog_category.level"))?.calls).toBe(0);
});

here("forced faults were seen by the client, so they count", async () => {
  await server.control.addFault({ operation: "sales_order.hold", fault: "order_not_holdable" });
  await expect(shop.call("sales_order.hold", ["100000001"])).rejects.toThrow();
  expect((await rowOf("sales_order.hold"))?.faults_seen).toEqual({ order_not_holdable: 1 });
});

here("REST operations count, the control and the console do not", async () => {
  await shop.http("GET", "/api/rest/customers/1", { headers: basic() });
  await shop.http("POST", "/api/rpc/catalog_product.list", {
    body: {},
    headers: { ...basic(), "X-Store-Console": "1" },
  });
  expect(await rowOf("getCustomer")).toMatchObject({ calls: 1, doors: { rest: 1 } });
  expect(await rowOf("catalog_product.list")).toMatchObject({ calls: 0 });
  expect((await server.control.getCoverage()).operations.covered).toBe(1);
});

here("of a namespace", async () => {
  await shop.call("catalog_category.level");
  const { operations, rows } = await server.control.getCoverage({ operation: "category.*" });
  expect(operations).toMatchObject({ covered: 1, all: rows.length });
  expect(rows.every(({ operation }) => operation.startsWith("catalog_category."))).toBe(true);
  await expect(server.control.getCoverage({ operation: "catalog_categry.*" })).rejects.toThrow(
    "the nearest is catalog_category.*",
  );
});

here("the command prints it, writes JUnit, and fails below --min", async () => {
  await shop.call("catalog_category.level");
  const own = ["coverage", "--operation", "catalog_category.*"];
  const { code, said } = await command(...own);
  expect(code).toBe(0);
  expect(said).toMatch(/^Coverage: 1 of \d+ operations \(\d+ %\), 0 of \d+ faults \(0 %\)/);
  expect(said).toContain("catalog_category.level: 1 call (jsonrpc 1, by position 1)");
  expect(said).toMatch(/Never called: .*catalog_category\.create/);
  expect(await command(...own, "--min", "90")).toMatchObject({
    code: 1,
    failed: expect.stringContaining(
      "% of the operations were called, fewer than the 90 % of --min",
    ) as unknown,
  });
  expect(await command("coverage", "--operation", "catalog_category.level", "--min", "100")).toMatchObject({
    code: 0,
  });
});

here("the JUnit file has a skipped test for what was never used", async () => {
  const folder = await temporaryFolder();
  await shop.call("catalog_category.level");
  const file = join(folder, "coverage.xml");
  expect((await command("coverage", "--operation", "catalog_category.*", "--junit", file)).code).toBe(0);
  const parsed = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: "" }).parse(
    await readFile(file, "utf8"),
  ) as { testsuites: { testsuite: { name: string; tests: string; skipped: string; testcase: object[] } } };
  const { name, tests, skipped, testcase } = parsed.testsuites.testsuite;
  expect(name).toBe("catalog_category");
  expect(testcase).toHaveLength(Number(tests));
  expect(testcase.filter((one) => "skipped" in one)).toHaveLength(Number(skipped));
  expect(testcase).toContainEqual({
    classname: "catalog_category",
    name: "catalog_category.level is called",
  });
});
