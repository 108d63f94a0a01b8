/** A call of a REST resource, and what it answers. */
import type { IncomingMessage } from "node:http";
import type { Principal } from "../../../engine/access/authentication.js";
import type { RestFormat } from "../../../engine/doors/rest/answer.js";
import type { Deadline } from "../../../engine/guard/deadlines.js";
import type { RequestOrigin } from "../../../engine/calls/builtins.js";
import type { DataObject } from "../../../engine/values/coercion.js";
import type { CustomerDoc } from "../../data/entities/customer.js";
import type { HeadersOf, PathOf, RestOperation, ResultOf, SeveralOf } from "./rest-operations.js";

/** Who was let in. */
export type RestCaller =
  | { readonly role: "admin"; readonly principal: Principal }
  | { readonly role: "customer"; readonly customer: CustomerDoc };

/** A request that passed all checks on its address and its sender. */
export interface RestCall<Id extends RestOperation> {
  readonly operation: Id;
  readonly request: IncomingMessage;
  readonly caller: RestCaller;
  readonly format: RestFormat;
  readonly path: PathOf<Id>;
  /** The text behind "?". */
  readonly search: string;
  readonly origin: RequestOrigin;
  readonly deadline: Deadline;
  /** The body as an object of fields, or as a list of several. Throws `RestError`. */
  readonly readContent: () => Promise<DataObject | readonly unknown[]>;
  /** The body as an object of fields. Throws `RestError`, for a list, too. */
  readonly readFields: () => Promise<DataObject>;
}

/** A success. */
export type RestResult<Id extends RestOperation> =
  | ({ readonly status?: 200; readonly headers?: HeadersOf<Id> } & (undefined extends ResultOf<Id>
      ? { readonly result?: undefined }
      : { readonly result: ResultOf<Id> }))
  | ([SeveralOf<Id>] extends [never]
      ? never
      : { readonly status: 207; readonly headers?: undefined; readonly result: SeveralOf<Id> });

/** Who may use an operation, and what it does. */
export interface RestHandler<Id extends RestOperation> {
  /** The JSON-RPC operation that an API user has to be allowed; absent = any. */
  readonly admin?: string;
  /** `own`: customers reach their own record; `all`: any customer. Otherwise they may not. */
  readonly customer?: "own" | "all";
  /** The body may be as large as that of a call by JSON-RPC. */
  readonly holdsFile?: true;
  readonly run: (call: RestCall<Id>) => Promise<RestResult<Id>>;
}

/** One for each of some operations. */
export type RestHandlers<Ids extends RestOperation> = { readonly [Id in Ids]: RestHandler<Id> };
