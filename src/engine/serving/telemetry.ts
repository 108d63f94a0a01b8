/** What follows requests, calls, transactions and statements for `TELEMETRY`. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { ServedCall } from "../calls/observer.js";
import type { Outcome } from "../calls/outcome.js";
import type { Storage } from "../storage/storage.js";

export interface Telemetry {
  /** Handles a request within the trace that its headers name. */
  request(
    request: IncomingMessage,
    response: ServerResponse,
    trustedProxies: readonly string[],
    handle: () => void,
  ): void;
  /** Binds work that runs later to the current trace. */
  readonly bound: <R>(work: () => R) => () => R;
  /** Carries out a call within a span. */
  readonly traced: (name: string, work: () => Promise<Outcome>) => Promise<Outcome>;
  /** The storage, with a span for each transaction. */
  storage(storage: Storage): Storage;
  /** Adds a span for a call of a protocol method that has ended. */
  callEnded(call: ServedCall): void;
  close(): void;
}
