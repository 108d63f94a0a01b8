/** Validation of values by the schemas of a contract, with Ajv. */
import { Ajv, type AnySchemaObject, type CodeOptions, type Options } from "ajv";
import type { OpenRpcDocument, OpenRpcMethod, OpenRpcParam } from "./bundle.js";
import type { Schema } from "./chapter.js";
import { append } from "../values/lists.js";
import { lenientSchema } from "./lenient.js";
import { paramKind, restoreRecursion, schemaName, schemaPrefix } from "./views.js";

/** Extension keywords allowed in schemas; other unknown keywords are errors. */
const extensionKeywords = [
  "x-kind",
  "x-known-values",
  "x-recursive",
  "x-default",
  "x-also",
  "x-stored",
  "x-fixed",
  "x-owned",
  "x-own-attributes",
  "x-alias-of",
  "x-text",
  "x-empty",
  "x-results",
  "example",
];

const ajvOptions: Options = {
  allErrors: false,
  strictTuples: false,
  strictTypes: false,
  strictRequired: false,
  unicodeRegExp: false,
  // Not checked: the pattern next to it has the same meaning.
  formats: { date: true },
};

/** @param code options for generating validators as source code */
export function newAjv(code: CodeOptions = {}): Ajv {
  const ajv = new Ajv({ ...ajvOptions, code });
  ajv.addVocabulary(extensionKeywords);
  return ajv;
}

/** Registers every component under its name. */
export function addComponents(ajv: Ajv, document: OpenRpcDocument): void {
  addSchemas(ajv, document.components.schemas);
}

/** Registers only those components that the given schemas refer to, directly or not. */
export function addComponentsOf(ajv: Ajv, { components }: OpenRpcDocument, roots: readonly Schema[]): void {
  const found: Record<string, Schema> = {};
  const waiting: unknown[] = [...roots];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (typeof node !== "object" || node === null) continue;
    const { $ref, "x-recursive": recursive } = node as Schema;
    for (const name of [recursive, typeof $ref === "string" && $ref.slice(schemaPrefix.length)]) {
      if (typeof name !== "string" || Object.hasOwn(found, name)) continue;
      const schema = components.schemas[name];
      if (schema) waiting.push((found[name] = schema));
    }
    append(waiting, Object.values(node));
  }
  addSchemas(ajv, found);
}

function addSchemas(ajv: Ajv, schemas: Readonly<Record<string, Schema>>): void {
  for (const [name, schema] of Object.entries(schemas)) ajv.addSchema(localSchema(schema), name);
}

/** The schemas of parameters and result. */
export function schemasOfMethod({ params, result }: OpenRpcMethod): Schema[] {
  return [...params.map(({ schema }) => schema), result.schema];
}

/** The schema with references to components as registered by `addComponents`. */
export function localSchema(schema: Schema): AnySchemaObject {
  return JSON.parse(
    JSON.stringify(restoreRecursion(schema)).replaceAll(`"$ref":"${schemaPrefix}`, `"$ref":"`),
  ) as AnySchemaObject;
}

/** The key of `argumentChecks` for a parameter: the name of its component, or `operation.parameter` for an inline schema. */
export function argumentCheckName(method: OpenRpcMethod, param: OpenRpcParam): string {
  return schemaName(param.schema) ?? `${method.name}.${param.name}`;
}

/** The lenient schemas for arguments, by `argumentCheckName`. */
export function argumentSchemas(
  document: OpenRpcDocument,
  methods: readonly OpenRpcMethod[],
): [name: string, schema: Schema][] {
  const found = new Map<string, Schema>();
  for (const method of methods) {
    for (const param of method.params) {
      const kind = paramKind(document, param);
      if (kind === "raw") continue;
      found.set(argumentCheckName(method, param), lenientSchema(kind, param.schema));
    }
  }
  return [...found];
}
