/** Lints of openrpc.json beyond what its meta-schema says. Each answers one line per problem. */
import { validateOpenRPCDocument } from "@open-rpc/schema-utils-js";
import type { Ajv } from "ajv";
import { kinds } from "../../src/engine/values/coercion.js";
import { addComponents, localSchema, newAjv } from "../../src/engine/chapters/checks.js";
import {
  faultNames,
  isCheckedByOperation,
  namespaceOf,
  operationsOf,
  strictFaultOf,
} from "../../src/engine/chapters/views.js";
import { resolve, type OpenRpcDocument, type OpenRpcMethod } from "../../src/engine/chapters/bundle.js";
import type { Schema } from "../../src/engine/chapters/chapter.js";
import { faultTells } from "./fault-tells.js";
import { statuses } from "./statuses.js";
import { readableSchemas } from "./readable.js";
import {
  duplicates,
  references,
  schemasIn,
  titleProblems,
  type Placed,
} from "../../src/engine/chapters/schemas.js";

type Lint = (document: OpenRpcDocument) => Iterable<string>;

export const openRpcLints = {
  metaSchema,
  names,
  danglingReferences,
  selfReferences,
  parameterOrder,
  readableSchemas,
  statuses,
  faultTells,
  titles: (document: OpenRpcDocument) => titleProblems(placedSchemas(document)),
  extensionKeys,
  accessNodes,
  declaredFaults,
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
  for (const name of duplicates(methods.map(({ name }) => name))) yield `${name}: the method is there twice`;
  for (const { name, params, errors } of methods) {
    for (const param of duplicates(params.map((one) => one.name))) yield `${name}: ${param} is there twice`;
    for (const error of duplicates(errors.map(({ $ref }) => $ref))) yield `${name}: ${error} is there twice`;
  }
}

function* danglingReferences(document: OpenRpcDocument): Iterable<string> {
  for (const { at, ref } of references(document)) {
    if (!ref.startsWith("#/") || resolve(document, ref) === undefined) yield `${at}: ${ref} leads nowhere`;
  }
}

/** Client generators of OpenRPC cannot follow a reference to the schema it stands in. */
function* selfReferences({ components }: OpenRpcDocument): Iterable<string> {
  for (const name of Object.keys(components.schemas)) {
    const seen = new Set<string>();
    const follow = (schema: unknown): boolean =>
      [...references(schema)].some(({ ref }) => {
        const target = ref.slice(ref.lastIndexOf("/") + 1);
        if (target === name) return true;
        if (seen.has(target)) return false;
        seen.add(target);
        return follow(components.schemas[target]);
      });
    if (follow(components.schemas[name])) yield `${name}: the schema refers to itself; use x-recursive`;
  }
}

/** With positional arguments nothing required can stand behind what may be left out. */
function* parameterOrder(document: OpenRpcDocument): Iterable<string> {
  for (const { name, params } of document.methods) {
    const firstOptional = params.findIndex(({ required }) => !required);
    if (firstOptional < 0) continue;
    for (const param of params.slice(firstOptional)) {
      if (param.required) yield `${name}: ${param.name} is required but stands behind an optional parameter`;
    }
  }
}

/** Every schema of the document; the ones inside of a schema too. */
function* placedSchemas(document: OpenRpcDocument): Iterable<Placed> {
  for (const [at, schema] of Object.entries(document.components.schemas)) yield* schemasIn({ at, schema });
  for (const { name, params, result } of document.methods) {
    for (const param of params) yield* schemasIn({ at: `${name}(${param.name})`, schema: param.schema });
    yield* schemasIn({ at: `${name} result`, schema: result.schema });
  }
}

/** The `x-fault` of an argument whose form the operation judges although no declared fault fits. */
const judgedLate = "invalid_request_param";

const knownKeys = {
  document: ["x-global-faults", "x-acl-nodes", "x-namespaces"],
  method: ["x-acl", "x-effect", "x-storage-fault", "x-fault-tells", "x-aliases", "x-source", "x-checks"],
  parameter: ["x-fault", "x-default", "x-nullable", "x-filterable", "x-not-filterable"],
  schema: ["x-kind", "x-recursive", "x-default", "x-also"],
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
    if (kind !== undefined && !Object.hasOwn(kinds, kind)) yield `${at}: ${kind} is no x-kind`;
    const target = schema["x-recursive"] as string | undefined;
    if (target !== undefined && !Object.hasOwn(document.components.schemas, target)) {
      yield `${at}: x-recursive names no schema`;
    }
  }
}

function* unknownKeys(at: string, node: object, known: readonly string[]): Iterable<string> {
  for (const key of Object.keys(node)) {
    if (key.startsWith("x-") && !known.includes(key)) yield `${at}: ${key} is no known extension here`;
  }
}

function isOperation({ name }: OpenRpcMethod): boolean {
  return name.includes(".");
}

