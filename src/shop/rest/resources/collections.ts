/** What the pages of all collections have in common (customers 9). */
import type { FilterField } from "../../../engine/filters/filter-field.js";
import { textOf } from "../../../engine/values/text.js";
import type { RestCall } from "../forms/call.js";
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
  const textOrNull = (value: unknown) => (value === undefined || value === null ? null : textOf(value));
  return Object.fromEntries(names.map((name) => [name, textOrNull(source[name])])) as Record<
    Name,
    string | null
  >;
}
