/** generated/clients/python/store_api.py: one module of the standard library only. */
import { readFileSync } from "node:fs";
import { banner } from "../../contract.js";
import type { Schema } from "../../../spec/chapters.js";
import { flattened, merged } from "../flatten.js";
import {
  callsAtOnce,
  methodsOf,
  pascalCase,
  usedSchemas,
  type ClientMethod,
  type ClientModel,
  type ClientNamespace,
} from "../model.js";
import { pythonImports, pythonJson } from "./parts.js";
import { declaration, docString, pythonType } from "./schema-types.js";

const imports = pythonImports(
  ["http.client", "json", "threading", "time", "urllib.error", "urllib.request"],
  "Any Callable Dict Generic List Literal Mapping NotRequired Optional Sequence Tuple TypeAlias TypedDict TypeVar Union cast",
);

export function pythonClient(model: ClientModel): string {
  const methods = methodsOf(model);
  const schemas = flattened(model.schemas);
  const used = usedSchemas(
    [...methods, ...model.builtins].flatMap(({ params, result }) => [
      result,
      ...params.map(({ schema }) => schema),
      ...(schemas.FaultData ? [{ $ref: "FaultData" }] : []),
    ]),
    schemas,
  );
  return [
    `# ${banner}`,
    `"""Typed client of the ${model.title}, contract version ${model.version}: all operations of openrpc.json.`,
    "",
    "Python 3.11 and newer, standard library only. README.md beside tells how it is used.",
    '"""',
    imports,
    "",
    ...used.filter((name) => name !== "JsonValue").map((name) => declaration(name, schemas[name] as Schema)),
    pythonJson,
    faultNames(model),
    ...(used.includes("FaultData") ? [] : [faultData]),
    "",
    runtimeText("client").replace(/\n\nclass Shop:[^]*/, "\n"),
    `\n_MAX_CALLS = ${callsAtOnce(model)}\n\n_Result = TypeVar("_Result")`,
    ...model.namespaces.map((namespace) => namespaceClass(namespace, model)),
    "",
    runtimeText("batch").slice(0, runtimeText("batch").indexOf("class Batch:")).trimEnd(),
    "",
    ...model.namespaces.map((namespace) => callsClass(namespace, model)),
    batchClass(model),
    shopClass(model),
  ].join("\n");
}

/** All string codes, so that a checker of types knows a name that does not exist. */
function faultNames({ namespaces, globalFaults }: ClientModel): string {
  const names = [
    ...globalFaults,
    ...namespaces.flatMap(({ methods }) => methods.flatMap(({ faults }) => faults)),
  ].map(({ name }) => name);
  const rows = [...new Set(names)].map((name) => `    "${name}",`);
  return `# The string codes of all faults.\nFaultName: TypeAlias = Literal[\n${rows.join("\n")}\n]\n`;
}

const faultData = `
class FaultData(TypedDict):
    """What comes with a fault."""

    fault: str
    """The string code of the fault."""
    resource: NotRequired[str]
    """The namespace whose fault it is; absent for faults that every call can answer."""
    errors: NotRequired[List[Dict[str, str]]]
    """What is wrong, member by member: \`\`field\`\` and \`\`message\`\`."""
    parameter: NotRequired[str]
    """The parameter that is missing or unusable."""
    retry_after: NotRequired[int]
    """Seconds to wait before the next login."""
    reference: NotRequired[str]
    """Names the failure in the service's log."""
`;

function namespaceClass({ name, description, methods }: ClientNamespace, model: ClientModel): string {
  return [
    "",
    `class ${pascalCase(name)}Operations:`,
    docString([description], "    "),
    "    def __init__(self, connection: _Connection) -> None:",
    "        self._connection = connection",
    "",
    ...methods.map((method) => methodText(method, model)),
  ].join("\n");
}

function methodText(method: ClientMethod, model: ClientModel): string {
  const { path, result, writes } = method;
  const args = argumentsOf(method, model);
  const answer = pythonType(result, "annotation");
  return [
    ...signature(method, writes ? [...args, "        idempotency_key: Optional[str] = None,"] : args, answer),
    docString(docLines(method), "        ").trimEnd(),
    `        result: ${answer} = self._connection.call("${path}", ${valuesOf(method)}${writes ? ", idempotency_key" : ""})`,
    "        return result",
    "",
  ].join("\n");
}

