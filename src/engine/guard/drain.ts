/** Graceful shutdown of the listener: requests that were sent are answered, then the connections close. */
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { setImmediate, setTimeout } from "node:timers/promises";

const lookForIdleMs = 25;

/** Grace period for the first request of a new connection. */
const silentMs = 250;

export async function drain(
  server: Server,
  sockets: Iterable<Socket> & { endHandshakes(): void },
  graceMs: number,
  lullMs: number,
): Promise<void> {
  if (!server.listening) return;
  // Requests that were sent before the client could know of the shutdown are still served.
  if (lullMs > 0) await setTimeout(lullMs);
  // After a stall of the event loop, timers run before the sockets are read: read these first.
  await setImmediate();
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const looking = setInterval(() => server.closeIdleConnections(), lookForIdleMs);
  const silence = globalThis.setTimeout(() => {
    sockets.endHandshakes();
    // Browsers open connections in advance; Node does not count these as idle.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  }, silentMs);
  const cut = globalThis.setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearInterval(looking);
  clearTimeout(silence);
  clearTimeout(cut);
}
