/** Lints of openrpc.json beyond its meta-schema. Each returns one line per problem. */
import { validateOpenRPCDocument } from "@open-rpc/schema-utils-js";
import { kinds } from "../../src/engine/values/coercion.js";
import { addComponents, newAjv } from "../../src/engine/chapters/checks.js";
import {
  checkRows,
  declaredFaults,
  exampleProblems,
  mismatch,
  parameterOrder,
  type MethodProblem,
} from "../../src/engine/chapters/method-problems.js";
import {
  faultNames,
  isCheckedByOperation,
  operationsOf,
  strictFaultOf,
} from "../../src/engine/chapters/views.js";
import {
  resolveReference,
  type OpenRpcDocument,
  type OpenRpcMethod,
} from "../../src/engine/chapters/bundle.js";
import {
  faultMembers,
  type FaultMember,
  type FaultRow,
  type Schema,
} from "../../src/engine/chapters/chapter.js";
import { readableSchemas } from "./readable.js";
import {
  duplicates,
  jsonPointer,
  schemaReferences,
  schemasIn,
  titleProblems,
  type LocatedSchema,
} from "../../src/engine/chapters/schemas.js";

type Lint = (document: OpenRpcDocument) => Iterable<string>;

export const openRpcLints = {
  metaSchema,
  names,
  danglingReferences,
  selfReferences,
  parameterOrder: ofMethods((_, method) => parameterOrder(method)),
  readableSchemas,
  statuses,
  faultTells,
  titles: (document: OpenRpcDocument) => titleProblems(placedSchemas(document)),
  extensionKeys,
  tableKeys,
  unusedSchemas,
  accessNodes,
  declaredFaults: ofMethods((document, method) =>
    isOperation(method) ? declaredFaults(document, method) : [],
  ),
  checks,
  examples,
} satisfies Record<string, Lint>;

export function openRpcProblems(document: OpenRpcDocument): string[] {
  return Object.values<Lint>(openRpcLints).flatMap((lint) => [...lint(document)]);
}

function* metaSchema(document: OpenRpcDocument): Iterable<string> {
  const verdict = validateOpenRPCDocument(document as never);
  if (verdict !== true) yield `openrpc.json: ${verdict.message}`;
}

function* names({ methods }: OpenRpcDocument): Iterable<string> {
  for (const name of duplicates(methods.map(({ name }) => name))) yield `${name}: the method is repeated`;
  for (const { name, params, errors } of methods) {
    for (const param of duplicates(params.map((one) => one.name))) yield `${name}: ${param} is repeated`;
    for (const error of duplicates(errors.map(({ $ref }) => $ref))) yield `${name}: ${error} is repeated`;
  }
}

function* danglingReferences(document: OpenRpcDocument): Iterable<string> {
  for (const { path, ref } of schemaReferences(document)) {
    if (!ref.startsWith("#/") || resolveReference(document, ref) === undefined)
      yield `${jsonPointer(path)}: ${ref} does not exist`;
  }
}

/** Client generators of OpenRPC cannot follow a reference to the schema that contains it. */
function* selfReferences({ components }: OpenRpcDocument): Iterable<string> {
  for (const name of Object.keys(components.schemas)) {
    const seen = new Set<string>();
    const follow = (schema: unknown): boolean =>
      [...schemaReferences(schema)].some(({ ref }) => {
        const target = ref.slice(ref.lastIndexOf("/") + 1);
        if (target === name) return true;
        if (seen.has(target)) return false;
        seen.add(target);
        return follow(components.schemas[target]);
      });
    if (follow(components.schemas[name])) yield `${name}: the schema refers to itself; use x-recursive`;
  }
}

/** Problems of the description of an operation. */
function ofMethods(
  problemsOf: (document: OpenRpcDocument, method: OpenRpcMethod) => Iterable<MethodProblem>,
): Lint {
  return function* (document) {
    for (const method of document.methods)
      for (const { text } of problemsOf(document, method))
        yield `${method.name}${/^[,(]/.test(text) ? "" : ": "}${text}`;
  };
}

