/** Each `store-api` command of the documents names a command, options and settings that exist. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createProgram } from "../../src/cli/program.js";
import { flagOf } from "../../src/engine/config/names.js";
import { settingNames } from "../../src/shop/settings.js";

const root = new URL("../../", import.meta.url);
const documents = [
  ...["README.md", "SECURITY.md", "CONTRIBUTING.md", "examples/testing/README.md"],
  ...readdirSync(new URL("docs", root))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];

const program = await createProgram({ write: () => {}, fail: () => {} });
const commands = new Map(program.commands.map((command) => [command.name(), command]));
/** Flags of the program without a command, which starts a server. */
const ofServer = [...settingNames.map((name) => `--${flagOf(name)}`), "--help", "--version", "--no-env-file"];

/** The words after `store-api` of each command in a text: in blocks of code a line, otherwise a code span. */
function commandsIn(text: string): readonly string[][] {
  const blocks = [...text.matchAll(/```sh\n([^]*?)```/g)].map(([, code = ""]) => code.replace(/\\\n/g, ""));
  const spans = [...text.replace(/```[^]*?```/g, "").matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code);
  return [...blocks.flatMap((code) => code.split("\n")), ...spans]
    .flatMap((line) => [...line.matchAll(/(?:^|[\s(]|(?<=^|\s)\.\/)store-api(?= )([^|;#&]*)/g)])
    .map(([, words = ""]) => [...words.matchAll(/"(?:\\.|[^"])*"|'[^']*'|[^\s)'"]+/g)].map(([word]) => word));
}

/** What is wrong with the words of a command; undefined if it can be given like this. */
function problemOf(words: readonly string[]): string | undefined {
  const end = words.indexOf("--");
  const own = end === -1 ? words : words.slice(0, end);
  const [name = ""] = own;
  const command = commands.get(name);
  if (!command && /^[a-z]/.test(name) && name !== "help") return `there is no command ${name}`;
  const options = command?.options.flatMap(({ long, short }) => [long, short]) ?? [];
  const known = new Set([...options, "--help", ...(!command || name === "exec" ? ofServer : [])]);
  const unknown = own
    .filter((word) => /^--?[a-z]/.test(word))
    .map((word) => word.replace(/[=,].*$/, ""))
    .filter((flag) => !known.has(flag));
  return unknown.length === 0 ? undefined : `${name} has no ${unknown.join(", ")}`;
}

test.each(documents)("%s", (document) => {
  const found = commandsIn(readFileSync(new URL(document, root), "utf8"));
  const problems = found.map((words) => ({ command: words.join(" "), problem: problemOf(words) }));
  expect(problems.filter(({ problem }) => problem !== undefined)).toEqual([]);
});

test("many commands are found, and wrong ones are noticed", () => {
  const all = documents.flatMap((name) => commandsIn(readFileSync(new URL(name, root), "utf8")));
  expect(all.length).toBeGreaterThan(80);
  expect(problemOf(["rest"])).toBe("there is no command rest");
  expect(problemOf(["fault", "'*'", "--dely", "100"])).toBe("fault has no --dely");
  expect(problemOf(["--storag", "memory:"])).toBe("--storag has no --storag");
});
