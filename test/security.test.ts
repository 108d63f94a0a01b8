/** SECURITY.md names tests, and each of them must exist. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { variableOf } from "../src/engine/config/names.js";
import { settingNames } from "../src/shop/settings.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const text = readFileSync(join(root, "SECURITY.md"), "utf8");
const named = [...text.matchAll(/`(test\/[\w./-]+\.test\.ts)` \(([^)]+)\)/g)].map(
  ([, file = "", title = ""]) => ({
    file,
    title,
  }),
);

test("all ten risks have an answer with a test", () => {
  const rows = text.split("\n").filter((line) => /^\| API\d+ /.test(line));
  expect(rows.map((row) => /^\| API(\d+) /.exec(row)?.[1])).toEqual(
    Array.from({ length: 10 }, (_, at) => `${at + 1}`),
  );
  expect(rows.filter((row) => !/`test\/[^`]+\.test\.ts` \(/.test(row))).toEqual([]);
});

test.each(named)("$file: $title", ({ file, title }) => {
  expect(existsSync(join(root, file))).toBe(true);
  expect(readFileSync(join(root, file), "utf8")).toContain(title);
});

test("the settings that it names exist", () => {
  const known = settingNames.map((name) => variableOf(name).replace(/^STORE_API_/, ""));
  const said = [...text.matchAll(/`([A-Z]+(?:_[A-Z]+)+)`/g)].map(([, name = ""]) => name);
  expect(said.length).toBeGreaterThan(5);
  expect(said.filter((name) => !known.includes(name))).toEqual(
    ["STORE_API_"].filter((name) => said.includes(name)),
  );
});
