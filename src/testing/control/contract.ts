/** The operations of the test control as openapi.yaml describes them: what a handler is given, and what it answers. */
import type { Request } from "express";
import type { operations } from "../../../generated/rest.js";

export type OperationId = keyof operations;

/** The body of a request; undefined where it may be left out. */
export type BodyOf<Id extends OperationId> = operations[Id] extends {
  requestBody?: { content: { "application/json": infer Body } };
}
  ? Body
  : never;

export type QueryOf<Id extends OperationId> = NonNullable<operations[Id]["parameters"]["query"]>;

export type StatusOf<Id extends OperationId> = keyof operations[Id]["responses"];

/** What an operation answers with a status. */
export type AnswerOf<
  Id extends OperationId,
  Status extends StatusOf<Id>,
> = operations[Id]["responses"][Status] extends {
  content: { "application/json": infer Answer };
}
  ? Answer
  : never;

/** The body as the validator let it through. */
export function bodyOf<Id extends OperationId>(request: Request): BodyOf<Id> {
  return request.body as BodyOf<Id>;
}

export function queryOf<Id extends OperationId>(request: Request): QueryOf<Id> {
  return request.query;
}
