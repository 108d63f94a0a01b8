/** Writes compiled Ajv checks as a module without dependencies at run time. */
import { createHash } from "node:crypto";
import type { Ajv, CodeOptions, ValidateFunction } from "ajv";
import standalone from "ajv/dist/standalone/index.js";
import { pascalCase } from "../../src/engine/chapters/views.js";

const helpers: readonly (readonly [from: RegExp, to: string])[] = [
  [
    /const (\w+) = require\("ajv\/dist\/runtime\/ucs2length"\)\.default;?/g,
    "const $1 = (text) => { let n = 0; for (const _ of text) n += 1; return n; };",
  ],
  [
    /const (\w+) = require\("ajv\/dist\/runtime\/equal"\)\.default;?/g,
    "const $1 = (a, b) => JSON.stringify(a) === JSON.stringify(b);",
  ],
];

/** The options of an Ajv whose checks `checkCode` writes. */
export const written: CodeOptions = { source: true, esm: true };

const declared =
  /(?=export const |const (?:schema|wrapper|func|pattern|formats)\d+ ?=|function validate\d+\()/g;

/**
 * Writes each declaration on a line, sorted by name. `exports` = name of the export → name of the schema.
 *
 * Ajv numbers its declarations, so that one new member renames all that follow. Here a check is named after its schema and
 * a constant after a hash of its text, so that a change of one component only changes its own lines.
 */
export function checkCode(ajv: Ajv, exports: Readonly<Record<string, string>>): string {
  const text = standalone.default(ajv, exports).replace(/^"use strict";/, "");
  const code = helpers.reduce((before, [from, to]) => before.replace(from, to), text);
  if (code.includes("require(")) throw new Error("checks would still require a package at run time");
  const lines = withoutUnused(code.split(declared).map((line) => line.trim()));
  const names = new Map(
    [...checksOf(ajv, Object.values(exports))].map(([name, schema]) => [name, checkName(schema)]),
  );
  const renamed = (line: string) => line.replace(numbered, (name) => names.get(name) ?? name);
  for (const line of lines) {
    const [, name = "", kind = "", value = ""] = /^const (([a-z]+)\d+) ?=(.*)$/s.exec(line) ?? [];
    if (kind !== "") names.set(name, `${kind}_${digest(renamed(value))}`);
  }
  // Constants with equal text now have equal names and are merged.
  return [...new Set(lines.map(renamed))].sort().join("\n");
}

const numbered = /\b(?:schema|wrapper|func|pattern|formats|validate)\d+\b/g;

function checkName(schema: string): string {
  return `check${pascalCase(schema)}`;
}

/** Removes unused declarations: Ajv declares every schema, even if no check reads it. */
function withoutUnused(lines: readonly string[]): string[] {
  return lines.filter((line) => {
    const name = /^const (\w+)/.exec(line)?.[1];
    return (
      name === undefined || lines.some((other) => other !== line && new RegExp(`\\b${name}\\b`).test(other))
    );
  });
}

/** Ajv's names of checks → the names of their schemas. */
function checksOf(ajv: Ajv, schemas: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  const follow = (check: ValidateFunction) => {
    const { source, schemaEnv } = check;
    const name = String(source?.validateName);
    if (!source || found.has(name)) return;
    found.set(name, schemaEnv.baseId);
    for (const { value } of source.scopeValues.validate ?? []) follow(value?.ref as ValidateFunction);
  };
  for (const schema of schemas) follow(ajv.getSchema(schema) as ValidateFunction);
  return found;
}

/** A short hash that distinguishes the declarations of a module. */
export function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 10);
}
