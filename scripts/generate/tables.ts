/** generated/tables.ts: parameter order and kinds, fault numbers and messages, access nodes, as data. */
import type { OpenRpcDocument } from "../../src/engine/chapters/bundle.js";
import { faultMembers, type Schema } from "../../src/engine/chapters/chapter.js";
import { faultRows, operationRow, slimMethod } from "../../src/engine/chapters/rows.js";
import { banner, namespaceOf, operationsOf } from "../../src/engine/chapters/views.js";
import { resolved, type HttpOperation, type Schema as RestSchema } from "../docs/sources.js";

const declarations = `
export interface FaultRow {
  readonly code: number;
  /** HTTP status in the plain form. */
  readonly status: number;
  readonly message: string;
  /** Possible members of \`data\` besides \`fault\` and \`resource\`. */
  readonly tells?: readonly FaultMember[];
}

export type FaultMember = ${faultMembers.map((name) => JSON.stringify(name)).join(" | ")};

export interface ParamRow {
  readonly name: string;
  readonly required: boolean;
  /** Required by the documents, but null is accepted. */
  readonly nullable?: true;
  readonly kind: keyof ArgumentKinds;
  /** The schema in validators.js that checks the form. */
  readonly check?: string;
  /** The fault for an invalid form; absent = the global fault 6. */
  readonly fault?: string;
  /** The operation itself checks the form of this argument, with \`call.check\`. */
  readonly checked?: true;
  readonly default?: unknown;
  /** The bounds of a whole number. */
  readonly range?: { readonly min: number; readonly max: number };
  /** For \`filters\`: the fields that can be filtered, and those that never can. */
  readonly filterable?: Readonly<Record<string, { readonly field: string; readonly type: string }>>;
  readonly notFilterable?: readonly string[];
  /** Whether it may be an object. */
  readonly takesObject?: true;
  /** Possible members of a data object. */
  readonly members?: Members;
  /** The operation whose result contains the stored values of the record that the data object changes. */
  readonly stored?: string;
}

export interface Members {
  /** The members that the operation writes. Null = a value. */
  readonly known: Readonly<Record<string, Members | null>>;
  /** Members that the operation does not write. They may be given with the stored value. */
  readonly fixed?: readonly string[];
  /** Members of the server, which may be given with any value. */
  readonly owned?: readonly string[];
  /** Whether the codes of the shop's attributes are also valid names. */
  readonly isOpen?: true;
  readonly isList?: true;
}

export interface CheckRow {
  /** Parameters; \`data.price\` is a member of one, \`data.*\` all of its members. Several are checked together. */
  readonly arguments: readonly string[];
  readonly fault: string;
}

export interface OperationRow {
  readonly namespace: string;
  /** The operation without its namespace. */
  readonly name: string;
  readonly title: string;
  /** Access node; null = the node of the namespace is enough. */
  readonly acl: string | null;
  readonly effect: "read" | "write";
  /** The declared fault for "the storage refused the change"; absent = the global fault 1. */
  readonly storageFault?: string;
  /** Overrides the members of \`data\` that the row of the fault gives. */
  readonly faultTells?: Readonly<Record<string, readonly FaultMember[]>>;
  readonly aliases: readonly string[];
  /** Beyond the API documents; absent with NAMESPACES=documents. */
  readonly observed?: true;
  readonly params: readonly ParamRow[];
  /** The checks of the operation on a valid call: the first check that fails determines the fault. */
  readonly checks: readonly CheckRow[];
  readonly faults: readonly string[];
  /** The fault for unknown members in strict mode; absent = the global fault 6. */
  readonly strictFault?: string;
}

export interface NamespaceRow {
  readonly title: string;
  readonly acl: string;
  readonly aliases: readonly string[];
  readonly faults: Readonly<Record<string, FaultRow>>;
  /** Operation names in the order of the API documents. */
  readonly operations: readonly string[];
}

export interface BuiltinRow {
  readonly params: readonly string[];
}
`;

export function tables(document: OpenRpcDocument, openapi: Schema): string {
  const operations = operationsOf(document);
  const namespaces = Object.entries(document["x-namespaces"]).map(([name, row]) => [
    name,
    {
      title: row.title,
      acl: row.acl,
      aliases: row.aliases,
      faults: faultRows(row.faults),
      operations: operations.filter((method) => namespaceOf(method.name) === name).map(({ name }) => name),
    },
  ]);
  return [
    `// ${banner}`,
    `import type { Operations } from "./operations.js";`,
    `import type { ArgumentKinds } from "../src/engine/values/coercion.js";`,
    declarations,
    `export { builtins, globalFaults } from "./convention.js";\n`,
    constant("aclNodes", "readonly string[]", document["x-acl-nodes"]),
    constant("namespaces", "Readonly<Record<string, NamespaceRow>>", Object.fromEntries(namespaces)),
    constant(
      "operations",
      "{ readonly [Name in keyof Operations]: OperationRow }",
      Object.fromEntries(operations.map((method) => [method.name, operationRow(document, method)])),
    ),
    "/** Operations of the REST resources, with the names of their path and query parameters. */",
    `export const restOperations = ${JSON.stringify(restOperations(openapi), null, 2)} as const;\n`,
    "/** Addresses of the REST resources, with the operation of each method, and what their parameters can be. */",
    `export const restRoutes = ${JSON.stringify(restRoutes(openapi), null, 2)} as const;\n`,
  ].join("\n");
}

