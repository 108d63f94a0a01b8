/** docs/reference/: every citation leads to a rule, and every operation has rules. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { chapterNames, chapterOf, chaptersIn, citationsIn, rulesOf } from "../../scripts/docs/reference.js";
import { httpOperations, readSources } from "../../scripts/docs/sources.js";
import { trackedFiles } from "../../scripts/lint/shipped.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const sources = readSources(root);
const chapters = chaptersIn(sources);
const rules = new Set(
  chapters.flatMap(({ sections }) => sections.map(({ chapter, number }) => `${chapter} ${number}`)),
);
const decisions = sources.document("docs/builders/decisions.md") ?? "";
const differences = sources.document("docs/reference/sales.md") ?? "";

const roots = /^((src|spec|test|scripts|docs)\/|openapi\.yaml$|README\.md$|CONTRIBUTING\.md$)/;
const files = trackedFiles(root)
  .filter((file) => roots.test(file))
  .filter((file) => /\.(ts|tsx|mts|mjs|js|cts|yaml|md|json|sql|css)$/.test(file))
  // Recorded answers and data, and this test's own examples.
  .filter(
    (file) => !/^test\/(golden|datasets)\/.*\.json$|^test\/docs\/reference\.contract\.test\.ts$/.test(file),
  )
  .map((file) => ({ file, text: readFileSync(`${root}/${file}`, "utf8") }));

/** `where: what` of each match that a test finds wrong. */
function wrong(found: (text: string) => readonly string[]): readonly string[] {
  return files.flatMap(({ file, text }) => found(text).map((what) => `${file}: ${what}`));
}

function unknownRules(text: string): readonly string[] {
  return citationsIn(text)
    .map(({ chapter, number }) => `${chapter} ${number}`)
    .filter((rule) => !rules.has(rule));
}

