/**
 * `/api/rest`: methods, permissions, statuses and headers, with the checks in the order of customers 4.1. The
 * operations are implemented by the resources in this folder and by customers/rest/resource.ts.
 */
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { callerKey } from "../../../engine/access/authentication.js";
import {
  ForcedHttpAnswer,
  forcedAnswer,
  isForced,
  loseAnswer,
  markForced,
  ruleOf,
  type FaultInjection,
  type ForcedCall,
  type InjectableCall,
} from "../../../engine/calls/fault-injection.js";
import { Fault, TooManyCalls, Unavailable } from "../../../engine/contract/faults.js";
import { KeyRefused, type IdempotentCalls } from "../../../engine/calls/idempotent-calls.js";
import type { CallObserver } from "../../../engine/calls/observer.js";
import type { RestAnswer } from "../../../engine/doors/rest/answer.js";
import { defaultType, negotiate, type MediaType } from "../../../engine/doors/rest/negotiation.js";
import { RestError, type Headers } from "../../../engine/doors/rest/rest-error.js";
import { formatOf, send, sendRestError } from "../../../engine/doors/rest/sending.js";
import type { Deadlines } from "../../../engine/guard/deadlines.js";
import { maxStructureBytes } from "../../../engine/guard/request-size.js";
import type { CountCall } from "../../../engine/guard/rate-limiter.js";
import type { RequestOrigin, Service } from "../../../engine/calls/call.js";
import type { CallExchange, Exchange } from "../../../engine/http/call-exchange.js";
import { isRepeated, preference, replayHeader } from "../../../engine/http/request.js";
import { sendForced } from "../../../engine/http/responses.js";
import { isUnavailable, StorageReadOnlyError } from "../../../engine/storage/storage.js";
import { isImmutable, memoize } from "../../../engine/values/memo.js";
import { wire } from "../../../engine/values/text.js";
import {
  CustomerAuthentication,
  type CustomerAuthenticationParts,
} from "../../customers/accounts/customer-authentication.js";
import type { CustomerContract } from "../../customers/rest/contract.js";
import { CustomersResource, noCustomer } from "../../customers/rest/resource.js";
import type { CustomAttribute } from "../../data/entities/customer.js";
import type { ShopSettings } from "../../settings.js";
import { singleRecord, readContent as readContentOf } from "../forms/body.js";
import type { BodyContract } from "../forms/contract.js";
import { Bodies } from "./bodies.js";
import { OperationRunner } from "./operations.js";
import { OrdersResource } from "./orders.js";
import { ProductPartsResource } from "./product-parts.js";
import { ProductsResource } from "./products.js";
import { StockItemsResource } from "./stock-items.js";
import type { RestCall, RestCaller, RestHandlers, RestResult } from "../forms/call.js";
import { resultDocument } from "../forms/documents.js";
import { fieldProblem, sentenceAbout } from "../forms/problems.js";
import { refused } from "../forms/refusal.js";
import { splitUrl, checkVersion, headerOf } from "../forms/request.js";
import type { RestPathOf, RestOperation } from "../forms/rest-operations.js";
import { RestRoutes, type Route } from "../forms/routes.js";

export type ShopRestParts = CustomerAuthenticationParts & {
  readonly contract: CustomerContract;
  readonly bodies: BodyContract;
  readonly service: Service;
  readonly customerAttributes: () => readonly CustomAttribute[];
  readonly exchanges: CallExchange;
  readonly observer: CallObserver;
  readonly countCall: CountCall | undefined;
  readonly deadlines: Deadlines;
  readonly idempotentCalls: IdempotentCalls;
  readonly faultInjection?: FaultInjection | undefined;
  readonly settings: ShopSettings;
  /** Prefix of the paths of a sandbox, "" for the main shop. */
  readonly prefix: string;
};

/** Operations with the header `Website`, which identifies the website of a customer's e-mail address. */
type WithWebsite = "getCustomer" | "updateCustomer" | "openRestSession";

/** A handler of any operation. */
interface AnyHandler {
  readonly admin?: string;
  readonly customer?: "own" | "all";
  readonly holdsFile?: true;
  readonly run: (call: RestCall<RestOperation>) => Promise<{
    readonly status?: 200 | 207;
    readonly headers?: Headers;
    readonly result?: object;
  }>;
}

