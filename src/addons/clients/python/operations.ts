/** The operations as Python classes: one set for direct calls, one for batches. */
import type { Schema } from "../../../engine/chapters/chapter.js";
import { flattened } from "../flatten.js";
import {
  callsAtOnce,
  faultNamesOf,
  methodsOf,
  pascalCase,
  schemasOf,
  type ClientMethod,
  type ClientModel,
  type ClientNamespace,
} from "../model.js";
import { pythonModule, typesModule } from "./modules.js";
import { snakeCase, snakeCased } from "./names.js";
import type { TypeUse } from "../typescript/schema-types.js";
import { docString, pythonType } from "./schema-types.js";

type Schemas = TypeUse["schemas"];

/** The modules generated from openrpc.json, by name. */
export function operationModules(model: ClientModel): Record<string, string> {
  const { title, version } = model;
  const schemas = flattened(model.schemas);
  const used = schemasOf(methodsOf(model), schemas);
  const typing = [
    "from datetime import date",
    "from decimal import Decimal",
    "from typing import Any, Dict, List, Literal, Mapping, Optional, Sequence, Union",
  ];
  const signatureTypes = methodsOf(model)
    .flatMap((method) => typesOf(method, schemas))
    .join(" ");
  const names = [...new Set([...used.given, ...used.answered, "JsonInput", "JsonValue"])]
    .filter((name) => new RegExp(`\\b${name}\\b`).test(signatureTypes))
    .sort();
  const types = ["from .types import (", ...names.map((name) => `    ${name},`), ")", ""];
  return {
    _contract: pythonModule(
      `The ${title} that this package was made of.`,
      ["from typing import Literal, TypeAlias", ""],
      [
        `VERSION = "${version}"\nMAX_CALLS = ${callsAtOnce(model)}\n`,
        `# The names of all operations on the wire.\nOperationName: TypeAlias = Literal[\n${methodsOf(model)
          .map(({ path }) => `    "${path}",`)
          .join("\n")}\n]\n`,
      ],
    ),
    faults: faultsModule(model),
    types: typesModule("What operations take and answer.", used, schemas),
    operations: pythonModule(
      "All operations of openrpc.json by namespace.",
      [...typing, "", "from ._connection import Connection", "from ._names import OldNames", ...types],
      [
        ...model.namespaces.map((namespace) => namespaceClass(namespace, schemas)),
        namespacesClass(model, "Namespaces", "Operations", "connection: Connection"),
        "        self._connection = connection\n",
      ],
    ),
    calls: pythonModule(
      "The same operations in a batch.",
      [...typing, "", "from ._names import OldNames", "from ._plan import Outcome, Plan", ...types],
      [
        ...model.namespaces.map((namespace) => callsClass(namespace, schemas)),
        namespacesClass(model, "PlannedNamespaces", "Calls", "plan: Plan"),
      ],
    ),
  };
}

/** The types in the signature of a method. */
function typesOf({ params, result }: ClientMethod, schemas: Schemas): string[] {
  return [answerType(result, schemas), ...params.map(({ schema }) => argumentType(schema, schemas))];
}

function argumentType(schema: Schema, schemas: Schemas): string {
  return pythonType(schema, "annotation", { schemas, isGiven: true });
}

function answerType(schema: Schema, schemas: Schemas): string {
  return pythonType(schema, "annotation", { schemas, isGiven: false });
}

