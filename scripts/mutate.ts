/**
 * Mutation testing, room by room: `npm run mutate` for all, `npm run mutate -- "sales, rules" values` for some. Every room
 * is measured with the tests that are about it; the scores go to docs/builders/mutation-scores.json, what survives and why it may
 * is in docs/builders/mutation.md. Ends with 1 when a room that was measured is below the threshold.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Argument, Command } from "commander";

/** Required percentage of detected mutants. */
const threshold = 85;

interface Room {
  /** Files that are mutated. */
  readonly files: readonly string[];
  /** The tests that should detect the mutants. */
  readonly tests: readonly string[];
  /** Prefixes of operations whose golden exchanges and tests of the order of checks are also used. */
  readonly operations?: string;
}

const room = (folder: string, ...tests: readonly string[]): Room => ({
  files: [`src/${folder}/**/*.ts`],
  tests,
});

/** A room with handlers of its own. */
const served = (folder: string, operations: string, ...tests: readonly string[]): Room => ({
  ...room(folder, `test/${folder}/**`, ...tests),
  operations,
});

/** Tests of every operation against the contract. */
const contractTests = ["test/golden.contract.test.ts", "test/engine/calls/order-of-checks.contract.test.ts"];

/** Operations, lookups and the forms of answers, which only tests with a server reach. All other files of sales are rules. */
const salesLookups = [
  "src/shop/sales/*/order.ts",
  "src/shop/sales/*/order-{invoice,shipment,creditmemo}.ts",
  "src/shop/sales/*/{orders,documents,stock,gateway,creditmemos,buyers,placement-items,placement,chosen-parts,order-info,shipment-info}.ts",
];
const examples = ["test/shop/sales/examples.test.ts", "test/shop/sales/composite-orders.test.ts"];

/** The test of additional answers for clients of Magento 1. */
const legacy = "test/engine/doors/legacy-habits.test.ts";

/** The areas, with the tests that measure them. */
const rooms: Readonly<Record<string, Room>> = {
  values: room(
    "engine/values",
    "test/engine/values/**",
    "test/shop/sales/amounts/**",
    "test/shop/customers/accounts/account-rules.test.ts",
    "test/shop/customers/addresses/address-data.test.ts",
  ),
  filters: served(
    "engine/filters",
    "catalog_product.list customer.list sales_order.list",
    "test/shop/catalog/products/product-read.test.ts",
    "test/shop/customers/accounts/delete-and-list.test.ts",
    "test/shop/sales/orders/list-cap.test.ts",
  ),
  "sales, rules": {
    files: ["src/shop/sales/**/*.ts", ...salesLookups.map((glob) => `!${glob}`)],
    tests: [
      "test/shop/sales/{items,amounts,payment,shipments}/**",
      "test/shop/sales/invoices/invoice*.test.ts",
      "test/shop/sales/orders/{cancellation,order-rules,order-state,stock-effects}.test.ts",
      "test/shop/sales/creditmemos/creditmemo{,-data,-totals}.test.ts",
      "test/shop/sales/placement/{composition,placement-totals,placement-request,new-orders}.test.ts",
    ],
  },
  "sales, operations": {
    files: salesLookups,
    tests: ["test/shop/sales/*/*s.test.ts", "test/shop/sales/placement/**", ...examples, legacy],
    operations: "sales_",
  },
  "catalog/attribute-values": room("shop/catalog/attribute-values", "test/shop/catalog/**"),
  "catalog/attributes": served("shop/catalog/attributes", "catalog_product_attribute.", legacy),
  "catalog/attribute-sets": served(
    "shop/catalog/attribute-sets",
    "catalog_product_attribute_set.",
    "test/shop/catalog/attributes/attribute-effects.test.ts",
  ),
  "catalog/records": {
    ...room(
      "shop/catalog/records",
      "test/shop/catalog/records/**",
      "test/shop/catalog/products/product-{create,read}.test.ts",
      "test/engine/doors/soap-v2.test.ts",
    ),
    operations: "catalog_product.getSpecialPrice catalog_product.setSpecialPrice",
  },
  "catalog/prices": served(
    "shop/catalog/prices",
    "catalog_product_attribute_tier_price. catalog_product.setSpecialPrice catalog_product.getSpecialPrice",
  ),
  "catalog/products": served("shop/catalog/products", "catalog_product. catalog_product_type.", legacy),
  "catalog/categories": served(
    "shop/catalog/categories",
    "catalog_category. catalog_category_attribute.",
    "test/engine/doors/dress.contract.test.ts",
  ),
  "catalog/links": served("shop/catalog/links", "catalog_product_link."),
  "catalog/options": served("shop/catalog/options", "catalog_product_custom_option"),
  "catalog/downloads": served("shop/catalog/downloads", "catalog_product_downloadable_link."),
  "catalog/tags": served("shop/catalog/tags", "catalog_product_tag."),
  carts: served("shop/carts", "cart giftmessage", "test/testing/control/carts.test.ts"),
  "catalog/images": served("shop/catalog/images", "catalog_product_attribute_media."),
  "customer/accounts": served(
    "shop/customers/accounts",
    "customer.",
    "test/engine/http/customers-*.test.ts",
    legacy,
  ),
  "customer/addresses": served("shop/customers/addresses", "customer_address."),
  cataloginventory: served("shop/stock", "cataloginventory_stock_item."),
  neighbours: {
    files: ["src/shop/{stores,directory,customers/groups}/*.ts"],
    tests: ["test/shop/stores/**"],
    operations: "core_ directory_ customer_group.",
  },
};