/** A request that may be carried out. */
interface AdmittedRest {
  readonly name: RestOperation;
  readonly handler: AnyHandler;
  readonly route: Route;
  readonly search: string;
  readonly caller: RestCaller;
  readonly type: MediaType;
}

/** A request in progress, with the data for the log and the journal. A class, as `RpcContext`. */
class RestRequest implements Exchange, RequestOrigin, ForcedCall {
  readonly area = "rest";
  readonly sender: RequestOrigin["sender"];
  readonly prefer: RequestOrigin["prefer"];
  readonly group: RequestOrigin["group"];
  operation: RestOperation | "unknown" = "unknown";
  user = "";
  session: string | undefined = undefined;
  /** Parameters of path and query. */
  parameters: Readonly<Record<string, unknown>> | undefined = undefined;
  body: object | undefined = undefined;
  isForced = false;
  rule: ForcedCall["rule"] = undefined;
  afterwards: ForcedCall["afterwards"] = undefined;

  constructor(
    readonly request: IncomingMessage,
    readonly response: ServerResponse,
    { sender, prefer, group }: RequestOrigin,
  ) {
    this.sender = sender;
    this.prefer = prefer;
    this.group = group;
  }
}

export class ShopRest {
  private readonly authentication: CustomerAuthentication;
  private readonly routes: RestRoutes;
  private readonly handlers: RestHandlers<RestOperation>;

  constructor(private readonly parts: ShopRestParts) {
    const { settings, customerAttributes, prefix } = parts;
    this.authentication = new CustomerAuthentication(parts);
    this.routes = new RestRoutes(settings.namespaces);
    const basePath = basePathOf(settings.baseUrl) + prefix;
    const customers = new CustomersResource({
      ...parts,
      settings: {
        ...settings,
        get customerAttributes() {
          return customerAttributes();
        },
      },
      basePath,
    });
    const beyond = {
      ...{ ...parts, basePath },
      operations: new OperationRunner(parts.service, parts.idempotentCalls),
      bodies: new Bodies(parts.bodies, settings),
    };
    this.handlers = {
      ...customers.handlers,
      ...new ProductsResource(beyond).handlers,
      ...new ProductPartsResource(beyond).handlers,
      ...new StockItemsResource(beyond).handlers,
      ...new OrdersResource(beyond).handlers,
      openRestSession: { customer: "all", run: (call) => this.openSession(call) },
      endRestSession: { customer: "all", run: (call) => this.endSession(call) },
    };
  }

