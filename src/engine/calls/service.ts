/** What the calls of one shop need. */
import type { Authentication } from "../access/authentication.js";
import type { Secrets } from "../access/secrets.js";
import type { Sessions } from "../access/sessions.js";
import type { Settings } from "../config/config.js";
import type { Contract } from "../contract/contract.js";
import type { Deadlines } from "../guard/deadlines.js";
import type { CountCall } from "../guard/rate-limiter.js";
import type { RequestLimits } from "../guard/request-bounds.js";
import type { ReadTx, Storage } from "../storage/storage.js";
import type { Call, Params } from "./call.js";
import type { FaultInjection } from "./fault-injection.js";
import type { Fault } from "./faults.js";
import type { IdempotentCalls } from "./idempotent-calls.js";
import type { SharedResult } from "./json.js";
import type { Methods } from "./methods.js";
import type { CallObserver } from "./observer.js";
import type { Outcome } from "./outcome.js";

export interface Service {
  readonly contract: Contract;
  readonly methods: Methods;
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
  /** The contract, answered by `rpc.discover`. */
  readonly document: SharedResult;
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
  make(call: Call): Promise<object>;
  /** Returns the member names that the data of a namespace may contain besides those of the contract. */
  additionalMembers(namespace: string, tx: ReadTx): Promise<readonly string[]>;
}
