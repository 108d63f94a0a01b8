/** Reads the query string of a collection (customers 9): page, order, selected fields and filters. */
import type { Condition, Query } from "../../../engine/filters/query.js";
import { parseFilters } from "../../../engine/filters/filters.js";
import { cutText } from "../../../engine/values/messages.js";
import type { FilterField } from "../../../engine/filters/filter-field.js";
import { append } from "../../../engine/values/lists.js";
import type { QueryName } from "./rest-operations.js";

/** The fields that a caller can read, sort and filter by. */
export interface QueryFields<Field extends FilterField> {
  get(name: string): Field | undefined;
  /** The default order; absent = `entity_id`. */
  readonly defaultOrder?: Field;
}

/** A parsed query. */
export interface CollectionQuery<Field extends FilterField = FilterField> {
  /** Counted from 1. */
  readonly page: number;
  readonly limit: number;
  readonly order: Field;
  readonly descending: boolean;
  /** The names in `attrs`; undefined = the default fields. */
  readonly names: ReadonlySet<string> | undefined;
  readonly query: Query;
}

/** Thrown while reading; the message is a sentence. */
class QueryProblem extends Error {}

/** @param search the query string without "?" */
export function readCollectionQuery<Field extends FilterField>(
  search: string,
  fields: QueryFields<Field>,
): CollectionQuery<Field> | { readonly problem: string } {
  const parameters = new URLSearchParams(search);
  try {
    return {
      page: pageOf(parameters),
      limit: limitOf(parameters),
      order: orderOf(parameters, fields),
      descending: isDescending(parameters),
      names: namesOf(parameters),
      query: filterQuery(parameters, fields),
    };
  } catch (error) {
    if (error instanceof QueryProblem) return { problem: error.message };
    throw error;
  }
}

/** The names in `attrs`; undefined if it is absent or empty. */
export function readSelectedNames(search: string): ReadonlySet<string> | undefined {
  return search === "" ? undefined : namesOf(new URLSearchParams(search));
}

/** Parameters with a single value. */
export type PlainName = Extract<QueryName<"listCustomers">, "page" | "limit" | "order" | "dir">;

/** The parameters that the contract validates. */
export const plainNames = ["page", "limit", "order", "dir"] as const satisfies readonly PlainName[];

/** The values of these parameters; the last one of a repeated parameter counts. */
export function plainParameters(search: string): Record<string, string> {
  const parameters = new URLSearchParams(search);
  const textOf = (name: PlainName) => (name === "page" ? pageText(parameters) : last(parameters, name));
  const named = plainNames.map((name) => [name, textOf(name)]);
  return Object.fromEntries(named.filter((one): one is [string, string] => one[1] !== undefined));
}

/** The messages for invalid values of these parameters. */
export const parameterProblems: Readonly<Record<PlainName, string>> = {
  page: "The page must be a number from 1 on.",
  limit: "The limit must be a number from 1 to 100.",
  order: "The order must be a field that can be read.",
  dir: "The direction must be asc, dsc or desc.",
};

function last(parameters: URLSearchParams, name: PlainName | typeof attributeNames): string | undefined {
  return parameters.getAll(name).at(-1);
}

const maxLimit = 100;

/** The last page whose offset is a safe integer. Later pages are just as empty. */
const lastPage = Math.floor(Number.MAX_SAFE_INTEGER / maxLimit);

const wholePage = /^[1-9][0-9]*$/;

function pageText(parameters: URLSearchParams): string | undefined {
  const text = last(parameters, "page");
  return text !== undefined && wholePage.test(text) && Number(text) > lastPage ? String(lastPage) : text;
}

function pageOf(parameters: URLSearchParams): number {
  const text = pageText(parameters) ?? "1";
  if (!wholePage.test(text)) throw parameterProblem("page");
  return Number(text);
}

function limitOf(parameters: URLSearchParams): number {
  const text = last(parameters, "limit") ?? "10";
  if (!/^[1-9][0-9]{0,2}$/.test(text) || Number(text) > maxLimit) throw parameterProblem("limit");
  return Number(text);
}

function orderOf<Field extends FilterField>(parameters: URLSearchParams, fields: QueryFields<Field>): Field {
  const name = last(parameters, "order");
  const field = name === undefined ? (fields.defaultOrder ?? fields.get("entity_id")) : fields.get(name);
  if (!field) throw parameterProblem("order");
  return field;
}