  /** Handles any request for `/api/rest` or a path below it. Never rejects. */
  serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    return this.parts.exchanges.enter({ request, response, area: "rest" }, (origin) =>
      this.serveCall(new RestRequest(request, response, origin)),
    );
  }

  private async serveCall(call: RestRequest): Promise<void> {
    const { request, response } = call;
    const started = performance.now();
    const type = negotiate(request.headers.accept);
    let failure: RestError | undefined;
    try {
      const answer = await this.answer(call, type);
      this.parts.exchanges.send(call, answer.body ?? noBody, () =>
        send(response, answer, type ?? defaultType),
      );
    } catch (error) {
      call.isForced ||= isForced(error);
      if (call.isForced) call.rule = ruleOf(error);
      if (error instanceof ForcedHttpAnswer) return sendForced(response, error.answer);
      failure = this.restErrorOf(error, call.operation);
      if (!response.headersSent) sendRestError(response, failure, type ?? defaultType);
    } finally {
      const { operation, user, parameters, body, session, isForced: forced, rule, group } = call;
      this.parts.observer.callEnded({
        operation,
        username: user,
        fault: failure && String(failure.status),
        durationMs: performance.now() - started,
        door: "rest",
        path: operation === "unknown" ? request.url : undefined,
        args: { form: "named", members: body ? { ...parameters, body } : (parameters ?? {}) },
        error: failure && { code: failure.status, message: failure.messages.join("\n") },
        session,
        forced,
        rule,
        group,
      });
    }
  }

  private async answer(
    call: RestRequest,
    type: MediaType | undefined,
  ): Promise<RestAnswer & { status?: number }> {
    const { request } = call;
    const { path: address, search } = splitUrl(request.url ?? "/");
    const route = this.routes.at(address);
    if (request.method === "OPTIONS") return { status: 204, headers: allow(route) };
    const name = (call.operation = operationOf(route, request.method));
    const handler = this.handlers[name] as unknown as AnyHandler;
    call.parameters = parametersOf(route, search);
    if (type === undefined) {
      const { accept } = request.headers;
      throw refused(406, sentenceAbout("Accept", "Only XML and JSON", "are available", accept));
    }

    const caller = await this.enter(call);
    call.user = callerName(caller);
    await this.parts.countCall?.(callerKeyOf(caller));
    if (!isPermitted(handler, caller)) throw refused(403);
    if (caller.role === "admin") call.session = caller.principal.session?.id;
    this.refuseOnPreference(request, name, route);
    const admitted = { name, handler, route, search, caller, type };
    // What the test control does to a call belongs to the first call of a key, so the key is taken before.
    const { idempotencyKey: key } = call.sender;
    const isKeyed = caller.role === "admin" && request.method === "POST" && key?.problem === undefined;
    if (!isKeyed || !key) return this.carryOut(call, admitted, false);
    const owner = `user ${caller.principal.user.id}`;
    const { idempotentCalls } = this.parts;
    return idempotentCalls.hold(key, owner, async () =>
      this.carryOut(call, admitted, await idempotentCalls.knows(key, owner)),
    );
  }

  private async carryOut(
    call: RestRequest,
    { name, handler, route, search, caller, type }: AdmittedRest,
    isRepeated: boolean,
  ): Promise<RestAnswer & { status?: number }> {
    const { request, group } = call;
    const { faultInjection } = this.parts;
    const injected = injectable(name, caller, call.parameters ?? {});
    const isAnswered =
      faultInjection?.isReady &&
      !isRepeated &&
      (await forcedAnswer(faultInjection.before(injected, undefined), call, group));
    // A forced response with a body belongs to a read, for which the result is still computed.
    if (isAnswered && !isReading(request)) return {};
    checkVersion(request);
    const path = route.parameters as RestPathOf<RestOperation> & RestPathOf<"getCustomer">;
    // Records of other customers count as not found.
    if (handler.customer === "own" && caller.role === "customer" && caller.customer.id !== path.customerId) {
      throw noCustomer(path.customerId);
    }

    const format = formatOf(type);
    const { readContent, readFields } = this.bodyOf(call, handler);
    // Without a spread, which takes as long as reading a customer.
    const restCall = {
      operation: name,
      request,
      caller,
      origin: call,
      format,
      path,
      search,
      readContent,
      readFields,
      isLate: false,
    };
    const { status, headers, result } = await this.parts.deadlines.limit(restCall, handler.run(restCall));
    if (!call.response.hasHeader(replayHeader.name)) await loseAnswer(call, group);
    if (!result) return { headers };
    const textOf = textsOf[format];
    const body = isImmutable(result) ? memoize(result, textOf) : textOf(result);
    return { status: status ?? 200, headers, body };
  }

  /** Readers for the body. The caller is authenticated before the body is read. */
  private bodyOf(
    call: RestRequest,
    { holdsFile }: AnyHandler,
  ): Pick<RestCall<RestOperation>, "readContent" | "readFields"> {
    const { exchanges, settings } = this.parts;
    const read = async () => {
      const limit = holdsFile ? settings.maxRpcBodyBytes : maxStructureBytes;
      const body = await exchanges.readBody(call, limit);
      try {
        return await readContentOf(call.request.headers["content-type"], body);
      } finally {
        if ("bytes" in body) body.release?.();
      }
    };
    return {
      readContent: async () => (call.body = await read()),
      readFields: async () => (call.body = singleRecord(await read())),
    };
  }

  /** The authenticated caller; 401 or 429 otherwise, with the same message for every reason. */
  private async enter({ request, sender }: RestRequest): Promise<RestCaller> {
    if (!sender.hasAuthorization || isRepeated(request.rawHeaders, "authorization")) throw refused(401);
    try {
      return await this.authentication.enter(sender, headerOf<WithWebsite>(request, "Website"));
    } catch (error) {
      if (!(error instanceof Fault) || error.fault === "internal") throw error;
      const { retry_after } = error.data as { retry_after?: number };
      throw retry_after === undefined
        ? refused(401)
        : refused(429, undefined, { "Retry-After": retry_after });
    }
  }

  /** `Prefer: code=<status>`: with test control, a call can request an error that the contract declares. */
  private refuseOnPreference(request: IncomingMessage, name: RestOperation, route: Route): void {
    const { settings, contract } = this.parts;
    if (request.headers.prefer === undefined || !settings.control) return;
    const code = preference(request, "code");
    if (!code) return;
    const status = Number(code);
    if (!contract.declares(name, status)) {
      throw refused(400, fieldProblem("Prefer", "this call does not declare the status", code));
    }
    const headers: Record<number, Headers> = { 405: allow(route), 429: { "Retry-After": 1 } };
    throw markForced(new RestError(status, undefined, headers[status]));
  }

  private async openSession({
    caller,
    origin,
  }: RestCall<"openRestSession">): Promise<RestResult<"openRestSession">> {
    // A session cannot be used to open another one; that needs the password.
    if (origin.sender.bearer !== undefined) throw refused(403);
    const token = await this.authentication.openSession(caller);
    return { result: { token, expires_in: this.parts.settings.sessionTimeoutSeconds } };
  }

  private async endSession({ origin }: RestCall<"endRestSession">): Promise<RestResult<"endRestSession">> {
    const { bearer } = origin.sender;
    if (bearer === undefined) throw refused(403);
    await this.parts.sessions.end(bearer);
    return {};
  }

  /**
   * Converts any error. Unexpected errors are logged with a reference, and the response contains only the
   * reference.
   */
  private restErrorOf(error: unknown, operation: string): RestError {
    if (error instanceof RestError) return error;
    if (error instanceof TooManyCalls) {
      return refused(429, undefined, { "Retry-After": error.retryAfterSeconds });
    }
    if (error instanceof Unavailable) {
      return refused(503, error.message, { "Retry-After": error.retryAfterSeconds });
    }
    if (error instanceof KeyRefused) {
      return new RestError(error.status, { field: "Idempotency-Key", message: error.message });
    }
    if (error instanceof Fault && isForced(error)) return new RestError(error.status, error.message);
    const reference = randomUUID();
    this.parts.observer.callFailed(error, operation, reference);
    const what = error instanceof StorageReadOnlyError ? error.refusal.advice : "The service failed.";
    return refused(isUnavailable(error) ? 503 : 500, `${what.slice(0, -1)} (reference ${reference}).`);
  }
}