function* accessNodes(document: OpenRpcDocument): Iterable<string> {
  const known = new Set(document["x-acl-nodes"]);
  for (const [name, { acl }] of Object.entries(document["x-namespaces"])) {
    if (!known.has(acl)) yield `${name}: x-acl ${acl} is no access node`;
  }
  for (const method of document.methods) {
    const node = method["x-acl"] as string | undefined;
    if (node !== undefined && !known.has(node)) yield `${method.name}: x-acl ${node} is no access node`;
  }
}

function* declaredFaults(document: OpenRpcDocument): Iterable<string> {
  const global = Object.keys(document["x-global-faults"]);
  for (const method of operationsOf(document)) {
    const declared = [...faultNames(method), ...global];
    const table = document["x-namespaces"][namespaceOf(method.name)]?.faults ?? {};
    for (const fault of faultNames(method)) {
      if (table[fault]?.reserved) yield `${method.name}: ${fault} is reserved`;
    }
    const storageFault = method["x-storage-fault"] as string | undefined;
    if (storageFault !== undefined && !declared.includes(storageFault)) {
      yield `${method.name}: x-storage-fault ${storageFault} is not declared`;
    }
    for (const param of method.params) {
      const fault = param["x-fault"] as string | undefined;
      if (fault !== undefined && fault !== judgedLate && !declared.includes(fault)) {
        yield `${method.name}(${param.name}): x-fault ${fault} is not declared`;
      }
    }
  }
}

/** `x-checks` names every argument that the operation judges itself, and the way to every fault but the storage's. */
function* checks(document: OpenRpcDocument): Iterable<string> {
  for (const method of operationsOf(document)) {
    const { name, params, "x-checks": rows = [] } = method;
    const declared = faultNames(method);
    const judged = new Set(rows.flatMap((row) => row.arguments.map((path) => path.split(".")[0])));
    for (const { fault } of rows) {
      if (fault !== judgedLate && !declared.includes(fault))
        yield `${name}: x-checks: ${fault} is not declared`;
    }
    for (const argument of judged) {
      if (!params.some((param) => param.name === argument))
        yield `${name}: x-checks: ${argument} is no parameter`;
    }
    for (const param of params) {
      if (isCheckedByOperation(document, method, param) && !judged.has(param.name)) {
        yield `${name}: x-checks says nothing of ${param.name}`;
      }
    }
    for (const fault of declared) {
      const isGivenElsewhere = fault === method["x-storage-fault"] || fault === strictFaultOf(method);
      if (isGivenElsewhere || rows.some((row) => row.fault === fault)) continue;
      yield `${name}: no check of x-checks gives ${fault}`;
    }
  }
}

/** Examples are what people copy: they follow the schemas, and every method has one. */
function* examples(document: OpenRpcDocument): Iterable<string> {
  const ajv = newAjv();
  addComponents(ajv, document);
  for (const method of document.methods) {
    if (method.examples.length === 0) yield `${method.name}: there is no example`;
    for (const title of duplicates(method.examples.map(({ name }) => name))) {
      yield `${method.name}: two examples are called "${title}"`;
    }
    for (const example of method.examples) {
      const at = `${method.name}, example "${example.name}"`;
      yield* parameterExamples(ajv, method, example, at);
      yield* mismatch(ajv, method.result.schema, example.result.value, `${at}, result`);
    }
  }
  for (const { at, schema } of placedSchemas(document)) {
    for (const value of exampleValues(schema)) yield* mismatch(ajv, schema, value, `${at}, example`);
  }
}

function* parameterExamples(
  ajv: Ajv,
  method: OpenRpcMethod,
  example: OpenRpcMethod["examples"][number],
  at: string,
): Iterable<string> {
  const given = new Map(example.params.map(({ name, value }) => [name, value]));
  for (const { name, required, schema, "x-nullable": nullable } of method.params) {
    // In an example, as in a positional call, null skips an optional parameter.
    const isSkipped = !required && given.get(name) === null;
    if (given.has(name) && !isSkipped) yield* mismatch(ajv, schema, given.get(name), `${at}, ${name}`);
    else if (required && !nullable) yield `${at}: ${name} is required but not given`;
    given.delete(name);
  }
  for (const name of given.keys()) yield `${at}: ${name} is no parameter`;
}

function exampleValues(schema: Schema): unknown[] {
  const listed = Array.isArray(schema.examples) ? (schema.examples as unknown[]) : [];
  return "example" in schema ? [...listed, schema.example] : listed;
}

function* mismatch(ajv: Ajv, schema: Schema, value: unknown, at: string): Iterable<string> {
  const isValid = ajv.compile(localSchema(schema));
  if (isValid(value)) return;
  yield `${at}: ${ajv.errorsText(isValid.errors, { dataVar: "value" })}`;
}
