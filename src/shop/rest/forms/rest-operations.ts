/** Types of the REST operations, derived from openapi.yaml. */
import type { operations } from "../../../../generated/rest.js";
import type { restOperations } from "../../../../generated/tables.js";
import type * as described from "../../../engine/contract/openapi-operation.js";

type Described = keyof typeof restOperations;

/** Operation IDs. HEAD uses the operation of GET. All succeed with 200, or with 207 for several records. */
export type RestOperation = {
  [Id in Described]: [Extract<described.ResponseStatusOf<operations[Id]>, 200 | 207>] extends [never]
    ? never
    : Id;
}[Described];

type ParametersOf<Id extends RestOperation, Place extends string> = described.ParametersOf<
  operations[Id],
  Place
>;

/** The path parameters; IDs are numbers. */
export type RestPathOf<Id extends RestOperation> = {
  readonly [Name in keyof ParametersOf<Id, "path">]: Name extends "store"
    ? string
    : Name extends "addressType"
      ? ParametersOf<Id, "path">[Name]
      : number;
};

/** Names of query parameters. */
export type QueryName<Id extends RestOperation> = keyof ParametersOf<Id, "query"> & string;

/** The request body. */
export type RestBodyOf<Id extends RestOperation> = described.RequestBodyOf<operations[Id]>;

/** Statuses of errors; for several operations, those that all declare. */
export type RestRefusalOf<Id extends RestOperation> = Exclude<
  described.ResponseStatusOf<operations[Id]>,
  200 | 207
> &
  number;

type AnswerOf<Id extends RestOperation, Status> =
  Status extends described.ResponseStatusOf<operations[Id]>
    ? described.ResponseBodyOf<operations[Id], Status>
    : never;

type ContentOf<Id extends RestOperation> = AnswerOf<Id, 200>;

/** The result for several records; `never` if the operation accepts only one. */
export type SeveralOf<Id extends RestOperation> = AnswerOf<Id, 207>;

/** A record of a collection, or the single record of a result. */
export type RecordOf<Id extends RestOperation> = string extends keyof ContentOf<Id>
  ? ContentOf<Id>[string]
  : ContentOf<Id>;

/** The result of a success: none, a record, or the records of a collection by key, in order. */
export type ResultOf<Id extends RestOperation> = [ContentOf<Id>] extends [never]
  ? undefined
  : string extends keyof ContentOf<Id>
    ? ReadonlyMap<string, RecordOf<Id>>
    : ContentOf<Id>;

/** The headers of a success in addition to those of every response. */
export type RestHeadersOf<Id extends RestOperation> = {
  readonly [Name in HeaderOf<operations[Id]>]?: string | number;
};

type HeaderOf<Operation extends described.OpenapiOperation> =
  200 extends described.ResponseStatusOf<Operation> ? described.ResponseHeadersOf<Operation, 200> : never;
