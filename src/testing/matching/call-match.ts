/** `match` of rules and expectations: arguments by name, and beside them `headers`, `caller` and `door` of the request. */
import type { OperationRow } from "../../../generated/tables.js";
import { nearest } from "../../engine/config/spelling.js";
import { coerce } from "../../engine/contract/arguments.js";
import type { Contract } from "../../engine/contract/contract.js";
import { likelyChanges } from "../../engine/contract/unknown-operation.js";
import { isObject } from "../../engine/values/coercion.js";
import { append } from "../../engine/values/lists.js";
import type { Problem } from "../../engine/values/problem.js";
import { isCredentialHeader } from "../secrets/exchange-secrets.js";
import { stars } from "../secrets/names.js";
import { conditionProblems, isCondition, holds, isEqual, type Condition, type Place } from "./conditions.js";
import { parametersOf, rowsOf } from "./operations.js";

export type Match = Readonly<Record<string, unknown>>;

/** A call as `match` sees it. */
export interface MatchedCall {
  readonly row: OperationRow | undefined;
  /** Arguments by name; undefined if they cannot be read. */
  readonly args: () => Readonly<Record<string, unknown>> | undefined;
  readonly caller: string;
  readonly door: string | null | undefined;
  /** @param name in lower case */
  readonly header: (name: string) => string | undefined;
}

/** What a `match` may contain beside parameters. */
const facts = ["headers", "caller", "door"] as const;

/** Yields the paths of what differs: `caller`, `door`, `headers.x-shop`, `arguments.productData.price`. */
export function* matchDifferences(match: Match, call: MatchedCall): Generator<string> {
  const { headers, caller, door, ...args } = match;
  if (caller !== undefined) yield* differingPaths(caller, call.caller, "caller");
  if (door !== undefined) yield* differingPaths(door, call.door ?? undefined, "door");
  if (isObject(headers))
    for (const [name, value] of Object.entries(headers))
      yield* differingPaths(value, call.header(name.toLowerCase()), `headers.${name}`);
  if (Object.keys(args).length === 0) return;
  const given = call.args();
  for (const [name, value] of Object.entries(args)) {
    const path = `arguments.${name}`;
    if (given === undefined) yield path;
    else yield* argumentDifferences(call.row, name, { wanted: value, given: given[name], path });
  }
}

/** Compares an argument after coercion, so that a number equals its text and a default counts as given. */
function* argumentDifferences(
  row: OperationRow | undefined,
  name: string,
  { wanted, given, path }: { readonly wanted: unknown; readonly given: unknown; readonly path: string },
): Generator<string> {
  const param = row?.params.find((candidate) => candidate.name === name);
  if (row && !param) yield path;
  else if (!param) yield* differingPaths(wanted, given, path);
  else if (isCondition(wanted) && !isSameOperator(wanted, given)) {
    const equals = (one: unknown, other: unknown) => isSame(coerce(param, one), coerce(param, other));
    if (!holds(wanted, given, equals)) yield path;
  } else yield* differingPaths(coerce(param, wanted), coerce(param, given), path);
}

/**
 * Problems of a `match`: unknown parameters, and conditions that no value can meet.
 * @param operation without aliases; a namespace has the parameters of all its operations
 * @param known the parameters if the operation is not in the contract; null = all names are allowed
 */
export function matchProblems(
  contract: Contract,
  operation: string,
  match: Match = {},
  known: readonly string[] | null = parametersOf(contract, operation),
): Problem[] {
  const { headers, caller, door, ...args } = match;
  const problems: Problem[] = [];
  if (headers !== undefined && !isObject(headers))
    problems.push({ field: "match.headers", message: "must be an object of values by name of a header" });
  if (known)
    for (const name of Object.keys(args)) {
      if (known.includes(name) || (isFilter(name) && known.some(isFilter))) continue;
      problems.push({ field: `match.${name}`, message: unknownParameter(operation, name, known) });
    }
  const rows = rowsOf(contract, operation);
  for (const [name, value] of Object.entries(args)) {
    const place = known ? placeOf(rows, name) : "anything";
    append(problems, [...conditionProblems(value, `match.${name}`, place)]);
  }
  const ofRequest = { ...(isObject(headers) && mapKeys(headers, "headers.")), caller, door };
  for (const [name, value] of Object.entries(ofRequest))
    append(problems, [...conditionProblems(value, `match.${name}`, "value")]);
  return problems;
}

function mapKeys(members: object, prefix: string): object {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [`${prefix}${name}`, value]));
}

/** What stands at a parameter of the operations. Parameters of REST are texts, except the body. */
function placeOf(rows: readonly OperationRow[], name: string): Place {
  const params = rows.flatMap((row) => row.params.filter((param) => param.name === name));
  const places = params.map(({ members, takesObject }) => members ?? (takesObject ? "anything" : "value"));
  if (places.every((place) => place === "value")) return objectsOf.has(name) ? "anything" : "value";
  return places.length === 1 && places[0] !== undefined ? places[0] : "anything";
}

/** The body of REST, and the calls of `multiCall`. */
const objectsOf: ReadonlySet<string> = new Set(["body", "calls", "options"]);

/** Maximum number of parameters that a message lists: namespaces have many. */
const maxListed = 20;

function unknownParameter(operation: string, name: string, known: readonly string[]): string {
  const others = `besides parameters there are ${facts.join(", ")}`;
  if (known.length <= maxListed)
    return `is not a parameter of ${operation}; its parameters are: ${known.join(", ") || "none"}; ${others}`;
  const meant = nearest(name, [...known, ...facts], likelyChanges(name));
  return `is not a parameter of ${operation}${meant === undefined ? "" : `; the nearest is ${meant}`}; ${others}`;
}

/** Such as `filter[7][eq]`. Up to twenty filters are allowed; the contract names only the first two. */
function isFilter(name: string): boolean {
  return /^filter\[([1-9]|1[0-9]|20)\]\[[a-z]+\]$/.test(name);
}

/** The match as it is listed: without the values of headers that contain credentials. */
export function shownMatch(match: Match): Match {
  const { headers } = match;
  if (!isObject(headers)) return match;
  const shown = Object.entries(headers).map(([name, value]) => [
    name,
    isCredentialHeader(name) ? stars : value,
  ]);
  return { ...match, headers: Object.fromEntries(shown) as object };
}

function isSame(wanted: unknown, given: unknown): boolean {
  return differingPaths(wanted, given, "").next().done === true;
}

/** Yields the path of every value in `wanted` that `given` lacks. @param path of `wanted` itself */
function* differingPaths(wanted: unknown, given: unknown, path: string): Generator<string> {
  if (Array.isArray(wanted)) {
    if (!Array.isArray(given) || wanted.length !== given.length) {
      yield path;
      return;
    }
    for (const [index, one] of wanted.entries()) {
      yield* differingPaths(one, (given as unknown[])[index], `${path}[${index}]`);
    }
  } else if (isCondition(wanted) && !isSameOperator(wanted, given)) {
    if (!holds(wanted, given, isSame)) yield path;
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
