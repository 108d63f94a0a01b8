/** The structure of the source tree: directions of imports, and one handler file per namespace. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { namespaces } from "../generated/tables.js";
import { engineCollections } from "../src/engine/storage/collections.js";
import { collectionNames } from "../src/shop/data/collections.js";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * The top-level folders, and those that each may import from, types included: the engine serves any contract
 * and does not depend on the shop.
 */
const houses: Readonly<Record<string, readonly string[]>> = {
  engine: ["engine"],
  shop: ["engine", "shop"],
  testing: ["engine", "testing"],
  // The whole server over any application; the library of test/engine/library is one.
  server: ["engine", "testing", "server"],
  cli: ["engine", "shop", "testing", "cli"],
  // And nothing of another add-on.
  addons: ["engine", "shop", "testing", "server", "cli", "addons"],
};

/**
 * The files that combine everything: the program, the package's entry, and a server in the process of a test.
 */
const entries = /^(main|serve|index|store-server|addons|testing\/embedded\/.*)$/;

/** Imports that break this rule and must be removed. This list never grows. */
const knots: readonly string[] = [];

/**
 * The layers inside the top-level folders, from top to bottom: a folder imports only from layers below its
 * own.
 */
const floors: readonly (readonly string[])[] = [
  // Code for browsers, which the server does not import.
  ["addons/pages/console"],
  ["addons/pages/browser"],
  ["shop/rest/resources"],
  ["shop/sales/placement", "shop/sales/creditmemos"],
  ["shop/sales/invoices"],
  ["shop/sales/shipments"],
  ["shop/sales/orders"],
  ["shop/sales/payment"],
  ["shop/sales/amounts"],
  ["shop/sales/items"],
  ["shop/catalog/attribute-sets", "shop/stock"],
  ["shop/catalog/categories", "shop/catalog/products"],
  ["shop/catalog/images", "shop/catalog/compositions"],
  ["shop/catalog/attributes", "shop/catalog/prices"],
  ["shop/catalog/records"],
  ["shop/catalog/attribute-values"],
  ["shop/rest/customers"],
  ["shop/customers/accounts", "shop/customers/groups"],
  ["shop/customers/addresses"],
  ["shop/rest/forms"],
  ["engine/serving"],
  ["engine/doors"],
  ["engine/http"],
  ["engine/calls"],
  ["engine/storage"],
  ["engine/filters"],
  ["shop/data/entities"],
  ["engine/xml"],
  ["engine/values"],
];

/** Parts of the shop that must not import each other, although one is in a higher layer. */
const strangers: readonly (readonly [string, string])[] = [
  ["shop/catalog", "shop/customers"],
  ["shop/catalog", "shop/mail"],
  ["shop/customers", "shop/mail"],
];

const files = sourceFiles("src");
const importsByFile = new Map(files.map((file) => [file, importsOf(file)]));

function sourceFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .filter((entry) => !entry.parentPath.includes("node_modules"))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort();
}

