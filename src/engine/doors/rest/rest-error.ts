/** Error responses (customers 4.2, 5.5). */
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
  503: "The server has too much to do; try again in a moment.",
};

/** Bounds on a response, since messages may quote the request. */
const maxMessages = 50;
const maxMessageLength = 999;
const maxFieldLength = 254;

const challenges = ['Bearer realm="api"', 'Basic realm="api", charset="UTF-8"'];

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
export class RestError extends Error {
  readonly problems: readonly RestProblem[];
  readonly headers: Headers;

  constructor(
    readonly status: number,
    messages: RestMessage | readonly RestMessage[] = defaultMessages[status] ?? "The request failed.",
    headers: Headers = {},
  ) {
    super(`answered with status ${status}`);
    this.problems = [messages].flat().slice(0, maxMessages).map(boundedProblem);
    this.headers = { ...headersOf[status], ...headers };
  }

  get messages(): readonly string[] {
    return this.problems.map(({ message }) => message);
  }
}

function boundedProblem(given: RestMessage): RestProblem {
  const { message, field } = typeof given === "string" ? { message: given, field: undefined } : given;
  return {
    message: shorten(message, maxMessageLength),
    ...(field === undefined ? {} : { field: shorten(field, maxFieldLength) }),
  };
}
