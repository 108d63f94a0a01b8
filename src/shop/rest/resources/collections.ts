/** What the pages of all collections have in common (customers 9). */
import type { FilterField } from "../../../engine/filters/filter-field.js";
import { textOrJson } from "../../../engine/values/text.js";
import type { RestCall } from "../forms/call.js";
import { pageOfRecords } from "../forms/page.js";
import { refused } from "../forms/refusal.js";
import type { RestOperation } from "../forms/rest-operations.js";
import { readCollectionQuery, readNames, type CollectionQuery, type Fields } from "../forms/rest-query.js";

/** Members of a record by name, in their order. */
export type RestRecord = Record<string, unknown>;

/** What a collection is asked for; 400 where that cannot be. */
export function askedOf(search: string, fields: Fields<FilterField>): CollectionQuery {
  const asked = readCollectionQuery(search, fields);
  if ("problem" in asked) throw refused(400, asked.problem);
  return asked;
}

/** @param address of the request, behind the base path of the shop */
export function pageHeaders(
  { request, search }: Pick<RestCall<RestOperation>, "request" | "search">,
  { page, limit }: CollectionQuery,
  { total, basePath }: { readonly total: number; readonly basePath: string },
) {
  if (page * limit >= total) return { "X-Total-Count": total };
  const parameters = new URLSearchParams(search);
  parameters.set("page", String(page + 1));
  const address = `${basePath}${request.url?.split("?", 1)[0] ?? ""}`;
  // RFC 8288
  return { "X-Total-Count": total, Link: `<${address}?${parameters.toString()}>; rel="next"` };
}

/** What records at hand are compared as; all else is a number. */
const types: Readonly<Record<string, FilterField["type"]>> = {
  created_at: "datetime",
  updated_at: "datetime",
};

/**
 * One page of records at hand, in the order in which they are given unless another is asked for.
 * @param texts the members that are compared as text
 */
export function pageAtHand<Row extends RestRecord>(
  call: Pick<RestCall<RestOperation>, "request" | "search">,
  rows: readonly Row[],
  { names, texts, basePath }: { names: readonly string[]; texts: readonly string[]; basePath: string },
): { headers: ReturnType<typeof pageHeaders>; result: Row[] } {
  const typeOf = (name: string) => (texts.includes(name) ? "text" : (types[name] ?? "number"));
  const asked = askedOf(call.search, {
    get: (name) => (names.includes(name) ? { path: name, type: typeOf(name) } : undefined),
    usualOrder: { path: "position", type: "number" },
  });
  const numbers = names.filter((name) => typeOf(name) === "number");
  const valuesOf = (row: Row, position: number) => {
    const given = numbers.filter((name) => row[name] !== null);
    return { ...row, ...Object.fromEntries(given.map((name) => [name, Number(row[name])])), position };
  };
  const { records, total } = pageOfRecords(rows, asked, valuesOf);
  return {
    headers: pageHeaders(call, asked, { total, basePath }),
    result: records.map((record) => selected(record, call.search)),
  };
}

/** Only the members that `attrs` names; all where it names none. */
export function selected<Record_ extends RestRecord>(record: Record_, search: string): Record_ {
  const names = readNames(search);
  return names ? only(record, (name) => names.has(name)) : record;
}

export function only<Record_ extends RestRecord>(
  record: Record_,
  isWanted: (name: string) => boolean,
): Record_ {
  return Object.fromEntries(Object.entries(record).filter(([name]) => isWanted(name))) as Record_;
}

/** Members by their names here, as text. */
export function renamed<Name extends string>(source: RestRecord, names: readonly Name[]) {
  const textOrNull = (value: unknown) => (value === undefined || value === null ? null : textOrJson(value));
  return Object.fromEntries(names.map((name) => [name, textOrNull(source[name])])) as Record<
    Name,
    string | null
  >;
}
