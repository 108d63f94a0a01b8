/** The response of a REST resource, and the interface of the REST door to the listener. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Wire } from "../../values/text.js";
import type { Headers } from "./rest-error.js";

export type RestFormat = "xml" | "json";

/** A successful response, always with status 200. */
export interface RestAnswer {
  readonly headers?: Headers | undefined;
  /** Undefined for an empty body. */
  readonly body?: Wire;
}

/** The REST resources of an application. Never rejects. */
export interface RestDoor {
  serve(request: IncomingMessage, response: ServerResponse): Promise<void>;
}
