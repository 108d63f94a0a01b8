/** One call of an operation or of a method of the protocol: what a door has read, and what the steps add. */
import type { Authentication, Principal, Sender } from "../access/authentication.js";
import type { IdempotencyKey } from "../access/idempotency-key.js";
import type { Secrets } from "../access/secrets.js";
import type { Sessions } from "../access/sessions.js";
import type { Settings } from "../config/config.js";
import type { Contract } from "../contract/contract.js";
import type { OpenrpcText } from "../contract/published-contracts.js";
import type { ArgumentForm, CallArguments, ExtraArguments } from "../contract/arguments.js";
import type { Deadlines, TimedCall } from "../guard/deadlines.js";
import type { CountCall } from "../guard/rate-limiter.js";
import type { RequestBounds, RequestLimits } from "../guard/request-bounds.js";
import type { DocDifference } from "../storage/documents.js";
import type { ReadTx, Storage, Tx, WriteOptions } from "../storage/storage.js";
import { shorten } from "../values/text.js";
import type { DoorName } from "./door.js";
import {
  ForcedHttpAnswer,
  type FaultInjection,
  type InjectableCall,
  type LaterAnswer,
} from "./fault-injection.js";
import { loginName, type Params } from "./method-params.js";
import type { FaultTexts } from "../contract/fault-texts.js";
import type { Fault, FaultDetail } from "../contract/faults.js";
import type { AnyHandler } from "./handler.js";
import type { OperationRow } from "../../../generated/tables.js";
import type { IdempotentCalls } from "./idempotent-calls.js";
import type { CallGroup, CallObserver } from "./observer.js";
import type { Outcome } from "./outcome.js";
import type { RowSink } from "./row-stream.js";
import type { Effects, HashOf } from "./transactions.js";

/** The preferences of a request (header `Prefer`). */
export interface Preferences {
  /** The name of the fault to return, for the test control. */
  readonly fault: string | undefined;
  /** Whether what would have no effect is refused (conventions 4); undefined means as the setting says. */
  readonly handling: "strict" | "lenient" | undefined;
  /** Called when a call is carried out with this handling, before its answer. */
  readonly applied?: (() => void) | undefined;
}

/** The data of a request besides its body. */
export interface RequestOrigin {
  readonly sender: Sender;
  readonly prefer: Preferences | undefined;
  /** As in EndedCall. */
  readonly group?: CallGroup | undefined;
}

/** Converts the result of the operation with this path. */
export type DressResult = (path: unknown, result: unknown) => unknown;

/** One request, which its calls share. */
export interface RequestContext extends RequestOrigin {
  /** Undefined = a call of the server itself, for a dataset. */
  readonly door?: DoorName | undefined;
  /** Converts results to the form of Magento 1; undefined = the form of the contract. */
  readonly dress?: DressResult | undefined;
  /** Streams a long list to the caller; undefined = results are returned as a whole. */
  readonly rows?: (() => RowSink | undefined) | undefined;
  /** The limits of a request with several calls. */
  readonly bounds?: RequestBounds | undefined;
}

export type { Params } from "./method-params.js";

/** What a door has read of a call. */
export interface CallEnvelope {
  /** A method of the protocol, such as `login`; undefined = the operation at `path`. */
  readonly method?: string | undefined;
  /** The path of the operation as it was sent. */
  readonly path?: unknown;
  readonly args: ArgumentForm;
  /** The parameters of a method of the protocol. */
  readonly params?: Params | undefined;
  /** Authenticates the caller, or throws. Undefined = the method needs no caller. */
  readonly identify?: (() => Promise<Principal>) | undefined;
  /** The key of one of several calls; undefined = that of the caller. */
  readonly idempotencyKey?: IdempotencyKey | undefined;
  /** As in EndedCall. */
  readonly element?: number | undefined;
  readonly extraArguments?: ExtraArguments | undefined;
  /**
   * The REST call of which this one is a part: permission and time are those of the whole. Rules of the test control count the
   * part under the name of that call.
   */
  readonly partOf?: WholeCall | undefined;
}

/** What a part needs of the call that it belongs to. */
export type WholeCall = Pick<Call, "ignore" | "changed" | "isPermitted" | keyof TimedCall>;

/** An operation of the contract that this server offers. */
export interface Operation {
  readonly name: string;
  readonly row: OperationRow;
  /** Undefined: the operation is in the contract, but nothing carries it out. */
  readonly handler: AnyHandler | undefined;
  /** The steps of its calls. */
  readonly pipeline: OperationPipeline;
  readonly readArguments: (values: readonly unknown[]) => CallArguments;
  readonly raise: (name: string, detail?: FaultDetail) => Fault;
}

