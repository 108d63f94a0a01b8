/**
 * `/api/rest`: verbs, roles, statuses and headers, in the order of checks of customers 4.1. What the operations do
 * is in customers/resource.ts.
 */
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { CustomerAuthentication, RestCaller } from "../accounts/customer-authentication.js";
import type { CallRate } from "../../../engine/guard/call-rate.js";
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
import { Fault } from "../../../engine/calls/faults.js";
import { largeAnswerBytes, type AnswerBudget } from "../../../engine/guard/answer-budget.js";
import type { Budget } from "../../../engine/guard/budget.js";
import type { CustomerContract } from "./contract.js";
import { countCall } from "./counting.js";
import { sessionDocument } from "./documents.js";
import { defaultType, negotiate, type MediaType } from "../../../engine/doors/rest/negotiation.js";
import { RestError, type Headers } from "../../../engine/doors/rest/rest-error.js";
import type { RestAnswer } from "../../../engine/doors/rest/answer.js";
import type { CustomersResource, RestCall } from "./resource.js";
import { addressOf, callerName, checkVersion, isBearer } from "./request.js";
import { formatOf, send, sendRestError } from "../../../engine/doors/rest/sending.js";
import {
  isRepeated,
  callPreferences,
  preference,
  replayHeader,
  senderOf,
  tellHandling,
} from "../../../engine/http/sender.js";
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
  readonly callRate: CallRate;
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

/** What one method of one address does, and who may do it. */
interface Operation {
  /** As in openapi.yaml. */
  readonly name: string;
  /** The JSON-RPC operation that an API user has to be allowed; absent = any. */
  readonly admin?: string;
  /** `own`: customers reach their own record; `all`: any customer. Otherwise they may not. */
  readonly customer?: "own" | "all";
  readonly run: (call: RestCall) => Promise<RestAnswer>;
}

