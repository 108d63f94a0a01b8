import { beginningOf } from "./like.js";
import { asText } from "../values/text.js";
import { operandOf, operandsOf, comparisonType } from "./match.js";
import type { Condition, Query } from "../filters/query.js";
import type { Key } from "./documents.js";
import type { Doc } from "./storage.js";
import { type Bound, compareKeys, isPoint, type Ordered, type Span, type Table } from "./table.js";

/** A range of an index. */
interface Source {
  readonly index: Ordered;
  readonly span: Span;
}

/** A query plan: the union of its sources contains every document that can match. */
type Route = readonly Source[];

/**
 * Documents that include all matches of a query, ordered by ID, after `query.after`. They come from the index with the
 * fewest candidates, or from the whole collection if no index is faster.
 */
export function candidates(table: Table, query: Query): Iterable<Doc> {
  const route = shortest(routes(table, query), table.docs.size);
  return route ? byId(table, route, query.after) : inOrder(table, query.after);
}

/**
 * All matches of a query for one value of an index without further conditions; undefined for any other query. Such queries
 * are the most frequent, so they skip planning and matching.
 */
export function underOneValue(table: Table, query: Query): Doc[] | undefined {
  const [condition] = query.where ?? [];
  if (!condition || query.where?.length !== 1 || query.any?.length) return undefined;
  if (condition.op !== "eq" || isPart(query)) return undefined;
  const { path } = condition;
  const type = comparisonType(condition);
  const index = typeof path === "string" ? table.index(path, type) : undefined;
  const operand = index && operandOf(type, condition.value);
  if (!index || operand === undefined) return undefined;
  return index.at(operand).map((id) => table.docs.get(id) as Doc);
}

/** Whether the query asks for a part of the matches only. */
export function isPart({ after, limit, offset }: Query): boolean {
  return after !== undefined || limit !== undefined || offset !== undefined;
}

/**
 * Replaces the offset of a query without conditions by the ID to start after, so that skipped documents need not be read.
 * Undefined if the offset is beyond the last document.
 */
export function withoutOffset(table: Table, query: Query): Query | undefined {
  const { offset, ...rest } = query;
  if (!offset || query.where?.length || query.any?.length || query.after !== undefined) return query;
  let left = offset;
  for (const id of table.docs.keys()) if ((left -= 1) === 0) return { ...rest, after: id };
  return undefined;
}

function* inOrder(table: Table, after: Key | undefined): Iterable<Doc> {
  for (const [id, doc] of table.docs.entries(after)) {
    if (id !== after) yield doc;
  }
}

function* byId(table: Table, route: Route, after: Key | undefined): Iterable<Doc> {
  const [only] = route;
  if (only && route.length === 1 && isPoint(only.span)) {
    // The IDs of one value are in order already, so a limit stops reading early.
    for (const id of only.index.ids(only.span, after)) yield table.docs.get(id) as Doc;
    return;
  }
  const ids = route.flatMap(({ index, span }) => [...index.ids(span, after)]).sort(compareKeys);
  let last: Key | undefined;
  for (const id of ids) {
    if (id !== last) yield table.docs.get(id) as Doc;
    last = id;
  }
}

/**
 * The route with the fewest candidates. All routes are counted up to a cap that grows, so that choosing one takes about as
 * long as reading it. Undefined if all have more than a quarter of the collection: reading the collection is faster.
 */
function shortest(all: readonly Route[], size: number): Route | undefined {
  if (all.length === 0) return undefined;
  for (let cap = 64; cap === 64 || cap < size / 4; cap *= 4) {
    let best: Route | undefined;
    let fewest = cap;
    for (const route of all) {
      const length = measure(route, fewest);
      if (length < fewest) [best, fewest] = [route, length];
    }
    if (best) return best;
  }
  return undefined;
}

function measure(route: Route, cap: number): number {
  let length = 0;
  for (const { index, span } of route) {
    for (const _ of index.ids(span)) {
      length += 1;
      if (length >= cap) return length;
    }
  }
  return length;
}