/** All string codes as a Literal, so that a type checker finds misspelt names. */
function faultsModule(model: ClientModel): string {
  const rows = faultNamesOf(model).map((name) => `    "${name}",`);
  return pythonModule(
    "The faults of the shop.",
    ["from typing import Dict, List, Literal, NotRequired, TypeAlias, TypedDict", ""],
    [
      `# The string codes of all faults.\nFaultName: TypeAlias = Literal[\n${rows.join("\n")}\n]\n`,
      faultData,
    ],
  );
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

function namespaceClass({ name, description, methods }: ClientNamespace, schemas: Schemas): string {
  snakeCased(methods.map((method) => method.name));
  return [
    "",
    `class ${pascalCase(name)}Operations(OldNames):`,
    docString([description], "    "),
    "    def __init__(self, connection: Connection) -> None:",
    "        self._connection = connection",
    "",
    ...methods.map((method) => methodText(method, schemas)),
  ].join("\n");
}

function methodText(method: ClientMethod, schemas: Schemas): string {
  const { path, result, writes } = method;
  const args = argumentsOf(method, schemas);
  const answer = answerType(result, schemas);
  return [
    ...signature(method, writes ? [...args, "        idempotency_key: Optional[str] = None,"] : args, answer),
    docString(docLines(method), "        ").trimEnd(),
    `        result: ${answer} = self._connection.call("${path}", ${valuesOf(method)}${writes ? ", idempotency_key" : ""})`,
    "        return result",
    "",
  ].join("\n");
}

function argumentsOf({ params }: ClientMethod, schemas: Schemas): string[] {
  const names = snakeCased(params.map(({ name }) => name));
  return params.map((param, index) => {
    const type = argumentType(param.schema, schemas);
    return `        ${names[index]}: ${param.required ? type : `Optional[${type}] = None`},`;
  });
}

function valuesOf({ params }: ClientMethod): string {
  return `{${params.map(({ name }) => `"${name}": ${snakeCase(name)}`).join(", ")}}`;
}

function signature({ name }: ClientMethod, args: readonly string[], answer: string): string[] {
  return [
    `    def ${snakeCase(name)}(`,
    "        self,",
    ...(args.length === 0 ? [] : ["        *,", ...args]),
    `    ) -> ${answer}:`,
  ];
}

/** The same operations for a batch, which collects calls and sends them later. */
function callsClass({ name, methods }: ClientNamespace, schemas: Schemas): string {
  const texts = methods.map((method) => {
    const answer = `Outcome[${answerType(method.result, schemas)}]`;
    return [
      ...signature(method, argumentsOf(method, schemas), answer),
      `        """As \`\`${method.path}\`\`, when the batch is sent."""`,
      `        outcome: ${answer} = self._plan.add("${method.path}", ${valuesOf(method)})`,
      "        return outcome",
      "",
    ].join("\n");
  });
  return [
    "",
    `class ${pascalCase(name)}Calls(OldNames):`,
    `    """The operations of \`\`${name}\`\` in a batch."""`,
    "",
    "    def __init__(self, plan: Plan) -> None:",
    "        self._plan = plan",
    "",
    ...texts,
  ].join("\n");
}

/** A class with an attribute for each namespace. */
function namespacesClass({ namespaces }: ClientModel, name: string, kind: string, given: string): string {
  const attributes = namespaces.flatMap((namespace) => [
    `    ${namespace.name}: ${pascalCase(namespace.name)}${kind}`,
    docString([namespace.description], "    ").trimEnd(),
  ]);
  const value = given.slice(0, given.indexOf(":"));
  return [
    "",
    `class ${name}:`,
    '    """All operations by namespace."""',
    "",
    ...attributes,
    "",
    `    def __init__(self, ${given}) -> None:`,
    ...namespaces.map(
      (namespace) => `        self.${namespace.name} = ${pascalCase(namespace.name)}${kind}(${value})`,
    ),
    "",
  ].join("\n");
}

const keyLines = [
  ":param idempotency_key: a text of your own: within 24 hours the same call under the same key answers what the first",
  "    one answered and is not carried out again",
];

function docLines(method: ClientMethod): string[] {
  const { path, summary, description, isDeprecated, params, faults, writes } = method;
  const names = faults.map(({ name, message }) => `    \`\`${name}\`\` ${message.replaceAll("\n", " ")}`);
  return [
    `${summary} (\`\`${path}\`\`)`,
    "",
    ...(description === "" ? [] : [...description.trim().split("\n"), ""]),
    ...(isDeprecated ? ["Deprecated: it will be removed in a later version.", ""] : []),
    ...params.map((param) => `:param ${snakeCase(param.name)}: ${param.description.replaceAll("\n", " ")}`),
    ...(writes ? keyLines : []),
    ":raises StoreApiError: with one of these faults, or one that every call can answer",
    ...names,
  ];
}
