/** The operations as PHP classes: one set for direct calls, one for batches. */
import { flattened } from "../flatten.js";
import {
  callsAtOnce,
  camelCase,
  faultNamesOf,
  methodsOf,
  pascalCase,
  schemasOf,
  type ClientMethod,
  type ClientModel,
  type ClientNamespace,
  type ClientParam,
} from "../model.js";
import { phpFile } from "./file.js";
import { recordFiles } from "./records.js";
import {
  building,
  docComment,
  givenType,
  nativeType,
  orNull,
  recordOf,
  shape,
  type Schemas,
} from "./schema-types.js";

/** The files generated from openrpc.json, by their paths in `src`. */
export function operationFiles(model: ClientModel): Record<string, string> {
  const schemas = flattened(model.schemas);
  const used = schemasOf(methodsOf(model), schemas);
  const classes = (kind: "Operations" | "Calls", make: (namespace: ClientNamespace) => string) =>
    model.namespaces.map((namespace) => [
      `${kind}/${pascalCase(namespace.name)}${kind}.php`,
      phpFile(`StoreApi\\${kind}`, usesOf(namespace, kind, schemas), make(namespace)),
    ]);
  return {
    "Contract.php": phpFile("StoreApi", [], contractClass(model)),
    "Fault.php": phpFile("StoreApi", [], faultConstants(model)),
    "Namespaces.php": namespacesFile(model, "Namespaces", "Operations", "Connection $connection"),
    "PlannedNamespaces.php": namespacesFile(model, "PlannedNamespaces", "Calls", "Plan $plan"),
    ...(Object.fromEntries(classes("Operations", (one) => namespaceClass(one, schemas))) as object),
    ...(Object.fromEntries(classes("Calls", (one) => callsClass(one, schemas))) as object),
    ...recordFiles("Types", used, schemas),
  };
}

function contractClass(model: ClientModel): string {
  return [
    docComment([`The ${model.title} that this client was made of.`]).trimEnd(),
    "final class Contract",
    "{",
    `    public const VERSION = '${model.version}';`,
    "",
    "    /** How many calls one request holds. */",
    `    public const MAX_CALLS = ${callsAtOnce(model)};`,
    "}",
    "",
  ].join("\n");
}

function faultConstants(model: ClientModel): string {
  const rows = faultNamesOf(model).map((name) => `    public const ${name.toUpperCase()} = '${name}';`);
  return `/** The string codes of all faults. */\nfinal class Fault\n{\n${rows.join("\n")}\n}\n`;
}

function usesOf({ methods }: ClientNamespace, kind: "Operations" | "Calls", schemas: Schemas): string[] {
  const values = methods.flatMap(({ params, result }) => [result, ...params.map(({ schema }) => schema)]);
  const records = values.flatMap((value) => recordOf(value, schemas)?.name ?? []);
  const own =
    kind === "Calls"
      ? ["StoreApi\\Internal\\Plan", "StoreApi\\Outcome"]
      : ["StoreApi\\Internal\\Connection", "StoreApi\\StoreApiError", "StoreApi\\StoreClientError"];
  return [...own, ...records.map((name) => `StoreApi\\Types\\${name}`)];
}

function namespaceClass({ name, description, methods }: ClientNamespace, schemas: Schemas): string {
  return [
    docComment([description]).trimEnd(),
    `final class ${pascalCase(name)}Operations`,
    "{",
    "    /** @internal */",
    "    public function __construct(private readonly Connection $connection)",
    "    {",
    "    }",
    "",
    methods.map((method) => methodText(method, schemas)).join("\n\n"),
    "}",
    "",
  ].join("\n");
}

function methodText(method: ClientMethod, schemas: Schemas): string {
  const { path, result, writes } = method;
  const args = argumentsOf(method, schemas);
  const key = writes ? ", $idempotencyKey" : "";
  return [
    docComment(docLines(method, schemas), "    ").trimEnd(),
    signature(
      method,
      writes ? [...args, "?string $idempotencyKey = null"] : args,
      nativeType(result, schemas, "answered"),
    ),
    `        return $this->connection->call('${path}', ${valuesOf(method)}, ${building(result, schemas)}${key});`,
    "    }",
  ].join("\n");
}

