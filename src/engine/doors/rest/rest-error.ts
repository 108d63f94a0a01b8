/** Error responses (customers 4.2, 5.5), and the REST response for every fault, in one table. */
import { ForcedHttpAnswer, isForced, markForced, ruleOf } from "../../calls/fault-injection.js";
import { Fault, globalFault, TooManyCalls, Unavailable, type RecordedError } from "../../contract/faults.js";
import { KeyRefused } from "../../calls/idempotent-calls.js";
import { httpRefusalOf } from "../http-refusal.js";
import { shorten } from "../../values/text.js";

/** The default messages by status. */
const defaultMessages: Readonly<Record<number, string>> = {
  400: "The request is unusable.",
  401: "The credentials are missing or wrong.",
  403: "This is not permitted.",
  404: "There is no such record.",
  405: "This method is not allowed here.",
  406: "Only XML and JSON are available.",
  413: "The body is too large.",
  429: "Too many attempts; wait and try again.",
  500: "The service failed.",
  503: "The server is overloaded; try again in a moment.",
};

/** Bounds on a response, since messages may quote the request. */
const maxMessages = 50;
const maxMessageLength = 999;
const maxFieldLength = 254;

const challenges = ['Bearer realm="api"', 'Basic realm="api", charset="UTF-8"', 'OAuth realm="api"'];

/** Headers of all errors with a status. */
const headersOf: Readonly<Record<number, Headers>> = {
  401: { "WWW-Authenticate": challenges },
  503: { "Retry-After": 1 },
};

export type Headers = Readonly<Record<string, string | number | string[]>>;

/** One entry of an error document. */
export interface RestProblem {
  /** A sentence for people. */
  readonly message: string;
  /** The parameter, header or member that is to blame; undefined if it is the request as a whole. */
  readonly field?: string;
}

/** A problem; as text alone, one that no single field is to blame for. */
export type RestMessage = string | RestProblem;

/** Thrown to answer with an error document: one entry per problem, each with the status as its code. */
export class RestError extends Fault {
  readonly problems: readonly RestProblem[];
  readonly headers: Headers;

  constructor(
    status: number,
    messages: RestMessage | readonly RestMessage[] = defaultMessages[status] ?? "The request failed.",
    headers: Headers = {},
  ) {
    const problems = [messages].flat().slice(0, maxMessages).map(boundedProblem);
    const message = problems.map((problem) => problem.message).join("\n");
    super(String(status), { code: status, status, message }, undefined);
    this.problems = problems;
    this.headers = { ...headersOf[status], ...headers };
  }

  override get recorded(): RecordedError {
    return { code: this.code, message: this.message };
  }
}

/** The REST response for a fault of the call itself. Faults of the operations in it are converted by `refusedOperation`. */
export function restErrorOf(fault: Fault): RestError {
  if (fault instanceof RestError) return fault;
  const { status, message } = fault;
  const refusal = httpRefusalOf(fault);
  const later = refusal && "status" in refusal ? refusal : undefined;
  const headers: Headers = later ? { "Retry-After": later.retryAfterSeconds } : {};
  if (later?.status === 429) return new RestError(429, undefined, headers);
  if (fault instanceof KeyRefused) return new RestError(status, { field: "Idempotency-Key", message });
  if (isForced(fault)) return markForced(new RestError(status, message), ruleOf(fault));
  if (fault.fault === "access_denied") return new RestError(403);
  const { reference } = fault.data as { readonly reference?: string };
  const isTold = message !== globalFault("internal").message;
  const failure = isTold ? message : "The service failed.";
  const text = reference === undefined ? failure : `${failure.slice(0, -1)} (reference ${reference}).`;
  return new RestError(later ? 503 : 500, text, headers);
}

/** REST statuses by the HTTP statuses of the faults of operations. */
const statuses: Readonly<Record<number, number>> = {
  401: 403,
  403: 403,
  404: 404,
  400: 400,
  409: 400,
  422: 400,
};

/** The REST response for the fault of an operation that is a part of a call. Other faults stay unchanged. */
export function refusedOperation(
  fault: unknown,
  messages: (fault: Fault) => RestMessage | RestMessage[],
): unknown {
  if (!(fault instanceof Fault) || unchanged.some((kind) => fault instanceof kind)) return fault;
  const refused = new RestError(statuses[fault.status] ?? 500, messages(fault));
  return isForced(fault) ? markForced(refused, ruleOf(fault)) : refused;
}

/** Faults that fail the whole call. */
const unchanged = [RestError, ForcedHttpAnswer, TooManyCalls, Unavailable, KeyRefused] as const;

function boundedProblem(given: RestMessage): RestProblem {
  const { message, field } = typeof given === "string" ? { message: given, field: undefined } : given;
  return {
    message: shorten(message, maxMessageLength),
    ...(field === undefined ? {} : { field: shorten(field, maxFieldLength) }),
  };
}