function routes(table: Table, query: Query): Route[] {
  const found: Route[] = [];
  const merged = new Map<Ordered, Span>();
  const orders = table.orders;
  for (const condition of query.where ?? []) {
    const route = routeOf(orders, condition);
    const [only] = route ?? [];
    // Two bounds on one value form one span. On a list they do not: two elements can each meet one of them.
    if (route?.length === 1 && only && !only.index.list) {
      merged.set(only.index, overlap(merged.get(only.index), only.span));
    } else if (route) found.push(route);
  }
  for (const [index, span] of merged) found.push([{ index, span }]);
  for (const group of query.any ?? []) {
    const parts = group.map((condition) => routeOf(orders, condition));
    if (parts.every((part) => part !== undefined)) found.push(parts.flat());
  }
  return found;
}

function routeOf(orders: readonly Ordered[], condition: Condition): Route | undefined {
  const type = condition.op === "like" ? "text" : comparisonType(condition);
  const index = orders.find((one) => one.type === type && serves(one, condition));
  return index && spansOf(condition, type)?.map((span) => ({ index, span }));
}

/** Whether the index contains every document that can meet the condition. */
export function serves({ path: indexed }: { readonly path: string }, { path }: Condition): boolean {
  const paths = typeof path === "string" ? [path] : path;
  return (paths.length === 1 && paths[0] === indexed) || paths.every((one) => isCovered(one, indexed));
}

/** Whether the indexed path includes the path, as `values.*.name` includes `values.s1.name`. */
function isCovered(path: string, indexed: string): boolean {
  if (!indexed.includes("*")) return false;
  const [wanted, steps] = [path.split("."), indexed.split(".")];
  return wanted.length === steps.length && steps.every((step, at) => step === "*" || step === wanted[at]);
}

/** The spans of a condition; empty if nothing can match; undefined if the index cannot serve it. */
function spansOf(condition: Condition, type: "text" | "number"): Span[] | undefined {
  const { op, value } = condition;
  if (op === "in") return [...new Set(operandsOf(type, value))].map(point);
  if (op === "like") return spansOfPattern(asText(value) ?? "");
  const operand = operandOf(type, value);
  switch (op) {
    case "eq":
      return operand === undefined ? [] : [point(operand)];
    case "gt":
      return operand === undefined ? [] : [{ from: { value: operand, open: true } }];
    case "gteq":
      return operand === undefined ? [] : [{ from: { value: operand, open: false } }];
    case "lt":
      return operand === undefined ? [] : [{ to: { value: operand, open: true } }];
    case "lteq":
      return operand === undefined ? [] : [{ to: { value: operand, open: false } }];
    default:
      return undefined;
  }
}

function spansOfPattern(pattern: string): Span[] | undefined {
  const { text, isWhole } = beginningOf(pattern);
  if (isWhole) return [point(text)];
  if (text === "") return undefined;
  const next = nextText(text);
  const to = next === undefined ? undefined : { value: next, open: true };
  return [{ from: { value: text, open: false }, to }];
}

/** The first text after all texts with this prefix; undefined if there is none. */
function nextText(text: string): string | undefined {
  const kept = text.replace(/\uffff+$/, "");
  const last = kept.charCodeAt(kept.length - 1);
  return kept === "" ? undefined : kept.slice(0, -1) + String.fromCharCode(last + 1);
}

function point(value: Key): Span {
  return { from: { value, open: false }, to: { value, open: false } };
}

function overlap(one: Span | undefined, other: Span): Span {
  if (!one) return other;
  return { from: tighter(one.from, other.from, 1), to: tighter(one.to, other.to, -1) };
}

function tighter(one: Bound | undefined, other: Bound | undefined, direction: 1 | -1): Bound | undefined {
  if (!one || !other) return one ?? other;
  const order = compareKeys(one.value, other.value) * direction;
  return order > 0 || (order === 0 && one.open) ? one : other;
}
