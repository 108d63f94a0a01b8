/** generated/clients/typescript/client.ts: one file without imports, which users can copy. */
import { banner } from "../../../engine/chapters/views.js";
import type { Schema } from "../../../engine/chapters/chapter.js";
import {
  callsAtOnce,
  camelCase,
  methodsOf,
  pagedOperations,
  pascalCase,
  schemasOf,
  type ClientFault,
  type ClientMethod,
  type ClientModel,
  type ClientNamespace,
} from "../model.js";
import { brokenIntoLines, heading, namedSchemas, requireUniqueNames, runtimeText } from "./parts.js";
import {
  comment,
  givenTypes,
  jsonTypes,
  ownAttributeTypes,
  typescriptDeclaration,
  typescriptType,
  type TypeUse,
} from "./schema-types.js";

/** The `data` of an error (conventions 5.1). */
const faultData = `/** What comes with a fault. */
export interface FaultData {
  /** The string code of the fault. */
  fault: string;
  /** The namespace whose fault it is; absent for faults that every call can answer. */
  resource?: string;
  /** What is wrong, member by member. */
  errors?: Array<{ field: string; message: string }>;
  /** The parameter that is missing or unusable. */
  parameter?: string;
  /** Seconds to wait before the next login. */
  retry_after?: number;
  /** Names the failure in the service's log. */
  reference?: string;
}`;

export function typescriptClient(model: ClientModel): string {
  const runtime = ["errors", "time-limit", "exchange", "wire", "connection", "imports", "pages", "client"]
    .map((name) => runtimeText(name))
    .join("\n");
  const methods = [...methodsOf(model), ...model.builtins];
  const { schemas } = model;
  const { given, answered } = schemasOf(methods, schemas);
  const used = namedSchemas([...given, ...answered], schemas);
  const uses: Uses = { given: { schemas, isGiven: true }, answered: { schemas, isGiven: false } };
  const text = [
    `// ${banner}`,
    `/**\n * Typed client of the ${model.title}, contract version ${model.version}: all operations of openrpc.json.`,
    " * No dependency; runs in browsers, Node.js, Deno and Bun. README.md beside says how it is used.\n */",
    "",
    runtime,
    heading("Operations"),
    ...model.namespaces.map((namespace) => namespaceInterface(namespace, uses)),
    namespacesInterface(model),
    builtinsInterface(model, uses),
    operationsInterface(model, uses),
    `/** The operations whose lists \`pages\` reads. */\nexport type PagedOperation = ${pagedOperations(model)
      .map((name) => JSON.stringify(name))
      .join(" | ")};\n`,
    `/** The faults that every call can answer.${faultLines(model.globalFaults)}\n */`,
    `export type GlobalFault = ${union(model.globalFaults)};`,
    "",
    faultCodes(model),
    ...(used.includes("FaultData") ? [] : [faultData, ""]),
    ...methods.map((method) => operationTypes(method, uses)),
    heading("Values"),
    jsonTypes,
    "",
    givenTypes,
    ownAttributeTypes,
    "",
    ...used.map((name) => {
      const use = given.includes(name) ? uses.given : uses.answered;
      return `${typescriptDeclaration(name, schemas[name] as Schema, use)}\n`;
    }),
    heading("Tables"),
    pathsTable(model),
    `const callsAtOnce = ${callsAtOnce(model)};`,
    `const version = "${model.version}";`,
    "",
  ].join("\n");
  requireUniqueNames(text, used);
  return brokenIntoLines(text);
}

/** How callers give values and how operations return them. */
interface Uses {
  readonly given: TypeUse;
  readonly answered: TypeUse;
}

function stem(method: ClientMethod): string {
  return pascalCase(method.path);
}

function namespaceInterface({ name, description, methods }: ClientNamespace, { answered }: Uses): string {
  const members = methods.map((method) => {
    const mark = method.params.some(({ required }) => required) ? "" : "?";
    const args = `params${mark}: ${stem(method)}Params, options?: ${optionsOf(method)}`;
    return `${comment(methodText(method), "  ")}  ${method.name}(${args}): Promise<${typescriptType(method.result, answered)}>;`;
  });
  return `${comment([description])}export interface ${pascalCase(name)}Operations {\n${members.join("\n\n")}\n}\n`;
}

function optionsOf({ writes }: ClientMethod): string {
  return writes ? "WriteOptions" : "CallOptions";
}

