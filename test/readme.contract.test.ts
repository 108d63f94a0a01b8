/**
 * The documents are correct: the settings match `store-api --help`, and the tree, the index and the decisions are complete.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { helpText } from "../src/cli/help.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const readme = readFileSync(join(root, "README.md"), "utf8");
const document = (name: string) => readFileSync(join(root, "docs", `${name}.md`), "utf8");
const help = helpText();

/** The default of a setting in the help. */
function defaultOf(name: string): string | undefined {
  return new RegExp(`, STORE_API_${name}\\n(?:.*\\n)*?.*Default: (.*)`).exec(help)?.[1];
}

/** Rows of the table of settings: names and defaults in the same order; "none" and words are not compared. */
const rows = [...document("settings").matchAll(/^\| ((?:`[A-Z_]+`(?:, )?)+) \| ([^|]+) \|/gm)].map(
  ([, names = "", fallback = ""]) => ({
    names: [...names.matchAll(/`([A-Z_]+)`/g)].map(([, name = ""]) => name),
    fallback,
  }),
);

describe("settings", () => {
  test("the table is found", () => expect(rows.length).toBeGreaterThan(7));

  test.each(rows)("$names", ({ names, fallback }) => {
    const told = fallback.split(",").map((one) => /^ ?`?([^`(]+?)`?( |$)/.exec(one)?.[1]);
    expect(names.map(defaultOf)).toEqual(
      names.map((_, index) => expect.stringContaining(told[index] ?? "no default") as string),
    );
  });
});

test("every folder of src/ is in the tree", () => {
  const [tree = ""] = /```text\nspec\/[^]*?```/.exec(document("builders/architecture")) ?? [];
  const folders = readdirSync(join(root, "src"), { withFileTypes: true }).filter((one) => one.isDirectory());
  expect(folders.map(({ name }) => name).filter((name) => !tree.includes(`${name}/`))).toEqual([]);
});

test("the README is short", () => expect(readme.split("\n").length).toBeLessThanOrEqual(150));

test("docs/README.md leads to every document of users", () => {
  const index = readFileSync(join(root, "docs/README.md"), "utf8");
  const names = readdirSync(join(root, "docs")).filter((name) => /^(?!README)\w.*\.md$/.test(name));
  expect(names.filter((name) => !index.includes(`](${name})`))).toEqual([]);
});

test.each(["clients", "qa", "magento"])("docs/%s.md, a page for a day's work, is short", (name) => {
  expect(document(name).split("\n").length).toBeLessThanOrEqual(151);
});

test("every decision is listed under one subject", () => {
  const text = readFileSync(join(root, "docs/builders/decisions.md"), "utf8");
  const [subjects = ""] = /^## By subject[^]*?^## /m.exec(text) ?? [];
  const listed = [...subjects.matchAll(/\b\d+\b/g)].map(([number]) => Number(number)).sort((a, b) => a - b);
  expect(listed).toEqual([...text.matchAll(/^\*\*D-(\d+)/gm)].map(([, number]) => Number(number)));
});

test("decisions are sorted by their numbers", () => {
  const text = readFileSync(join(root, "docs/builders/decisions.md"), "utf8");
  const numbers = [...text.matchAll(/^\*\*D-(\d+)/gm)].map(([, number]) => Number(number));
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
});