export interface OperationPipeline {
  readonly run: (call: OperationCall & WithCaller) => Promise<Outcome>;
  readonly runPart: (call: OperationCall & Authenticated) => Promise<Outcome>;
}

/** Parts of a server that are on or off from its start. */
export interface Features {
  /** CONTROL */
  readonly isControlled: boolean;
  /** CALLS_PER_MINUTE */
  readonly isCounted: boolean;
  readonly isTraced: boolean;
}

/** Everything that can be called (methods.ts). */
export interface MethodTable {
  readonly pipelines: { readonly features: Features; readonly run: (call: Call) => Promise<Outcome> };
  /** An operation that this server offers. */
  operation(name: string | undefined): Operation | undefined;
  has(name: string): boolean;
  /** Carries out a call that has taken its steps. Throws what the operation or the method of the protocol throws. */
  call(call: Call): Promise<Outcome>;
}

/** What the calls of one shop need. */
export interface Service {
  readonly contract: Contract;
  readonly methods: MethodTable;
  /** Creates the input of handlers. */
  readonly inputs: HandlerInputs;
  readonly settings: Pick<Settings, "unknownMembers">;
  readonly storage: Storage;
  readonly secrets: Secrets;
  readonly authentication: Authentication;
  readonly sessions: Sessions;
  readonly countCall: CountCall | undefined;
  readonly deadlines: Deadlines;
  readonly limits: RequestLimits;
  readonly idempotentCalls: IdempotentCalls;
  readonly faultInjection?: FaultInjection | undefined;
  readonly observer: CallObserver;
  /** Carries out a call within a span of the current trace; undefined = there are no traces. */
  readonly traced?: ((name: string, work: () => Promise<Outcome>) => Promise<Outcome>) | undefined;
  /** The contract, returned by `rpc.discover`. */
  readonly document: () => OpenrpcText;
  /** Finds the sandbox of a request by its session or login name. */
  readonly findService?: FindService | undefined;
}

/** Returns the service for a method of the protocol, or the fault if there is none; undefined = this service. */
export type FindService = (request: {
  readonly method: string;
  readonly params: Params;
}) => Service | Fault | undefined;

/** Creates the input of an application's handlers. */
export interface HandlerInputs {
  make(call: HandledCall): Promise<object>;
  /** Returns the member names that the data of a namespace may contain besides those of the contract. */
  additionalMembers(namespace: string, tx: ReadTx): Promise<readonly string[]>;
  /** The texts of faults that the shop has instead of those of the contract; absent = none. */
  faultTexts?(tx: ReadTx): Promise<FaultTexts>;
}

/** What steps find out about a call and hand on with it. */
export interface WithCaller {
  readonly envelope: { readonly identify: () => Promise<Principal> };
}
export interface Dressed {
  readonly context: { readonly dress: DressResult };
}
export interface Authenticated {
  readonly principal: Principal;
}
export interface Permitted {
  readonly isPermitted: true;
}
export interface WithArguments {
  readonly arguments: CallArguments;
}
export interface InTransaction {
  readonly tx: ReadTx | Tx;
  readonly effects: Effects;
  readonly hashOf: HashOf;
}

export type OperationCall = Call & { readonly name: string; readonly operation: Operation };

/** The call of an operation after the steps before its handler. */
export type HandledCall = OperationCall & Authenticated & WithArguments & InTransaction;

export function hasCaller<Kind extends Call>(call: Kind): call is Kind & WithCaller {
  return call.envelope.identify !== undefined;
}

export function isPermitted<Kind extends Call>(call: Kind): call is Kind & Permitted {
  return call.isPermitted;
}

export function hasOperation<Kind extends Call>(call: Kind): call is Kind & OperationCall {
  return call.operation !== undefined;
}

export function isDressed<Kind extends Call>(call: Kind): call is Kind & Dressed {
  return call.context.dress !== undefined;
}

/** How much of what a call sends without effect is noted. */
export const maxIgnored = 20;
const maxIgnoredLength = 200;

