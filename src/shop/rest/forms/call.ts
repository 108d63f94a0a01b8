/** Calls of REST resources, and their results. */
import type { Request, Response } from "express";
import type { Principal } from "../../../engine/access/authentication.js";
import type { Grants } from "../../../engine/access/roles.js";
import {
  Call,
  type Authenticated,
  type CallEnvelope,
  type RequestOrigin,
  type Service,
  type WithCaller,
} from "../../../engine/calls/call.js";
import type { Step } from "../../../engine/calls/steps/step.js";
import type { InjectableCall } from "../../../engine/calls/fault-injection.js";
import type { RestFormat } from "../../../engine/doors/rest/answer.js";
import { formatOf } from "../../../engine/doors/rest/encoding.js";
import { acceptedType, defaultType, type MediaType } from "../../../engine/doors/rest/negotiation.js";
import type { Headers } from "../../../engine/doors/rest/rest-error.js";
import type { DataObject } from "../../../engine/values/coercion.js";
import type { CustomerDoc } from "../../data/entities/customer.js";
import type { RestContent } from "./body.js";
import type { RestHeadersOf, RestPathOf, RestOperation, ResultOf, SeveralOf } from "./rest-operations.js";

/** The authenticated caller. */
export type RestCaller =
  | { readonly role: "admin"; readonly principal: Principal }
  | { readonly role: "customer"; readonly customer: CustomerDoc };

/** A customer as a caller. Log and journal show no e-mail address. */
class CustomerPrincipal implements Principal {
  readonly user: Principal["user"];
  readonly grants = everything;
  readonly session = undefined;
  readonly attributes = {};
  readonly key: string;

  constructor(readonly customer: CustomerDoc) {
    this.key = `customer ${customer.id}`;
    this.user = { ...customerUser, username: this.key };
  }
}

/** A customer may call what the handler of a REST operation lets customers call. */
const everything = { operations: { has: () => true } } as unknown as Grants;

const customerUser: Principal["user"] = {
  id: 0,
  username: "customer",
  key_hash: "",
  is_active: true,
  roles: [],
  login_count: 0,
  created_at: "2000-01-01 00:00:00",
};

export function principalOf(caller: RestCaller): Principal {
  return caller.role === "admin" ? caller.principal : new CustomerPrincipal(caller.customer);
}

export function callerOf({ principal }: Authenticated): RestCaller {
  return principal instanceof CustomerPrincipal
    ? { role: "customer", customer: principal.customer }
    : { role: "admin", principal };
}

/** What a request asks for: its operation, and the parameters of its path. */
export interface RestTarget<Id extends RestOperation> {
  readonly id: Id;
  readonly handler: AnyRestHandler;
  readonly path: RestPathOf<Id>;
  /** The methods of the address, as in `Allow`. */
  readonly allow: string;
}

/** Finds out who calls. */
export type Identify = (
  origin: RequestOrigin,
  message: { request: Request; response: Response },
) => Promise<RestCaller>;

/** The call of a request, of an operation of openapi.yaml if its address and method belong to one. */
export class IncomingRestCall<Id extends RestOperation = RestOperation> extends Call {
  declare readonly name: Id;
  declare readonly envelope: CallEnvelope & WithCaller["envelope"];
  /** Undefined: the request accepts no type that there is. */
  readonly accepted: MediaType | undefined;
  /** The query string without "?". */
  readonly search: string;
  readonly path: RestPathOf<Id>;
  readonly handler: AnyRestHandler;
  readonly allow: string;
  /** The body as sent, for the journal, too; set by `readRequest` if the handler takes one. */
  content: RestContent | undefined = undefined;
  /** Set by `holdKey`: the answer to a call with the same `Idempotency-Key` is stored. */
  isRepeated = false;
  /** The result of the handler; undefined = 200 with an empty body. */
  answer: AnyRestResult | undefined = undefined;

  constructor(
    service: Service,
    readonly request: Request,
    readonly response: Response,
    origin: RequestOrigin,
    target: RestTarget<Id> | undefined,
    identify: Identify,
  ) {
    const url = request.originalUrl;
    const search = searchOf(url);
    const parameters = target ? parametersOf(target.path, search) : {};
    super(
      service,
      {
        ...(target ? { method: target.id } : { path: url }),
        args: { form: "named", members: parameters },
        identify: async () => principalOf(await identify(origin, { request, response })),
      },
      // `Prefer: fault` names faults of JSON-RPC, but for `none`; here a status is asked for (`forceStatus`).
      {
        ...origin,
        door: "rest",
        prefer: origin.prefer && {
          ...origin.prefer,
          fault: origin.prefer.fault === "none" ? "none" : undefined,
        },
      },
    );
    this.accepted = acceptedType(request, response);
    this.search = search;
    this.path = target?.path ?? ({} as RestPathOf<Id>);
    this.handler = target?.handler ?? nobody;
    this.allow = target?.allow ?? "";
  }

