/** generated/clients/php/StoreApi.php: one file; json and curl are all it needs. */
import { readFileSync } from "node:fs";
import { banner } from "../../contract.js";
import type { Schema } from "../../../spec/chapters.js";
import { flattened } from "../flatten.js";
import {
  camelCase,
  methodsOf,
  pascalCase,
  usedSchemas,
  type ClientMethod,
  type ClientModel,
  type ClientNamespace,
  type ClientParam,
} from "../model.js";
import { docComment, nativeType, shape, typeLines } from "./schema-types.js";

type Schemas = Readonly<Record<string, Schema>>;

export function phpClient(model: ClientModel): string {
  const schemas = flattened(model.schemas);
  const used = usedSchemas(
    methodsOf(model).flatMap(({ params, result }) => [result, ...params.map(({ schema }) => schema)]),
    schemas,
  );
  const runtime = readFileSync(new URL("files/client.php", import.meta.url), "utf8");
  return [
    "<?php",
    `// ${banner}`,
    "",
    docComment([
      `Client of the ${model.title}, contract version ${model.version}: all operations of openrpc.json.`,
      "PHP 8.1 and newer with json and curl. README.md beside tells how it is used.",
    ]),
    "declare(strict_types=1);",
    "",
    "namespace StoreApi;",
    "",
    faultConstants(model),
    typeInterface("Types", used, schemas),
    runtime.slice(0, runtime.indexOf("/**\n * A client of the service")),
    ...model.namespaces.map((namespace) => namespaceClass(namespace, schemas)),
    shopClass(model, runtime),
  ].join("\n");
}

/** @param used names of components */
export function typeInterface(name: string, used: readonly string[], schemas: Schemas): string {
  const lines = used.flatMap((type) => typeLines(type, schemas[type] as Schema));
  const text = ["The types of arguments and results, for tools that read them and for people.", "", ...lines];
  return `${docComment(text)}interface ${name}\n{\n}\n`;
}

function faultConstants({ namespaces, globalFaults }: ClientModel): string {
  const names = [
    ...globalFaults,
    ...namespaces.flatMap(({ methods }) => methods.flatMap(({ faults }) => faults)),
  ].map(({ name }) => name);
  const rows = [...new Set(names)].map((name) => `    public const ${name.toUpperCase()} = '${name}';`);
  return `/** The string codes of all faults. */\nfinal class Fault\n{\n${rows.join("\n")}\n}\n`;
}

function namespaceClass({ name, description, methods }: ClientNamespace, schemas: Schemas): string {
  const types = usedSchemas(
    methods.flatMap(({ params, result }) => [result, ...params.map(({ schema }) => schema)]),
    schemas,
  );
  const imports = types.map((type) => `@phpstan-import-type ${type} from Types`);
  return [
    docComment([description, "", ...imports]).trimEnd(),
    `final class ${pascalCase(name)}Operations`,
    "{",
    "    public function __construct(private readonly Connection $connection)",
    "    {",
    "    }",
    "",
    ...methods.map((method) => methodText(method, schemas)),
    "}",
    "",
  ].join("\n");
}

function methodText(method: ClientMethod, schemas: Schemas): string {
  const { name, path, result } = method;
  // PHP wants those that may be left out behind the others; they are given by name anyway.
  const params = [...method.params].sort((one, other) => Number(other.required) - Number(one.required));
  const args = params.map((param) => `        ${argument(param, schemas)},`);
  const values = method.params.map((param) => `'${param.name}' => $${param.name}`).join(", ");
  return [
    docComment(docLines(method, params), "    ").trimEnd(),
    args.length === 0
      ? `    public function ${name}(): ${nativeType(result, schemas)}`
      : `    public function ${name}(\n${args.join("\n")}\n    ): ${nativeType(result, schemas)}`,
    args.length === 0 ? "    {" : " {",
    `        return $this->connection->call('${path}', [${values}]);`,
    "    }",
    "",
  ]
    .join("\n")
    .replace(/\n {4}\): ([^\n]*)\n \{/, "\n    ): $1 {");
}

function argument({ name, required, schema }: ClientParam, schemas: Schemas): string {
  const type = nativeType(schema, schemas);
  if (required) return `${type} $${name}`;
  const nullable = /^\?|null|mixed/.test(type) ? type : type.includes("|") ? `${type}|null` : `?${type}`;
  return `${nullable} $${name} = null`;
}

function docLines(
  { summary, description, result, faults }: ClientMethod,
  params: readonly ClientParam[],
): string[] {
  return [
    summary,
    "",
    ...(description === "" ? [] : [...description.trim().split("\n"), ""]),
    ...params.map(
      (param) =>
        `@param ${shape(param.schema)}${param.required ? "" : "|null"} $${param.name} ${param.description.replaceAll("\n", " ")}`,
    ),
    `@return ${shape(result)}`,
    "@throws StoreApiError with one of these faults, or one that every call can answer:",
    ...faults.map(({ name, message }) => `  - \`${name}\` ${message.replaceAll("\n", " ")}`),
  ];
}

/** The hand-written class, with a property for each namespace. */
function shopClass({ namespaces }: ClientModel, runtime: string): string {
  const properties = namespaces.map(
    ({ name, description }) =>
      `    /** ${description} */\n    public readonly ${pascalCase(name)}Operations $${camelCase(name)};\n`,
  );
  const created = namespaces.map(
    ({ name }) =>
      `        $this->${camelCase(name)} = new ${pascalCase(name)}Operations($this->connection);\n`,
  );
  return runtime
    .slice(runtime.indexOf("/**\n * A client of the service"))
    .replace("    private readonly Connection", `${properties.join("\n")}\n    private readonly Connection`)
    .replace(/( {12}\$headers,\n {8}\);\n)/, `$1${created.join("")}`);
}
