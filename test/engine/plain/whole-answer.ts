/** A whole answer, as node ends it. */
import type { ServerResponse } from "node:http";
import type { Wire } from "../../../src/engine/values/text.js";

/** Sends the body and ends the answer, whose head has been written. */
export function endWith(response: ServerResponse, body: Wire | Buffer): void {
  response.end(body, "latin1");
}
