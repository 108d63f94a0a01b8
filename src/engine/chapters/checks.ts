/** Checks of values by the schemas of a contract, and how Ajv is to be set up for them. */
import { Ajv, type AnySchemaObject, type CodeOptions, type Options } from "ajv";
import type { OpenRpcDocument, OpenRpcMethod, OpenRpcParam } from "./bundle.js";
import type { Schema } from "./chapter.js";
import { append } from "../values/lists.js";
import { lenient } from "./lenient.js";
import { kindOf, restoreRecursion, schemaName, schemaPrefix } from "./views.js";

/** Extension keywords that schemas may carry; any other unknown keyword is a mistake. */
export const extensionKeywords = ["x-kind", "x-recursive", "x-default", "x-also", "x-results", "example"];

export const options: Options = {
  allErrors: false,
  strictTuples: false,
  strictTypes: false,
  strictRequired: false,
  unicodeRegExp: false,
  // The pattern beside it says the same.
  formats: { date: true },
};

/** @param code how checks are written, for those that are kept as text */
export function newAjv(code: CodeOptions = {}): Ajv {
  const ajv = new Ajv({ ...options, code });
  ajv.addVocabulary(extensionKeywords);
  return ajv;
}

/** Registers every component under its name and turns references into those names. */
export function addComponents(ajv: Ajv, document: OpenRpcDocument): void {
  addSchemas(ajv, document.components.schemas);
}

/** The same for those components alone that these schemas lead to. */
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

/** The schemas that an operation names itself. */
export function schemasOfMethod({ params, result }: OpenRpcMethod): Schema[] {
  return [...params.map(({ schema }) => schema), result.schema];
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

/** The schemas that arguments are checked with, as the server takes them, by `argumentCheckName`. */
export function argumentSchemas(
  document: OpenRpcDocument,
  methods: readonly OpenRpcMethod[],
): [name: string, schema: Schema][] {
  const found = new Map<string, Schema>();
  for (const method of methods) {
    for (const param of method.params) {
      const kind = kindOf(document, param);
      if (kind === "raw") continue;
      found.set(argumentCheckName(method, param), lenient(kind, param.schema));
    }
  }
  return [...found];
}
