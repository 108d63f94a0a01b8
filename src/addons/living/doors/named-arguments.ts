import type { Contract } from "../../../engine/contract/contract.js";
import { isObject } from "../../../engine/values/coercion.js";

/** The arguments with the names of their parameters, for all three forms: a list, an object, a single value. */
export function namedArguments(contract: Contract, operation: string, args: unknown): [string, unknown][] {
  const known = contract.operationNames.get(operation) ?? operation;
  const names = (contract.tables.operations[known]?.params ?? []).map(({ name }) => name);
  if (Array.isArray(args))
    return (args as unknown[]).map((value, index) => [names[index] ?? String(index), value]);
  if (isObject(args) && Object.keys(args).every((name) => names.includes(name))) return Object.entries(args);
  return args === undefined ? [] : [[names[0] ?? "0", args]];
}