interface Route {
  readonly methods: Readonly<Record<string, Operation>>;
  readonly id: number;
}

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
  private readonly collection: Route["methods"];
  private readonly single: Route["methods"];
  private readonly session: Route["methods"];

  constructor(private readonly parts: CustomersHttpParts) {
    const { resource, settings } = parts;
    this.deadlines = new Deadlines(settings.requestTimeoutSeconds * 1000);
    const list: Operation = {
      name: "listCustomers",
      admin: "customer.list",
      run: (call) => resource.list(call),
    };
    const read: Operation = {
      name: "getCustomer",
      admin: "customer.info",
      customer: "own",
      run: (call) => resource.read(call),
    };
    this.collection = {
      GET: list,
      HEAD: list,
      POST: { name: "createCustomer", admin: "customer.create", run: (call) => resource.create(call) },
    };
    this.single = {
      GET: read,
      HEAD: read,
      PUT: {
        name: "updateCustomer",
        admin: "customer.update",
        customer: "own",
        run: (call) => resource.update(call),
      },
      DELETE: { name: "deleteCustomer", admin: "customer.delete", run: (call) => resource.remove(call) },
    };
    this.session = {
      POST: { name: "openRestSession", customer: "all", run: (call) => this.openSession(call) },
      DELETE: { name: "endRestSession", customer: "all", run: (call) => this.endSession(call) },
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
      if (!callsUnderWay.hasRoomFor(batcher.waiting + 1)) throw new RestError(503);
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
    else if (!answers.send(response, size, sendIt)) sendRestError(response, new RestError(503), type);
  }

  private async answer(
    request: IncomingMessage,
    type: MediaType | undefined,
    progress: Progress,
    wire: WireExchange | undefined,
  ): Promise<RestAnswer & { status?: number }> {
    const { path, search } = addressOf(request.url ?? "/");
    const { methods, id } = this.routeOf(path);
    if (request.method === "OPTIONS") return { status: 204, headers: allow(methods) };
    const operation = methodOf(methods, request.method);
    progress.operation = operation.name;
    const parameters = (progress.parameters = parametersOf(id, search));
    if (type === undefined) throw new RestError(406);

    const caller = await this.enter(request);
    progress.user = callerName(caller);
    const counted = countCall(this.parts.callRate, caller);
    if (counted) await counted;
    if (!isPermitted(operation, caller)) throw new RestError(403);
    if (caller.role === "admin") progress.session = caller.principal.session?.id;
    this.refuseAsAsked(request, operation, methods);
    const { faultInjection } = this.parts;
    const forced = faultInjection?.isReady
      ? await faultInjection.before(injectable(operation, caller, parameters), undefined)
      : undefined;
    if (forced && "result" in forced) {
      progress.rule = forced.rule;
      cutAsAsked(forced, wire);
      // An answer that tells something is that of a call without effect.
      if (!isReading(request)) return {};
    }
    checkVersion(request);
    // Another customer's record is as good as none.
    if (operation.customer === "own" && caller.role === "customer" && caller.customer.id !== id) {
      throw new RestError(404);
    }

    const format = formatOf(type);
    const bodyRead = (bytes: Buffer, fields?: object) => {
      if (fields) progress.body = fields;
      if (wire) wire.body = bytes;
    };
    const answer = await this.deadlines.run((deadline) =>
      operation.run({ request, caller, format, id, search, deadline, bodyRead }),
    );
    const isReplayed = wire?.response.hasHeader(replayHeader.name) === true;
    if (forced && "afterwards" in forced && !isReplayed) {
      const lost = await forced.afterwards();
      progress.rule = lost?.rule;
      cutAsAsked(lost, wire);
    }
    return answer;
  }

  private routeOf(path: string): Route {
    if (path === "/api/rest/customers") return { methods: this.collection, id: 0 };
    if (path === "/api/rest/session") return { methods: this.session, id: 0 };
    const id = /^\/api\/rest\/customers\/([1-9][0-9]{0,9})$/.exec(path)?.[1];
    if (id === undefined) throw new RestError(404, "There is nothing at this address.");
    return { methods: this.single, id: Number(id) };
  }

  /** The caller; 401 and 429 otherwise, with the same words for every reason. */
  private async enter(request: IncomingMessage): Promise<RestCaller> {
    const sender = senderOf(request, this.parts.settings.trustedProxies);
    if (!sender.hasAuthorization || isRepeated(request.rawHeaders, "authorization")) throw new RestError(401);
    const { website } = request.headers;
    try {
      return await this.parts.authentication.enter(
        sender,
        website === undefined ? undefined : String(website),
      );
    } catch (error) {
      if (!(error instanceof Fault) || error.fault === "internal") throw error;
      const { retry_after } = error.data as { retry_after?: number };
      throw retry_after === undefined
        ? new RestError(401)
        : new RestError(429, undefined, { "Retry-After": retry_after });
    }
  }

  /** `Prefer: code=<status>`: the test control lets a call answer an error that the contract declares. */
  private refuseAsAsked(request: IncomingMessage, { name }: Operation, methods: Route["methods"]): void {
    const { settings, contract } = this.parts;
    if (request.headers.prefer === undefined || !settings.control) return;
    const code = preference(request, "code");
    if (!code) return;
    const status = Number(code);
    if (!contract.declares(name, status)) {
      throw new RestError(400, `Prefer: this call does not declare the status ${code.slice(0, 20)}.`);
    }
    const headers: Record<number, Headers> = { 405: allow(methods), 429: { "Retry-After": 1 } };
    throw markForced(new RestError(status, undefined, headers[status]));
  }

  private async openSession({ request, caller, format }: RestCall): Promise<RestAnswer> {
    // A session is opened with a password; one that exists does not bear another.
    if (isBearer(request)) throw new RestError(403);
    const token = await this.parts.authentication.openSession(caller);
    return { body: wire(sessionDocument(token, this.parts.settings.sessionTimeoutSeconds, format)) };
  }

  private async endSession({ request }: RestCall): Promise<RestAnswer> {
    if (!isBearer(request)) throw new RestError(403);
    await this.parts.sessions.end(senderOf(request, []).bearer);
    return {};
  }

  /** Any error in the form of this resource; what is none is logged under a reference and answered without its text. */
  private restErrorOf(error: unknown, operation: string): RestError {
    if (error instanceof RestError) return error;
    if (error instanceof Fault && isForced(error)) return new RestError(error.status, error.message);
    const reference = randomUUID();
    this.parts.observer.callFailed(error, operation, reference);
    const what = error instanceof StorageReadOnlyError ? error.refusal.advice : "The service failed.";
    return new RestError(isUnavailable(error) ? 503 : 500, `${what.slice(0, -1)} (reference ${reference}).`);
  }
}

/** @param id 0 = none */
function parametersOf(id: number, search: string): Readonly<Record<string, unknown>> {
  const query = search === "" ? {} : Object.fromEntries(new URLSearchParams(search));
  return id === 0 ? query : { ...query, customerId: id };
}

/** What a call is to the rules of the test control. */
function injectable(
  { name }: Operation,
  caller: RestCaller,
  parameters: Readonly<Record<string, unknown>>,
): InjectableCall {
  return caller.role === "admin" ? { name, parameters, principal: caller.principal } : { name, parameters };
}

function isReading({ method }: IncomingMessage): boolean {
  return method === "GET" || method === "HEAD";
}

function allow(methods: Route["methods"]): Headers {
  return { Allow: Object.keys(methods).join(", ") };
}

function methodOf(methods: Route["methods"], method = ""): Operation {
  const operation = Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (!operation) throw new RestError(405, undefined, allow(methods));
  return operation;
}

function isPermitted({ admin, customer }: Operation, caller: RestCaller): boolean {
  if (caller.role === "customer") return customer !== undefined;
  return admin === undefined || caller.principal.grants.allows(admin);
}
