/** The tree keeps its shape (style.md 2): imports go down, files stay small, one handler file per namespace. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { namespaces } from "../generated/tables.js";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The floors of the house, top to bottom: a place imports only from floors below its own, types included. */
const floors: readonly (readonly string[])[] = [
  // What runs in browsers; the server knows nothing of it.
  ["pages/console"],
  ["pages/browser"],
  ["main", "index"],
  ["cli", "embedded"],
  ["conformance"],
  ["bootstrap", "welcome", "help"],
  ["server"],
  ["datasets"],
  ["operations"],
  ["pages"],
  ["control"],
  ["http"],
  ["doors"],
  ["sales/placement", "sales/creditmemos"],
  ["sales/invoices"],
  ["sales/shipments"],
  ["sales/orders"],
  ["sales/payment"],
  ["sales/amounts"],
  ["sales/items"],
  ["catalog/attribute-sets", "cataloginventory"],
  ["catalog/categories", "catalog/products"],
  ["catalog/images"],
  ["catalog/attributes", "catalog/prices"],
  ["catalog/records"],
  ["catalog/attribute-values"],
  ["customer/accounts", "customer/groups"],
  ["customer/addresses"],
  ["customer/field-values"],
  ["mail", "core", "directory"],
  ["rpc"],
  ["access"],
  ["faults"],
  ["open-rpc"],
  ["shop", "media"],
  ["fast"],
  ["log", "config"],
  ["clock", "exit-codes", "package"],
  ["storage"],
  ["filters"],
  ["entities"],
  ["values"],
  ["xml"],
  ["time-slices"],
];

/** Things of the shop that do not know each other, although one stands on a higher floor. */
const strangers: readonly (readonly [string, string])[] = [
  ["catalog", "customer"],
  ["catalog", "mail"],
  ["customer", "mail"],
];

const files = sourceFiles("src");
const importsByFile = new Map(files.map((file) => [file, importsOf(file)]));

function sourceFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort();
}

/** `src/sales/orders/order.ts` → `sales/orders`; `src/clock.ts` → `clock`; `src/http/customers/page.ts` → `http`. */
function placeOf(file: string): string | undefined {
  const path = file.replace(/^src\//, "").replace(/\.tsx?$/, "");
  return floors.flat().find((place) => path === place || path.startsWith(`${place}/`));
}

function floorOf(place: string | undefined): number {
  return floors.findIndex((floor) => place !== undefined && floor.includes(place));
}

/** The project's files that a file imports, types included. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), "utf8");
  return [...text.matchAll(/\b(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)]
    .map(([, from = ""]) => relative(root, resolve(root, dirname(file), from)).replace(/\.js$/, ""))
    .map((target) => target + (existsSync(join(root, `${target}.tsx`)) ? ".tsx" : ".ts"))
    .filter((target) => target.startsWith("src/"));
}

function isAgainstTheDirection(file: string, target: string): boolean {
  const [from, to] = [placeOf(file), placeOf(target)];
  if (from === to) return false;
  const things = [from, to].map((place) => place?.split("/")[0]);
  if (strangers.some(([one, other]) => things.includes(one) && things.includes(other))) return true;
  return floorOf(to) <= floorOf(from);
}

/** The files that a file imports, and those that these import, and so on. */
function reachedFrom(file: string): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [file];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const unseen = (importsByFile.get(next) ?? []).filter((target) => !reached.has(target));
    for (const target of unseen) reached.add(target);
    waiting.push(...unseen);
  }
  return reached;
}

