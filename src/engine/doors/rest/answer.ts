/** What a REST resource answers, and the door as the listener knows it. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Wire } from "../../values/text.js";
import type { Headers } from "./rest-error.js";
import type { Awaitable } from "../../values/awaitable.js";

export type RestFormat = "xml" | "json";

/** A success: 200, always. */
export interface RestAnswer {
  readonly headers?: Headers;
  /** Absent = no body. */
  readonly body?: Wire;
}

/** The REST resources of an application. Never rejects. */
export interface RestDoor {
  serve(request: IncomingMessage, response: ServerResponse): Awaitable<void>;
}
