/** Bodies of requests that do not go through Express: read up to a limit, their type judged (conventions 1). */
import type { IncomingMessage } from "node:http";

/** All bytes of a body; undefined as soon as there are more than `limit`. Rejects when the client goes away. */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  if (Number(request.headers["content-length"] ?? 0) > limit) return Promise.resolve(undefined);
  // Most bodies are here as a whole by now: no need to wait for events.
  if (request.complete) return Promise.resolve(withinLimit(limit, wholeBody(request)));
  return new Promise((resolve, reject) => {
    if (request.destroyed) reject(new Error("the client went away"));
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size <= limit) return;
      request.pause();
      resolve(undefined);
    });
    request.on("end", () => resolve(Buffer.concat(chunks, size)));
    request.on("error", reject);
  });
}

function wholeBody(request: IncomingMessage): Buffer {
  return (request.read() as Buffer | null) ?? Buffer.alloc(0);
}

function withinLimit(limit: number, body: Buffer): Buffer | undefined {
  return body.length > limit ? undefined : body;
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
