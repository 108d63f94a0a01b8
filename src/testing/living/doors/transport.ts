/** One HTTP request to a foreign server: it may hang, break off, or answer anything. */
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";

export interface Posting {
  readonly method: string;
  /** The whole address. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer | undefined;
}

export interface TransportBounds {
  /** From the request until the last byte of the answer. */
  readonly timeoutMs: number;
  /** Bytes of an answer; longer ones are broken off. */
  readonly maxBytes: number;
  /** Breaks off what is under way. */
  readonly signal?: AbortSignal | undefined;
}

export const usualBounds: TransportBounds = { timeoutMs: 30_000, maxBytes: 256 * 1024 * 1024 };

export interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Why there is no whole answer, as a text for people. */
export class BrokenExchange extends Error {}

/** Follows no redirects: a server that sends one has another address. Rejects with a `BrokenExchange`. */
export function send(
  { method, url, headers, body }: Posting,
  { timeoutMs, maxBytes, signal }: TransportBounds = usualBounds,
): Promise<Received> {
  return new Promise((resolve, reject) => {
    const request = url.startsWith("https:") ? httpsRequest : httpRequest;
    const length = body === undefined ? {} : { "Content-Length": String(body.length) };
    const call = request(url, { method, headers: { ...headers, ...length }, ...(signal ? { signal } : {}) });
    const timer = setTimeout(
      () => call.destroy(new BrokenExchange(`no whole answer within ${timeoutMs} ms`)),
      timeoutMs,
    );
    const fail = (error: Error) => {
      clearTimeout(timer);
      call.destroy();
      reject(error instanceof BrokenExchange ? error : new BrokenExchange(reasonOf(error), { cause: error }));
    };
    call.on("error", fail);
    call.on("response", (response) => {
      bodyOf(response, maxBytes).then((answer) => {
        clearTimeout(timer);
        resolve({ status: response.statusCode ?? 0, headers: headersOf(response), body: answer });
      }, fail);
    });
    call.end(body);
  });
}

/** Codes of node, as people say it. */
const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: "the connection was cut",
  ENOTFOUND: "there is no such host",
  EAI_AGAIN: "the name of the host cannot be looked up",
  ETIMEDOUT: "the connection timed out",
};

function reasonOf(error: Error): string {
  const { code } = error as NodeJS.ErrnoException;
  return (code === undefined ? undefined : reasons[code]) ?? error.message;
}

async function bodyOf(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new BrokenExchange(`the answer is longer than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  if (!response.complete) throw new BrokenExchange("the answer was broken off");
  return Buffer.concat(chunks);
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(", ") : (value ?? ""),
    ]),
  );
}
