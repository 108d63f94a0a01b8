/** The operations of the test control as openapi.yaml describes them: what a handler is given, and what it may answer. */
import type { controlOperations } from "../../../generated/convention.js";
import type { operations } from "../../../generated/rest.js";
import type * as described from "../../engine/contract/openapi-operation.js";

export type ControlOperation = keyof typeof controlOperations;

export type ControlBody<Id extends ControlOperation> = described.RequestBodyOf<operations[Id]>;

/** Numbers are text here, which the validator let through. */
type Texts<Parameters> = {
  readonly [Name in keyof Parameters]: Parameters[Name] extends number | undefined
    ? Exclude<Parameters[Name], number> | string
    : Parameters[Name];
};

export type ControlQuery<Id extends ControlOperation> = Texts<
  described.ParametersOf<operations[Id], "query">
>;

export type ControlPathParams<Id extends ControlOperation> = Texts<
  described.ParametersOf<operations[Id], "path">
>;

export type ControlStatus<Id extends ControlOperation> = described.ResponseStatusOf<operations[Id]>;

export type ControlAnswerBody<
  Id extends ControlOperation,
  Status extends ControlStatus<Id>,
> = described.ResponseBodyOf<operations[Id], Status>;

/** A body under the type that code deeper down has for it: both know the same members, those that may be left out included. */
export type As<Known, Body> = keyof Known extends keyof Body
  ? keyof Body extends keyof Known
    ? Known
    : never
  : never;