function methodText(method: ClientMethod): string[] {
  const { summary, description, isDeprecated, faults } = method;
  return [
    summary,
    ...(description === "" ? [] : ["", ...description.trim().split("\n")]),
    "",
    ...(isDeprecated ? ["@deprecated It will be removed in a later version."] : []),
    `@throws {StoreApiError} with the fault ${faultList(faults)}`,
  ];
}

function faultList(faults: readonly ClientFault[]): string {
  return [...faults.map(({ name }) => `\`${name}\``), "or one that every call can answer"].join(", ");
}

function namespacesInterface({ namespaces }: ClientModel): string {
  const members = namespaces.map(
    ({ name, description }) =>
      `${comment([description], "  ")}  readonly ${camelCase(name)}: ${pascalCase(name)}Operations;`,
  );
  return `/** All operations by namespace. */\nexport interface Namespaces {\n${members.join("\n")}\n}\n`;
}

/** The built-in methods without the session, which the client manages itself. */
function builtinsInterface({ builtins }: ClientModel, { given, answered }: Uses): string {
  const members = builtins.map((method) => {
    const params = method.name === "login" ? [] : method.params.filter(({ name }) => name !== "sessionId");
    const members = params.map(({ name, schema }) => `${name}: ${typescriptType(schema, given)}`).join("; ");
    const args = params.length === 0 ? "" : `params: { ${members} }, `;
    const text = [method.summary, ...(method.description === "" ? [] : ["", method.description])];
    return `${comment(text, "  ")}  ${method.name}(${args}options?: CallOptions): Promise<${typescriptType(method.result, answered)}>;`;
  });
  const text = "The service's own methods, in the session of the client.";
  return `/** ${text} */\nexport interface Builtins {\n${members.join("\n\n")}\n}\n`;
}

function operationsInterface(model: ClientModel, { answered }: Uses): string {
  const rows = [...methodsOf(model), ...model.builtins].map((method) => {
    const name = stem(method);
    const members = `params: ${name}Params; result: ${typescriptType(method.result, answered)}; fault: ${name}Fault`;
    const key = method.path.includes(".") ? `"${method.path}"` : method.path;
    return `  ${key}: { ${members}; options: ${optionsOf(method)} };`;
  });
  const multiCall = `  multiCall: { params: object; result: JsonValue[]; fault: never; options: CallOptions };`;
  return `/** Every operation by its name. */\nexport interface Operations {\n${[...rows, multiCall].join("\n")}\n}\n`;
}

function operationTypes(method: ClientMethod, { given }: Uses): string {
  const { params, faults, path } = method;
  const members = params.map(
    ({ name, required, description, schema }) =>
      `${comment([description], "  ")}  ${name}${required ? "" : "?"}: ${typescriptType(schema, given, "  ")}${required ? "" : " | undefined"};`,
  );
  const own = members.length === 0 ? "Record<string, never>" : `{\n${members.join("\n")}\n}`;
  return [
    `/** The parameters of \`${path}\`. */`,
    `export type ${stem(method)}Params = ${own};`,
    "",
    `/** The faults that \`${path}\` declares.${faultLines(faults)}\n */`,
    `export type ${stem(method)}Fault = ${union(faults)};`,
    "",
  ].join("\n");
}

function faultLines(faults: readonly ClientFault[]): string {
  return faults
    .map(({ name, code, message }) => `\n * - \`${name}\` (${code}): ${message.replaceAll("\n", " ")}`)
    .join("");
}

function union(faults: readonly ClientFault[]): string {
  return faults.length === 0 ? "never" : faults.map(({ name }) => JSON.stringify(name)).join(" | ");
}

function faultCodes({ namespaces, globalFaults }: ClientModel): string {
  const row = (name: string, faults: readonly ClientFault[]) => {
    const codes = new Map(faults.map((fault) => [fault.name, fault.code]));
    return `  ${name}: { ${[...codes].map(([fault, code]) => `${fault}: ${code}`).join("; ")} };`;
  };
  const rows = namespaces.map(({ name, methods }) =>
    row(
      name,
      methods.flatMap(({ faults }) => faults),
    ),
  );
  const text = "The numbers of the faults by namespace, and of those that every call can answer.";
  return `/** ${text} */\nexport interface FaultCodes {\n${[row('"*"', globalFaults), ...rows].join("\n")}\n}\n`;
}

function pathsTable({ namespaces }: ClientModel): string {
  const rows = namespaces.map(({ name, methods }) => {
    const members = methods.map((method) => `    ${method.name}: "${method.path}",`);
    return `  ${camelCase(name)}: {\n${members.join("\n")}\n  },`;
  });
  return `const paths = {\n${rows.join("\n")}\n} as const;\n`;
}
