/** Partial matching of values. A number equals the text of it. */
import { isObject } from "../../engine/values/coercion.js";
import { holds, isCondition, isEqual, type Condition } from "./conditions.js";

/** Whether `given` contains everything in `wanted`; lists must have the same length. */
export function isSubset(wanted: unknown, given: unknown): boolean {
  return differingPaths(wanted, given, "").next().done === true;
}

/** Yields the path of every value in `wanted` that `given` lacks. @param path of `wanted` itself */
export function* differingPaths(wanted: unknown, given: unknown, path: string): Generator<string> {
  if (Array.isArray(wanted)) {
    if (!Array.isArray(given) || wanted.length !== given.length) {
      yield path;
      return;
    }
    for (const [index, one] of wanted.entries()) {
      yield* differingPaths(one, (given as unknown[])[index], `${path}[${index}]`);
    }
  } else if (isCondition(wanted) && !isSameOperator(wanted, given)) {
    if (!holds(wanted, given)) yield path;
  } else if (typeof wanted === "object" && wanted !== null) {
    if (typeof given !== "object" || given === null) {
      yield path;
      return;
    }
    for (const [key, value] of Object.entries(wanted)) {
      yield* differingPaths(value, (given as Record<string, unknown>)[key], `${path}.${key}`);
    }
  } else if (!isEqual(wanted, given)) {
    yield path;
  }
}

/** Whether the call itself has this operator, in its filters: then the operands are compared. */
function isSameOperator(wanted: Condition, given: unknown): boolean {
  return isObject(given) && Object.keys(wanted).every((name) => Object.hasOwn(given, name));
}
