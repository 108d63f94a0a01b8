/**
 * generated/validators.js: compiled checks of arguments, inlined for speed, because every call runs them.
 * generated/results.js: compact checks of results, loaded on demand.
 */
import type { OpenRpcDocument } from "../../src/engine/chapters/bundle.js";
import {
  addComponents,
  argumentSchemas,
  extensionKeywords,
  localSchema,
  newAjv,
  ajvOptions,
} from "../../src/engine/chapters/checks.js";
import { banner, camelCase, operationsOf } from "../../src/engine/chapters/views.js";
import { checkCode, written } from "./check-code.js";
import { CompactChecks } from "./compact-checks.js";

export function validators(document: OpenRpcDocument): string {
  const ajv = newAjv(written);
  addComponents(ajv, document);
  const exports = new Map<string, string>();
  for (const [name, schema] of argumentSchemas(document, operationsOf(document))) {
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
  const checks = new CompactChecks(ajvOptions, extensionKeywords);
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
/** Whether an argument has a valid form, by component name. */
export const argumentChecks: Readonly<Record<string, Check>>;
`;

export const resultCheckTypes = `// ${banner}
import type { Check } from "./validators.js";
/** Whether a result matches the contract, by method name. */
export const resultChecks: Readonly<Record<string, Check>>;
`;

function map(name: string, entries: readonly (readonly [string, string])[]): string {
  const lines = entries.map(([key, value]) => `  ${JSON.stringify(key)}: ${value},`);
  return `export const ${name} = {\n${lines.join("\n")}\n};`;
}