/** The path of a base URL: "https://shop.test/store" → "/store". */
function basePathOf(baseUrl: string | undefined): string {
  return baseUrl === undefined ? "" : new URL(baseUrl).pathname.replace(/\/+$/, "");
}

const noBody = wire("");

/** Declared once, so that the text of an immutable result is cached with it. */
const textsOf = {
  json: (result: object) => wire(resultDocument(result, "json")),
  xml: (result: object) => wire(resultDocument(result, "xml")),
};

/** The caller in the log, without e-mail addresses of customers. */
function callerName(caller: RestCaller): string {
  return caller.role === "admin" ? caller.principal.user.username : `customer ${caller.customer.id}`;
}

/** The key for rate limits: the same at all doors for API users; customers have keys of their own. */
function callerKeyOf(caller: RestCaller): string {
  return caller.role === "admin" ? callerKey(caller.principal) : `customer ${caller.customer.id}`;
}

/** Parameters of path and query by name. */
function parametersOf({ parameters }: Route, search: string): Readonly<Record<string, unknown>> {
  if (search === "") return parameters;
  return { ...Object.fromEntries(new URLSearchParams(search)), ...parameters };
}

/** The call in the form that the fault rules of the test control match. */
function injectable(
  name: RestOperation,
  caller: RestCaller,
  parameters: Readonly<Record<string, unknown>>,
): InjectableCall {
  return caller.role === "admin" ? { name, parameters, principal: caller.principal } : { name, parameters };
}

function isReading({ method }: IncomingMessage): boolean {
  return method === "GET" || method === "HEAD";
}

function allow({ methods }: Route): Headers {
  return { Allow: Object.keys(methods).join(", ") };
}

function operationOf(route: Route, method = ""): RestOperation {
  const operation = Object.hasOwn(route.methods, method) ? route.methods[method] : undefined;
  if (!operation) throw refused(405, undefined, allow(route));
  return operation;
}

function isPermitted({ admin, customer }: AnyHandler, caller: RestCaller): boolean {
  if (caller.role === "customer") return customer !== undefined;
  return admin === undefined || caller.principal.grants.operations.has(admin);
}
