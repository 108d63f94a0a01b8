/** The response of a REST resource, and the interface of the REST door to the listener. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Wire } from "../../values/text.js";
import type { Headers } from "./rest-error.js";

export type RestFormat = "xml" | "json";

/** A response. */
export interface RestAnswer {
  readonly status?: number | undefined;
  readonly headers?: Headers | undefined;
  /** Undefined for an empty body. */
  readonly body?: Wire | undefined;
}

/** The REST resources of an application. Never throws. */
export interface RestDoor {
  serve(request: IncomingMessage, response: ServerResponse): void;
}
