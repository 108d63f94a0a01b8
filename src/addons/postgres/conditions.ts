/** Conditions as SQL, with the meaning of match.ts. test/engine/storage/conditions.ts tests both. */
import type { CollectionName, Key } from "../../engine/storage/documents.js";
import type { Condition, Op, Query } from "../../engine/filters/query.js";
import { shortWord } from "./functions.js";
import type { CollectionDef, IndexDef, UniquePart } from "../../engine/storage/collections.js";
import { beginningOf } from "../../engine/storage/like.js";
import { asText, fold } from "../../engine/values/text.js";
import { operandOf, operandsOf, comparisonType } from "../../engine/storage/match.js";
import { serves } from "../../engine/storage/query.js";

/** Collects the parameters of a statement and returns their placeholders: `$1`, `$2`, … */
export class Values {
  readonly list: unknown[] = [];

  add(value: unknown): string {
    return `$${this.list.push(value)}`;
  }
}

/** The condition and the clauses after it (limit, offset), for a query over one collection. */
interface QuerySql {
  readonly where: string;
  readonly tail: string;
}

/** @param schema the schema with the functions of functions.ts */
export function querySql(schema: string, def: CollectionDef, query: Query, values: Values): QuerySql {
  const one = (condition: Condition) => conditionSql(schema, def, condition, values);
  const parts = [
    ...(query.where ?? []).map(one),
    ...(query.any ?? []).map((group) => (group.length === 0 ? "false" : `(${group.map(one).join(" or ")})`)),
    ...(query.after === undefined ? [] : [`id > ${idSql(def, query.after, values)}`]),
  ];
  const limit = query.limit === undefined ? "" : ` limit ${values.add(Math.max(0, query.limit))}`;
  const offset = query.offset ? ` offset ${values.add(query.offset)}` : "";
  return { where: parts.length === 0 ? "true" : parts.join(" and "), tail: `${limit}${offset}` };
}

function idSql({ key }: CollectionDef, id: Key, values: Values): string {
  return `${values.add(id)}::${key === "int" ? "bigint" : "text"}`;
}

function conditionSql(
  schema: string,
  { key, index = [] }: CollectionDef,
  condition: Condition,
  values: Values,
): string {
  const { op } = condition;
  const type = comparisonType(condition);
  const paths = typeof condition.path === "string" ? [condition.path] : condition.path;
  const operands = operandsFor(condition, type);
  if (
    paths.length === 1 &&
    paths[0] === "id" &&
    key === "int" &&
    type === "number" &&
    isComparison(condition)
  ) {
    return identifierSql(condition, operands as number[], values);
  }
  const kind = op === "like" || op === "nlike" || op === "finset" ? "text" : type;
  const known = index.find((one) => one.type === kind && serves(one, condition));
  const reach = (name: string) => `${schema}.${name}(d, ${values.add(paths)}::text[])`;
  const list = known && !isOverMembers(known) ? indexedList(schema, known) : undefined;
  const reached =
    known && !known.list
      ? valueOf(expressionOf(schema, known), kind, values)
      : valuesOf(() => list ?? reach(kind === "text" ? "texts" : "numbers"), kind, values);
  const exact = testSql(condition, operands, kind, reached, values, reach);
  const words = known && isOverMembers(known) ? wordsQuery(op, operands) : undefined;
  if (!known || words === undefined) return exact;
  return `(${indexedWords(schema, known)} @@ ${values.add(words)}::tsquery and ${exact})`;
}

/** The expression of an index over one value. */
export function expressionOf(schema: string, { path, type }: IndexDef): string {
  const step = (name: string) => ` -> '${name.replaceAll("'", "''")}'`;
  const value = `(d${path.split(".").map(step).join("")})`;
  return type === "text" ? `(${schema}.folded${value} collate "C")` : `${schema}.number_of${value}`;
}

/** The expression of an index over all values of a list. */
export function indexedList(schema: string, { path, type, list }: IndexDef): string | undefined {
  return list ? `${schema}.${type === "text" ? "texts" : "numbers"}(d, '{${path}}')` : undefined;
}

