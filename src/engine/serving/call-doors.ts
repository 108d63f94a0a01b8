/** Creates everything that answers calls for one storage: sessions, users, operations, and the doors. */
import { Authentication, type AuthenticationParts } from "../access/authentication.js";
import { grantsBy, type GrantsOf } from "../access/roles.js";
import type { Nonces } from "../access/oauth/nonces.js";
import type { Secrets } from "../access/secrets.js";
import type { SessionHistory } from "../access/session-history.js";
import { Sessions } from "../access/sessions.js";
import { Users } from "../access/users.js";
import type { FaultInjection } from "../calls/fault-injection.js";
import { IdempotentCalls } from "../calls/idempotent-calls.js";
import type { CallObserver } from "../calls/observer.js";
import type { Methods } from "../calls/methods.js";
import type { FindService, HandlerInputs, Service } from "../calls/call.js";
import type { Clock } from "../clock.js";
import type { Settings } from "../config/config.js";
import type { Contract } from "../contract/contract.js";
import type { OpenrpcText } from "../contract/published-contracts.js";
import type { Guard } from "../guard/guard.js";
import type { CountCall } from "../guard/rate-limiter.js";
import type { LoginThrottle } from "../guard/login-throttle.js";
import { Transfer } from "../http/transfer.js";
import { sendBusy, sendTooLarge } from "./errors.js";
import type { ServedInstance } from "./served-instance.js";
import type { Storage } from "../storage/storage.js";
import type { RequestBatcher } from "../time-slices.js";
import { createDoors } from "../doors/create-doors.js";
import type { Door } from "../doors/door.js";
import { ServedDoor } from "../doors/served-door.js";

export interface CallDoorsParts extends Pick<AuthenticationParts, "sandbox" | "carries"> {
  readonly contract: Contract;
  readonly methods: Methods;
  /** The published contract, which `rpc.discover` returns. */
  readonly document: () => OpenrpcText;
  readonly inputs: HandlerInputs;
  readonly traced?: Service["traced"];
  readonly storage: Storage;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly settings: Settings;
  readonly throttle: LoginThrottle;
  readonly nonces: Nonces;
  /** All instances of the process share guard and batcher. */
  readonly guard: Guard;
  readonly batcher: RequestBatcher;
  readonly observer: CallObserver;
  /** For the journal; undefined = there is none. */
  readonly sessionHistory?: SessionHistory | undefined;
  readonly onError: (error: unknown) => void;
  readonly faultInjection?: FaultInjection | undefined;
  /** Finds the sandbox of a request by its session or login name. */
  readonly findService?: FindService | undefined;
  /** The path of the sandbox; empty for the main instance. */
  readonly prefix: string;
  /** The URL of the service, without a slash at the end. */
  readonly baseUrl: () => string;
}

export class CallDoors {
  readonly grantsOf: GrantsOf;
  readonly sessions: Sessions;
  readonly users: Users;
  readonly authentication: Authentication;
  readonly idempotentCalls: IdempotentCalls;
  readonly countCall: CountCall | undefined;
  readonly transfer: Transfer;
  readonly service: Service;
  readonly doors: ServedInstance["doors"];

  constructor(parts: CallDoorsParts) {
    const { contract, storage, clock, secrets, settings, guard, batcher, observer, faultInjection } = parts;
    const { limits } = guard;
    this.grantsOf = grantsBy(contract);
    const sessions = (this.sessions = new Sessions(
      storage,
      clock,
      settings,
      parts.onError,
      parts.sessionHistory,
      parts.sandbox,
    ));
    this.users = new Users(storage, clock, secrets, sessions);
    const authentication = (this.authentication = new Authentication({
      storage,
      clock,
      secrets,
      sessions,
      throttle: parts.throttle,
      grantsOf: this.grantsOf,
      ...(parts.sandbox !== undefined && parts.carries
        ? { sandbox: parts.sandbox, carries: parts.carries }
        : {}),
    }));
    const idempotentCalls = (this.idempotentCalls = new IdempotentCalls(
      storage,
      clock,
      guard.bounds.idempotencyKeys,
    ));
    const countCall = (this.countCall = guard.callRate(clock, storage.shared));
    const service: Service = (this.service = {
      contract,
      storage,
      secrets,
      settings,
      observer,
      faultInjection,
      limits,
      methods: parts.methods,
      inputs: parts.inputs,
      traced: parts.traced,
      authentication,
      sessions,
      countCall,
      idempotentCalls,
      deadlines: guard.deadlines,
      document: parts.document,
      findService: parts.findService,
    });
    const { trustedProxies } = settings;
    const transfer = (this.transfer = new Transfer({
      guard,
      batcher,
      trustedProxies,
      sendBusy,
      sendTooLarge,
    }));
    const serve = (door: Door) => new ServedDoor(door, { service, transfer, guard, trustedProxies });
    const { rpc, plain, xmlrpc, soap, soap_v2 } = createDoors({
      contract,
      settings,
      baseUrl: parts.baseUrl,
      prefix: parts.prefix,
      isOffered: (operation) => service.methods.has(operation),
    });
    this.doors = {
      rpc: serve(rpc),
      plain: serve(plain),
      xmlrpc: serve(xmlrpc),
      soap: serve(soap),
      soap_v2: serve(soap_v2),
    };
  }
}
