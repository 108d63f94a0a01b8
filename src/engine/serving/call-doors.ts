/** Creates everything that answers calls for one storage: sessions, users, operations, and the doors. */
import { Authentication, type AuthenticationParts } from "../access/authentication.js";
import { grantsBy, type GrantsOf } from "../access/roles.js";
import type { Nonces } from "../access/oauth/nonces.js";
import type { SessionHistory } from "../access/session-history.js";
import { Sessions } from "../access/sessions.js";
import { Users } from "../access/users.js";
import { IdempotentCalls } from "../calls/idempotent-calls.js";
import type { Methods } from "../calls/methods.js";
import type { Service } from "../calls/call.js";
import type { Settings } from "../config/config.js";
import type { Guard } from "../guard/guard.js";
import type { CountCall } from "../guard/rate-limiter.js";
import type { LoginThrottle } from "../guard/login-throttle.js";
import { Transfer } from "../http/transfer.js";
import { sendBusy, sendTooLarge } from "./errors.js";
import type { ServedInstance } from "./served-instance.js";
import type { RequestBatcher } from "../time-slices.js";
import { createDoors } from "../doors/create-doors.js";
import type { Door } from "../doors/door.js";
import { ServedDoor } from "../doors/served-door.js";

type OfService =
  | ("contract" | "document" | "inputs" | "traced" | "storage" | "secrets" | "observer")
  | ("faultInjection" | "findService");

export interface CallDoorsParts
  extends Pick<Service, OfService>, Pick<AuthenticationParts, "clock" | "sandbox" | "carries"> {
  readonly methods: Methods;
  readonly settings: Settings;
  /** Counts failed logins of all shops, so that sandboxes do not allow more attempts. */
  readonly throttle: LoginThrottle;
  /** Of signed requests to all instances, so that none is accepted again by a sandbox. */
  readonly nonces: Nonces;
  readonly guard: Guard;
  readonly batcher: RequestBatcher;
  /** For the journal; undefined = there is none. */
  readonly sessionHistory?: SessionHistory | undefined;
  readonly onError: (error: unknown) => void;
  /** The path of the sandbox; empty for the main instance. */
  readonly prefix: string;
  /** The URL of the service, without a slash at the end. With port 0, it is unknown until the server listens. */
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
    const { contract, storage, clock, secrets, settings, guard, batcher } = parts;
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
    const { grantsOf } = this;
    const authentication = (this.authentication = new Authentication({ ...parts, sessions, grantsOf }));
    const idempotentCalls = (this.idempotentCalls = new IdempotentCalls(
      storage,
      clock,
      guard.bounds.idempotencyKeys,
    ));
    const countCall = (this.countCall = guard.callRate(clock, storage.shared));
    const service: Service = (this.service = {
      ...parts,
      ...{ limits, authentication, sessions, countCall, idempotentCalls },
      deadlines: guard.deadlines,
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
    const isOffered = (operation: string) => service.methods.has(operation);
    const { rpc, plain, xmlrpc, soap, soap_v2 } = createDoors({ ...parts, isOffered });
    this.doors = {
      rpc: serve(rpc),
      plain: serve(plain),
      xmlrpc: serve(xmlrpc),
      soap: serve(soap),
      soap_v2: serve(soap_v2),
    };
  }
}
