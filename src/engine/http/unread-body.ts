/** Reads what a client is still sending while its request is answered. */
import type { IncomingMessage } from "node:http";

/** Node itself reads a rest that is shorter than this. */
const shortBytes = 64 * 1024;

/** Limits for reading the rest: bytes, total time, and time without a byte. Beyond them, the connection is closed. */
const mostBytes = 64 * 1024 * 1024;
const longestMs = 30_000;
const longestSilenceMs = 5_000;

/**
 * Reads the rest of an incomplete body. Resolves to whether it was read to its end; never rejects. Returns undefined
 * for a short rest.
 */
export function readRest(request: IncomingMessage): Promise<boolean> | undefined {
  if (request.destroyed || isShort(request)) return undefined;
  return new Promise((resolve) => {
    const until = performance.now() + longestMs;
    let left = mostBytes;
    const end = () => {
      clearTimeout(silence);
      resolve(request.complete);
    };
    const silence = setTimeout(end, longestSilenceMs);
    request.on("data", (piece: Buffer) => {
      left -= piece.length;
      if (left < 0 || performance.now() > until) end();
      else silence.refresh();
    });
    request.once("end", end).once("close", end);
    request.resume();
  });
}

function isShort({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) <= shortBytes;
}
