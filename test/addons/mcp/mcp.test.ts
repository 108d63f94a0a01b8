/** `store-api mcp`, used by the client of the SDK like a coding agent. */
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../support/closed.js";
import { outside, outsideModules } from "../../outside/packages.js";
import { workingPlace } from "../../support/process.js";
import { bundleOf } from "../../support/programs.js";
import { startShop } from "../../support/shop.js";

interface Answer {
  readonly content: readonly { readonly text: string }[];
  readonly isError?: true;
}

interface Agent {
  connect(transport: object): Promise<void>;
  close(): Promise<void>;
  listTools(): Promise<{ tools: { name: string; inputSchema: { required?: string[] } }[] }>;
  callTool(call: { name: string; arguments: object }): Promise<Answer>;
}

const sdk = "@modelcontextprotocol/sdk/client";

/** @param args the arguments of the command */
async function startAgent(...args: string[]) {
  const { Client } = outside(`${sdk}/index.js`) as { Client: new (info: object) => Agent };
  const { StdioClientTransport } = outside(`${sdk}/stdio.js`) as {
    StdioClientTransport: new (program: object) => object;
  };
  const agent = new Client({ name: "test", version: "1" });
  const program = [bundleOf("src/main.ts"), "mcp", ...args];
  // The SDK is found from the working folder.
  await agent.connect(
    new StdioClientTransport({ command: process.execPath, args: program, cwd: `${outsideModules}/..` }),
  );
  onTestFinished(() => agent.close());
  return async (name: string, input: object = {}) => {
    const { content, isError } = await agent.callTool({ name, arguments: input });
    const text = content.map((one) => one.text).join("");
    return { text, isError: isError === true, json: () => JSON.parse(text) as Record<string, unknown> };
  };
}

const patience = { timeout: 120_000 };

test("an agent starts a shop, calls it, forces a fault and reads the journal", patience, async () => {
  const use = await startAgent();
  const { url, username, apiKey } = (await use("start")).json();
  const basic = Buffer.from(`${String(username)}:${String(apiKey)}`).toString("base64");
  const product = { operation: "catalog_product.info", params: { productId: 1 } };
  expect((await use("call", product)).json()).toMatchObject({ sku: "mug-01" });

  const rule = { operation: "catalog_product.info", fault: "product_not_exists", match: { productId: 1 } };
  expect((await use("force_fault", rule)).json()).toMatchObject(rule);
  // The program under test gets the forced fault.
  const answer = await fetch(`${String(url)}/api/rpc/catalog_product.info`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Basic ${basic}` },
    body: '{"productId": 1}',
  });
  expect(answer.status).toBe(404);
  const [last] = (await use("read_journal", { limit: 1 })).json() as unknown as object[];
  expect(last).toMatchObject({
    operation: "catalog_product.info",
    fault: "product_not_exists",
    forced: true,
  });

  expect(await use("call", { operation: "sales_order.info", params: ["none"] })).toMatchObject({
    isError: true,
    text: 'order_not_exists (100): There is no order with this number (orderIncrementId: "none").',
  });
  expect((await use("reset")).text).toBe("The shop was reset.");
  expect((await use("read_journal")).json()).toMatchObject([{ operation: "resetShop" }]);
  await use("start", { dataset: "minimal" });
  expect((await use("call", { operation: "catalog_product.list" })).json()).toEqual([]);
});

test("an agent reads the contract of a running server", patience, async () => {
  const shop = await startShop({ dataset: "sample" });
  const use = await startAgent("--url", shop.url);
  expect((await use("read_contract")).text).toMatch(/^catalog_product\.setSpecialPrice: \w/m);
  const contract = await use("read_contract", { operation: "sales_order.hold" });
  expect(contract.json()).toMatchObject({ name: "sales_order.hold" });
  expect(contract.text).toContain("order_not_holdable");
  expect(Object.keys(contract.json().components as object)).not.toContain("components/schemas/ProductInfo");
});

test("a usage error is answered with the reason", patience, async () => {
  const use = await startAgent("--url", "http://127.0.0.1:9");
  const wrong: readonly (readonly [tool: string, input: object, text: unknown])[] = [
    ["call", {}, "operation is missing"],
    ["call", { operation: 1 }, "operation must be of type string"],
    [
      "call",
      { operation: "a", session: "b" },
      "session is not an argument of this tool; there are operation, params, user",
    ],
    ["read_journal", { limit: 1.5 }, "limit must be of type integer"],
    ["force_fault", { operation: "*", match: [] }, "match must be of type object"],
    ["nothing", {}, expect.stringMatching(/^there is no tool nothing; there are start, /)],
    ["start", { dataset: "./none.yaml" }, expect.stringContaining("none.yaml")],
    ["reset", {}, expect.stringContaining("http://127.0.0.1:9 cannot be reached")],
  ];
  for (const [name, args, text] of wrong) {
    expect(await use(name, args), name).toMatchObject({ isError: true, text });
  }
});

/** A dataset whose chapter has a handler that leaves a trace when it is loaded. */
async function datasetWithHandler() {
  const folder = await temporaryFolder();
  const [dataset, trace] = [join(folder, "shop.yaml"), join(folder, "trace")];
  const method = `{ name: erp.look, summary: Looks., x-effect: read, result: { schema: { type: string } }, examples: [{ name: One, result: x }] }`;
  await writeFile(dataset, "extends: minimal\nextend: [./erp.yaml]\n");
  await writeFile(join(folder, "erp.yaml"), `title: ERP\nhandler: ./erp.mjs\nmethods:\n  - ${method}\n`);
  await writeFile(
    join(folder, "erp.mjs"),
    `import { writeFileSync } from "node:fs";\nwriteFileSync(${JSON.stringify(trace)}, "run");\nexport default { look: () => "looked" };\n`,
  );
  return { folder, dataset, hasRun: () => existsSync(trace) };
}

test("an agent's dataset runs no code", patience, async () => {
  const { folder, dataset, hasRun } = await datasetWithHandler();
  const use = await startAgent("--url", "http://127.0.0.1:9");
  const { isError, text } = await use("start", { dataset });
  expect(isError).toBe(true);
  expect(text).toContain("its handler ./erp.mjs is not run");
  // Nor is a path read as a flag.
  expect((await use("start", { dataset: `--extend=${join(folder, "erp.yaml")}` })).isError).toBe(true);
  expect(hasRun()).toBe(false);
});

test("with --allow-handlers it does", patience, async () => {
  const { dataset, hasRun } = await datasetWithHandler();
  const use = await startAgent("--allow-handlers");
  expect((await use("start", { dataset })).isError).toBe(false);
  expect((await use("call", { operation: "erp.look" })).text).toBe("looked");
  expect(hasRun()).toBe(true);
});

test("an agent is shown no file that is not a dataset", patience, async () => {
  const use = await startAgent("--url", "http://127.0.0.1:9");
  for (const [dataset, problem] of [
    ["/etc/passwd", "it is not a dataset"],
    ["/dev/zero", "it is not a file"],
  ] as const) {
    const { isError, text } = await use("start", { dataset });
    expect(isError).toBe(true);
    expect(text).toContain(problem);
    expect(text).not.toContain("root:");
  }
});

test("without the SDK, it prints how to install it", patience, async (context) => {
  const program = (await workingPlace(context)).start(["mcp"]);
  expect(await program.ended).toBe(2);
  expect(program.stderr).toContain("mcp needs the package @modelcontextprotocol/sdk: npm install");
});
