/** Calls of REST resources, and their results. */
import type { IncomingMessage } from "node:http";
import type { Principal } from "../../../engine/access/authentication.js";
import type { RestFormat } from "../../../engine/doors/rest/answer.js";
import type { TimedCall } from "../../../engine/guard/deadlines.js";
import type { RequestOrigin } from "../../../engine/calls/call.js";
import type { DataObject } from "../../../engine/values/coercion.js";
import type { CustomerDoc } from "../../data/entities/customer.js";
import type { RestHeadersOf, RestPathOf, RestOperation, ResultOf, SeveralOf } from "./rest-operations.js";

/** The authenticated caller. */
export type RestCaller =
  | { readonly role: "admin"; readonly principal: Principal }
  | { readonly role: "customer"; readonly customer: CustomerDoc };

/** A request after all checks of its path and its caller. */
export interface RestCall<Id extends RestOperation> extends TimedCall {
  readonly operation: Id;
  readonly request: IncomingMessage;
  readonly caller: RestCaller;
  readonly format: RestFormat;
  readonly path: RestPathOf<Id>;
  /** The query string without "?". */
  readonly search: string;
  readonly origin: RequestOrigin;
  /** The body as an object of fields, or as a list. Throws `RestError`. */
  readonly readContent: () => Promise<DataObject | readonly unknown[]>;
  /** The body as an object of fields. Throws `RestError`, also for a list. */
  readonly readFields: () => Promise<DataObject>;
}

/** A successful response. */
export type RestResult<Id extends RestOperation> =
  | ({ readonly status?: 200; readonly headers?: RestHeadersOf<Id> } & (undefined extends ResultOf<Id>
      ? { readonly result?: undefined }
      : { readonly result: ResultOf<Id> }))
  | ([SeveralOf<Id>] extends [never]
      ? never
      : { readonly status: 207; readonly headers?: undefined; readonly result: SeveralOf<Id> });

/** The permissions and the implementation of an operation. */
export interface RestHandler<Id extends RestOperation> {
  /** The JSON-RPC operation that the API user must be allowed to call; absent = all API users are permitted. */
  readonly admin?: string;
  /** `own`: customers can access only their own record; `all`: any customer; absent: no customers. */
  readonly customer?: "own" | "all";
  /** The body can contain a file, so the limit for JSON-RPC bodies applies. */
  readonly holdsFile?: true;
  readonly run: (call: RestCall<Id>) => Promise<RestResult<Id>>;
}

/** Handlers by operation. */
export type RestHandlers<Ids extends RestOperation> = { readonly [Id in Ids]: RestHandler<Id> };
