/** The protocol methods: `login`, `call`, `multiCall`, `resources`, … (conventions 3). */
import { builtins as builtinRows, globalFaults, protocolDocument } from "../../../generated/convention.js";
import type { NamespaceRow, OperationRow } from "../../../generated/tables.js";
import type { Contract } from "../contract/contract.js";
import type { Authentication, Principal, Sender } from "../access/authentication.js";
import type { Sessions } from "../access/sessions.js";
import { shorten } from "../values/text.js";
import { andThen, type Awaitable } from "../values/awaitable.js";
import { isObject } from "../values/coercion.js";
import { callList, runCalls } from "./call-list.js";
import type { Dispatcher } from "./dispatch.js";
import type { SharedResult } from "./json.js";
import { MethodRouter, type Method } from "./method-router.js";
import type { Preferences } from "./operation.js";
import {
  cutAsAsked,
  ForcedResult,
  type FaultInjection,
  type ForcedHttpAnswer,
  type RuleAnswer,
} from "./fault-injection.js";
import { notForSeveralCalls } from "./idempotent-calls.js";
import type { ArgumentForm, ExtraArguments } from "../contract/arguments.js";
import type { Door } from "./door.js";
import type { CallGroup, CallObserver } from "./observer.js";
import { badParameter, Fault, globalFault, methodNotFound } from "./faults.js";
import { nextSlice } from "../time-slices.js";
import { RequestBounds, type RequestLimits } from "../guard/request-bounds.js";
import type { RowSink } from "./row-stream.js";

/** The parameters of a method, in order or by name. */
export type Params = readonly unknown[] | Record<string, unknown>;

/** The data of a request besides its body. */
export interface RequestOrigin {
  readonly sender: Sender;
  readonly prefer: Preferences | undefined;
  /** As in EndedCall. */
  readonly group?: CallGroup | undefined;
}

/**
 * The data of one HTTP request, which its calls share. It is a class so that its objects have all members from the
 * start: adding members one by one takes longer than most steps of a small call.
 */
export class RpcContext implements RequestOrigin {
  readonly sender: Sender;
  readonly prefer: Preferences | undefined;
  readonly group: CallGroup | undefined;
  /** The limits of a request with several calls. */
  bounds: RequestBounds | undefined = undefined;
  /** Calls over the rate limit; if all calls of the request are, the answer is 429. */
  overRate: { readonly requests: number; readonly retryAfterSeconds: number } | undefined = undefined;
  /** Set if the only call of the request cannot be executed now: the answer is 503. */
  retryAfterSeconds: number | undefined = undefined;
  /** JSON-RPC: the index of the current element in the batch, or -1. */
  element: number | undefined = undefined;
  /** A forced HTTP answer to the whole request: the remaining calls are not executed. */
  forced: ForcedHttpAnswer["answer"] | undefined = undefined;
  /** Set after authentication: a later refusal concerns access, not credentials. */
  isAuthenticated = false;
  /** The last authentication in a batch, until something may have changed its result. */
  entered: Entered | undefined = undefined;
  /** As in HandlerCall. */
  extraArguments: ExtraArguments | undefined = undefined;

  /**
   * @param dress converts results to the form of Magento 1; undefined = the form of the contract
   * @param rows streams long lists; undefined = results are answered as a whole
   */
  constructor(
    { sender, prefer, group }: RequestOrigin,
    readonly door: Door,
    readonly dress?: ((path: unknown, result: unknown) => unknown) | undefined,
    public rows?: (() => RowSink) | undefined,
  ) {
    this.sender = sender;
    this.prefer = prefer;
    this.group = group;
  }
}

interface Entered {
  readonly sessionId: unknown;
  readonly principal: Principal;
  /** The number of yields at that time. After a further yield, other calls may have changed the session. */
  readonly pauses: number;
}