/** PHP requires optional parameters behind required ones; callers pass them by name anyway. */
function inPhpOrder({ params }: ClientMethod): ClientParam[] {
  return [...params].sort((one, other) => Number(other.required) - Number(one.required));
}

function argumentsOf(method: ClientMethod, schemas: Schemas): string[] {
  return inPhpOrder(method).map(({ name, required, schema }) => {
    const type = givenType(schema, schemas, "given");
    return required ? `${type} $${name}` : `${orNull(type)} $${name} = null`;
  });
}

function valuesOf({ params }: ClientMethod): string {
  return `[${params.map(({ name }) => `'${name}' => $${name}`).join(", ")}]`;
}

function signature({ name }: ClientMethod, args: readonly string[], answer: string): string {
  if (args.length === 0) return `    public function ${name}(): ${answer}\n    {`;
  const lines = args.map((arg) => `        ${arg},`);
  return `    public function ${name}(\n${lines.join("\n")}\n    ): ${answer} {`;
}

/** The same operations for a batch, which collects calls and sends them later. */
function callsClass({ name, methods }: ClientNamespace, schemas: Schemas): string {
  const texts = methods.map((method) =>
    [
      docComment(
        [
          `As \`${method.path}\`, when the batch is sent.`,
          "",
          ...inPhpOrder(method).map((param) => paramLine(param, schemas)),
          `@return Outcome<${shape(method.result, schemas, "answered")}>`,
        ],
        "    ",
      ).trimEnd(),
      signature(method, argumentsOf(method, schemas), "Outcome"),
      `        return $this->plan->add('${method.path}', ${valuesOf(method)}, ${building(method.result, schemas)});`,
      "    }",
    ].join("\n"),
  );
  return [
    docComment([`The operations of \`${name}\` in a batch.`]).trimEnd(),
    `final class ${pascalCase(name)}Calls`,
    "{",
    "    /** @internal */",
    "    public function __construct(private readonly Plan $plan)",
    "    {",
    "    }",
    "",
    texts.join("\n\n"),
    "}",
    "",
  ].join("\n");
}

/** A class with a property for each namespace. */
function namespacesFile(
  { namespaces }: ClientModel,
  name: string,
  kind: "Operations" | "Calls",
  given: string,
): string {
  const [type, variable] = given.split(" ");
  const properties = namespaces.map(
    (namespace) =>
      `    /** ${namespace.description} */\n    public readonly ${pascalCase(namespace.name)}${kind} $${camelCase(namespace.name)};\n`,
  );
  const created = namespaces.map(
    (namespace) =>
      `        $this->${camelCase(namespace.name)} = new ${pascalCase(namespace.name)}${kind}(${variable});`,
  );
  const text = [
    docComment(["All operations by namespace."]).trimEnd(),
    `abstract class ${name}`,
    "{",
    properties.join("\n"),
    `    protected function __construct(protected readonly ${given})`,
    "    {",
    ...created,
    "    }",
    "}",
    "",
  ].join("\n");
  const classes = namespaces.map((namespace) => `StoreApi\\${kind}\\${pascalCase(namespace.name)}${kind}`);
  return phpFile("StoreApi", [`StoreApi\\Internal\\${type}`, ...classes], text);
}

const keyLine =
  "@param string|null $idempotencyKey a text of your own: within 24 hours the same call under the same key answers what the first one answered and is not carried out again";

function docLines(method: ClientMethod, schemas: Schemas): string[] {
  const { summary, description, isDeprecated, result, faults, writes } = method;
  return [
    summary,
    "",
    ...(description === "" ? [] : [...description.trim().split("\n"), ""]),
    ...(isDeprecated ? ["@deprecated It will be removed in a later version."] : []),
    ...inPhpOrder(method).map((param) => paramLine(param, schemas)),
    ...(writes ? [keyLine] : []),
    `@return ${shape(result, schemas, "answered")}`,
    "@throws StoreClientError without an answer of the service",
    "@throws StoreApiError with one of these faults, or one that every call can answer:",
    ...faults.map(({ name, message }) => `  - \`${name}\` ${message.replaceAll("\n", " ")}`),
  ];
}

function paramLine({ name, required, schema, description }: ClientParam, schemas: Schemas): string {
  const type = shape(schema, schemas, "given");
  return `@param ${type}${required ? "" : "|null"} $${name} ${description.replaceAll("\n", " ")}`;
}
