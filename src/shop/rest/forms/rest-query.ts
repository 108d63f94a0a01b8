/** Reads the query string of a collection (customers 9): page, order, selected fields and filters. */
import type { Condition, Query } from "../../../engine/filters/query.js";
import { parseFilters } from "../../../engine/filters/filters.js";
import type { RestError } from "../../../engine/doors/rest/rest-error.js";
import { cutText, quote } from "../../../engine/values/messages.js";
import type { FilterField, FilterFields } from "../../../engine/filters/filter-field.js";
import { append } from "../../../engine/values/lists.js";
import { meantName } from "../../../engine/config/spelling.js";
import { fieldProblem, sentenceAbout } from "./problems.js";
import { refused } from "./refusal.js";
import type { QueryName } from "./rest-operations.js";

/** The fields that a caller can read, sort and filter by. */
export interface QueryFields<Field extends FilterField> extends FilterFields {
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

/**
 * Throws `RestError` 400.
 * @param search the query string without "?"
 */
export function readQuery<Field extends FilterField>(
  search: string,
  fields: QueryFields<Field>,
): CollectionQuery<Field> {
  const parameters = new URLSearchParams(search);
  return {
    page: pageOf(parameters),
    limit: limitOf(parameters),
    order: orderOf(parameters, fields),
    descending: isDescending(parameters),
    names: namesOf(parameters),
    query: filterQuery(parameters, fields),
  };
}

/** Checks what does not depend on the fields. Throws `RestError` 400. */
export function checkPage(search: string): void {
  for (const check of [pageOf, limitOf, isDescending]) check(new URLSearchParams(search));
}

/** The names in `attrs`; undefined if it is absent or empty. */
export function readSelectedNames(search: string): ReadonlySet<string> | undefined {
  return search === "" ? undefined : namesOf(new URLSearchParams(search));
}

/** Parameters with a single value; the last one of a repeated parameter counts. */
type PlainName = Extract<QueryName<"listCustomers">, "page" | "limit" | "order" | "dir">;

/** What values of these parameters must be. */
const expectations: Readonly<Record<PlainName, readonly [string, string]>> = {
  page: ["The page", "must be a number from 1 on"],
  limit: ["The limit", "must be a number from 1 to 100"],
  order: ["The order", "must be a field that can be read"],
  dir: ["The direction", "must be asc, dsc or desc"],
};

function last(parameters: URLSearchParams, name: PlainName | typeof attributeNames): string | undefined {
  return parameters.getAll(name).at(-1);
}

const maxLimit = 100;

/** The last page whose offset is a safe integer. Later pages are just as empty. */
const lastPage = Math.floor(Number.MAX_SAFE_INTEGER / maxLimit);

function pageOf(parameters: URLSearchParams): number {
  const text = last(parameters, "page") ?? "1";
  if (!/^[1-9][0-9]*$/.test(text)) throw invalid("page", parameters);
  return Math.min(Number(text), lastPage);
}

function limitOf(parameters: URLSearchParams): number {
  const text = last(parameters, "limit") ?? "10";
  if (!/^[1-9][0-9]{0,2}$/.test(text) || Number(text) > maxLimit) throw invalid("limit", parameters);
  return Number(text);
}

function orderOf<Field extends FilterField>(parameters: URLSearchParams, fields: QueryFields<Field>): Field {
  const name = last(parameters, "order");
  const field = name === undefined ? (fields.defaultOrder ?? fields.get("entity_id")) : fields.get(name);
  if (!field) throw invalid("order", parameters);
  return field;
}

function isDescending(parameters: URLSearchParams): boolean {
  const direction = (last(parameters, "dir") ?? "asc").toLowerCase();
  if (direction === "asc") return false;
  if (direction !== "dsc" && direction !== "desc") throw invalid("dir", parameters);
  return true;
}

function invalid(name: PlainName, parameters: URLSearchParams): RestError {
  const [subject, expectation] = expectations[name];
  return refused(400, sentenceAbout(name, subject, expectation, last(parameters, name)));
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
  /** Its name in the query string, without the operator. */
  readonly place: string;
  attribute: string | undefined;
  readonly operands: Map<string, string | string[]>;
}

function filterQuery(parameters: URLSearchParams, fields: QueryFields<FilterField>): Query {
  const where: Condition[] = [];
  const any: (readonly Condition[])[] = [];
  for (const { place, attribute, operands } of filtersOf(parameters)) {
    const field = attribute === undefined ? undefined : fields.get(attribute);
    if (attribute === undefined || !field) {
      const message = "must be a field that can be read";
      const name = `${place}[attribute]`;
      const meant = meantName(attribute ?? "", fields.names?.() ?? []);
      throw refused(400, fieldProblem(name, message, attribute ?? "", meant));
    }
    if (operands.size === 0) {
      const message = `The filter on ${cutText(attribute)} has no operator.`;
      throw refused(400, { field: place, message });
    }
    const parse = (chosen: Iterable<readonly [string, string | string[]]>) =>
      parseFilters({ [attribute]: Object.fromEntries(chosen) }, { get: () => field });
    const parsed = parse(operands);
    if ("problem" in parsed) {
      const [wrong] = [...operands].find((one) => "problem" in parse([one])) ?? [];
      const name = wrong === undefined ? place : `${place}[${wrong}]`;
      throw refused(400, { field: name, message: parsed.problem });
    }
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
      const message = `Filters are written filter[1][attribute]=…&filter[1][eq]=…, not ${quote(key)}.`;
      throw refused(400, { field: cutText(key), message });
    }
    let filter = filters.get(index);
    if (!filter) {
      const place = `filter[${cutText(index)}]`;
      filters.set(index, (filter = { place, attribute: undefined, operands: new Map() }));
    }
    if (name === "attribute" && element === undefined) filter.attribute = value;
    else addOperand(filter, name, value, element !== undefined);
  }
  if (filters.size > maxFilters) {
    throw refused(400, { field: "filter", message: `There are more than ${maxFilters} filters.` });
  }
  return filters.values();
}

/** `filter[N][name]`, or `filter[N][name][M]` for an element of a list. */
const filterKey = /^filter\[([^[\]]+)\]\[([^[\]]+)\](?:\[([^[\]]*)\])?$/;

function addOperand({ place, operands }: Filter, name: string, value: string, isElement: boolean): void {
  const field = `${place}[${cutText(name)}]`;
  if (!isOneOf(operators, name)) {
    const meant = meantName(name, operators);
    throw refused(400, { field, message: `${quote(name)} is not a filter operator${meant}.` });
  }
  if (!isElement) {
    operands.set(name, value);
    return;
  }
  if (!isOneOf(listOperators, name)) {
    const message = `The operator ${name} does not take a list, and ${quote(value)} is an element of one.`;
    throw refused(400, { field, message });
  }
  const known = operands.get(name);
  if (Array.isArray(known)) known.push(value);
  else operands.set(name, [value]);
}

function isOneOf(operators: readonly Operator[], name: string): boolean {
  return operators.includes(name as Operator);
}