export interface BuiltinParts {
  readonly authentication: Authentication;
  readonly sessions: Sessions;
  readonly dispatcher: Dispatcher;
  readonly limits: RequestLimits;
  readonly observer: CallObserver;
  readonly faultInjection?: FaultInjection | undefined;
  /** The contract, answered by `rpc.discover`. */
  readonly document: SharedResult;
}

/** A call of a protocol method. */
interface BuiltinCall {
  readonly context: RpcContext;
  readonly params: Params;
}

type Builtin = Method<BuiltinParts, BuiltinCall>;

const builtins: Readonly<Record<string, Builtin>> = {
  async login({ authentication, faultInjection }, { context: { sender, prefer, group }, params }) {
    const forced = await faultInjection?.before({ name: "login" }, prefer?.fault);
    if (forced && "result" in forced) return forcedResult(forced, forced.result, group);
    const [username, apiKey] = builtinArguments("login", params);
    for (const [name, value] of Object.entries({ username, apiKey })) {
      if (typeof value !== "string" || value === "")
        throw badParameter(name, "must be a text that is not empty");
    }
    const session = await authentication.login(username as string, apiKey as string, sender.address);
    return forcedResult(await forced?.afterwards(), session, group);
  },

  async startSession({ sessions }) {
    return sessions.newId();
  },

  async endSession({ sessions }, { params }) {
    const [sessionId] = builtinArguments("endSession", params);
    await sessions.end(sessionId);
    return true;
  },

  call({ authentication, dispatcher }, { context, params }) {
    const { sender, prefer, door, group, element, dress, rows, extraArguments, bounds } = context;
    const [sessionId, path, args] = builtinArguments("call", params);
    const isKept = bounds !== undefined && isReading(dispatcher.contract, path);
    if (!isKept) context.entered = undefined;
    const enter = isKept
      ? () => letInOnce(authentication, context, bounds, sessionId)
      : () => authentication.enter(sessionId, sender);
    // Even if a door finds the arguments unusable, authentication and access are checked first.
    const form: ArgumentForm =
      args instanceof Fault ? { form: "unusable", fault: args } : { form: "wrapped", args };
    const call = { path, args: form, prefer, door, group, element, rows, extraArguments };
    const result = dispatcher.run(enter, call);
    return dress ? andThen(result, (value) => dress(path, value)) : result;
  },

  async multiCall(parts, { context, params }) {
    const { sender, prefer, door, group, dress } = context;
    const [sessionId, given, options] = builtinArguments("multiCall", params);
    const principal = await letIn(parts.authentication, context, sessionId);
    if (sender.idempotencyKey) throw notForSeveralCalls;
    const envelope = { name: "multiCall", isEnvelope: true, principal };
    const forced = await parts.faultInjection?.before(envelope, undefined);
    if (forced && "result" in forced) return forcedResult(forced, forced.result, group);
    const calls = callList(given ?? []);

    const bounds = (context.bounds ??= new RequestBounds(parts.limits));
    const stopAtFault = isObject(options) && [1, true, "1"].includes(options.break as never);
    const list = { principal, calls, stopAtFault, bounds, prefer, door, group, dress };
    const results = await runCalls(parts, list);
    return forcedResult(await forced?.afterwards(), results, group);
  },

  async resources({ authentication, dispatcher }, { context, params }) {
    const [sessionId] = builtinArguments("resources", params);
    const { grants } = await letIn(authentication, context, sessionId);
    const isOffered = (path: string) => dispatcher.offers(path) && grants.operations.has(path);
    return Object.keys(dispatcher.contract.tables.namespaces)
      .map((name) => resourceEntry(dispatcher.contract, name, isOffered))
      .filter(({ methods }) => methods.length > 0);
  },

  async globalFaults() {
    return faultList(globalFaults);
  },

  async resourceFaults({ authentication, dispatcher }, { context, params }) {
    const [sessionId, resourceName] = builtinArguments("resourceFaults", params);
    const { grants } = await letIn(authentication, context, sessionId);
    const { contract } = dispatcher;
    const { namespaces } = contract.tables;
    const namespace = contract.resolveNamespace(resourceName);
    const isOffered = namespaces[namespace ?? ""]?.operations.some((path) => dispatcher.offers(path));
    if (namespace === undefined || !isOffered)
      throw globalFault("resource_path_invalid", "There is no such namespace.");
    if (!grants.allowsNamespace(namespace)) throw globalFault("access_denied");
    return faultList(namespaces[namespace]?.faults ?? {});
  },

  /** The answer is large and needs no authentication. Therefore several of them in one request need credentials. */
  async "rpc.discover"({ authentication, document }, { context: { bounds, sender } }) {
    if (bounds) await authentication.enterByHeader(sender);
    // Sending the contract takes as long as many calls.
    await nextSlice();
    return document;
  },
};

