/**
 * One HTTP exchange for tests with thousands of requests: `fetch` with its streams needs several times the
 * processor time.
 */
import { Agent, request } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

const agent = new Agent({ keepAlive: true });
const decoder = new TextDecoder();

export interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface Sending {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
}

/** Sends the request and reads the whole answer, whatever its status; redirects are also answers. */
export function exchange(url: string, { method, headers, body }: Sending): Promise<Received> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { "Content-Length": String(Buffer.byteLength(body)) };
    const sent = request(url, { agent, method, headers: { Accept: "*/*", ...length, ...headers } });
    sent.once("error", reject);
    sent.once("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.once("error", reject);
      response.once("end", () => {
        const headers = headersOf(response.rawHeaders);
        const text = decoder.decode(unpacked(Buffer.concat(chunks), headers.get("content-encoding")));
        resolve({ status: response.statusCode ?? 0, headers, text });
      });
    });
    sent.end(body);
  });
}

function unpacked(body: Buffer, encoding: string | null): Buffer {
  if (encoding === "gzip") return gunzipSync(body);
  return encoding === "br" ? brotliDecompressSync(body) : body;
}

function headersOf(raw: readonly string[]): Headers {
  const headers = new Headers();
  for (let at = 0; at < raw.length; at += 2) headers.append(raw[at] as string, raw[at + 1] as string);
  return headers;
}
