/**
 * `/api/rest`: verbs, roles, statuses and headers, in the order of checks of customers 4.1. What the operations do
 * is in customers/resource.ts.
 */
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { paths } from "../../../../generated/rest.js";
import type { Described } from "../../../engine/contract/described.js";
import type { CustomerAuthentication, RestCaller } from "../accounts/customer-authentication.js";
import type { CountCall } from "../../../engine/guard/rate-limiter.js";
import type { Sessions } from "../../../engine/access/sessions.js";
import {
  cutAsAsked,
  ForcedHttpAnswer,
  isForced,
  markForced,
  ruleOf,
  type FaultInjection,
  type InjectableCall,
} from "../../../engine/calls/fault-injection.js";
import { sendForced } from "../../../engine/http/responses.js";
import type { CallObserver } from "../../../engine/calls/observer.js";
import { Deadlines } from "../../../engine/guard/deadlines.js";
import { Fault, Unavailable } from "../../../engine/calls/faults.js";
import { largeAnswerBytes, type AnswerBudget } from "../../../engine/guard/answer-budget.js";
import type { Budget } from "../../../engine/guard/budget.js";
import type { CustomerContract } from "./contract.js";
import { countRestCall } from "./counting.js";
import { resultDocument } from "./documents.js";
import { defaultType, negotiate, type MediaType } from "../../../engine/doors/rest/negotiation.js";
import { RestError, type Headers } from "../../../engine/doors/rest/rest-error.js";
import type { RestAnswer } from "../../../engine/doors/rest/answer.js";
import type { PathOf, RestOperation } from "../accounts/rest-operations.js";
import { refused } from "./refusal.js";
import type { CustomersResource, RestCall, RestResult } from "./resource.js";
import { addressOf, callerName, checkVersion, headerOf, isBearer } from "./request.js";
import { formatOf, send, sendRestError } from "../../../engine/doors/rest/sending.js";
import {
  isRepeated,
  callPreferences,
  preference,
  replayHeader,
  senderOf,
  tellHandling,
} from "../../../engine/http/headers.js";
import { wire } from "../../../engine/values/wire.js";
import type { RequestBatcher } from "../../../engine/time-slices.js";
import { WireExchange } from "../../../engine/http/wire-exchange.js";
import { isUnavailable, StorageReadOnlyError } from "../../../engine/storage/storage.js";

export interface CustomersHttpParts {
  readonly resource: CustomersResource;
  readonly authentication: CustomerAuthentication;
  readonly sessions: Sessions;
  readonly contract: CustomerContract;
  readonly observer: CallObserver;
  readonly countCall: CountCall;
  readonly faultInjection: FaultInjection | undefined;
  readonly batcher: RequestBatcher;
  readonly answers: AnswerBudget;
  readonly callsUnderWay: Budget;
  readonly settings: {
    readonly trustedProxies: readonly string[];
    readonly requestTimeoutSeconds: number;
    readonly sessionTimeoutSeconds: number;
    /** Whether callers may ask for errors (interface 4). */
    readonly control: boolean;
  };
}

/** Who may use an operation, and what it does. */
interface Operation<Id extends RestOperation> {
  /** The JSON-RPC operation that an API user has to be allowed; absent = any. */
  readonly admin?: string;
  /** `own`: customers reach their own record; `all`: any customer. Otherwise they may not. */
  readonly customer?: "own" | "all";
  readonly run: (call: RestCall<Id>) => Promise<RestResult<Id>>;
}

/** Those that customers call, whose e-mail addresses belong to websites. */
type WithWebsite = "getCustomer" | "updateCustomer" | "openRestSession";

/** Whichever was found. */
interface AnyOperation extends Pick<Operation<RestOperation>, "admin" | "customer"> {
  readonly run: (call: RestCall<RestOperation>) => Promise<{ headers?: Headers; result?: object }>;
}

/** One for each operation of the contract. */
type Operations = { readonly [Id in RestOperation]: Operation<Id> };

/** Of an address: the operations by the methods that the contract has there. */
type Methods<Path extends keyof paths> = {
  readonly [
    Method in keyof paths[Path] as paths[Path][Method] extends Described ? Uppercase<Method & string> : never
  ]: RestOperation;
};

interface Route {
  readonly methods: Readonly<Record<string, RestOperation>>;
  /** Absent where the address has no parameter. */
  readonly parameters?: PathOf<RestOperation>;
}

const customers: Methods<"/api/rest/customers"> = {
  GET: "listCustomers",
  HEAD: "listCustomers",
  POST: "createCustomer",
};

const customer: Methods<"/api/rest/customers/{customerId}"> = {
  GET: "getCustomer",
  HEAD: "getCustomer",
  PUT: "updateCustomer",
  DELETE: "deleteCustomer",
};

