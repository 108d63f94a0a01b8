/** What still arrives of a request that has its answer: it is read and thrown away, so that its sender gets to the answer. */
import type { IncomingMessage } from "node:http";

/** A shorter rest is left to node, which reads it in one turn. */
const shortBytes = 64 * 1024;

/** Beyond so many bytes of it, so long in all, or so long without a byte, the connection is closed. */
const mostBytes = 64 * 1024 * 1024;
const longestMs = 30_000;
const longestSilenceMs = 5_000;

/** Undefined = there is none to speak of. Otherwise whether it could be read to its end; never rejects. */
export function readRest(request: IncomingMessage): Promise<boolean> | undefined {
  if (request.complete || request.destroyed || isShort(request)) return undefined;
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
