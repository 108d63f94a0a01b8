/** generated/validators.js: compiled checks of arguments as the server takes them, and of results as published. */
import { Ajv, type AnySchemaObject } from "ajv";
import standalone from "ajv/dist/standalone/index.js";
import type { OpenRpcDocument, OpenRpcMethod, OpenRpcParam } from "../spec/bundle.js";
import type { Schema } from "../spec/chapters.js";
import {
  banner,
  camelCase,
  kindOf,
  operationsOf,
  restoreRecursion,
  schemaName,
  schemaPrefix,
} from "./contract.js";
import { lenient } from "./lenient.js";

/** Extension keywords that schemas may carry; any other unknown keyword is a mistake. */
export const extensionKeywords = ["x-kind", "x-recursive", "x-default", "example"];

export function newAjv(): Ajv {
  const ajv = new Ajv({
    code: { source: true, esm: true, lines: true },
    allErrors: false,
    strictTuples: false,
    strictTypes: false,
    strictRequired: false,
    unicodeRegExp: false,
    // The pattern beside it says the same.
    formats: { date: true },
  });
  ajv.addVocabulary(extensionKeywords);
  return ajv;
}

/** Registers every component under its name and turns references into those names. */
export function addComponents(ajv: Ajv, document: OpenRpcDocument): void {
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    ajv.addSchema(localSchema(schema), name);
  }
}

/** A schema whose references name components registered by `addComponents`. */
export function localSchema(schema: Schema): AnySchemaObject {
  return JSON.parse(
    JSON.stringify(restoreRecursion(schema)).replaceAll(`"$ref":"${schemaPrefix}`, `"$ref":"`),
  ) as AnySchemaObject;
}

/** The key of `argumentChecks` for a parameter: its component, or the operation and name for an inline schema. */
export function argumentCheckName(method: OpenRpcMethod, param: OpenRpcParam): string {
  return schemaName(param.schema) ?? `${method.name}.${param.name}`;
}

export function validators(document: OpenRpcDocument): string {
  const ajv = newAjv();
  addComponents(ajv, document);

  const exports: Record<string, string> = {};
  const argumentChecks = argumentSchemas(document);
  for (const [name, schema] of argumentChecks) {
    ajv.addSchema(localSchema(schema), `argument ${name}`);
    exports[`${camelCase(name)}Argument`] = `argument ${name}`;
  }
  for (const method of document.methods) {
    ajv.addSchema(localSchema(method.result.schema), `result ${method.name}`);
    exports[`${camelCase(method.name)}Result`] = `result ${method.name}`;
  }

  const code = standalone
    .default(ajv, exports)
    .replace(
      /const (\w+) = require\("ajv\/dist\/runtime\/ucs2length"\)\.default;?/g,
      "const $1 = (text) => { let n = 0; for (const _ of text) n += 1; return n; };",
    )
    .replace(/const (\w+) = require\("ajv\/dist\/runtime\/equal"\)\.default;?/g, "const $1 = sameJson;")
    .replace(/^"use strict";/, "");
  if (code.includes("require(")) throw new Error("validators.js would still require a package at run time");

  return [
    `// ${banner}`,
    `const sameJson = (a, b) => JSON.stringify(a) === JSON.stringify(b);`,
    code,
    map(
      "argumentChecks",
      argumentChecks.map(([name]) => [name, `${camelCase(name)}Argument`]),
    ),
    map(
      "resultChecks",
      document.methods.map(({ name }) => [name, `${camelCase(name)}Result`]),
    ),
    "",
  ].join("\n");
}

export const validatorTypes = `// ${banner}
export interface SchemaProblem {
  readonly instancePath: string;
  readonly message?: string;
  readonly params: Readonly<Record<string, unknown>>;
}
export interface Check {
  (value: unknown): boolean;
  errors?: readonly SchemaProblem[] | null;
}
/** Says whether an argument has a usable form; by component name. */
export const argumentChecks: Readonly<Record<string, Check>>;
/** Says whether a result is as the contract promises; by method name. */
export const resultChecks: Readonly<Record<string, Check>>;
`;

function argumentSchemas(document: OpenRpcDocument): [name: string, schema: Schema][] {
  const found = new Map<string, Schema>();
  for (const method of operationsOf(document)) {
    for (const param of method.params) {
      const kind = kindOf(document, param);
      if (kind === "raw") continue;
      found.set(argumentCheckName(method, param), lenient(kind, param.schema));
    }
  }
  return [...found];
}

function map(name: string, entries: string[][]): string {
  const lines = entries.map(([key, value]) => `  ${JSON.stringify(key)}: ${value},`);
  return `export const ${name} = {\n${lines.join("\n")}\n};`;
}