interface Mutant {
  readonly status: string;
}

interface Report {
  readonly files: Readonly<Record<string, { readonly mutants: readonly Mutant[] }>>;
}

interface Score {
  /** Percent. */
  readonly score: number;
  readonly killed: number;
  readonly survived: number;
  /** Mutants that no test of the area reaches. */
  readonly not_covered: number;
  /** YYYY-MM-DD */
  readonly measured: string;
}

const root = fileURLToPath(new URL("..", import.meta.url));
const scoresFile = `${root}docs/builders/mutation-scores.json`;

function measure(name: string, { files, tests, operations }: Room): Score {
  const testFiles = [...tests, ...(operations === undefined ? [] : contractTests)].map((glob) =>
    glob.endsWith("**") ? `${glob}/*.test.ts` : glob,
  );
  const reportFile = `${root}reports/mutation/${name.replace(/\W+/g, "-")}.json`;
  const { status } = spawnSync(
    "test/outside/node_modules/.bin/stryker",
    ["run", "config/stryker.config.mjs"],
    {
      cwd: root,
      stdio: "inherit",
      env: {
        ...process.env,
        MUTATE_FILES: JSON.stringify(files),
        MUTATE_TESTS: JSON.stringify(testFiles),
        MUTATE_REPORT: reportFile,
        ...(operations === undefined ? {} : { TEST_OPERATIONS: operations }),
      },
    },
  );
  if (status !== 0) throw new Error(`stryker ended with ${String(status)} in ${name}`);
  const report = JSON.parse(readFileSync(reportFile, "utf8")) as Report;
  return scoreOf(Object.values(report.files).flatMap(({ mutants }) => mutants));
}

function scoreOf(mutants: readonly Mutant[]): Score {
  const count = (...statuses: readonly string[]) =>
    mutants.filter(({ status }) => statuses.includes(status)).length;
  // An endless loop also counts as detected.
  const killed = count("Killed", "Timeout");
  const [survived, not_covered] = [count("Survived"), count("NoCoverage")];
  const all = killed + survived + not_covered;
  if (all === 0) throw new Error("there are no mutants: the files of this area have moved");
  const score = Math.floor((killed * 1000) / all) / 10;
  return { score, killed, survived, not_covered, measured: new Date().toISOString().slice(0, 10) };
}

const summary = `Mutation testing by area: measures how many changes of rules and handlers the tests detect. Takes minutes per area. Writes
the scores to docs/builders/mutation-scores.json. The exit code is 1 if a measured area is below ${threshold} %.`;

const wanted = new Command("npm run mutate --")
  .description(summary)
  .addArgument(new Argument("[areas...]", "the areas to measure; default: all").choices(Object.keys(rooms)))
  .parse().args;
const low: string[] = [];
for (const [name, one] of Object.entries(rooms)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const score = measure(name, one);
  // Read the file each time, because another run may have measured other areas at the same time.
  const scores = JSON.parse(readFileSync(scoresFile, "utf8")) as Record<string, Score>;
  scores[name] = score;
  writeFileSync(scoresFile, `${JSON.stringify(scores, undefined, 2)}\n`);
  if (score.score < threshold) low.push(`${name} ${score.score} %`);
}
if (low.length > 0) {
  console.error(`below ${threshold} %: ${low.join(", ")}`);
  process.exitCode = 1;
}
