/** The types of both contracts: generated/operations.ts and generated/rest.ts. */
import openapiTS, { astToString } from "openapi-typescript";
import type { OpenRpcDocument, OpenRpcMethod, OpenRpcParam } from "../../src/engine/chapters/bundle.js";
import type { Schema } from "../../src/engine/chapters/chapter.js";
import {
  banner,
  faultNames,
  isCheckedByOperation,
  paramKind,
  namespaceOf,
  operationsOf,
  restoreRecursion,
  schemaName,
} from "../../src/engine/chapters/views.js";

/** openapi.yaml as types, for the handlers of REST and the test control. */
export async function restTypes(openapi: Schema): Promise<string> {
  const ast = await openapiTS(openapi as never, { emptyObjectsUnknown: true, immutable: true });
  // Without doc comments, which are in openapi.yaml and would be most of the text.
  const text = astToString(ast).replace(/^ *\/\*\*[\s\S]*?\*\/\n/gm, "");
  return `// ${banner}\n${text}`;
}

/** Arguments, result and faults of every operation. */
export async function operationTypes(document: OpenRpcDocument): Promise<string> {
  const schemas: Record<string, unknown> = { ...document.components.schemas };
  const operations = operationsOf(document).map((method) => operationType(document, method, schemas));
  const declarations = await schemaTypes(schemas);
  const faults = Object.entries(document["x-namespaces"]).map(
    ([name, { faults }]) =>
      `  ${name}: ${union(Object.keys(faults).filter((fault) => !faults[fault]?.reserved))};`,
  );
  return [
    `// ${banner}`,
    `import type { ArgumentKinds } from "../src/engine/values/coercion.js";`,
    "",
    declarations,
    `export type Schemas = components["schemas"];`,
    "",
    "/** The string codes of the faults that a namespace defines. */",
    "export interface NamespaceFaults {",
    ...faults,
    "}",
    "",
    `export type GlobalFault = ${union(Object.keys(document["x-global-faults"]))};`,
    "",
    "/**",
    " * Every operation. `params` is what goes over the wire by name; `args` is what the handler reads; `checked` is what it",
    " * takes by `call.check`, which checks its form; `fault` names the faults that the operation may raise.",
    " */",
    "export interface Operations {",
    ...operations,
    "}",
    "",
  ].join("\n");
}

function operationType(document: OpenRpcDocument, method: OpenRpcMethod, schemas: Record<string, unknown>) {
  const params = method.params.map((param) => {
    const optional = !param.required || param["x-nullable"];
    return `${param.name}${optional ? "?" : ""}: ${typeName(method, param, schemas)}${optional ? " | null" : ""}`;
  });
  const members = (params: readonly OpenRpcParam[]) =>
    params.map((param) => `readonly ${param.name}: ${argumentType(document, param)}`).join("; ");
  const checked = method.params.filter((param) => isCheckedByOperation(document, method, param));
  const plain = method.params.filter((param) => !checked.includes(param));
  return [
    `  "${method.name}": {`,
    `    namespace: "${namespaceOf(method.name)}";`,
    `    effect: "${String(method["x-effect"])}";`,
    `    params: { ${params.join("; ")} };`,
    `    args: { ${members(plain)} };`,
    `    checked: { ${members(checked)} };`,
    `    result: ${resultType(method, schemas)};`,
    `    fault: ${union(faultNames(method))};`,
    `  };`,
  ].join("\n");
}

function argumentType(document: OpenRpcDocument, param: OpenRpcParam): string {
  const type = `ArgumentKinds["${paramKind(document, param)}"]`;
  const always = (param.required && !param["x-nullable"]) || param["x-default"] !== undefined;
  return always ? type : `${type} | undefined`;
}

function typeName(method: OpenRpcMethod, param: OpenRpcParam, schemas: Record<string, unknown>): string {
  return named(param.schema, `${method.name}.${param.name}`, schemas);
}

function resultType(method: OpenRpcMethod, schemas: Record<string, unknown>): string {
  return named(method.result.schema, `${method.name}.result`, schemas);
}

/** Returns a reference to a component; an inline schema is added as a component. */
function named(schema: Schema, name: string, schemas: Record<string, unknown>): string {
  const known = schemaName(schema);
  if (known === undefined) schemas[name] = schema;
  return `Schemas["${known ?? name}"]`;
}

async function schemaTypes(schemas: Record<string, unknown>): Promise<string> {
  const ast = await openapiTS(
    {
      openapi: "3.1.0",
      info: { title: "types", version: "1" },
      paths: {},
      components: { schemas: restoreRecursion(schemas) as Record<string, never> },
    },
    { emptyObjectsUnknown: true },
  );
  const text = astToString(ast);
  const from = text.indexOf("export interface components");
  const to = text.indexOf("export type $defs");
  return text.slice(from, to).trim();
}

function union(names: string[]): string {
  return names.length === 0 ? "never" : names.map((name) => JSON.stringify(name)).join(" | ");
}
