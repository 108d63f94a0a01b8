/** docs/reference/magento-2.md has a row for each operation that a program may call. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { operations } from "../../generated/tables.js";

const page = readFileSync(new URL("../../docs/reference/magento-2.md", import.meta.url), "utf8");

/** The successor of each operation that is named; "–" where there is none. */
function successors(): Map<string, string> {
  const rows = page.split("\n").filter((line) => line.startsWith("| `"));
  return new Map(
    rows.flatMap((line) => {
      const [, names = "", successor = ""] = line.split("|").map((cell) => cell.trim());
      return [...names.matchAll(/`([^`]+)`/g)].map(([, name = ""]): [string, string] => [name, successor]);
    }),
  );
}

test("every operation has a row with its successor or a gap", () => {
  const found = successors();
  const missing = Object.keys(operations).filter((name) => !found.get(name));
  expect(missing).toEqual([]);
});

test("every row names an operation, or a method of the protocol", () => {
  const known = new Set([
    ...Object.keys(operations),
    ...["login", "startSession", "endSession", "call", "multiCall"],
    ...["resources", "globalFaults", "resourceFaults"],
  ]);
  const tables = page.slice(page.indexOf("## The operations"));
  const named = [...tables.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name),
  );
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});
