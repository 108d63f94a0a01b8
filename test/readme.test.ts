/**
 * The documents are correct: the settings match `store-api --help`, and the named folders and files exist.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
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

const documents = ["README.md", "CONTRIBUTING.md", "SECURITY.md", ...namesIn("docs", ".md")];
const linking = [
  ...[...documents, "CHANGELOG.md", "spec/README.md"],
  ...["examples", "generated/clients"].flatMap((folder) => namesIn(folder, ".md")),
];

/** The files of a folder with this ending. */
function namesIn(folder: string, end: string): string[] {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" });
  return names.filter((name) => name.endsWith(end)).map((name) => `${folder}/${name}`);
}

describe("links", () => {
  test.each(linking)("of %s lead to a file and a heading", (document) => {
    const text = withoutCode(readFileSync(join(root, document), "utf8"));
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
    expect(links.filter((link) => !/^[a-z]+:/.test(link) && !leads(document, link))).toEqual([]);
  });

  test("to a missing file or heading are found", () => {
    expect(leads("docs/qa.md", "none.md")).toBe(false);
    expect(leads("docs/qa.md", "testing.md#none")).toBe(false);
    expect(leads("docs/qa.md", "testing.md#a-lost-answer")).toBe(true);
  });

  test("lead to every document of users from docs/README.md", () => {
    const index = readFileSync(join(root, "docs/README.md"), "utf8");
    const names = readdirSync(join(root, "docs")).filter((name) => /^(?!README)\w.*\.md$/.test(name));
    expect(names.filter((name) => !index.includes(`](${name})`))).toEqual([]);
  });
});

test.each(["clients", "qa", "magento"])("docs/%s.md, a page for a day's work, is short", (name) => {
  expect(document(name).split("\n").length).toBeLessThanOrEqual(151);
});

function withoutCode(text: string): string {
  return text.replace(/```[^]*?```/g, "").replace(/`[^`\n]*`/g, "");
}

function leads(from: string, link: string): boolean {
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? join(root, from) : join(root, dirname(from), path);
  if (!existsSync(target)) return false;
  return anchor === undefined || anchorsOf(readFileSync(target, "utf8")).includes(anchor);
}

/** The anchors of headings, as GitHub makes them. */
function anchorsOf(text: string): string[] {
  return [...text.replace(/```[^]*?```/g, "").matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .trim()
      .replace(/\s/g, "-"),
  );
}

describe("files that the documents name exist", () => {
  const tests = namesIn("test", ".test.ts").map((path) => path.slice(path.lastIndexOf("/") + 1));
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: object };
  const folders = "test|src|scripts|docs|bench|deploy|examples|spec|generated|schemas";
  const paths = new RegExp(`(?<![\\w/.-])(?:${folders})/[\\w./-]*\\w(?![\\w<*])`, "g");

  test.each(documents)("%s", (document) => {
    const text = readFileSync(join(root, document), "utf8");
    const found = [...text.matchAll(paths)].map(([path]) => path);
    expect(found.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    const named = [...text.matchAll(/\b[a-z-]+\.test\.ts\b/g)].map(([name]) => name);
    expect(named.filter((name) => !tests.includes(name))).toEqual([]);
    const commands = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name = ""]) => name);
    expect(commands.filter((name) => !(name in scripts))).toEqual([]);
  });
});

test("every decision is listed under one subject", () => {
  const text = readFileSync(join(root, "docs/builders/decisions.md"), "utf8");
  const [subjects = ""] = /^## By subject[^]*?^## /m.exec(text) ?? [];
  const listed = [...subjects.matchAll(/\b\d+\b/g)].map(([number]) => Number(number)).sort((a, b) => a - b);
  expect(listed).toEqual([...text.matchAll(/^\*\*D-(\d+)/gm)].map(([, number]) => Number(number)));
});

test("decisions are sorted by their numbers, and each cited one exists", () => {
  const text = readFileSync(join(root, "docs/builders/decisions.md"), "utf8");
  const numbers = [...text.matchAll(/^\*\*D-(\d+)/gm)].map(([, number]) => Number(number));
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
  const cited = documents.flatMap((name) => [
    ...readFileSync(join(root, name), "utf8").matchAll(/\bD-(\d+)/g),
  ]);
  expect(cited.map(([, number]) => Number(number)).filter((number) => !numbers.includes(number))).toEqual([]);
});
