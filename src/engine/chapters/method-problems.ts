/** Checks of the operations in a contract. */
import type { Ajv, ValidateFunction } from "ajv";
import type { OpenRpcDocument, OpenRpcMethod } from "./bundle.js";
import type { Schema } from "./chapter.js";
import { localSchema } from "./checks.js";
import { problemsText } from "../contract/schema-words.js";
import { faultNames, namespaceOf } from "./views.js";

export interface MethodProblem {
  /** Path below the method in its chapter. */
  readonly path: readonly (string | number)[];
  readonly text: string;
}

/** The `x-fault` of an argument that the operation checks itself without a fault of its own. */
const checkedByOperation = "invalid_request_param";

/** A required parameter must not follow an optional one: arguments can be positional. */
export function* parameterOrder({ params }: OpenRpcMethod): Iterable<MethodProblem> {
  const firstOptional = params.findIndex(({ required }) => !required);
  for (const [index, { name, required }] of params.entries()) {
    if (firstOptional >= 0 && index > firstOptional && required)
      yield { path: ["params", index], text: `${name} is required but comes after an optional parameter` };
  }
}

/** Undeclared or reserved faults. */
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
    if (fault === undefined || fault === checkedByOperation || known.includes(fault)) continue;
    yield { path: ["params", index, "x-fault"], text: `(${param.name}): x-fault ${fault} is not declared` };
  }
  for (const fault of Object.keys(method["x-fault-tells"] ?? {})) {
    if (faultNames(method).includes(fault)) continue;
    yield { path: ["x-fault-tells", fault], text: `x-fault-tells names ${fault}, which is not declared` };
  }
  for (const [index, fault] of ((method["x-added-faults"] ?? []) as readonly string[]).entries()) {
    if (faultNames(method).includes(fault)) continue;
    yield { path: ["x-added-faults", index], text: `x-added-faults names ${fault}, which is not declared` };
  }
}

/** Rows of `x-checks` with unknown faults or parameters. */
export function* checkRows(method: OpenRpcMethod): Iterable<MethodProblem> {
  const declared = faultNames(method);
  for (const [index, row] of (method["x-checks"] ?? []).entries()) {
    const path = ["x-checks", index];
    if (row.fault !== checkedByOperation && !declared.includes(row.fault))
      yield { path, text: `x-checks: ${row.fault} is not declared` };
    for (const argument of row.arguments.map((name) => name.split(".")[0])) {
      if (!method.params.some(({ name }) => name === argument))
        yield { path, text: `x-checks: ${argument} is not a parameter` };
    }
  }
}

/** Every method needs an example, and examples must be valid by the schemas. */
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
    // In an example, as in a positional call, null omits an optional parameter.
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
    yield { path: [...path, "params", name], text: `${at}: ${name} is not a parameter` };
}

/** The validators by schema: a schema has many examples. */
const validators = new WeakMap<Ajv, WeakMap<Schema, ValidateFunction>>();

/** The validation error of a value, if any. */
export function mismatch(ajv: Ajv, schema: Schema, value: unknown): string | undefined {
  const known = validators.get(ajv) ?? new WeakMap<Schema, ValidateFunction>();
  validators.set(ajv, known);
  const isValid = known.get(schema) ?? ajv.compile(localSchema(schema));
  known.set(schema, isValid);
  return isValid(value) ? undefined : problemsText("value", isValid.errors);
}
