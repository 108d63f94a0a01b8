/** One HTTP request to a foreign server, which may hang, disconnect or send anything. */
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";

export interface OutgoingRequest {
  readonly method: string;
  /** The absolute URL. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer | undefined;
}

export interface TransportBounds {
  /** From the start of the request to the last byte of the answer. */
  readonly timeoutMs: number;
  /** Bytes of an answer; a longer answer is aborted. */
  readonly maxBytes: number;
  /** Aborts the request. */
  readonly signal?: AbortSignal | undefined;
}

export const usualBounds: TransportBounds = { timeoutMs: 30_000, maxBytes: 256 * 1024 * 1024 };

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** What a caller can decide by: whether to try again, or another host. */
export type BreakKind = "timeout" | "unreachable" | "too-long" | "other";

/** There is no complete answer; the message says why. */
export class BrokenExchange extends Error {
  constructor(
    message: string,
    readonly kind: BreakKind = "other",
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Does not follow redirects, which mean that the base address is wrong. Rejects with a `BrokenExchange`. */
export function sendRequest(
  { method, url, headers, body }: OutgoingRequest,
  { timeoutMs, maxBytes, signal }: TransportBounds = usualBounds,
): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const request = url.startsWith("https:") ? httpsRequest : httpRequest;
    const length = body === undefined ? {} : { "Content-Length": String(body.length) };
    const call = request(url, { method, headers: { ...headers, ...length }, ...(signal ? { signal } : {}) });
    const timer = setTimeout(
      () => call.destroy(new BrokenExchange(`no complete response within ${timeoutMs} ms`, "timeout")),
      timeoutMs,
    );
    const fail = (error: Error) => {
      clearTimeout(timer);
      call.destroy();
      reject(error instanceof BrokenExchange ? error : broken(error));
    };
    call.on("error", fail);
    // Without a listener, Node cuts the connection and reports no error.
    call.on("upgrade", (_answer, socket) => {
      socket.destroy();
      fail(new BrokenExchange("the server changes the protocol"));
    });
    call.on("response", (response) => {
      bodyOf(response, maxBytes).then((answer) => {
        clearTimeout(timer);
        resolve({ status: response.statusCode ?? 0, headers: headersOf(response), body: answer });
      }, fail);
    });
    call.end(body);
  });
}

/** Node's error codes. */
const breaks: Readonly<Record<string, readonly [message: string, kind: BreakKind]>> = {
  ECONNREFUSED: ["the connection was refused", "unreachable"],
  ECONNRESET: ["the connection was cut", "other"],
  ENOTFOUND: ["there is no such host", "unreachable"],
  EAI_AGAIN: ["the host name cannot be resolved", "unreachable"],
  ETIMEDOUT: ["the connection timed out", "timeout"],
};

function broken(error: Error): BrokenExchange {
  const { code = "" } = error as NodeJS.ErrnoException;
  const [message, kind] = breaks[code] ?? [error.message, "other"];
  return new BrokenExchange(message, kind, { cause: error });
}

async function bodyOf(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes)
      throw new BrokenExchange(`the response is longer than ${maxBytes} bytes`, "too-long");
    chunks.push(chunk);
  }
  if (!response.complete) throw new BrokenExchange("the response broke off");
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
