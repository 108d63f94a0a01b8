/** generated/clients/php/StoreApi.php: one file; json and curl are all it needs. */
import { readFileSync } from "node:fs";
import { banner } from "../../contract.js";
import type { Schema } from "../../../spec/chapters.js";
import { flattened } from "../flatten.js";
import {
  callsAtOnce,
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
  const [runtime, batch] = [runtimeText("client"), runtimeText("batch")];
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
    `/** How many calls one request holds. */\nconst MAX_CALLS = ${callsAtOnce(model)};\n`,
    faultConstants(model),
    typeInterface("Types", used, schemas),
    runtime.slice(0, runtime.indexOf("/**\n * A client of the service")),
    ...model.namespaces.map((namespace) => namespaceClass(namespace, schemas)),
    batch.slice(0, batch.indexOf(batchHeading)),
    ...model.namespaces.map((namespace) => callsClass(namespace, schemas)),
    batchClass(model, batch.slice(batch.indexOf(batchHeading))),
    shopClass(model, runtime),
  ].join("\n");
}

const batchHeading = "/** Operations that are sent in one request;";

/** A hand-written part. */
function runtimeText(name: string): string {
  return readFileSync(new URL(`files/${name}.php`, import.meta.url), "utf8");
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

function importsOf(methods: readonly ClientMethod[], schemas: Schemas): string[] {
  const types = usedSchemas(
    methods.flatMap(({ params, result }) => [result, ...params.map(({ schema }) => schema)]),
    schemas,
  );
  return types.map((type) => `@phpstan-import-type ${type} from Types`);
}

function namespaceClass({ name, description, methods }: ClientNamespace, schemas: Schemas): string {
  return [
    docComment([description, "", ...importsOf(methods, schemas)]).trimEnd(),
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
  const { path, result, writes } = method;
  const args = argumentsOf(method, schemas);
  const key = writes ? ", $idempotencyKey" : "";
  return [
    docComment(docLines(method), "    ").trimEnd(),
    signature(
      method,
      writes ? [...args, "?string $idempotencyKey = null"] : args,
      nativeType(result, schemas),
    ),
    `        return $this->connection->call('${path}', ${valuesOf(method)}${key});`,
    "    }",
    "",
  ].join("\n");
}

/** PHP wants those that may be left out behind the others; they are given by name anyway. */
function inPhpOrder({ params }: ClientMethod): ClientParam[] {
  return [...params].sort((one, other) => Number(other.required) - Number(one.required));
}

function argumentsOf(method: ClientMethod, schemas: Schemas): string[] {
  return inPhpOrder(method).map((param) => argument(param, schemas));
}

function valuesOf({ params }: ClientMethod): string {
  return `[${params.map(({ name }) => `'${name}' => $${name}`).join(", ")}]`;
}

function signature({ name }: ClientMethod, args: readonly string[], answer: string): string {
  if (args.length === 0) return `    public function ${name}(): ${answer}\n    {`;
  const lines = args.map((arg) => `        ${arg},`);
  return `    public function ${name}(\n${lines.join("\n")}\n    ): ${answer} {`;
}

/** The same operations, collected in place of being sent. */
function callsClass({ name, methods }: ClientNamespace, schemas: Schemas): string {
  const texts = methods.map((method) => [
    docComment(
      [
        `As \`${method.path}\`, when the batch is sent.`,
        "",
        ...inPhpOrder(method).map(paramLine),
        `@return Outcome<${shape(method.result)}>`,
      ],
      "    ",
    ).trimEnd(),
    signature(method, argumentsOf(method, schemas), "Outcome"),
    `        return $this->plan->add('${method.path}', ${valuesOf(method)});`,
    "    }",
    "",
  ]);
  return [
    docComment([`The operations of \`${name}\` in a batch.`, "", ...importsOf(methods, schemas)]).trimEnd(),
    `final class ${pascalCase(name)}Calls`,
    "{",
    "    public function __construct(private readonly Plan $plan)",
    "    {",
    "    }",
    "",
    ...texts.flat(),
    "}",
    "",
  ].join("\n");
}

function batchClass({ namespaces }: ClientModel, text: string): string {
  const properties = namespaces.map(
    ({ name }) => `    public readonly ${pascalCase(name)}Calls $${camelCase(name)};\n`,
  );
  const created = namespaces.map(
    ({ name }) => `        $this->${camelCase(name)} = new ${pascalCase(name)}Calls($this->plan);\n`,
  );
  return text
    .replace("    private Plan $plan;\n", `${properties.join("")}\n    private Plan $plan;\n`)
    .replace("new Plan();\n    }", `new Plan();\n${created.join("")}    }`);
}

function argument({ name, required, schema }: ClientParam, schemas: Schemas): string {
  const type = nativeType(schema, schemas);
  if (required) return `${type} $${name}`;
  const nullable = /^\?|null|mixed/.test(type) ? type : type.includes("|") ? `${type}|null` : `?${type}`;
  return `${nullable} $${name} = null`;
}

const keyLine =
  "@param string|null $idempotencyKey a text of your own: within 24 hours the same call under the same key answers what the first one answered and is not carried out again";

function docLines(method: ClientMethod): string[] {
  const { summary, description, result, faults, writes } = method;
  return [
    summary,
    "",
    ...(description === "" ? [] : [...description.trim().split("\n"), ""]),
    ...inPhpOrder(method).map(paramLine),
    ...(writes ? [keyLine] : []),
    `@return ${shape(result)}`,
    "@throws StoreApiError with one of these faults, or one that every call can answer:",
    ...faults.map(({ name, message }) => `  - \`${name}\` ${message.replaceAll("\n", " ")}`),
  ];
}

function paramLine({ name, required, schema, description }: ClientParam): string {
  return `@param ${shape(schema)}${required ? "" : "|null"} $${name} ${description.replaceAll("\n", " ")}`;
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