/** Whether an index covers several members. Such an index finds candidates, not exact matches. */
export function isOverMembers({ path }: IndexDef): boolean {
  return path.includes("*");
}

/** The expression of an index over the values of all members. */
export function indexedWords(schema: string, { path, type }: IndexDef): string {
  const [before = "", after = "", ...more] = path.split(".*.");
  if (type !== "text" || before === "" || after === "" || more.length > 0 || /[*',{}]/.test(before + after))
    throw new TypeError(`${path} cannot be indexed: write a text index over members as "a.*.b"`);
  const steps = (part: string) => `'{${part.replaceAll(".", ",")}}'`;
  return `${schema}.words(d, ${steps(before)}, ${steps(after)})`;
}

/** Longer lists are not looked up in the index. */
const maxWords = 100;

/** The tsquery for an index over members: words or prefixes. Undefined if the index cannot help. */
function wordsQuery(op: Op, operands: readonly (string | number)[]): string | undefined {
  const word = (text: string) => `'${shortWord(text).replaceAll(/['\\]/g, "$&$&")}'`;
  if (op === "eq" || op === "in") {
    if (operands.length === 0 || operands.length > maxWords || operands.includes("")) return undefined;
    return operands.map((operand) => word(String(operand))).join(" | ");
  }
  const [pattern] = operands;
  if (op !== "like" || pattern === undefined || !isStorable(pattern)) return undefined;
  const { text, isWhole } = beginningOf(String(pattern));
  if (text === "") return undefined;
  return isWhole ? word(text) : `${word(text)}:*`;
}

/** False for a text that no stored text can equal. */
function isStorable(operand: string | number): boolean {
  return typeof operand === "number" || isText(operand);
}

function operandsFor({ op, value }: Condition, type: "text" | "number"): (string | number)[] {
  if (op === "in" || op === "nin") return operandsOf(type, value).filter(isStorable);
  if (op === "like" || op === "nlike") return [fold(asText(value) ?? "")];
  const operand = op === "finset" ? operandOf("text", value) : operandOf(type, value);
  if (operand === undefined) return [];
  // Comparisons by order are still defined for a text that cannot be stored.
  if (isStorable(operand)) return [operand];
  return op === "eq" || op === "neq" || op === "finset"
    ? []
    : [String(operand).replaceAll("\0", "\u0001").toWellFormed()];
}

const signs = { eq: "=", gt: ">", gteq: ">=", lt: "<", lteq: "<=" } as const;

function isComparison({ op }: Condition): boolean {
  return op in signs || op === "in";
}

/** A condition on the primary key. */
function identifierSql({ op }: Condition, operands: readonly number[], values: Values): string {
  if (op === "in" || op === "eq") {
    const ids = operands.filter(Number.isSafeInteger);
    if (ids.length === 0) return "false";
    return op === "eq" ? `id = ${values.add(ids[0])}::bigint` : `id = any(${values.add(ids)}::bigint[])`;
  }
  const [operand] = operands;
  if (operand === undefined) return "false";
  const bound = Math.min(Math.max(operand, -Number.MAX_SAFE_INTEGER), Number.MAX_SAFE_INTEGER);
  const whole = op === "gt" || op === "lteq" ? Math.floor(bound) : Math.ceil(bound);
  return `id ${signs[op as keyof typeof signs]} ${values.add(whole)}::bigint`;
}

function typed(type: "text" | "number", place: string, isArray = false): string {
  if (type === "number") return `${place}::float8${isArray ? "[]" : ""}`;
  return isArray ? `${place}::text[]` : `${place}::text collate "C"`;
}

/** What a condition is about: the values at its path. */
interface Reached {
  /** Whether there is a value that can be compared. */
  present(): string;
  /** Whether a value equals one of the operands. */
  among(operands: readonly (string | number)[]): string;
  /** Whether a value meets a test. */
  some(test: (value: string) => string): string;
}

/** One value, whose index can be used. */
function valueOf(expression: string, kind: "text" | "number", values: Values): Reached {
  return {
    present: () => `${expression} is not null`,
    among: ([first, ...more]) =>
      more.length === 0
        ? `${expression} = ${typed(kind, values.add(first))}`
        : `${expression} = any(${typed(kind, values.add([first, ...more]), true)})`,
    some: (test) => test(expression),
  };
}

/** Any number of values: those of arrays, at the first path that has any. */
function valuesOf(list: () => string, kind: "text" | "number", values: Values): Reached {
  return {
    present: () => `cardinality(${list()}) > 0`,
    among: (operands) => `(${list()} && ${typed(kind, values.add(operands), true)})`,
    some: (test) => `exists (select from unnest(${list()}) as found(v) where ${test("v")})`,
  };
}

function testSql(
  { op, value }: Condition,
  operands: readonly (string | number)[],
  kind: "text" | "number",
  reached: Reached,
  values: Values,
  reach: (name: string) => string,
): string {
  const none = (test: string) => `(${reached.present()} and not ${test})`;
  // PostgreSQL finds the beginning of the pattern in an index by itself: its collation is "C".
  const matching = () =>
    reached.some((found) => `${found} like ${values.add(pattern(String(operand)))}::text`);
  const [operand] = operands;
  switch (op) {
    case "eq":
    case "in":
      return operands.length === 0 ? "false" : reached.among(operands);
    case "neq":
    case "nin":
      if (op === "nin" && Array.isArray(value) && value.length === 0) return "true";
      return operands.length === 0 ? reached.present() : none(reached.among(operands));
    case "gt":
    case "gteq":
    case "lt":
    case "lteq":
      if (operand === undefined) return "false";
      return reached.some((found) => `${found} ${signs[op]} ${typed(kind, values.add(operand))}`);
    case "like":
      return isStorable(String(operand)) ? matching() : "false";
    case "nlike":
      return isStorable(String(operand)) ? none(matching()) : reached.present();
    case "null":
      return `cardinality(${reach("reached")}) = 0`;
    case "notnull":
      return `cardinality(${reach("reached")}) > 0`;
    case "finset":
      if (operand === undefined || String(operand).includes(",")) return "false";
      return reached.some(
        (found) => `position(${values.add(`,${operand},`)}::text in ',' || ${found} || ',') > 0`,
      );
  }
}

/** A trailing single backslash stands for itself, but PostgreSQL refuses it: doubles it. */
function pattern(text: string): string {
  const [ending = ""] = /\\*$/.exec(text) ?? [];
  return ending.length % 2 === 1 ? `${text}\\` : text;
}

export function fitsKey({ key }: CollectionDef, id: unknown): boolean {
  return key === "int" ? Number.isSafeInteger(id) : typeof id === "string" && isText(id);
}

/** Whether PostgreSQL can store a text: it stores neither NUL nor lone surrogates. */
export function isText(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

/** The condition of a lookup by unique key, and its parameters; undefined for a value that no document has. */
export function uniqueSql(
  schema: string,
  collection: CollectionName,
  { unique = {} }: CollectionDef,
  name: string,
  values: readonly Key[],
) {
  const parts = unique[name];
  if (!parts) throw new TypeError(`${collection} has no unique key ${name}: see its descriptor`);
  if (values.length !== parts.length) {
    throw new TypeError(`${collection}: the unique key ${name} takes ${parts.length} values`);
  }
  const list = parts.map(({ folded }, at) => {
    const text = asText(values[at]);
    return text !== undefined && folded ? fold(text) : text;
  });
  const text = uniqueExpressions(schema, parts)
    .map((expression, at) => `${expression} = $${at + 1}::text`)
    .join(" and ");
  return { text, list };
}

/** The indexed expressions of a unique key, one per part. */
export function uniqueExpressions(schema: string, parts: readonly UniquePart[]): string[] {
  return parts.map(({ path, folded }) => {
    const steps = path.split(".").map((name) => ` -> '${name}'`);
    return `(${schema}.${folded ? "folded" : "exact"}(d${steps.join("")}) collate "C")`;
  });
}