describe("imports", () => {
  test("every folder of src/ has its place", () => {
    expect(files.filter((file) => placeOf(file) === undefined)).toEqual([]);
  });

  test("go down only", () => {
    const wrong = files.flatMap((file) =>
      importsOf(file)
        .filter((target) => isAgainstTheDirection(file, target))
        .map((target) => `${file} → ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  test("never go round in a circle", () => {
    expect(files.filter((file) => reachedFrom(file).has(file))).toEqual([]);
  });

  test("entities are types only", () => {
    const withCode = files
      .filter((file) => file.startsWith("src/entities/"))
      .filter((file) => /^(export )?(const|let|function|class|enum)\b/m.test(withoutComments(file)));
    expect(withCode).toEqual([]);
  });
});

/** Things of the shop whose rules are pure: no storage, no clock, no waiting, and no import of what has them. */
const thingsWithRules = ["sales", "catalog", "customer", "mail"];

/** Who may know storage and time in their rooms besides the operation files, and what for. */
const lookups = new Map([
  ["src/sales/orders/orders.ts", "finds, numbers and saves orders"],
  ["src/sales/orders/documents.ts", "lists documents and numbers their comments and rows"],
  ["src/sales/orders/stock.ts", "puts goods back into the stock of their products"],
  ["src/sales/payment/gateway.ts", "asks the simulated gateway, whose answers are a document"],
  ["src/sales/invoices/invoices.ts", "finds and numbers invoices"],
  ["src/sales/creditmemos/creditmemos.ts", "finds and numbers credit memos"],
  ["src/sales/placement/buyers.ts", "finds the customer and the addresses of a new order"],
  ["src/sales/placement/placement-items.ts", "finds the products of a new order"],
  ["src/sales/placement/placement.ts", "the test control's operation that places an order"],
  ["src/catalog/records/product-lookups.ts", "finds the product that a caller names"],
  ["src/catalog/records/assignments.ts", "finds and saves the products in categories"],
  ["src/catalog/products/products.ts", "saves and deletes products with all that is theirs"],
  ["src/catalog/products/product-changes.ts", "looks up what product data names, and saves it"],
  ["src/catalog/products/listed-products.ts", "finds the products of a list"],
  ["src/catalog/products/unique-values.ts", "looks for another product with a unique value"],
  ["src/catalog/attributes/attributes.ts", "finds attributes and sets"],
  ["src/catalog/attribute-values/value-edits.ts", "notes changes to the values of all products"],
  ["src/catalog/categories/categories.ts", "finds and saves categories"],
  ["src/catalog/images/images.ts", "keeps and releases image files, and waits while it checks them"],
  ["src/customer/accounts/accounts.ts", "finds, saves and deletes customers"],
  [
    "src/customer/accounts/customer-authentication.ts",
    "lets customers in, and waits for the hash of a password",
  ],
  ["src/customer/addresses/addresses.ts", "finds and saves addresses"],
  ["src/mail/outbox.ts", "writes messages as rows of the transaction"],
  ["src/mail/delivery.ts", "carries the messages of the outbox to the server"],
  ["src/mail/smtp.ts", "talks to the mail server"],
]);

function isOperationFile(file: string): boolean {
  return withoutComments(file).includes(": Namespace<");
}

/** A file that reads or changes stored documents, or waits for anything else. */
function isImpure(file: string): boolean {
  const places = importsOf(file).map(placeOf);
  return (
    ["storage", "clock", "http"].some((place) => places.includes(place)) ||
    /\b(await|async)\b/.test(withoutComments(file))
  );
}

describe("rules", () => {
  const inRooms = files.filter((file) => thingsWithRules.some((thing) => file.startsWith(`src/${thing}/`)));
  const rules = inRooms.filter((file) => !isOperationFile(file) && !lookups.has(file));

  test("know neither storage nor clock, and wait for nothing", () => {
    expect(rules.filter(isImpure)).toEqual([]);
  });

  test("import nothing that does", () => {
    const isRule = new Set(rules);
    const wrong = rules.flatMap((file) =>
      importsOf(file)
        .filter((target) => inRooms.includes(target) && !isRule.has(target))
        .map((target) => `${file} → ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  test("are not taken for lookups", () => {
    expect([...lookups.keys()].filter((file) => !files.includes(file) || !isImpure(file))).toEqual([]);
  });
});

function withoutComments(file: string): string {
  return readFileSync(join(root, file), "utf8").replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
}

test.each([
  { folder: "src", maxLines: 300 },
  { folder: "scripts", maxLines: 300 },
  // Tables of cases are long and still easy to read.
  { folder: "test", maxLines: 500 },
])("files in $folder have at most $maxLines lines", ({ folder, maxLines }) => {
  const tooLong = sourceFiles(folder)
    .map((file) => ({ file, lines: readFileSync(join(root, file), "utf8").split("\n").length - 1 }))
    .filter(({ lines }) => lines > maxLines)
    .map(({ file, lines }) => `${file}: ${lines} lines`);
  expect(tooLong).toEqual([]);
});

/** `sales_order_invoice` → `order-invoice.ts` in `src/sales/` or one of its rooms. */
function handlerFiles(namespace: string): string[] {
  const [folder, ...words] = namespace.split("_") as [string, ...string[]];
  const room = new RegExp(`^src/${folder}/([^/]+/)?${words.join("-") || folder}\\.ts$`);
  return files.filter((file) => room.test(file));
}

/** What the operations table imports is built; a namespace that it calls pending is not. */
const operationsTable = readFileSync(join(root, "src/operations.ts"), "utf8");

test.each(Object.keys(namespaces))("%s has one handler file", (namespace) => {
  if (new RegExp(`\\b${namespace}: pending\\b`).test(operationsTable)) return;
  const handlers = files.filter((one) => withoutComments(one).includes(`: Namespace<"${namespace}">`));
  expect(handlers).toHaveLength(1);
  expect(handlers).toEqual(handlerFiles(namespace));
});
