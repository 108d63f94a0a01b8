/** The shop's contract, from the tables that are generated from spec/ and openapi.yaml. */
import { functions, types } from "../../generated/doors/soap-v2.js";
import { base64Members, shapes } from "../../generated/doors/values.js";
import { methods } from "../../generated/methods.js";
import type { Operations } from "../../generated/operations.js";
import { aclNodes, namespaces, operations, restOperations } from "../../generated/tables.js";
import { argumentChecks } from "../../generated/validators.js";
import { Contract } from "../engine/contract/contract.js";
import type { FilterField, FilterFields } from "../engine/filters/filter-field.js";

export const shopContract = new Contract({
  methods,
  operations,
  namespaces,
  aclNodes,
  restOperations,
  argumentChecks,
  shapes,
  base64Members,
  soapFunctions: functions,
  soapTypes: types,
  resultChecks: async () => (await import("../../generated/results.js")).resultChecks,
});

/** The values of a field that is a flag. */
export const flagValues = [0, 1] as const;

/**
 * The filter fields that the contract declares for a list operation (`x-filterable` in spec/), by filter key.
 * @param values the values of fields with a closed set of them
 */
export function contractFields(
  operation: keyof Operations,
  values: Readonly<Record<string, NonNullable<FilterField["values"]>>> = {},
): FilterFields {
  const declared = operations[operation].params.find(({ kind }) => kind === "filters")?.filterable ?? {};
  const fields = new Map(
    Object.entries(declared).map(([key, { field, type }]): [string, FilterField] => [
      key,
      { path: field, type: type as FilterField["type"], ...(values[key] && { values: values[key] }) },
    ]),
  );
  return { get: (key) => fields.get(key), names: () => [...fields.keys()] };
}
