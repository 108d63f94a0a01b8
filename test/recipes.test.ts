/**
 * Performs the recipes of docs/builders/recipes.md on a copy of the tree, with exactly the described steps: a field of
 * the product, one of a stored document, a fault, an operation. The copy is generated and built, and a server of it uses them, with a
 * new shop and with data of release 0.1.0.
 */
import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
/** Files that the copy does not need. */
const leftOut = new Set(["node_modules", "dist", "data", "reports", ".git"]);

let copy: string;
beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), "store-api-recipes-"));
  for (const name of await readdir(root)) {
    if (!leftOut.has(name)) await cp(join(root, name), join(copy, name), { recursive: true });
  }
  // Not a link, because npm reads the installed packages.
  await promisify(execFile)("cp", ["-a", join(root, "node_modules"), copy]);
  // The history contains the last released contracts; it is only read.
  const { stdout } = await promisify(execFile)("git", ["rev-parse", "--absolute-git-dir"], { cwd: root });
  await writeFile(join(copy, ".git"), `gitdir: ${stdout}`);
  await cp(join(root, "test/shop/states/data-of-0.1.0"), join(copy, "data/old"), { recursive: true });
  for (const recipe of [productField, addressField, fault, operation]) await recipe();
  await run("node_modules/.bin/tsx", "scripts/generate.ts");
  expect(await run("node_modules/.bin/tsx", "scripts/generate.ts"), "a second run changes nothing").toBe("");
  await run(process.execPath, "scripts/format.mjs");
  await run(process.execPath, "scripts/build.mjs");
});
afterAll(() => rm(copy, { recursive: true, force: true }));

/** @returns what it printed */
async function run(command: string, ...args: string[]): Promise<string> {
  return (await promisify(execFile)(command, args, { cwd: copy })).stdout;
}

/** Inserts text before or after a place of a file, which must occur once. */
async function insert(file: string, where: { before: string } | { after: string }, text: string) {
  const path = join(copy, file);
  const content = await readFile(path, "utf8");
  const place = "before" in where ? where.before : where.after;
  if (content.split(place).length !== 2) throw new Error(`${file} does not hold once: ${place}`);
  const replaced = "before" in where ? text + place : place + text;
  await writeFile(
    path,
    content.replace(place, () => replaced),
  );
}

async function productField(): Promise<void> {
  await insert(
    "src/shop/data/attribute-tables.ts",
    { after: "const later = [" },
    '{ version: 2, product: "134 warranty text varchar store RSF - G30 Warranty" }',
  );
  await insert(
    "spec/schemas/product.yaml",
    { before: "    url_path:\n      title: ProductInfoUrlPath" },
    `    warranty:
      title: ProductInfoWarranty
      description: How long the maker answers for the product. Per store view.
      oneOf: [{ $ref: "#/components/schemas/AttributeText" }, { type: "null" }]
`,
  );
  await insert(
    "spec/schemas/product_data.yaml",
    { before: "    url_key:\n" },
    `    warranty:
      title: ProductChangesWarranty
      description: How long the maker answers for the product. Per store view.
      type: string
`,
  );
}

