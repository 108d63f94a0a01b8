/** The table of features in docs/clients.md: every name in it is in the client of its column. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { clients } from "./interpreters.js";

const guide = readFileSync(fileURLToPath(new URL("../../../docs/clients.md", import.meta.url)), "utf8");
const [, table = ""] = /## Features\n\n([^]*?)\n\n/.exec(guide) ?? [];
const [head = "", , ...rows] = table.split("\n");
const cellsOf = (row: string) =>
  row
    .split("|")
    .map((cell) => cell.trim())
    .slice(1, -1);
const languages = cellsOf(head).slice(1);

/** Names that programs bring along. */
const foreign = new Set(["tsc", "mypy", "pyright", "NODE_EXTRA_CA_CERTS"]);

/** The source of a client without its README and examples. */
function sourceOf(language: string): string {
  const folder = `${clients}/${language.toLowerCase()}`;
  if (language === "TypeScript") return readFileSync(`${folder}/client.ts`, "utf8");
  const part = language === "Python" ? "store_api" : "src";
  return readdirSync(`${folder}/${part}`, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(py|php)$/.test(name))
    .map((name) => readFileSync(`${folder}/${part}/${name}`, "utf8"))
    .join("\n");
}

test.each(languages)("every name for %s is in its client", (language) => {
  expect(languages).toEqual(["TypeScript", "Python", "PHP"]);
  expect(rows.length).toBeGreaterThan(15);
  const source = sourceOf(language);
  const names = rows.flatMap((row) => {
    const cell = cellsOf(row)[1 + languages.indexOf(language)] ?? "";
    return [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name as string);
  });
  expect(names.length).toBeGreaterThan(15);
  const missing = names.filter((name) => !foreign.has(name) && !new RegExp(`\\b${name}\\b`).test(source));
  expect(missing).toEqual([]);
});