function argumentsOf({ params }: ClientMethod, model: ClientModel): string[] {
  return params.map((param) => {
    const type = argumentType(param.schema, model);
    return `        ${param.name}: ${param.required ? type : `Optional[${type}] = None`},`;
  });
}

function valuesOf({ params }: ClientMethod): string {
  return `{${params.map(({ name }) => `"${name}": ${name}`).join(", ")}}`;
}

function signature({ name }: ClientMethod, args: readonly string[], answer: string): string[] {
  return [
    `    def ${name}(`,
    "        self,",
    ...(args.length === 0 ? [] : ["        *,", ...args]),
    `    ) -> ${answer}:`,
  ];
}

/** The same operations, collected in place of being sent. */
function callsClass({ name, methods }: ClientNamespace, model: ClientModel): string {
  const texts = methods.map((method) => {
    const answer = `Outcome[${pythonType(method.result, "annotation")}]`;
    return [
      ...signature(method, argumentsOf(method, model), answer),
      `        """As \`\`${method.path}\`\`, when the batch is sent."""`,
      `        outcome: ${answer} = self._plan.add("${method.path}", ${valuesOf(method)})`,
      "        return outcome",
      "",
    ].join("\n");
  });
  return [
    "",
    `class ${pascalCase(name)}Calls:`,
    `    """The operations of \`\`${name}\`\` in a batch."""`,
    "",
    "    def __init__(self, plan: _Plan) -> None:",
    "        self._plan = plan",
    "",
    ...texts,
  ].join("\n");
}

function batchClass({ namespaces }: ClientModel): string {
  const text = runtimeText("batch");
  const attributes = namespaces.map(({ name }) => `    ${name}: ${pascalCase(name)}Calls`);
  const created = namespaces.map(({ name }) => `        self.${name} = ${pascalCase(name)}Calls(self._plan)`);
  return `\n${text.slice(text.indexOf("class Batch:")).trimEnd()}\n`
    .replace(/\n {4}def __init__\(/, `\n${attributes.join("\n")}\n\n    def __init__(`)
    .replace("        self._plan = _Plan()\n", `        self._plan = _Plan()\n${created.join("\n")}\n`);
}

/** A hand-written part. */
function runtimeText(name: string): string {
  return readFileSync(new URL(`files/${name}.py`, import.meta.url), "utf8");
}

/** A TypedDict takes no members beside its own: where the contract does, any mapping is taken too. */
function argumentType(schema: Schema, { schemas }: ClientModel): string {
  const type = pythonType(schema, "annotation");
  const name = typeof schema.$ref === "string" ? schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1) : "";
  const target = schemas[name];
  if (!target) return type;
  const flat = merged(target, schemas);
  const isOpen = flat.properties !== undefined && flat.additionalProperties !== false;
  return isOpen ? `Union[${type}, Mapping[str, JsonValue]]` : type;
}

const keyLines = [
  ":param idempotency_key: a text of your own: within 24 hours the same call under the same key answers what the first",
  "    one answered and is not carried out again",
];

function docLines({ summary, description, params, faults, writes }: ClientMethod): string[] {
  const names = faults.map(({ name, message }) => `    \`\`${name}\`\` ${message.replaceAll("\n", " ")}`);
  return [
    summary,
    "",
    ...(description === "" ? [] : [...description.trim().split("\n"), ""]),
    ...params.map((param) => `:param ${param.name}: ${param.description.replaceAll("\n", " ")}`),
    ...(writes ? keyLines : []),
    ":raises StoreApiError: with one of these faults, or one that every call can answer",
    ...names,
  ];
}

/** The hand-written class, with an attribute for each namespace. */
function shopClass({ namespaces }: ClientModel): string {
  const text = runtimeText("client");
  const attributes = namespaces.flatMap(({ name, description }) => [
    `    ${name}: ${pascalCase(name)}Operations`,
    docString([description], "    ").trimEnd(),
  ]);
  const created = namespaces.map(
    ({ name }) => `        self.${name} = ${pascalCase(name)}Operations(connection)`,
  );
  const use = [
    "    def _use(self, connection: _Connection) -> None:",
    "        self._connection = connection",
    ...created,
    "",
  ];
  return `\n${text.slice(text.indexOf("class Shop:"))}`
    .replace(/\n {4}def __init__\(/, `\n${attributes.join("\n")}\n\n    def __init__(`)
    .replace(/\n {4}@property/, `\n${use.join("\n")}\n    @property`);
}
