/** A door reads the calls of a request, and writes what comes of them. served-door.ts is the one caller of both. */
import type { IncomingMessage } from "node:http";
import type { Sender } from "../access/authentication.js";
import type { RequestContext } from "../calls/call.js";
import type { DoorName } from "../calls/door.js";
import type { RequestedCall } from "../calls/envelopes.js";
import type { CallGroup } from "../calls/observer.js";
import type { Outcome, Refusal } from "../calls/outcome.js";
import type { BodyForm } from "../http/request.js";
import type { RowsForm } from "../http/responses.js";
import type { Wire, WireParts } from "../values/text.js";

export interface Door<Read extends ReadCall = ReadCall> {
  readonly name: DoorName;
  /** The type of bodies and responses. */
  readonly media: "json" | "xml";
  /** The header `Allow` of other methods than POST. */
  readonly allow: string;
  /** Converts results to the form of Magento 1; undefined = the form of the contract. */
  readonly dress: RequestContext["dress"];
  /** What GET returns, such as a WSDL; absent = GET is not allowed. */
  readonly page?: (request: IncomingMessage) => Page;
  /** The body that refuses a request without a call; absent = there is none. */
  readonly problemText?: (problem: string) => Wire;
  /** Never throws for anything that a client can send. */
  read(body: Buffer, head: RequestHead): Reading<Read>;
  /** Throws if the result cannot be written: then the error is written in its place. */
  write(call: Read, outcome: CallOutcome, group?: CallGroup): WrittenResponse | Promise<WrittenResponse>;
}

export interface Page {
  readonly type: string;
  readonly text: string;
}

/** What a door needs to know of a request besides its body. */
export interface RequestHead {
  readonly form: BodyForm;
  /** Without query. */
  readonly path: string;
  readonly sender: Sender;
}

export type Reading<Read extends ReadCall = ReadCall> = Read | ReadCalls<Read> | Unread;

/** A call, with what the door needs to write its outcome. */
export interface ReadCall {
  readonly call: RequestedCall;
  /** How a long list is streamed; undefined = it is sent as a whole. */
  readonly list?: (() => StreamedList | undefined) | undefined;
}

/** Several calls, to be carried out in order. */
export interface ReadCalls<Read extends ReadCall> {
  /** A text stands for a call that cannot be read, and refuses it. */
  readonly calls: readonly (Read | Wire)[];
  /** The response with the texts of all calls; undefined = there is nothing to send. */
  readonly join: (texts: readonly (Wire | WireParts)[]) => Wire | WireParts | undefined;
  /** If every call is over the rate, the whole request gets 429. */
  readonly isRefusedByRate?: boolean;
}

/** The response to a body that contains no usable call. */
interface Unread {
  readonly response: WrittenResponse;
}

/** The outcome of a call, which was perhaps not carried out because a limit of the whole request was reached. */
export type CallOutcome = Outcome | SkippedCall;

interface SkippedCall extends Refusal {
  readonly skipped: "response is full" | "too late";
}

export interface StreamedList {
  readonly rows: RowsForm;
  /** The text after the last row. */
  readonly rest: Wire;
}

export interface WrittenResponse {
  /** Default: 200, or 429 without a body and 503 for the faults that mean them by every door. */
  readonly status?: number;
  /** Undefined = no body. */
  readonly text?: Wire | WireParts | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** As in Fault. */
  readonly ownText?: string | undefined;
}
