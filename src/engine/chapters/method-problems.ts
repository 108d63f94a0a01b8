/** What is wrong with an operation of a contract, and where in its chapter. */
import type { Ajv } from "ajv";
import { resolve, type OpenRpcDocument, type OpenRpcMethod } from "./bundle.js";
import type { Schema } from "./chapter.js";
import { localSchema } from "./checks.js";
import { faultNames, namespaceOf } from "./views.js";

export interface MethodProblem {
  /** Below the method in its chapter. */
  readonly path: readonly (string | number)[];
  readonly text: string;
}

/** The `x-fault` of an argument whose form the operation judges although no declared fault fits. */
export const judgedLate = "invalid_request_param";

/** With positional arguments nothing required can stand behind what may be left out. */
export function* parameterOrder({ params }: OpenRpcMethod): Iterable<MethodProblem> {
  const firstOptional = params.findIndex(({ required }) => !required);
  for (const [index, { name, required }] of params.entries()) {
    if (firstOptional >= 0 && index > firstOptional && required)
      yield { path: ["params", index], text: `${name} is required but stands behind an optional parameter` };
  }
}

/** Names of faults that nobody declares. */
export function* declaredFaults(document: OpenRpcDocument, method: OpenRpcMethod): Iterable<MethodProblem> {
  const known = [...faultNames(method), ...Object.keys(document["x-global-faults"])];
  const table = document["x-namespaces"][namespaceOf(method.name)]?.faults ?? {};
  for (const [index, fault] of faultNames(method).entries()) {
    if (table[fault]?.reserved) yield { path: ["errors", index], text: `${fault} is reserved` };
  }
  const storageFault = method["x-storage-fault"] as string | undefined;
  if (storageFault !== undefined && !known.includes(storageFault)) {
    yield { path: ["x-storage-fault"], text: `x-storage-fault ${storageFault} is not declared` };
  }
  for (const [index, param] of method.params.entries()) {
    const fault = param["x-fault"] as string | undefined;
    if (fault === undefined || fault === judgedLate || known.includes(fault)) continue;
    yield { path: ["params", index, "x-fault"], text: `(${param.name}): x-fault ${fault} is not declared` };
  }
  for (const fault of Object.keys(method["x-fault-tells"] ?? {})) {
    if (faultNames(method).includes(fault)) continue;
    yield { path: ["x-fault-tells", fault], text: `x-fault-tells names ${fault}, which is not declared` };
  }
}

/** Rows of `x-checks` that name what there is not. */
export function* checkRows(method: OpenRpcMethod): Iterable<MethodProblem> {
  const declared = faultNames(method);
  for (const [index, row] of (method["x-checks"] ?? []).entries()) {
    const path = ["x-checks", index];
    if (row.fault !== judgedLate && !declared.includes(row.fault))
      yield { path, text: `x-checks: ${row.fault} is not declared` };
    for (const argument of row.arguments.map((name) => name.split(".")[0])) {
      if (!method.params.some(({ name }) => name === argument))
        yield { path, text: `x-checks: ${argument} is no parameter` };
    }
  }
}

/** References that lead nowhere, in the schemas of parameters and result. */
export function* missingSchemas(document: OpenRpcDocument, method: OpenRpcMethod): Iterable<MethodProblem> {
  const parts = [
    ...method.params.map(({ schema }, index) => [["params", index, "schema"], schema] as const),
    [["result", "schema"], method.result.schema] as const,
  ];
  for (const [path, schema] of parts) {
    for (const { at, ref } of referencesIn(schema, path)) {
      if (!ref.startsWith("#/") || resolve(document, ref) === undefined)
        yield { path: at, text: `${ref} leads nowhere` };
    }
  }
}

/** All `$ref` texts, with the path of the schema that they stand in. */
export function* referencesIn(
  node: unknown,
  at: readonly (string | number)[],
): Iterable<{ readonly at: readonly (string | number)[]; readonly ref: string }> {
  if (typeof node !== "object" || node === null) return;
  for (const [key, value] of Object.entries(node)) {
    const path = [...at, Array.isArray(node) ? Number(key) : key];
    if (key === "$ref" && typeof value === "string") yield { at: path, ref: value };
    else yield* referencesIn(value, path);
  }
}

/** Examples are what people copy: they follow the schemas, and every method has one. */
export function* exampleProblems(ajv: Ajv, method: OpenRpcMethod): Iterable<MethodProblem> {
  if (method.examples.length === 0) yield { path: [], text: "there is no example" };
  const titles = method.examples.map(({ name }) => name);
  for (const [index, example] of method.examples.entries()) {
    const path = ["examples", index];
    if (titles.indexOf(example.name) < index)
      yield { path, text: `two examples are called "${example.name}"` };
    const at = `, example "${example.name}"`;
    yield* parameterExamples(ajv, method, example, at, path);
    const problem = mismatch(ajv, method.result.schema, example.result.value);
    if (problem) yield { path: [...path, "result"], text: `${at}, result: ${problem}` };
  }
}

function* parameterExamples(
  ajv: Ajv,
  method: OpenRpcMethod,
  example: OpenRpcMethod["examples"][number],
  at: string,
  path: readonly (string | number)[],
): Iterable<MethodProblem> {
  const given = new Map(example.params.map(({ name, value }) => [name, value]));
  for (const { name, required, schema, "x-nullable": nullable } of method.params) {
    // In an example, as in a positional call, null skips an optional parameter.
    const isSkipped = !required && given.get(name) === null;
    const here = [...path, "params", name];
    if (given.has(name) && !isSkipped) {
      const problem = mismatch(ajv, schema, given.get(name));
      if (problem) yield { path: here, text: `${at}, ${name}: ${problem}` };
    } else if (required && !nullable) {
      yield { path: [...path, "params"], text: `${at}: ${name} is required but not given` };
    }
    given.delete(name);
  }
  for (const name of given.keys())
    yield { path: [...path, "params", name], text: `${at}: ${name} is no parameter` };
}

/** What keeps a value from being one of the schema. */
export function mismatch(ajv: Ajv, schema: Schema, value: unknown): string | undefined {
  const isValid = ajv.compile(localSchema(schema));
  return isValid(value) ? undefined : ajv.errorsText(isValid.errors, { dataVar: "value" });
}
