/** The operations of the test control as openapi.yaml describes them: what a handler is given, and what it may answer. */
import type { controlOperations } from "../../../generated/convention.js";
import type { operations } from "../../../generated/rest.js";

export type ControlOperation = keyof typeof controlOperations;

/** The body of a request; undefined where it may be left out. */
export type BodyOf<Id extends ControlOperation> = operations[Id] extends {
  requestBody?: { content: { "application/json": infer Body } };
}
  ? Body
  : undefined;

type ParametersOf<Id extends ControlOperation> = operations[Id]["parameters"];

/** Numbers are text here, which the validator let through. */
type Texts<Parameters> = {
  readonly [Name in keyof Parameters]: Parameters[Name] extends number | undefined
    ? Exclude<Parameters[Name], number> | string
    : Parameters[Name];
};

export type QueryOf<Id extends ControlOperation> = Texts<NonNullable<ParametersOf<Id>["query"]>>;

export type PathOf<Id extends ControlOperation> = Texts<NonNullable<ParametersOf<Id>["path"]>>;

export type StatusOf<Id extends ControlOperation> = keyof operations[Id]["responses"];

/** What an operation answers with a status; `never` where that has no body. */
export type AnswerOf<
  Id extends ControlOperation,
  Status extends StatusOf<Id>,
> = operations[Id]["responses"][Status] extends {
  content: { "application/json": infer Body };
}
  ? Body
  : never;
