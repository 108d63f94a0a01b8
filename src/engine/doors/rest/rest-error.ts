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
const maxMessageLength = 1000;

const challenges = ['Bearer realm="api"', 'Basic realm="api", charset="UTF-8"'];

/** Headers of all errors with a status. */
const headersOf: Readonly<Record<number, Headers>> = {
  401: { "WWW-Authenticate": challenges },
  503: { "Retry-After": 1 },
};

export type Headers = Readonly<Record<string, string | number | string[]>>;

/** Thrown to answer with an error document: one entry per message, each with the status as its code. */
export class RestError extends Error {
  readonly messages: readonly string[];
  readonly headers: Headers;

  constructor(
    readonly status: number,
    messages: string | readonly string[] = defaultMessages[status] ?? "The request failed.",
    headers: Headers = {},
  ) {
    super(`answered with status ${status}`);
    const all = typeof messages === "string" ? [messages] : messages;
    this.messages = all.slice(0, maxMessages).map((message) => shorten(message, maxMessageLength));
    this.headers = { ...headersOf[status], ...headers };
  }
}
