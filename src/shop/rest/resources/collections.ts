/** Shared functions for pages of collections (customers 9). */
import type { FilterField } from "../../../engine/filters/filter-field.js";
import { textOrJson } from "../../../engine/values/text.js";
import type { RestCall } from "../forms/call.js";
import { pageOfRecords } from "../forms/page.js";
import type { RestHeadersOf, RestOperation } from "../forms/rest-operations.js";
import { readQuery, readSelectedNames, type CollectionQuery } from "../forms/rest-query.js";

/** Members of a record by name, in order. */
export type RestRecord = Record<string, unknown>;

export function pageHeaders(
  { request, search }: Pick<RestCall<RestOperation>, "request" | "search">,
  { page, limit }: CollectionQuery,
  { total, basePath }: { readonly total: number; readonly basePath: string },
): RestHeadersOf<"listCustomers"> {
  if (page * limit >= total) return { "X-Total-Count": total };
  const parameters = new URLSearchParams(search);
  parameters.set("page", String(page + 1));
  const address = `${basePath}${request.originalUrl.split("?", 1)[0] ?? ""}`;
  // RFC 8288
  return { "X-Total-Count": total, Link: `<${address}?${parameters.toString()}>; rel="next"` };
}

/** The types of members that are neither text nor number. */
const types: Readonly<Record<string, FilterField["type"]>> = {
  created_at: "datetime",
  updated_at: "datetime",
};

/**
 * One page of the given rows, by default in the given order.
 * @param texts names of the members that are compared as text
 */
export function pageOfRows<Row extends RestRecord>(
  call: Pick<RestCall<RestOperation>, "request" | "search">,
  rows: readonly Row[],
  { names, texts, basePath }: { names: readonly string[]; texts: readonly string[]; basePath: string },
): { headers: ReturnType<typeof pageHeaders>; result: Row[] } {
  const typeOf = (name: string) => (texts.includes(name) ? "text" : (types[name] ?? "number"));
  const asked = readQuery(call.search, {
    get: (name) => (names.includes(name) ? { path: name, type: typeOf(name) } : undefined),
    names: () => names,
    defaultOrder: { path: "position", type: "number" },
  });
  const numbers = names.filter((name) => typeOf(name) === "number");
  const valuesOf = (row: Row, position: number) => {
    const given = numbers.filter((name) => row[name] !== null);
    return { ...row, ...Object.fromEntries(given.map((name) => [name, Number(row[name])])), position };
  };
  const { records, total } = pageOfRecords(rows, asked, valuesOf);
  return {
    headers: pageHeaders(call, asked, { total, basePath }),
    result: records.map((record) => selectMembers(record, call.search)),
  };
}

/** The members that `attrs` names; all if it names none. */
export function selectMembers<Record_ extends RestRecord>(record: Record_, search: string): Record_ {
  const names = readSelectedNames(search);
  return names ? filterMembers(record, (name) => names.has(name)) : record;
}

export function filterMembers<Record_ extends RestRecord>(
  record: Record_,
  isWanted: (name: string) => boolean,
): Record_ {
  return Object.fromEntries(Object.entries(record).filter(([name]) => isWanted(name))) as Record_;
}

/** The members with these names, as text; null if absent. */
export function textMembers<Name extends string>(source: RestRecord, names: readonly Name[]) {
  const textOrNull = (value: unknown) => (value === undefined || value === null ? null : textOrJson(value));
  return Object.fromEntries(names.map((name) => [name, textOrNull(source[name])])) as Record<
    Name,
    string | null
  >;
}
