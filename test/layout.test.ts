/** The tree keeps its shape (style.md 2): imports go down, files stay small, one handler file per namespace. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { namespaces } from "../generated/tables.js";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The path of a request, top to bottom. Folders of one line do not know each other. */
const layers: readonly (readonly string[])[] = [
  ["main"],
  ["opening", "welcome"],
  ["server"],
  ["help"],
  ["config"],
  ["operations"],
  ["http"],
  ["control"],
  ["rpc"],
  ["access"],
  // The sample shop is made by the catalog's operations.
  ["datasets"],
  ["sales", "catalog", "customer"],
  ["shop", "mail", "media"],
  ["storage"],
  ["rules"],
  ["entities"],
];

/** Plain files of src/ that know of no request and that any folder may use. */
const foundations = ["clock", "exit-codes", "package", "log"];

/** Files that folders below may use as well, each for a reason. */
const shared: Record<string, readonly string[]> = {
  // The words for refusing, which whoever lets in or answers has to have.
  "src/rpc/faults.ts": ["access", "sales", "catalog", "customer"],
  // The test control judges requests by openapi.yaml.
  "src/http/contract-check.ts": ["control"],
};

const files = sourceFiles("src");

function sourceFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort();
}

/** `src/rpc/faults.ts` → `rpc`; `src/clock.ts` → `clock`. */
function folderOf(file: string): string {
  return (file.split("/")[1] ?? "").replace(/\.ts$/, "");
}

function layerOf(file: string): number {
  return layers.findIndex((layer) => layer.includes(folderOf(file)));
}

/** The project's files that a file imports, apart from types. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), "utf8");
  const imports = text.matchAll(
    /^(?:import|export)\s+(?!type\b)([^;]*?)from\s+"(\.[^"]+)"|^import\s+"(\.[^"]+)"/gm,
  );
  return [...imports]
    .filter(([, names = ""]) => !isTypesOnly(names))
    .map(([, , from, bare]) => relative(root, resolve(root, dirname(file), from ?? bare ?? "")))
    .map((target) => target.replace(/\.js$/, ".ts"))
    .filter((target) => target.startsWith("src/"));
}

/** `import { type A, type B }` is as good as `import type`. */
function isTypesOnly(names: string): boolean {
  const inner = /^\{([^}]*)\}\s*$/.exec(names.trim())?.[1];
  const listed = inner?.split(",").map((name) => name.trim());
  return listed?.every((name) => name === "" || name.startsWith("type ")) ?? false;
}

function isAgainstTheDirection(file: string, target: string): boolean {
  const [from, to] = [folderOf(file), folderOf(target)];
  if (from === to || foundations.includes(to)) return false;
  if (shared[target]?.includes(from)) return false;
  if (foundations.includes(from))
    return layerOf(target) < layers.findIndex((layer) => layer.includes("shop"));
  return layerOf(target) <= layerOf(file);
}

describe("imports", () => {
  test("every folder of src/ has its place", () => {
    const unplaced = files.filter((file) => layerOf(file) < 0 && !foundations.includes(folderOf(file)));
    expect(unplaced).toEqual([]);
  });

  test("go down only", () => {
    const wrong = files.flatMap((file) =>
      importsOf(file)
        .filter((target) => isAgainstTheDirection(file, target))
        .map((target) => `${file} → ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  test("rules know no clock, no chance, no files and no await", () => {
    const rules = files.filter((file) => file.startsWith("src/rules/"));
    const impure = rules.filter((file) =>
      /\bawait\b|\basync\b|Date\.now|new Date\(\)|Math\.random|from "node:(?!module")/.test(
        withoutComments(file),
      ),
    );
    expect(impure).toEqual([]);
  });

  test("entities are types only", () => {
    const withCode = files
      .filter((file) => file.startsWith("src/entities/"))
      .filter((file) => /^(export )?(const|let|function|class|enum)\b/m.test(withoutComments(file)));
    expect(withCode).toEqual([]);
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

/** `sales_order_invoice` → `src/sales/order-invoice.ts`. */
function handlerFile(namespace: string): string {
  const [folder, ...words] = namespace.split("_") as [string, ...string[]];
  return `src/${folder}/${words.join("-") || folder}.ts`;
}

/** What the operations table imports is built; a namespace that it calls pending is not. */
const operationsTable = readFileSync(join(root, "src/operations.ts"), "utf8");

test.each(Object.keys(namespaces))("%s has one handler file", (namespace) => {
  if (new RegExp(`\\b${namespace}: pending\\b`).test(operationsTable)) return;
  const file = handlerFile(namespace);
  expect(existsSync(join(root, file)), file).toBe(true);
  const handlers = files.filter((one) => withoutComments(one).includes(`: Namespace<"${namespace}">`));
  expect(handlers).toEqual([file]);
});
