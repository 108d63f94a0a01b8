/** A line of a recording: one exchange between a client and a server, with masked secrets (docs/fidelity.md). */
import type { ForeignFault } from "../doors/outcome.js";
import type { LivingDoor } from "../doors/addresses.js";

export { stars } from "../../../testing/secrets/names.js";

export interface ExchangeLine {
  /** `2026-11-23T17:40:00.123Z` */
  readonly time?: string;
  readonly duration_ms?: number;
  /** Null = the path belongs to no door. */
  readonly door: LivingDoor | null;
  /** An operation by its name in the contract, a method of the protocol, `batch`, `wsdl`, or a REST request. */
  readonly operation: string | null;
  /** Arguments of an operation or a method of the protocol, without the session. */
  readonly args?: unknown;
  /** A label that identifies the session; for a `login`, the session that it opened. */
  readonly session?: string;
  /** The user of HTTP Basic. */
  readonly basic?: string;
  /** Who asked by REST: without a signature a guest, with the token of a customer that customer, otherwise an admin. */
  readonly who?: "admin" | "customer" | "guest";
  /** The request as sent, for REST and for requests that could not be read as a call. */
  readonly request?: RecordedRequest;
  readonly outcome: "result" | "fault" | "http" | "broken";
  readonly result?: unknown;
  readonly fault?: ForeignFault;
  /** HTTP status; absent if there was no answer. */
  readonly status?: number;
  /** By REST, headers of the answer. Of an answer without a result or a fault also its beginning. */
  readonly answer?: RecordedAnswer;
  /** Why the answer is incomplete. */
  readonly reason?: string;
  /** Name of one of several recordings in the file; each starts with the original state of the shop. */
  readonly scenario?: string;
  /** Why the exchange cannot be replayed, set by the author of the recording. */
  readonly not_replayable?: string;
  /** A description for the reader of reports. */
  readonly note?: string;
}

export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly content_type?: string;
  readonly accept?: string;
  /** Sessions are replaced by `$session`. Absent = no body, or `unreadable`. */
  readonly body?: string;
  /** How many characters of the body were cut off. */
  readonly cut?: number;
  /** Why there is no body: it was passed on, but it is not a call, not text, or cannot be read. */
  readonly unreadable?: string;
}

export interface RecordedAnswer {
  readonly content_type?: string;
  readonly location?: string;
  /** `X-Total-Count`, by REST. */
  readonly total_count?: string;
  readonly body?: string;
  /** Why there is no body. */
  readonly unreadable?: string;
}

/** Replaces sessions in recorded texts. */
export const sessionMark = "$session";