/** Every schema of the document, including nested schemas. */
function* placedSchemas(document: OpenRpcDocument): Iterable<LocatedSchema> {
  for (const [at, schema] of Object.entries(document.components.schemas)) yield* schemasIn({ at, schema });
  for (const { name, params, result } of document.methods) {
    for (const param of params) yield* schemasIn({ at: `${name}(${param.name})`, schema: param.schema });
    yield* schemasIn({ at: `${name} result`, schema: result.schema });
  }
}

const knownKeys = {
  document: ["x-global-faults", "x-acl-nodes", "x-namespaces"],
  method: [
    "x-acl",
    "x-effect",
    "x-storage-fault",
    "x-fault-tells",
    "x-added-faults",
    "x-aliases",
    "x-source",
    "x-checks",
  ],
  parameter: ["x-fault", "x-default", "x-nullable", "x-filterable", "x-not-filterable"],
  schema: [
    ...[
      "x-kind",
      "x-known-values",
      "x-recursive",
      "x-default",
      "x-also",
      "x-stored",
      "x-fixed",
      "x-owned",
      "x-results",
    ],
    ...["x-alias-of", "x-text", "x-empty", "x-own-attributes"],
  ],
};

/** A misspelt extension would be ignored silently. */
function* extensionKeys(document: OpenRpcDocument): Iterable<string> {
  yield* unknownKeys("openrpc.json", document, knownKeys.document);
  for (const method of document.methods) {
    yield* unknownKeys(method.name, method, knownKeys.method);
    const { "x-effect": effect } = method;
    if (isOperation(method) && effect !== "read" && effect !== "write") {
      yield `${method.name}: x-effect must be read or write`;
    }
    for (const param of method.params)
      yield* unknownKeys(`${method.name}(${param.name})`, param, knownKeys.parameter);
  }
  for (const { at, schema } of placedSchemas(document)) {
    yield* unknownKeys(at, schema, knownKeys.schema);
    const kind = schema["x-kind"] as string | undefined;
    if (kind !== undefined && !Object.hasOwn(kinds, kind)) yield `${at}: ${kind} is not an x-kind`;
    const target = schema["x-recursive"] as string | undefined;
    if (target !== undefined && !Object.hasOwn(document.components.schemas, target)) {
      yield `${at}: x-recursive does not name a schema`;
    }
  }
}

const knownColumns = {
  namespace: ["title", "acl", "aliases", "faults"],
  fault: ["code", "status", "message", "tells", "reserved"],
};

/** A misspelt member of a table would be ignored, too. */
function* tableKeys(document: OpenRpcDocument): Iterable<string> {
  const { "x-namespaces": namespaces, "x-global-faults": globalFaults } = document;
  const rows = Object.entries(globalFaults).map(([fault, row]) => [fault, row, knownColumns.fault] as const);
  for (const [name, table] of Object.entries(namespaces)) {
    rows.push([name, table as never, knownColumns.namespace]);
    for (const [fault, row] of Object.entries(table.faults))
      rows.push([`${name}: ${fault}`, row, knownColumns.fault]);
  }
  for (const [at, row, known] of rows)
    for (const key of Object.keys(row)) if (!known.includes(key)) yield `${at}: ${key} is not known here`;
}

/** The status of each fault in the plain form matches its name (conventions 2.7). */
function* statuses({ "x-namespaces": namespaces }: OpenRpcDocument): Iterable<string> {
  for (const [namespace, { faults }] of Object.entries(namespaces)) {
    for (const [name, { status }] of Object.entries(faults)) {
      const expected = statusOf(name);
      if (status !== expected) yield `${namespace}: ${name} has the status ${status}, not ${expected}`;
    }
  }
}

/** Faults about records that a call only refers to: the data is wrong, but the address is not. */
const referredTo = ["website", "group", "store", "status", "product_type", "product_attribute_set"];

/** Faults about the state of a record. */
const conflicts = [
  "group_already_exists",
  "attribute_is_already_in_set",
  "attribute_is_not_in_set",
  "customer_exists",
  "product_not_assigned",
  "attribute_set_has_related_products",
  "not_moved",
  "not_deleted",
  "track_not_deleted",
];

function statusOf(fault: string): number {
  if (fault.endsWith("not_exists")) {
    return referredTo.some((record) => fault === `${record}_not_exists`) ? 422 : 404;
  }
  const isConflict =
    conflicts.includes(fault) || /^((order|invoice|creditmemo)_not|group_has|can_not)_/.test(fault);
  return isConflict ? 409 : 422;
}

