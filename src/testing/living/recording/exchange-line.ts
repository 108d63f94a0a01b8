/** A line of a recording: one exchange between a client and a server, secrets masked (docs/living-shops.md). */
import type { ForeignFault } from "../doors/outcome.js";
import type { LivingDoor } from "../doors/addresses.js";

/** Stands for a secret. */
export const stars = "***";

export interface ExchangeLine {
  /** `2026-11-23T17:40:00.123Z` */
  readonly time?: string;
  readonly duration_ms?: number;
  /** Null = no address of a door. */
  readonly door: LivingDoor | null;
  /** An operation by the name that the contract has for it, a method of the protocol, `batch`, `wsdl`, or a request of REST. */
  readonly operation: string | null;
  /** Of operations and methods of the protocol, without the session. */
  readonly args?: unknown;
  /** Stands for the session: the same for the same one. Of a `login` that which it gave. */
  readonly session?: string;
  /** The user of HTTP Basic. */
  readonly basic?: string;
  /** As sent, where the arguments do not tell it: REST, and what no door can read. */
  readonly request?: RecordedRequest;
  readonly outcome: "result" | "fault" | "http" | "broken";
  readonly result?: unknown;
  readonly fault?: ForeignFault;
  /** Of HTTP; absent where no answer came. */
  readonly status?: number;
  /** The beginning of an answer that holds neither a result nor a fault. */
  readonly answer?: { readonly content_type?: string; readonly location?: string; readonly body: string };
  /** Why there is no whole answer. */
  readonly reason?: string;
  /** Of several recordings in one file: at the first line of each the shop is as it was before. */
  readonly scenario?: string;
  /** Why it cannot be judged elsewhere, where its maker knows: it is counted as not replayed. */
  readonly not_replayable?: string;
  /** What it shows, for people. */
  readonly note?: string;
}

export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly content_type?: string;
  readonly accept?: string;
  /** In place of a session stands `$session`. Absent = none. */
  readonly body?: string;
  /** Characters of the body that are not in the recording. */
  readonly cut?: number;
}

/** In place of sessions in texts that were sent. */
export const sessionMark = "$session";
