/** How a server stops listening: what has been sent is answered, then the connections close. */
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { setImmediate, setTimeout } from "node:timers/promises";

const lookForIdleMs = 25;

/** How long after that a connection may still be about to bring its first request. */
const silentMs = 250;

export async function drain(
  server: Server,
  sockets: Iterable<Socket> & { endHandshakes(): void },
  graceMs: number,
  lullMs: number,
): Promise<void> {
  if (!server.listening) return;
  // Requests may be on their way, sent before anybody could know: they are still served.
  if (lullMs > 0) await setTimeout(lullMs);
  // After a stall of the event loop timers come first: what has arrived meanwhile is read in between.
  await setImmediate();
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const looking = setInterval(() => server.closeIdleConnections(), lookForIdleMs);
  const silence = globalThis.setTimeout(() => {
    sockets.endHandshakes();
    // Browsers open connections ahead of requests; node does not count these as idle.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  }, silentMs);
  const cut = globalThis.setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearInterval(looking);
  clearTimeout(silence);
  clearTimeout(cut);
}