/** The `data` members of faults are known. */
function* faultTells(document: OpenRpcDocument): Iterable<string> {
  yield* tellsOf("x-global-faults", document["x-global-faults"]);
  for (const [namespace, { faults }] of Object.entries(document["x-namespaces"]))
    yield* tellsOf(namespace, faults);
  for (const method of operationsOf(document)) {
    const own = (method["x-fault-tells"] ?? {}) as Readonly<Record<string, readonly string[]>>;
    for (const [fault, members] of Object.entries(own))
      yield* unknownMembers(`${method.name}: ${fault}`, members);
  }
}

function* tellsOf(place: string, faults: Readonly<Record<string, FaultRow>>): Iterable<string> {
  for (const [fault, { tells = [] }] of Object.entries(faults))
    yield* unknownMembers(`${place}: ${fault}`, tells);
}

function* unknownMembers(place: string, members: readonly string[]): Iterable<string> {
  for (const member of members) {
    if (!faultMembers.includes(member as FaultMember))
      yield `${place} tells ${member}; known are ${faultMembers.join(", ")}`;
  }
}

/** Clients would get a type that no operation has. */
function* unusedSchemas(document: OpenRpcDocument): Iterable<string> {
  const used = new Set([...schemaReferences(document)].map(({ ref }) => ref.slice(ref.lastIndexOf("/") + 1)));
  for (const { schema } of placedSchemas(document)) used.add(String(schema["x-recursive"]));
  for (const name of Object.keys(document.components.schemas))
    if (!used.has(name)) yield `${name}: no operation uses the schema`;
}

function* unknownKeys(at: string, node: object, known: readonly string[]): Iterable<string> {
  for (const key of Object.keys(node)) {
    if (key.startsWith("x-") && !known.includes(key)) yield `${at}: ${key} is not a known extension here`;
  }
}

function isOperation({ name }: OpenRpcMethod): boolean {
  return name.includes(".");
}

function* accessNodes(document: OpenRpcDocument): Iterable<string> {
  const known = new Set(document["x-acl-nodes"]);
  for (const [name, { acl }] of Object.entries(document["x-namespaces"])) {
    if (!known.has(acl)) yield `${name}: x-acl ${acl} is not an access node`;
  }
  for (const method of document.methods) {
    const node = method["x-acl"] as string | undefined;
    if (node !== undefined && !known.has(node)) yield `${method.name}: x-acl ${node} is not an access node`;
  }
}

/**
 * `x-checks` names every argument that the operation itself checks, and leads to every fault except that of
 * the storage.
 */
function* checks(document: OpenRpcDocument): Iterable<string> {
  yield* ofMethods((_, method) => (isOperation(method) ? checkRows(method) : []))(document);
  for (const method of operationsOf(document)) {
    const { name, params, "x-checks": rows = [] } = method;
    const declared = faultNames(method);
    const judged = new Set(rows.flatMap((row) => row.arguments.map((path) => path.split(".")[0])));
    for (const param of params) {
      if (isCheckedByOperation(document, method, param) && !judged.has(param.name)) {
        yield `${name}: x-checks does not mention ${param.name}`;
      }
    }
    for (const fault of declared) {
      const isGivenElsewhere = fault === method["x-storage-fault"] || fault === strictFaultOf(method);
      if (isGivenElsewhere || rows.some((row) => row.fault === fault)) continue;
      yield `${name}: no check of x-checks returns ${fault}`;
    }
  }
}

function* examples(document: OpenRpcDocument): Iterable<string> {
  const ajv = newAjv();
  addComponents(ajv, document);
  yield* ofMethods((_, method) => exampleProblems(ajv, method))(document);
  for (const { at, schema } of placedSchemas(document)) {
    for (const value of exampleValues(schema)) {
      const problem = mismatch(ajv, schema, value);
      if (problem) yield `${at}, example: ${problem}`;
    }
  }
}

function exampleValues(schema: Schema): unknown[] {
  const listed = Array.isArray(schema.examples) ? (schema.examples as unknown[]) : [];
  return "example" in schema ? [...listed, schema.example] : listed;
}