function isDescending(parameters: URLSearchParams): boolean {
  const direction = (last(parameters, "dir") ?? "asc").toLowerCase();
  if (direction === "asc") return false;
  if (direction !== "dsc" && direction !== "desc") throw parameterProblem("dir");
  return true;
}

function parameterProblem(name: PlainName): QueryProblem {
  return new QueryProblem(parameterProblems[name]);
}

/** The parameter that selects fields. Clients of Magento 1 also send it as a list, `attrs[]`. */
const attributeNames = "attrs" satisfies QueryName<"listCustomers"> & QueryName<"getCustomer">;

function namesOf(parameters: URLSearchParams): ReadonlySet<string> | undefined {
  const values = [...parameters]
    .filter(([key]) => key.startsWith(attributeNames) && /^\[\d*\]$/.test(key.slice(attributeNames.length)))
    .map(([, value]) => value);
  const plain = last(parameters, attributeNames);
  const names = [...(plain === undefined ? [] : [plain]), ...values]
    .flatMap((value) => value.split(","))
    .map((name) => name.trim())
    .filter((name) => name !== "");
  return names.length === 0 ? undefined : new Set(names);
}

const maxFilters = 20;

/** The filter operators in the contract. */
type Operator =
  QueryName<"listCustomers"> extends infer Name
    ? Name extends `filter[1][${infer Word}]`
      ? Exclude<Word, "attribute">
      : never
    : never;

const listOperators = ["in", "nin"] as const satisfies readonly Operator[];
const operators: readonly Operator[] = [
  ...(["eq", "neq", "gt", "lt", "gteq", "lteq", "from", "to", "like", "nlike", "null", "notnull"] as const),
  ...listOperators,
];

/** One `filter[N]`. */
interface Filter {
  attribute: string | undefined;
  readonly operands: Map<string, string | string[]>;
}

function filterQuery(parameters: URLSearchParams, fields: QueryFields<FilterField>): Query {
  const where: Condition[] = [];
  const any: (readonly Condition[])[] = [];
  for (const { attribute, operands } of filtersOf(parameters)) {
    const field = attribute === undefined ? undefined : fields.get(attribute);
    if (attribute === undefined || !field) {
      throw new QueryProblem("A filter must name a field that can be read as its attribute.");
    }
    if (operands.size === 0) throw new QueryProblem(`The filter on ${attribute} has no operator.`);
    const parsed = parseFilters({ [attribute]: Object.fromEntries(operands) }, () => field);
    if ("problem" in parsed) throw new QueryProblem(parsed.problem);
    append(where, parsed.query.where ?? []);
    append(any, parsed.query.any ?? []);
  }
  return { ...(where.length > 0 ? { where } : {}), ...(any.length > 0 ? { any } : {}) };
}

function filtersOf(parameters: URLSearchParams): Iterable<Filter> {
  const filters = new Map<string, Filter>();
  for (const [key, value] of parameters) {
    if (key !== "filter" && !key.startsWith("filter[")) continue;
    const [, index, name = "", element] = filterKey.exec(key) ?? [];
    if (index === undefined) {
      throw new QueryProblem("Filters are written filter[1][attribute]=…&filter[1][eq]=….");
    }
    let filter = filters.get(index);
    if (!filter) filters.set(index, (filter = { attribute: undefined, operands: new Map() }));
    if (name === "attribute" && element === undefined) filter.attribute = value;
    else addOperand(filter, name, value, element !== undefined);
  }
  if (filters.size > maxFilters) throw new QueryProblem(`There are more than ${maxFilters} filters.`);
  return filters.values();
}

/** `filter[N][name]`, or `filter[N][name][M]` for an element of a list. */
const filterKey = /^filter\[([^[\]]+)\]\[([^[\]]+)\](?:\[([^[\]]*)\])?$/;

function addOperand({ operands }: Filter, name: string, value: string, isElement: boolean): void {
  if (!isOneOf(operators, name)) throw new QueryProblem(`${cutText(name)} is not a filter operator.`);
  if (!isElement) {
    operands.set(name, value);
    return;
  }
  if (!isOneOf(listOperators, name)) throw new QueryProblem(`The operator ${name} takes no list.`);
  const known = operands.get(name);
  if (Array.isArray(known)) known.push(value);
  else operands.set(name, [value]);
}

function isOneOf(operators: readonly Operator[], name: string): boolean {
  return operators.includes(name as Operator);
}