export class Call implements TimedCall {
  /** By performance.now(). */
  readonly started = performance.now();
  /** The operation of the contract, or the method of the protocol; undefined = nothing has this name. */
  readonly name: string | undefined;
  /** The operation; undefined = a method of the protocol, or an operation that this server does not offer. */
  readonly operation: Operation | undefined;
  /** How many steps have handed the call on. */
  stepsDone = 0;
  /** Undefined before authentication, and if it fails. */
  principal: Principal | undefined = undefined;
  /** Stores the outcome in the transaction; set by `answerOnce`. */
  keep: ((tx: Tx, outcome: Outcome) => Promise<void>) | undefined = undefined;
  rows: RequestContext["rows"];
  isLate = false;
  endWork: ((error: Error) => void) | undefined = undefined;
  /** Whether the test control forces the response, and the number of its rule. */
  isForced = false;
  rule: number | undefined = undefined;
  isCut = false;
  /** What a lenient call has sent without effect, for the journal. */
  ignored: Set<string> | undefined = undefined;
  /** What the call has changed, for the journal. */
  changes: readonly DocDifference[] | undefined = undefined;
  /** Set by `force`: what the test control does after a success. */
  afterwards: LaterAnswer["afterwards"] | undefined = undefined;

  constructor(
    readonly service: Service,
    readonly envelope: CallEnvelope,
    readonly context: RequestContext,
  ) {
    const { method, path } = envelope;
    this.name = method ?? service.contract.operationNames.get(path);
    this.operation = method === undefined ? service.methods.operation(this.name) : undefined;
    this.rows = context.rows;
  }

  /** Whether what would have no effect is refused: as the request asks, or as the setting says. */
  get isStrict(): boolean {
    const handling = this.context.prefer?.handling ?? this.service.settings.unknownMembers;
    return handling === "strict" || handling === "refuse";
  }

  /** Notes what the call sends without effect; undefined = it is refused, or there is no journal. */
  get ignore(): ((text: string) => void) | undefined {
    const { isStrict, service, envelope } = this;
    if (isStrict || !service.faultInjection) return undefined;
    // The operation of a REST call knows the body as its own argument.
    const whole = envelope.partOf?.ignore;
    if (whole) return (text) => whole(text.replace(/^(\w+Data|data)\./, "body."));
    return (text) => {
      const ignored = (this.ignored ??= new Set());
      if (ignored.size < maxIgnored) ignored.add(shorten(text, maxIgnoredLength));
    };
  }

  /** Notes what the call has changed; undefined = there is no journal, or the call is one of a dataset. */
  get changed(): WriteOptions["changed"] {
    const { service, envelope, context } = this;
    if (!service.faultInjection || context.door === undefined) return undefined;
    return (
      envelope.partOf?.changed ?? ((changes) => void (this.changes = [...(this.changes ?? []), ...changes]))
    );
  }

  /** Whether the roles of the caller include the call. */
  get isPermitted(): boolean {
    const { envelope, principal } = this;
    return envelope.partOf?.isPermitted ?? principal?.grants.operations.has(this.name ?? "") ?? false;
  }

  /** The operation whose access node the caller needs. */
  get neededOperation(): string | undefined {
    return this.name;
  }

  /** The HTTP response that the test control forces. */
  forcedAnswer(fault: Fault | undefined): ForcedHttpAnswer["answer"] | undefined {
    return fault instanceof ForcedHttpAnswer ? fault.answer : undefined;
  }

  /** The arguments, for the journal. */
  get sent(): ArgumentForm {
    return this.envelope.args;
  }

  /** The name of the caller for the journal; of a login, the name that was sent; "" for nobody. */
  get username(): string {
    const { name, envelope, principal } = this;
    return name === "login" ? loginName(envelope.params ?? []) : (principal?.user.username ?? "");
  }

  /** What rules of the test control may ask about the request. */
  get requestFacts(): Pick<InjectableCall, "caller" | "door" | "header" | "group"> {
    const { username: caller, context } = this;
    const { door, group } = context;
    return { caller, door, group, header: (name) => group?.header(name) };
  }

  /** The call as the rules of the test control see it; undefined if they do not apply to it. */
  get injectable(): InjectableCall | undefined {
    const { name = "", operation, envelope, principal } = this;
    if (!operation && name !== "login" && name !== "multiCall") return undefined;
    const isEnvelope = name === "multiCall" || envelope.partOf !== undefined;
    return {
      name,
      ...this.requestFacts,
      ...(operation && { row: operation.row, args: envelope.args }),
      ...(principal && { principal }),
      ...(isEnvelope && { isEnvelope }),
    };
  }

  /** Whether a forced answer that is cut needs the result of the call itself, since the rules know none. */
  get needsOwnResult(): boolean {
    return false;
  }

  /** The Router writes out the arguments of a method that it does not find; a call has nothing to write. */
  toJSON(): object {
    return {};
  }
}
