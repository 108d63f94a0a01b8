/** The filter fields that the contract declares for a list operation (`x-filterable` in spec/). */
import { operations } from "../../../generated/tables.js";
import type { Operations } from "../../../generated/operations.js";
import type { FilterField } from "./filter-field.js";

/** Looks up a filter key of the operation; undefined for a key that cannot be filtered by. */
export function contractFields(operation: keyof Operations): (key: string) => FilterField | undefined {
  const declared = operations[operation].params.find(({ kind }) => kind === "filters")?.filterable ?? {};
  const fields = new Map(
    Object.entries(declared).map(([key, { field, type }]): [string, FilterField] => [
      key,
      { path: field, type: type as FilterField["type"] },
    ]),
  );
  return (key) => fields.get(key);
}