/** The protocol methods: one Router for all shops of the process. */
export const builtinRouter = new MethodRouter(
  protocolDocument,
  new Map(Object.entries(builtins)),
  methodNotFound,
);

/** The result, marked if a rule has affected it. */
function forcedResult(
  answer: RuleAnswer | undefined,
  result: unknown,
  group: CallGroup | undefined,
): unknown {
  if (!answer) return result;
  cutAsAsked(answer, group);
  return new ForcedResult(result, answer.rule);
}

async function letIn(authentication: Authentication, context: RpcContext, sessionId: unknown) {
  const principal = await authentication.enter(sessionId, context.sender);
  context.isAuthenticated = true;
  return principal;
}

/** Consecutive reads of a batch with the same session are authenticated once. */
function letInOnce(
  authentication: Authentication,
  context: RpcContext,
  { pauses }: RequestBounds,
  sessionId: unknown,
): Awaitable<Principal> {
  const { entered, sender } = context;
  if (entered && entered.sessionId === sessionId && entered.pauses === pauses) return entered.principal;
  context.entered = undefined;
  return andThen(authentication.enter(sessionId, sender), (principal) => {
    context.entered = { sessionId, principal, pauses };
    return principal;
  });
}

function isReading(contract: Contract, path: unknown): boolean {
  const name = contract.operationNames.get(path);
  return name !== undefined && contract.tables.operations[name]?.effect === "read";
}

/** The user name of a login, shortened. */
export function loginName(params: Params): string {
  const [username] = builtinArguments("login", params);
  return typeof username === "string" ? shorten(username, 80) : "";
}

/** The arguments in the parameters of `call`. */
export function argumentsOfCall(params: Params): unknown {
  return builtinArguments("call", params)[2];
}

/** The parameters of a built-in method by name. */
export function builtinForm(method: string, params: Params): ArgumentForm {
  const values = builtinArguments(method, params);
  const names = builtinRows[method]?.params ?? [];
  return { form: "named", members: Object.fromEntries(names.map((name, index) => [name, values[index]])) };
}

/** The parameters of a built-in method in order, whether given as a list or by name. */
function builtinArguments(method: string, params: Params): readonly unknown[] {
  if (Array.isArray(params)) return params;
  const named = params as Record<string, unknown>;
  return (builtinRows[method]?.params ?? []).map((name) =>
    Object.hasOwn(named, name) ? named[name] : undefined,
  );
}

function faultList(faults: typeof globalFaults) {
  return Object.entries(faults)
    .map(([fault, { code, message }]) => ({ code, message, fault }))
    .sort((a, b) => a.code - b.code);
}

function resourceEntry(contract: Contract, name: string, isOffered: (path: string) => boolean) {
  const { title, aliases, operations: paths } = contract.tables.namespaces[name] as NamespaceRow;
  return {
    title,
    description: null,
    name,
    aliases,
    methods: paths.filter(isOffered).map((path) => {
      const row = contract.tables.operations[path] as OperationRow;
      return {
        title: row.title,
        description: null,
        path,
        name: row.name,
        aliases: contract.aliasPaths(path),
      };
    }),
  };
}