async function addressField(): Promise<void> {
  const chapter = "spec/schemas/customer.yaml";
  const path = join(copy, chapter);
  // The result, and the data of a new and of a changed address.
  const withNote = (await readFile(path, "utf8")).replace(
    /^ {4}fax: (\{ \$ref: .*(?:CustomerText|CustomerAddressInputOptionalText)" \})\n/gm,
    (line, schema: string) => `${line}    delivery_note: ${schema}\n`,
  );
  await writeFile(path, withNote);
  await insert(
    "spec/documents/differences.yaml",
    { before: "- because: A product without a special price returns null.\n" },
    `- because: A note for the driver.
  contract: further members
  places: [CustomerAddress, AddressData, changes of AddressData]
`,
  );
  await insert(
    "src/shop/data/entities/customer.ts",
    { after: "  readonly fax: string | null;\n" },
    "  readonly delivery_note?: string | null;\n",
  );
}

async function fault(): Promise<void> {
  const chapter = "spec/namespaces/customer.yaml";
  await insert(
    chapter,
    { before: "methods:\n  - name: customer.list" },
    "  customer_has_orders: { code: 109, status: 422, message: The customer has orders. }\n",
  );
  await insert(
    chapter,
    { after: "x-storage-fault: not_deleted\n    x-checks:\n      - customerId: customer_not_exists\n" },
    "      - customerId: customer_has_orders\n",
  );
  await insert(
    chapter,
    { before: "    errors: [customer_not_exists, not_deleted]" },
    "    x-added-faults: [customer_has_orders]\n",
  );
  await insert(chapter, { before: "customer_not_exists, not_deleted]" }, "customer_has_orders, ");
  const handlers = "src/shop/customers/accounts/customer.ts";
  await insert(
    handlers,
    { before: "    await deleteAccount(" },
    `    const ofCustomer = { path: "customer_id", type: "number", op: "eq", value: found.id } as const;
    const orders = await tx.count("orders", { where: [ofCustomer] });
    if (orders > 0) throw call.fault("customer_has_orders", \`The customer has \${orders} orders.\`);
`,
  );
}

async function operation(): Promise<void> {
  await insert(
    "spec/namespaces/catalog_product_type.yaml",
    { after: "methods:\n" },
    `  - name: catalog_product_type.info
    summary: Answers the title of a product type.
    description: The title is the one of catalog_product_type.items.
    x-effect: read
    params:
      - name: type
        required: true
        description: The type, as products name it.
        schema: { $ref: "#/components/schemas/ShortText" }
    result: { name: label, schema: { $ref: "#/components/schemas/ProductTypeTitle" } }
    errors: []
    examples:
      - name: Bundles
        params: { type: bundle }
        result: Bundle Product
`,
  );
  await insert(
    "spec/documents/differences.yaml",
    { before: "- because: A product without a special price returns null.\n" },
    `- because: Of one type, too.
  contract: "not marked x-source: observed"
  places: [catalog_product_type.info]
`,
  );
  await insert(
    "spec/schemas/catalog.yaml",
    { before: "ProductTypeList:\n" },
    `ProductTypeTitle:
  title: ProductTypeTitle
  description: The name of a product type for people; null for an unknown one.
  oneOf:
    - { title: KnownProductTypeTitle, description: The name., type: string }
    - { type: "null" }
`,
  );
  await insert(
    "src/shop/catalog/products/product-type.ts",
    { before: "  async items(" },
    `  async info({ args }) {
    return productTypes.find(({ type }) => type === args.type)?.label ?? null;
  },

`,
  );
}

/** A server of the copy; calls use plain HTTP. */
class Server {
  private constructor(
    private readonly process: ChildProcess,
    private readonly address: string,
  ) {}

  static async start(storage: string, dataset: string): Promise<Server> {
    const args = ["--port", "0", "--storage", storage, "--dataset", dataset, "--no-env-file"];
    const child = spawn(process.execPath, ["dist/src/main.js", ...args], { cwd: copy, env: {} });
    let printed = "";
    child.stderr.on("data", (chunk) => (printed += String(chunk)));
    for await (const chunk of child.stdout) {
      printed += String(chunk);
      const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(printed) ?? [];
      if (address) return new Server(child, address);
    }
    throw new Error(`the server of the copy did not start: ${printed}`);
  }

  async call(name: string, params: object): Promise<unknown> {
    const response = await fetch(`${this.address}/api/rpc/${name}`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Authorization: `Basic ${Buffer.from("admin:admin123").toString("base64")}`,
      },
      body: JSON.stringify(params),
    });
    return response.json();
  }

  async stop(): Promise<void> {
    this.process.kill("SIGTERM");
    await once(this.process, "exit");
  }
}