/** generated/convention.ts: the parts that every contract of the convention shares. */
export function conventionTables(document: OpenRpcDocument, openapi: Schema): string {
  const builtins = document.methods.filter((method) => !method.name.includes("."));
  return [
    `// ${banner}`,
    `import type { BuiltinRow, FaultRow } from "./tables.js";\n`,
    constant("globalFaults", "Readonly<Record<string, FaultRow>>", faultRows(document["x-global-faults"])),
    constant(
      "builtins",
      "Readonly<Record<string, BuiltinRow>>",
      Object.fromEntries(
        builtins.map((method) => [method.name, { params: method.params.map((p) => p.name) }]),
      ),
    ),
    "/** Operations of the test control and their addresses, as Express writes them. */",
    `export const controlOperations = ${JSON.stringify(controlOperations(openapi), null, 2)} as const;\n`,
    methodsConstant("protocolDocument", document, false),
  ].join("\n");
}

/** generated/methods.ts: the operations of openrpc.json as the Router of @open-rpc/server-js needs them. */
export function operationMethods(document: OpenRpcDocument): string {
  return `// ${banner}\n${methodsConstant("methods", document, true)}`;
}

function methodsConstant(name: string, document: OpenRpcDocument, areOperations: boolean): string {
  const { openrpc, info } = document;
  const methods = document.methods.filter((one) => one.name.includes(".") === areOperations).map(slimMethod);
  const slim = { openrpc, info: { title: info.title, version: info.version }, methods };
  return `export const ${name} = ${JSON.stringify(slim, null, 2)};\n`;
}

function controlOperations(openapi: Schema): Record<string, { method: string; path: string }> {
  return Object.fromEntries(
    pathsBelow(openapi, "/control/").flatMap(([path, { parameters: _shared, ...methods }]) =>
      Object.entries(methods).map(([method, { operationId }]) => [
        operationId,
        { method, path: path.replace(/\{(\w+)\}/g, ":$1") },
      ]),
    ),
  );
}

function restOperations(openapi: Schema): Record<string, string[]> {
  return Object.fromEntries(
    pathsBelow(openapi, "/api/rest/").flatMap(([, { parameters = [], ...methods }]) =>
      Object.entries(methods)
        // HEAD requests use the operation of GET.
        .filter(([method]) => ["get", "post", "put", "delete"].includes(method))
        .map(([, operation]) => {
          const all = [...parameters, ...(operation.parameters ?? [])].map((one) => resolved(openapi, one));
          return [operation.operationId, all.filter((one) => one.in !== "header").map(({ name }) => name)];
        }),
    ),
  );
}

function restRoutes(openapi: Schema) {
  const rest = pathsBelow(openapi, "/api/rest/");
  const inPaths = rest.flatMap(([, { parameters = [] }]) => parameters.map((one) => resolved(openapi, one)));
  return {
    parameters: Object.fromEntries(
      inPaths.map(({ name, schema }) => [name, formOf(resolved(openapi, schema))]),
    ),
    addresses: rest.map(([path, { parameters: _shared, ...methods }]) => {
      const ofGet = methods.get?.operationId;
      const named = Object.entries(methods).map(([method, { operationId }]) => [
        method.toUpperCase(),
        method === "head" ? ofGet : operationId,
      ]);
      const isBeyond = Object.values(methods).every((operation) => "x-source" in operation);
      return {
        path,
        methods: Object.fromEntries(named) as Record<string, string>,
        ...(isBeyond ? { beyond: true } : {}),
      };
    }),
  };
}

/** The pattern of a path parameter, without anchors. */
function formOf({ pattern, enum: values }: RestSchema): string {
  if (values) return values.join("|");
  if (pattern === undefined) throw new Error("a parameter of a REST path has neither a pattern nor an enum");
  return pattern.replace(/^\^|\$$/g, "");
}

type PathItem = Readonly<Record<string, HttpOperation>> & Pick<HttpOperation, "parameters">;

function pathsBelow({ paths }: Schema, begin: string): [path: string, item: PathItem][] {
  return Object.entries(paths as Record<string, PathItem>).filter(([path]) => path.startsWith(begin));
}

function constant(name: string, type: string, value: unknown): string {
  return `export const ${name}: ${type} = ${JSON.stringify(value, null, 2)};\n`;
}