const session: Methods<"/api/rest/session"> = { POST: "openRestSession", DELETE: "endRestSession" };

/** What becomes known of a request on its way. */
interface Progress {
  operation: string;
  user: string;
  session?: string | undefined;
  /** Of path and query. */
  parameters?: Readonly<Record<string, unknown>>;
  body?: object;
  /** Of the test control, which had something to do with the answer. */
  rule?: number | undefined;
}

export class CustomersHttp {
  private readonly deadlines: Deadlines;
  private readonly operations: Operations;

  constructor(private readonly parts: CustomersHttpParts) {
    const { resource, settings } = parts;
    this.deadlines = new Deadlines(settings.requestTimeoutSeconds * 1000);
    this.operations = {
      listCustomers: { admin: "customer.list", run: (call) => resource.list(call) },
      createCustomer: { admin: "customer.create", run: (call) => resource.create(call) },
      getCustomer: { admin: "customer.info", customer: "own", run: (call) => resource.read(call) },
      updateCustomer: { admin: "customer.update", customer: "own", run: (call) => resource.update(call) },
      deleteCustomer: { admin: "customer.delete", run: (call) => resource.remove(call) },
      openRestSession: { customer: "all", run: (call) => this.openSession(call) },
      endRestSession: { customer: "all", run: (call) => this.endSession(call) },
    };
  }

