import type { Socket } from "node:net";

/** Closes a connection at once, with all requests that wait there. */
export function giveUp(connection: Socket & { readonly parser?: { pause?(): void } }): void {
  // Of what has been read, thousands of requests may be left, and node would go through them all the same.
  connection.parser?.pause?.();
  // It makes an error for each that waits, and the stacks of these take longer than to read the requests.
  const { stackTraceLimit } = Error;
  connection.prependOnceListener("close", () => (Error.stackTraceLimit = 0));
  connection.once("close", () => (Error.stackTraceLimit = stackTraceLimit));
  connection.destroy();
}