  get type(): MediaType {
    return this.accepted ?? defaultType;
  }

  get format(): RestFormat {
    return formatOf(this.type);
  }

  override get isPermitted(): boolean {
    const { principal } = this;
    const { admin, customer } = this.handler;
    if (principal instanceof CustomerPrincipal) return customer !== undefined;
    return principal !== undefined && (admin === undefined || principal.grants.operations.has(admin));
  }

  override get neededOperation(): string | undefined {
    return this.handler.admin;
  }

  /** Parameters of path and query, and the body. */
  override get sent() {
    const { args } = this.envelope;
    if (!this.content || args.form !== "named") return args;
    return { form: "named", members: { ...args.members, body: this.content } } as const;
  }

  /** What the test control does to a call belongs to the first call of a key. */
  override get injectable(): InjectableCall | undefined {
    const { args } = this.envelope;
    if (this.isRepeated || args.form !== "named") return undefined;
    const { principal, name } = this;
    const call = { name, parameters: args.members, ...this.requestFacts };
    return principal && !(principal instanceof CustomerPrincipal) ? { ...call, principal } : call;
  }

  override get needsOwnResult(): boolean {
    const { method } = this.request;
    return method === "GET" || method === "HEAD";
  }
}

/** A step that only calls of REST take. */
export type RestStep<Needs = unknown, Adds = unknown> = Step<IncomingRestCall & Needs, Adds>;

/** What handlers get: the call after all steps. */
export type RestCall<Id extends RestOperation = RestOperation> = IncomingRestCall<Id> & ReadRequest;

/** What `readRequest` adds to a call. */
export interface ReadRequest {
  readonly caller: RestCaller;
  /** The record in the body, in the form that operations expect; empty if the handler does not take one record. */
  readonly fields: DataObject;
}

function searchOf(url: string): string {
  const query = url.indexOf("?");
  return query < 0 ? "" : url.slice(query + 1);
}

/** Parameters of path and query by name. */
function parametersOf(path: object, search: string): Readonly<Record<string, unknown>> {
  return search === "" ? { ...path } : { ...Object.fromEntries(new URLSearchParams(search)), ...path };
}

/** A successful response. */
export type RestResult<Id extends RestOperation> =
  | ({ readonly status?: 200; readonly headers?: RestHeadersOf<Id> } & (undefined extends ResultOf<Id>
      ? { readonly result?: undefined }
      : { readonly result: ResultOf<Id> }))
  | ([SeveralOf<Id>] extends [never]
      ? never
      : { readonly status: 207; readonly headers?: undefined; readonly result: SeveralOf<Id> });

/** The result of any operation. */
interface AnyRestResult {
  readonly status?: 200 | 204 | 207;
  readonly headers?: Headers;
  readonly result?: object;
}

/** The permissions of an operation, and what is checked before it. */
interface RestRules {
  /** The JSON-RPC operation that the API user must be allowed to call; absent = all API users are permitted. */
  readonly admin?: string;
  /** `own`: customers can access only their own record; `all`: any customer; absent: no customers. */
  readonly customer?: "own" | "all";
  /** The body: one record, or one or several. Absent = none is read. */
  readonly body?: "one" | "several";
  /** The body can contain a file, so the limit for JSON-RPC bodies applies. */
  readonly holdsFile?: true;
}

/** The permissions and the implementation of an operation. */
export interface RestHandler<Id extends RestOperation> extends RestRules {
  /** Reads the record in a body for an operation, which judges it; absent = the contract judges it. */
  readonly read?: (call: IncomingRestCall<Id>, sent: DataObject, caller: RestCaller) => DataObject;
  /** Finds the record, before query and fields are checked. The handler looks at it again in its transaction. */
  readonly find?: (call: RestCall<Id>, sent: DataObject) => Promise<unknown>;
  readonly run: (call: RestCall<Id>) => Promise<RestResult<Id>>;
}

/** A handler of any operation. */
export interface AnyRestHandler extends RestRules {
  readonly read?: (call: IncomingRestCall, sent: DataObject, caller: RestCaller) => DataObject;
  readonly find?: (call: RestCall, sent: DataObject) => Promise<unknown>;
  readonly run: (call: RestCall) => Promise<AnyRestResult>;
}

const nobody: AnyRestHandler = { run: () => Promise.resolve({}) };

/** Handlers by operation. */
export type RestHandlers<Ids extends RestOperation> = { readonly [Id in Ids]: RestHandler<Id> };