test("contract:diff lists the new operation, and npm run check passes", async () => {
  await run("npm", "run", "--silent", "contract:diff", "--", "--out", "changes.md").catch(
    (error: { code?: number }) => {
      // 1: a change breaks clients, which an unreleased version may do.
      if (error.code !== 1) throw error;
    },
  );
  expect(await readFile(join(copy, "changes.md"), "utf8")).toContain("catalog_product_type.info");
  const printed = await run("npm", "run", "--silent", "check").catch(
    (error: { stdout: string }) => error.stdout,
  );
  expect(printed).not.toContain("FAILS");
  expect(printed).toContain("passes  contracts");
});

describe("a server with all four", () => {
  let server: Server;
  beforeAll(async () => {
    server = await Server.start("memory:", "sample");
  });
  afterAll(() => server.stop());

  test("stores, returns and filters the new field, per store view", async () => {
    const productData = { warranty: "two years" };
    expect(await server.call("catalog_product.update", { productId: 1, productData })).toBe(true);
    const german = { productId: 1, productData: { warranty: "zwei Jahre" }, store: "german" };
    expect(await server.call("catalog_product.update", german)).toBe(true);

    const attributes = ["warranty"];
    const info = (store: string) => server.call("catalog_product.info", { productId: 1, store, attributes });
    expect(await info("default")).toMatchObject({ warranty: "two years" });
    expect(await info("german")).toMatchObject({ warranty: "zwei Jahre" });
    const found = await server.call("catalog_product.list", { filters: { warranty: { like: "two%" } } });
    expect(found).toMatchObject([{ sku: "mug-01" }]);
    const listed = await server.call("catalog_product_attribute.items", { setId: 4 });
    expect(listed).toContainEqual(expect.objectContaining({ code: "warranty", scope: "store" }));
  });

  test("keeps the values of the sample shop's own attributes", async () => {
    const withMaterial = await server.call("catalog_product.list", { filters: { material: { notnull: 1 } } });
    expect((withMaterial as unknown[]).length).toBeGreaterThan(20);
    const withRibbon = await server.call("catalog_product.list", { filters: { ribbon: { notnull: 1 } } });
    expect((withRibbon as unknown[]).length).toBeGreaterThan(0);
  });

  test("stores and returns the new field of an address, and its default for addresses without it", async () => {
    const changed = { addressId: 1, addressData: { delivery_note: "Ring twice" } };
    expect(await server.call("customer_address.update", changed)).toBe(true);
    const info = (addressId: number) => server.call("customer_address.info", { addressId });
    expect(await info(1)).toMatchObject({ delivery_note: "Ring twice" });
    expect(await info(2)).toMatchObject({ delivery_note: "" });
  });

  test("returns the new fault with its name, number and status", async () => {
    expect(await server.call("customer.delete", { customerId: 1 })).toMatchObject({
      code: 109,
      message: expect.stringMatching(/^The customer has \d+ orders \(customerId: 1\)\.$/) as string,
      data: { fault: "customer_has_orders", resource: "customer" },
    });
  });

  test("executes the new operation", async () => {
    expect(await server.call("catalog_product_type.info", { type: "bundle" })).toBe("Bundle Product");
  });
});

test("data of release 0.1.0 gets the new field at the start", async () => {
  for (const store of ["default", "german"]) {
    const server = await Server.start("file:./data/old", "minimal");
    try {
      const params = { productId: 1, store, attributes: ["name", "glaze", "warranty"] };
      const warranty = store === "default" ? null : "two years";
      expect(await server.call("catalog_product.info", params)).toMatchObject({
        name: store === "default" ? "Mug" : "Becher",
        glaze: 3,
        warranty,
      });
      const productData = { warranty: "two years" };
      expect(await server.call("catalog_product.update", { productId: 1, productData })).toBe(true);
    } finally {
      await server.stop();
    }
  }
});
