/** HTTP responses that the test control forces: a status with headers and a body, slow or broken off. */
import { STATUS_CODES, type ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { TLSSocket } from "node:tls";
import type { ForcedHttpAnswer, ForcedStatus } from "../calls/fault-injection.js";
import { sendEmpty } from "./responses.js";

/** A slow body is sent in this many pieces. */
const maxPieces = 10;

/** Sends what the test control forces in place of a response. */
export function sendForced(response: ServerResponse, answer: ForcedHttpAnswer["answer"] | undefined): void {
  if (answer === undefined || answer === "drop" || answer === "given_up") response.destroy();
  else if (answer === "reset") resetConnection(response);
  else sendStatus(response, answer);
}

function sendStatus(response: ServerResponse, answer: ForcedStatus): void {
  const { status, retryAfterSeconds, headers = {}, body, chunkMs, isReset } = answer;
  if (retryAfterSeconds !== undefined) response.setHeader("Retry-After", String(retryAfterSeconds));
  if (body === "html") response.setHeader("Content-Type", "text/html");
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (body === undefined && !isReset) return sendEmpty(response, status);
  const bytes = body === "html" ? Buffer.from(proxyPage(status)) : (body ?? Buffer.alloc(0));
  response.writeHead(status, { "Content-Length": bytes.length });
  if (isReset)
    response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => resetConnection(response));
  else if (chunkMs === undefined) response.end(bytes);
  else void sendSlowly(response, bytes, chunkMs);
}

async function sendSlowly(response: ServerResponse, bytes: Buffer, chunkMs: number): Promise<void> {
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  const length = Math.ceil(bytes.length / maxPieces) || 1;
  try {
    for (let at = 0; at < bytes.length; at += length) {
      if (at > 0) await pause(chunkMs, undefined, { signal: gone.signal });
      response.write(bytes.subarray(at, at + length));
    }
    response.end();
  } catch {
    // The client has disconnected, or the server stops.
  }
}

/** Sends a TCP reset in place of an orderly end. The connection of TLS is only closed. */
function resetConnection(response: ServerResponse): void {
  const { socket } = response;
  if (!socket || socket instanceof TLSSocket) response.destroy();
  else socket.resetAndDestroy();
}

/** An error page as reverse proxies send it. */
function proxyPage(status: number): string {
  const title = `${status} ${STATUS_CODES[status] ?? "Unknown"}`;
  return `<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n<center><h1>${title}</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n`;
}
