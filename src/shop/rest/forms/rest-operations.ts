/** The operations of the REST resources as openapi.yaml describes them. */
import type { operations } from "../../../../generated/rest.js";
import type { restOperations } from "../../../../generated/tables.js";
import type * as described from "../../../engine/contract/openapi-operation.js";

type Described = keyof typeof restOperations;

/** HEAD is answered by the operation of GET. All succeed with 200, or with 207 for each of several. */
export type RestOperation = {
  [Id in Described]: [Extract<described.ResponseStatusOf<operations[Id]>, 200 | 207>] extends [never]
    ? never
    : Id;
}[Described];

type ParametersOf<Id extends RestOperation, Place extends string> = described.ParametersOf<
  operations[Id],
  Place
>;

/** The parameters of the path: IDs are numbers. */
export type PathOf<Id extends RestOperation> = {
  readonly [Name in keyof ParametersOf<Id, "path">]: Name extends "store"
    ? string
    : Name extends "addressType"
      ? ParametersOf<Id, "path">[Name]
      : number;
};

/** Names of parameters of the query. */
export type QueryName<Id extends RestOperation> = keyof ParametersOf<Id, "query"> & string;

/** Names of header parameters; of several operations, those that all of them have. */
export type HeaderName<Id extends RestOperation> = keyof ParametersOf<Id, "header"> & string;

/** What a body may hold. */
export type BodyOf<Id extends RestOperation> = described.RequestBodyOf<operations[Id]>;

/** Statuses of errors; of several operations, those that all of them declare. */
export type RefusalOf<Id extends RestOperation> = Exclude<
  described.ResponseStatusOf<operations[Id]>,
  200 | 207
> &
  number;

type AnswerOf<Id extends RestOperation, Status> =
  Status extends described.ResponseStatusOf<operations[Id]>
    ? described.ResponseBodyOf<operations[Id], Status>
    : never;

type ContentOf<Id extends RestOperation> = AnswerOf<Id, 200>;

/** What became of several at once; `never` where the operation takes one at a time. */
export type SeveralOf<Id extends RestOperation> = AnswerOf<Id, 207>;

/** A row of a collection, or what is answered of one thing. */
export type RecordOf<Id extends RestOperation> = string extends keyof ContentOf<Id>
  ? ContentOf<Id>[string]
  : ContentOf<Id>;

/** The body of a success: none, a record, or the records of a collection by their keys, in the order of the result. */
export type ResultOf<Id extends RestOperation> = [ContentOf<Id>] extends [never]
  ? undefined
  : string extends keyof ContentOf<Id>
    ? ReadonlyMap<string, RecordOf<Id>>
    : ContentOf<Id>;

/** The headers of a success beside those that every answer has. */
export type HeadersOf<Id extends RestOperation> = {
  readonly [Name in HeaderOf<operations[Id]>]?: string | number;
};

type HeaderOf<Operation extends described.OpenapiOperation> =
  200 extends described.ResponseStatusOf<Operation> ? described.ResponseHeadersOf<Operation, 200> : never;
