/** Bodies of requests that do not go through Express: read up to a limit, their type judged (conventions 1). */
import type { IncomingMessage } from "node:http";

/** All bytes of a body; undefined as soon as there are more than `limit`. */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    if (Number(request.headers["content-length"] ?? 0) > limit) {
      resolve(undefined);
      return;
    }
    let first: Buffer | undefined;
    let more: Buffer[] | undefined;
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) {
        request.pause();
        resolve(undefined);
      } else if (first === undefined) {
        first = chunk;
      } else {
        (more ??= [first]).push(chunk);
      }
    });
    request.on("end", () => resolve(more ? Buffer.concat(more, size) : (first ?? Buffer.alloc(0))));
    // Also when the client goes away in the middle.
    request.on("error", reject);
  });
}

const jsonTypes = new Set([
  "application/json",
  "application/json-rpc",
  "application/jsonrequest",
  "text/json",
]);

/** Content types that browsers cannot send across sites without asking first, and no header at all. */
export function isJsonType(contentType: string | undefined): boolean {
  if (contentType === undefined || contentType === "application/json") return true;
  const type = contentType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  return jsonTypes.has(type) || /^[\w.+-]+\/[\w.-]+\+json$/.test(type);
}

/** False when a charset other than UTF-8 is named. */
export function isUtf8(contentType: string | undefined): boolean {
  if (contentType === undefined || contentType === "application/json") return true;
  const charset = /;\s*charset\s*=\s*"?([\w-]+)"?/i.exec(contentType)?.[1];
  return charset === undefined || /^(utf-?8|us-ascii)$/i.test(charset);
}
