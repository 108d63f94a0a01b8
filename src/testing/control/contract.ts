/** Types of the requests and answers of the test control, from openapi.yaml. */
import type { controlOperations } from "../../../generated/convention.js";
import type { operations } from "../../../generated/rest.js";
import type * as described from "../../engine/contract/openapi-operation.js";

export type ControlOperation = keyof typeof controlOperations;

export type ControlBody<Id extends ControlOperation> = described.RequestBodyOf<operations[Id]>;

/** Path and query parameters are texts, also those that the contract declares as numbers. */
type AsTexts<Parameters> = {
  readonly [Name in keyof Parameters]: Parameters[Name] extends number | undefined
    ? Exclude<Parameters[Name], number> | string
    : Parameters[Name];
};

export type ControlQuery<Id extends ControlOperation> = AsTexts<
  described.ParametersOf<operations[Id], "query">
>;

export type ControlPathParams<Id extends ControlOperation> = AsTexts<
  described.ParametersOf<operations[Id], "path">
>;

export type ControlStatus<Id extends ControlOperation> = described.ResponseStatusOf<operations[Id]>;

export type ControlAnswerBody<
  Id extends ControlOperation,
  Status extends ControlStatus<Id>,
> = described.ResponseBodyOf<operations[Id], Status>;

/**
 * `Known` if `Body` has the same member names, otherwise `never`: checks that the type of the journal or of the users and the
 * type of the contract agree.
 */
export type SameMembers<Known, Body> = keyof Known extends keyof Body
  ? keyof Body extends keyof Known
    ? Known
    : never
  : never;
