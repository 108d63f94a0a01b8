/**
 * generated/validators.js: compiled checks of arguments as the server takes them, written out for speed, as every call
 * passes them. generated/results.js: those of results as published, short, and loaded where somebody asks.
 */
import { Ajv, type AnySchemaObject, type Options } from "ajv";
import type { OpenRpcDocument, OpenRpcMethod, OpenRpcParam } from "../spec/bundle.js";
import type { Schema } from "../spec/chapters.js";
import { checkCode, written } from "./check-code.js";
import { CompactChecks } from "./compact-checks.js";
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
export const extensionKeywords = ["x-kind", "x-recursive", "x-default", "x-also", "example"];

const options: Options = {
  allErrors: false,
  strictTuples: false,
  strictTypes: false,
  strictRequired: false,
  unicodeRegExp: false,
  // The pattern beside it says the same.
  formats: { date: true },
};

export function newAjv(): Ajv {
  const ajv = new Ajv({ ...options, code: written });
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
  const exports = new Map<string, string>();
  for (const [name, schema] of argumentSchemas(document)) {
    ajv.addSchema(localSchema(schema), `argument ${name}`);
    exports.set(name, `${camelCase(name)}Argument`);
  }
  const code = checkCode(
    ajv,
    Object.fromEntries([...exports].map(([name, exported]) => [exported, `argument ${name}`])),
  );
  return [`// ${banner}`, code, map("argumentChecks", [...exports]), ""].join("\n");
}

export function resultValidators(document: OpenRpcDocument): string {
  const checks = new CompactChecks(options, extensionKeywords);
  for (const [name, schema] of Object.entries(document.components.schemas))
    checks.add(name, localSchema(schema));
  const exports = document.methods.map(({ name }) => [name, `${camelCase(name)}Result`] as const);
  for (const { name, result } of document.methods) checks.add(`result-${name}`, localSchema(result.schema));
  const code = checks.code(
    Object.fromEntries(exports.map(([name, exported]) => [exported, `result-${name}`])),
  );
  return [`// ${banner}`, code, map("resultChecks", exports), ""].join("\n");
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
`;

export const resultCheckTypes = `// ${banner}
import type { Check } from "./validators.js";
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

function map(name: string, entries: readonly (readonly [string, string])[]): string {
  const lines = entries.map(([key, value]) => `  ${JSON.stringify(key)}: ${value},`);
  return `export const ${name} = {\n${lines.join("\n")}\n};`;
}