  /** Answers any request for `/api/rest` or an address below it. Never rejects. */
  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const started = performance.now();
    const progress: Progress = { operation: "unknown", user: "" };
    const type = negotiate(request.headers.accept);
    const { batcher, callsUnderWay } = this.parts;
    tellHandling(response, callPreferences(request));
    const group = WireExchange.of(response);
    let failure: RestError | undefined;
    let forced = false;
    let rule: number | undefined;
    try {
      if (!callsUnderWay.hasRoomFor(batcher.waiting + 1)) throw refused(503);
      await batcher.nextBatch();
      callsUnderWay.overdraw(1);
      let answer: Awaited<ReturnType<CustomersHttp["answer"]>>;
      try {
        answer = await this.answer(request, type, progress, group);
      } finally {
        callsUnderWay.giveBack(1);
      }
      batcher.answer(() => this.send(response, answer, type ?? defaultType));
    } catch (error) {
      forced = isForced(error);
      rule = ruleOf(error);
      if (error instanceof ForcedHttpAnswer) return sendForced(response, error.answer);
      failure = this.restErrorOf(error, progress.operation);
      if (!response.headersSent) sendRestError(response, failure, type ?? defaultType);
    } finally {
      const durationMs = performance.now() - started;
      this.parts.observer.callEnded({
        operation: progress.operation,
        username: progress.user,
        fault: failure && String(failure.status),
        durationMs,
        door: "rest",
        path: progress.operation === "unknown" ? request.url : undefined,
        args: { form: "named", members: { ...progress.parameters, body: progress.body } },
        error: failure && { code: failure.status, message: failure.messages.join("\n") },
        session: progress.session,
        forced: forced || progress.rule !== undefined,
        rule: rule ?? progress.rule,
        group,
      });
    }
  }

  private send(response: ServerResponse, answer: RestAnswer & { status?: number }, type: MediaType): void {
    const { answers } = this.parts;
    const size = answer.body?.length ?? 0;
    const sendIt = () => send(response, answer, type);
    if (size <= largeAnswerBytes) sendIt();
    else if (!answers.send(response, size, sendIt)) sendRestError(response, refused(503), type);
  }

  private async answer(
    request: IncomingMessage,
    type: MediaType | undefined,
    progress: Progress,
    exchange: WireExchange | undefined,
  ): Promise<RestAnswer & { status?: number }> {
    const { path: address, search } = addressOf(request.url ?? "/");
    const route = routeOf(address);
    if (request.method === "OPTIONS") return { status: 204, headers: allow(route) };
    const name = operationOf(route, request.method);
    const operation = this.operations[name] as AnyOperation;
    progress.operation = name;
    const parameters = (progress.parameters = parametersOf(route, search));
    if (type === undefined) throw refused(406);

    const caller = await this.enter(request);
    progress.user = callerName(caller);
    const counted = countRestCall(this.parts.countCall, caller);
    if (counted) await counted;
    if (!isPermitted(operation, caller)) throw refused(403);
    if (caller.role === "admin") progress.session = caller.principal.session?.id;
    this.refuseAsAsked(request, name, route);
    const { faultInjection } = this.parts;
    const forced = faultInjection?.isReady
      ? await faultInjection.before(injectable(name, caller, parameters), undefined)
      : undefined;
    if (forced && "result" in forced) {
      progress.rule = forced.rule;
      cutAsAsked(forced, exchange);
      // An answer that tells something is that of a call without effect.
      if (!isReading(request)) return {};
    }
    checkVersion(request);
    const path = route.parameters as PathOf<RestOperation>;
    // Another customer's record is as good as none.
    if (
      operation.customer === "own" &&
      caller.role === "customer" &&
      caller.customer.id !== path.customerId
    ) {
      throw refused<"getCustomer" | "updateCustomer">(404);
    }

    const format = formatOf(type);
    const bodyRead = (bytes: Buffer, fields?: object) => {
      if (fields) progress.body = fields;
      if (exchange) exchange.body = bytes;
    };
    const { headers = {}, result } = await this.deadlines.run((deadline) =>
      operation.run({ request, caller, format, path, search, deadline, bodyRead }),
    );
    const isReplayed = Object.hasOwn(headers, replayHeader.name);
    if (forced && "afterwards" in forced && !isReplayed) {
      const lost = await forced.afterwards();
      progress.rule = lost?.rule;
      cutAsAsked(lost, exchange);
    }
    return result ? { headers, body: wire(resultDocument(result, format)) } : { headers };
  }

  /** The caller; 401 and 429 otherwise, with the same words for every reason. */
  private async enter(request: IncomingMessage): Promise<RestCaller> {
    const sender = senderOf(request, this.parts.settings.trustedProxies);
    if (!sender.hasAuthorization || isRepeated(request.rawHeaders, "authorization")) throw refused(401);
    try {
      return await this.parts.authentication.enter(sender, headerOf<WithWebsite>(request, "Website"));
    } catch (error) {
      if (!(error instanceof Fault) || error.fault === "internal") throw error;
      const { retry_after } = error.data as { retry_after?: number };
      throw retry_after === undefined
        ? refused(401)
        : refused(429, undefined, { "Retry-After": retry_after });
    }
  }

  /** `Prefer: code=<status>`: the test control lets a call answer an error that the contract declares. */
  private refuseAsAsked(request: IncomingMessage, name: RestOperation, route: Route): void {
    const { settings, contract } = this.parts;
    if (request.headers.prefer === undefined || !settings.control) return;
    const code = preference(request, "code");
    if (!code) return;
    const status = Number(code);
    if (!contract.declares(name, status)) {
      throw refused(400, `Prefer: this call does not declare the status ${code.slice(0, 20)}.`);
    }
    const headers: Record<number, Headers> = { 405: allow(route), 429: { "Retry-After": 1 } };
    throw markForced(new RestError(status, undefined, headers[status]));
  }

  private async openSession({
    request,
    caller,
  }: RestCall<"openRestSession">): Promise<RestResult<"openRestSession">> {
    // A session is opened with a password; one that exists does not bear another.
    if (isBearer(request)) throw refused(403);
    const token = await this.parts.authentication.openSession(caller);
    return { result: { token, expires_in: this.parts.settings.sessionTimeoutSeconds } };
  }

  private async endSession({ request }: RestCall<"endRestSession">): Promise<RestResult<"endRestSession">> {
    if (!isBearer(request)) throw refused(403);
    await this.parts.sessions.end(senderOf(request, []).bearer);
    return {};
  }

  /** Any error in the form of this resource; what is none is logged under a reference and answered without its text. */
  private restErrorOf(error: unknown, operation: string): RestError {
    if (error instanceof RestError) return error;
    if (error instanceof Unavailable)
      return new RestError(error.status, error.message, {
        "Retry-After": String(error.retryAfterSeconds),
      });
    if (error instanceof Fault && isForced(error)) return new RestError(error.status, error.message);
    const reference = randomUUID();
    this.parts.observer.callFailed(error, operation, reference);
    const what = error instanceof StorageReadOnlyError ? error.refusal.advice : "The service failed.";
    return refused(isUnavailable(error) ? 503 : 500, `${what.slice(0, -1)} (reference ${reference}).`);
  }
}

function routeOf(path: string): Route {
  if (path === "/api/rest/customers") return { methods: customers };
  if (path === "/api/rest/session") return { methods: session };
  const id = /^\/api\/rest\/customers\/([1-9][0-9]{0,9})$/.exec(path)?.[1];
  if (id === undefined) throw new RestError(404, "There is nothing at this address.");
  return { methods: customer, parameters: { customerId: Number(id) } };
}

/** Of path and query, by name. */
function parametersOf({ parameters }: Route, search: string): Readonly<Record<string, unknown>> {
  const query = search === "" ? {} : Object.fromEntries(new URLSearchParams(search));
  return { ...query, ...parameters };
}

/** What a call is to the rules of the test control. */
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

function isPermitted({ admin, customer }: AnyOperation, caller: RestCaller): boolean {
  if (caller.role === "customer") return customer !== undefined;
  return admin === undefined || caller.principal.grants.allows(admin);
}