describe("citations", () => {
  test("there are hundreds, in all places", () => {
    const cited = files
      .filter(({ text }) => citationsIn(text).length > 0)
      .map(({ file }) => file.split("/")[0]);
    expect(cited).toEqual(expect.arrayContaining(["src", "spec", "test", "scripts", "docs"]));
    expect(cited.length).toBeGreaterThan(200);
  });

  test("lead to a section of docs/reference", () => {
    expect(wrong(unknownRules)).toEqual([]);
  });

  test("of an unknown section are found", () => {
    expect(unknownRules("(sales 4.2, 99.1 and catalog 1) (doors 77)")).toEqual(["sales 99.1", "doors 77"]);
  });

  test("have one form", () => {
    const names = chapterNames.join("|");
    const others = new RegExp(
      String.raw`\b(${names})\.md\W{0,3}\d[\d.]*|\b(${names})(, section| section|, chapter| chapter| §)s? ?\d[\d.]*`,
      "g",
    );
    expect(wrong((text) => [...text.matchAll(others)].map(([form]) => form))).toEqual([]);
  });

  test("of decisions (D-12) and differences (S-7) lead to their entries", () => {
    const missing = (text: string) => [
      ...[...text.matchAll(/(?<!["\w])D-\d+\b/g)]
        .map(([entry]) => entry)
        .filter((entry) => !new RegExp(String.raw`^\*\*${entry}\b`, "m").test(decisions)),
      ...[...text.matchAll(/\((?:[^()\n]*[ ,])?(S-\d+)\)/g)]
        .map(([, entry = ""]) => entry)
        .filter((entry) => !differences.includes(`| ${entry} |`)),
    ];
    expect(wrong(missing)).toEqual([]);
    expect(missing("(D-12), D-9999 and (sales 11.1, S-99)")).toEqual(["D-9999", "S-99"]);
  });
});

function sectionOf(rule: string): string {
  const sections = chapters.flatMap((chapter) => chapter.sections);
  return sections.find(({ chapter, number }) => `${chapter} ${number}` === rule)?.text ?? "";
}

describe("the reference", () => {
  test.each(chapterNames)("%s has numbers that rise, once each, and text below every heading", (name) => {
    const { sections } = chapters.find((chapter) => chapter.name === name) ?? chapterOf(name, "");
    const numbers = sections.map(({ number }) => number.split(".").map(Number));
    expect(numbers.length).toBeGreaterThanOrEqual(10);
    for (const [index, number] of numbers.entries()) {
      const [major = 0, minor = 0] = number;
      const [lastMajor = -1, lastMinor = 0] = numbers[index - 1] ?? [];
      expect(major > lastMajor || (major === lastMajor && minor > lastMinor), number.join(".")).toBe(true);
    }
    const isParent = (number: string) => sections.some((other) => other.number.startsWith(`${number}.`));
    const empty = sections.filter(({ text, number }) => text === "" && !isParent(number));
    expect(empty.map(({ number }) => number)).toEqual([]);
  });

  test("has rules for every operation and built-in method", () => {
    const without = sources.rpc.methods
      .map(({ name }) => name)
      .filter((name) => name !== "rpc.discover" && rulesOf(chapters, name).length === 0);
    expect(without).toEqual([]);
  });

  test("has rules for every REST operation", () => {
    const without = httpOperations(sources.http)
      .filter(({ path }) => path.startsWith("/api/rest/"))
      .map(({ operation }) => operation.operationId)
      .filter((name) => rulesOf(chapters, name).length === 0);
    expect(without).toEqual([]);
  });

  test("has the faults and numbers of the contract", () => {
    const table = sectionOf("conventions 5.4");
    const told = [...table.matchAll(/^\| (\w+) \| (.*) \|$/gm)].flatMap(([, namespace = "", faults = ""]) =>
      faults.split(" · ").flatMap((entry) => {
        const [, names = "", code = ""] = /^([\w, ]+?) (\d+)/.exec(entry) ?? [];
        return names.split(", ").map((name) => `${namespace} ${name} ${code}`);
      }),
    );
    const contract = Object.entries(sources.rpc["x-namespaces"])
      .filter(([namespace]) => table.includes(`| ${namespace} |`))
      .flatMap(([namespace, { faults }]) =>
        Object.entries(faults)
          .filter(([, { reserved }]) => !reserved)
          .map(([name, { code }]) => `${namespace} ${name} ${String(code)}`),
      );
    expect(contract.length).toBeGreaterThan(80);
    expect(contract.filter((fault) => !told.includes(fault))).toEqual([]);
  });

  test("has the access node of every operation of the documents", () => {
    const rows = sectionOf("conventions 7.3").split("\n");
    const differ = sources.rpc.methods
      .filter((method) => method.name.includes(".") && method["x-source"] !== "observed")
      .filter((method) => {
        const [namespace = "", name = ""] = method.name.split(".");
        const row = rows.find((line) => line.startsWith(`| ${namespace} (`)) ?? "";
        const own = row.split(/\) \| | · /).find((part) => part.split(/[ ,]+/).includes(name)) ?? "";
        const [, node] = /`(?:…\/)?([\w/]+)`/.exec(own) ?? [];
        const wanted = method["x-acl"];
        return wanted === undefined ? node !== undefined : node === undefined || !wanted.endsWith(node);
      });
    expect(differ.map(({ name }) => name)).toEqual([]);
  });

  test("names operations that there are", () => {
    const known = new Set(sources.rpc.methods.map(({ name }) => name));
    const namespaces = Object.keys(sources.rpc["x-namespaces"]).join("|");
    const operation = new RegExp(String.raw`\`((?:${namespaces})\.[a-zA-Z]+)\``, "g");
    const unknown = chapters
      .flatMap(({ sections }) => sections)
      .flatMap(({ title }) => [...title.matchAll(operation)].map(([, name = ""]) => name))
      .filter((name) => !known.has(name));
    expect(unknown).toEqual([]);
  });
});