const pathOf = (file: string) => file.replace(/^src\//, "").replace(/\.tsx?$/, "");
/** The top-level folder of a file; each folder of `addons/` counts as one. */
const houseOf = (file: string) => pathOf(file).split("/")[0] ?? "";

/** `src/shop/sales/orders/order.ts` → `shop/sales/orders`; undefined if a top-level folder has no layers. */
function placeOf(file: string): string | undefined {
  return floors.flat().find((place) => pathOf(file).startsWith(`${place}/`));
}

function floorOf(place: string | undefined): number | undefined {
  const floor = floors.findIndex((one) => place !== undefined && one.includes(place));
  return floor < 0 ? undefined : floor;
}

/** The project's files that a file imports, types included. What `addons.ts` loads when it is used is not among them. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), "utf8");
  const importing =
    file === "src/addons.ts" ? /\bfrom "(\.[^"]+)"/g : /\b(?:from|import)\s*\(?\s*"(\.[^"]+)"/g;
  return [...text.matchAll(importing)]
    .map(([, from = ""]) => relative(root, resolve(root, dirname(file), from)).replace(/\.js$/, ""))
    .map((target) => target + (existsSync(join(root, `${target}.tsx`)) ? ".tsx" : ".ts"))
    .filter((target) => target.startsWith("src/"));
}

function isForeign(file: string, target: string): boolean {
  const [from, to] = [pathOf(file), pathOf(target)];
  const [addon, ofTarget] = [addonOf(file), addonOf(target)];
  if (ofTarget !== undefined) return ofTarget !== addon;
  if (entries.test(from) || (to === "addons" && addon === undefined)) return false;
  return !houses[houseOf(file)]?.includes(houseOf(target));
}

/** The add-on of a file; undefined if it belongs to the core. */
function addonOf(file: string): string | undefined {
  return /^addons\/(\w+)\//.exec(pathOf(file))?.[1];
}

function isAgainstTheDirection(file: string, target: string): boolean {
  const [from, to] = [placeOf(file), placeOf(target)];
  if (from === to) return false;
  const areStrangers = strangers.some(
    (pair) =>
      pair.some((one) => pathOf(file).startsWith(`${one}/`)) &&
      pair.some((one) => pathOf(target).startsWith(`${one}/`)) &&
      !pair.some((one) => [file, target].every((path) => pathOf(path).startsWith(`${one}/`))),
  );
  const [above, below] = houseOf(file) === houseOf(target) ? [floorOf(from), floorOf(to)] : [];
  return areStrangers || (above !== undefined && below !== undefined && below <= above);
}

/** The files that a file imports, directly or indirectly. */
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

test("npm test starts no process, database or browser", () => {
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const list = (project: string) =>
    execFileSync(process.execPath, [vitest, "list", "--filesOnly", "--json", "--project", project], {
      cwd: root,
    });
  const filesOf = (project: string) =>
    (JSON.parse(list(project).toString()) as { file: string }[]).map(({ file }) => relative(root, file));
  const starting =
    /from "(node:child_process|[./]+\/(process|postgres|postgres-cluster|browser|packages)\.js)"/;
  // This file only calls git and vitest.
  const asking = ["test/layout.test.ts"];
  const inside = filesOf("inside");
  expect(inside.length).toBeGreaterThan(200);
  const found = inside.filter((file) => starting.test(readFileSync(join(root, file), "utf8")));
  expect(found.filter((file) => !asking.includes(file))).toEqual([]);
  // Each test belongs to one project.
  const all = sourceFiles("test").filter((file) => file.endsWith(".test.ts"));
  expect([...inside, ...filesOf("outside"), ...filesOf("alone")].sort()).toEqual(all);
});

test("the top level contains the files of the requirements and those that tools need there", () => {
  const tracked = execFileSync("git", ["ls-tree", "--name-only", "HEAD"], { cwd: root, encoding: "utf8" });
  const card = ["package.json", "tsconfig.json", "openrpc.json", "openapi.yaml"];
  const entries = tracked.trim().split("\n");
  expect(entries).toEqual(expect.arrayContaining([...card, "scripts", "generated", "src", "test"]));
  expect(entries.length).toBeLessThanOrEqual(26);
});

describe("imports", () => {
  test("stay inside the top-level folders that may import each other", () => {
    const foreign = files.flatMap((file) =>
      importsOf(file)
        .filter((target) => isForeign(file, target))
        .map((target) => `${pathOf(file)} → ${pathOf(target)}`),
    );
    expect(foreign.sort()).toEqual([...knots].sort());
  });

  test("an add-on is named by addons.ts alone", () => {
    const folders = new Set(files.map(addonOf).filter((name) => name !== undefined));
    const text = readFileSync(join(root, "src/addons.ts"), "utf8");
    const loaded = new Set([...text.matchAll(/import\("\.\/addons\/(\w+)\//g)].map(([, name]) => name));
    expect(folders).toEqual(loaded);
    expect(importsOf("src/addons.ts").filter((target) => addonOf(target) !== undefined)).toEqual([]);
  });

  test("only lead to lower layers", () => {
    const wrong = files.flatMap((file) =>
      importsOf(file)
        .filter((target) => isAgainstTheDirection(file, target))
        .map((target) => `${file} → ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  test("of two folders, only one imports the other", () => {
    const folderOf = (file: string) => /^src\/(\w+\/[\w-]+)\//.exec(file)?.[1];
    const pairs = new Set<string>();
    for (const [file, targets] of importsByFile) {
      for (const target of targets) pairs.add(`${folderOf(file)} → ${folderOf(target)}`);
    }
    const reverse = (pair: string) => pair.split(" → ").reverse().join(" → ");
    const both = [...pairs].filter((pair) => pairs.has(reverse(pair)) && pair < reverse(pair));
    expect(both.filter((pair) => !pair.includes("undefined"))).toEqual([]);
  });

  test("have no cycles", () => {
    expect(files.filter((file) => reachedFrom(file).has(file))).toEqual([]);
  });

  test("entities contain only types", () => {
    const withCode = files
      .filter((file) => file.startsWith("src/shop/data/entities/"))
      .filter((file) => /^(export )?(const|let|function|class|enum)\b/m.test(withoutComments(file)));
    expect(withCode).toEqual([]);
  });
});

/**
 * A collection of the shop in the code of a file: as a complete text, at the beginning of a text ("orders
 * 7"), or as a table of a schema (`${schema}.orders`). The same word with another meaning, such as the
 * attributes of an element, is allowed.
 */
function shopCollectionsIn(code: string): string[] {
  const names = collectionNames.filter((name) => !Object.hasOwn(engineCollections, name)).join("|");
  const found = code.matchAll(new RegExp(`(?:["'\`]|\\}\\.)(${names})(?=["'\` ,;)]|$)`, "gm"));
  return [...found].map(([, name = ""]) => name);
}

describe("the engine", () => {
  test("names no collection of the shop", () => {
    const naming = files
      .filter((file) => file.startsWith("src/engine/"))
      .flatMap((file) => shopCollectionsIn(withoutComments(file)).map((name) => `${file}: ${name}`));
    // A member of faults in any contract, and the word for the attributes of an element in messages.
    expect([...new Set(naming)]).toEqual([
      "src/engine/chapters/chapter.ts: products",
      "src/engine/chapters/plain/answers.ts: products",
      "src/engine/xml/bounds.ts: attributes",
    ]);
  });

  test.each([
    ['const kept = ["orders"];', ["orders"]],
    ['key.startsWith("products ")', ["products"]],
    ["`select d from ${schema}.customers where true`", ["customers"]],
    ["`delete from ${schema}.mail`", ["mail"]],
    ['{ attributes: 12 }; settings.port; text("order"); `${schema}.mail_server`; "api_users"', []],
  ])("would be found to: %s", (code, names) => {
    expect(shopCollectionsIn(code)).toEqual(names);
  });
});

describe("the guard", () => {
  /** The files outside of the guard whose code matches. */
  const asking = (words: RegExp) =>
    files.filter((file) => !file.startsWith("src/engine/guard/") && words.test(withoutComments(file)));

  test("is only called by the listener, for each request", () => {
    expect(asking(/guard\??\.admit\(/)).toEqual(["src/engine/serving/listener.ts"]);
  });

  test("is created in one place", () => {
    expect(asking(/new (Guard|Intake|AnswerBudget|Deadlines|RateLimiter|LoginThrottle|Origins)\(/)).toEqual([
      "src/server/server.ts",
    ]);
  });
});

/** Files that call a function per match of a pattern, with the reason. For long texts of callers, that takes too long. */
const callingPerMatch = new Map([
  ["src/engine/config/names.ts", "names of settings"],
  ["src/engine/doors/argument-maps.ts", "names of parameters"],
  ["src/engine/values/linear-patterns.ts", "patterns of testers and chapters"],
  ["src/engine/values/messages.ts", "at most 81 characters"],
  ["src/shop/catalog/attribute-values/url-key.ts", "at most 1,000 characters"],
  ["src/shop/customers/contract-changes.ts", "the contract"],
  ["src/shop/rest/resources/product-parts.ts", "names of fields"],
]);

test("no text of a caller is replaced by a function per match", () => {
  const calling = /\.replace(All)?\(\s*\/(\\.|[^/\n])+\/[a-z]*,\s*(\w+\)|\w+ =>|\([^)]*\)( =>|: ))/;
  const found = files.filter(
    (file) => !/^src\/(addons|cli)\//.test(file) && calling.test(withoutComments(file)),
  );
  expect(found).toEqual([...callingPerMatch.keys()]);
});

describe("a door", () => {
  const caller = "src/engine/doors/served-door.ts";
  const doors = files.filter((file) => file.startsWith("src/engine/doors/") && !file.includes("/rest/"));

  test("reads and writes: one file runs the calls and sends the responses", () => {
    const running = /\brun(Requested)?\(|\bServerResponse\b|\bsend[A-Z]\w+\(/;
    expect(doors.filter((file) => running.test(withoutComments(file)))).toEqual([caller]);
  });
});

/**
 * Folders of the shop with pure rules: no storage, no clock, no waiting, and no import of files with them.
 */
const thingsWithRules = ["sales", "catalog", "customers", "mail"];

/** Files in these folders, besides the operation files, that may use storage and time, with the reason. */
const lookups = new Map([
  ["src/shop/sales/orders/orders.ts", "finds, numbers and saves orders and the rows of their documents"],
  ["src/shop/sales/orders/documents.ts", "lists and comments the documents of orders"],
  ["src/shop/sales/orders/stock.ts", "puts goods back into the stock of their products"],
  ["src/shop/sales/payment/gateway.ts", "asks the simulated gateway, whose answers are a document"],
  ["src/shop/sales/creditmemos/creditmemos.ts", "finds and numbers credit memos"],
  ["src/shop/sales/placement/buyers.ts", "finds the customer and the addresses of a new order"],
  ["src/shop/sales/placement/placement-items.ts", "finds the products of a new order"],
  ["src/shop/sales/placement/placement.ts", "the test control's operation that places an order"],
  ["src/shop/catalog/records/product-lookups.ts", "finds the product that a caller names"],
  ["src/shop/catalog/records/assignments.ts", "finds and saves the products in categories"],
  ["src/shop/catalog/records/compositions.ts", "finds the products that others are composed of"],
  ["src/shop/catalog/compositions/configuring-attributes.ts", "finds what buyers choose by"],
  [
    "src/shop/catalog/compositions/product-composition.ts",
    "the test control's operation that composes a product",
  ],
  ["src/shop/catalog/products/products.ts", "saves and deletes products with all that is theirs"],
  ["src/shop/catalog/products/product-changes.ts", "looks up what product data names, and saves it"],
  ["src/shop/catalog/products/listed-products.ts", "finds the products of a list"],
  ["src/shop/catalog/products/unique-values.ts", "looks for another product with a unique value"],
  ["src/shop/catalog/attributes/attributes.ts", "finds attributes and sets"],
  ["src/shop/catalog/attribute-values/value-edits.ts", "notes changes to the values of all products"],
  ["src/shop/catalog/categories/categories.ts", "finds and saves categories"],
  ["src/shop/catalog/tags/tags.ts", "finds, saves and deletes tags and who uses them"],
  ["src/shop/catalog/options/options.ts", "finds options and their values, and saves their product"],
  ["src/shop/catalog/links/links.ts", "finds, saves and deletes links between products"],
  ["src/shop/catalog/images/images.ts", "keeps and releases image files, and waits while it checks them"],
  ["src/shop/customers/accounts/accounts.ts", "finds, saves and deletes customers"],
  [
    "src/shop/rest/customers/customer-authentication.ts",
    "lets customers in, and waits for the hash of a password",
  ],
  ["src/shop/customers/addresses/addresses.ts", "finds and saves addresses"],
  ["src/shop/mail/outbox.ts", "writes messages as rows of the transaction"],
  ["src/shop/mail/delivery.ts", "carries the messages of the outbox to the server"],
  ["src/shop/mail/smtp.ts", "talks to the mail server"],
]);

function isOperationFile(file: string): boolean {
  return withoutComments(file).includes(": Namespace<");
}

/** A file that reads or changes stored documents, or waits for anything else. */
function isImpure(file: string): boolean {
  const impure = /^engine\/(storage|clock|http)/;
  return (
    importsOf(file).some((target) => impure.test(pathOf(target))) ||
    /\b(await|async)\b/.test(withoutComments(file))
  );
}

describe("rules", () => {
  const inRooms = files.filter(
    (file) =>
      thingsWithRules.some((thing) => file.startsWith(`src/shop/${thing}/`)) &&
      !file.startsWith("src/shop/rest/customers/"),
  );
  const rules = inRooms.filter((file) => !isOperationFile(file) && !lookups.has(file));

  test("use neither storage nor clock, and wait for nothing", () => {
    expect(rules.filter(isImpure)).toEqual([]);
  });

  test("import no file that does", () => {
    const isRule = new Set(rules);
    const wrong = rules.flatMap((file) =>
      importsOf(file)
        .filter((target) => inRooms.includes(target) && !isRule.has(target))
        .map((target) => `${file} → ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  test("are distinguished from lookups", () => {
    expect([...lookups.keys()].filter((file) => !files.includes(file) || !isImpure(file))).toEqual([]);
  });
});

function withoutComments(file: string): string {
  return readFileSync(join(root, file), "utf8").replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
}

/** `sales_order_invoice` → `order-invoice.ts` in `src/shop/sales/` or one of its folders. */
function handlerFiles(namespace: string): string[] {
  const [prefix, ...words] = namespace.split("_") as [string, ...string[]];
  const folder =
    { core: "stores", customer: "customers", cataloginventory: "stock", cart: "carts", giftmessage: "carts" }[
      prefix
    ] ?? prefix;
  const room = new RegExp(`^src/shop/${folder}/([^/]+/)?${words.join("-") || prefix}\\.ts$`);
  return files.filter((file) => room.test(file));
}

/** Namespaces that the table of operations imports are built; those that it calls pending are not. */
const operationsTable = readFileSync(join(root, "src/shop/operations.ts"), "utf8");

test.each(Object.keys(namespaces))("%s has one handler file", (namespace) => {
  if (new RegExp(`\\b${namespace}: pending\\b`).test(operationsTable)) return;
  const handlers = files.filter((one) => withoutComments(one).includes(`: Namespace<"${namespace}">`));
  expect(handlers).toHaveLength(1);
  expect(handlers).toEqual(handlerFiles(namespace));
});
