/**
 * A transparent proxy: the bytes of requests and answers are passed on unchanged, and a copy of both is kept for the
 * recording. Only the `Host` header is replaced by that of the target.
 */
import { Agent as HttpAgent, createServer, request as httpRequest, type ClientRequest } from "node:http";
import type { IncomingMessage, OutgoingMessage, Server, ServerResponse } from "node:http";
import { Agent as HttpsAgent, createServer as createHttpsServer, request as httpsRequest } from "node:https";
import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { asksForWsdl } from "../../../engine/http/door-addresses.js";
import { doorOf } from "../doors/addresses.js";
import type { Captured, CapturedBody } from "./captured.js";

interface ProxyParts {
  /** The base address, without a slash at the end. */
  readonly target: string;
  readonly host: string;
  readonly port: number;
  /** The `Host` header that the target gets; undefined = its own. */
  readonly sentHost?: string | undefined;
  /** The certificate and the key of the proxy, in PEM; undefined = it serves HTTP. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
  /** Whether the target's address in a WSDL is replaced by that of the proxy. */
  readonly rewritesWsdl: boolean;
  readonly headTimeout_ms?: number | undefined;
  /** Called when an exchange has ended, successfully or not. */
  readonly onExchange: (captured: Captured) => void;
  /** Called when a client has fetched a WSDL that names the target. */
  readonly onWsdl: () => void;
  /** Called when the proxy has refused a request that it cannot forward. @param why such as `CONNECT` */
  readonly onRefused: (why: string) => void;
}

const unsendable = "the head of the response cannot be forwarded";
const tooLongToRewrite = "the description is too long for --rewrite-wsdl";

/** Bytes that are kept of one body, and of all open exchanges together. */
const [maxBody, maxBodies] = [8 * 1024 * 1024, 128 * 1024 * 1024];

/** Bytes of a head: more than any web server in front of a shop accepts. */
const maxHead = 256 * 1024;

/** The target does not know a client that has not finished its head, so it cannot break off for us. */
const usualHeadTimeout_ms = 60_000;

export class Proxy {
  private readonly server: Server;
  /** For each open exchange, a function that ends it. */
  private readonly open = new Set<(reason: string) => void>();
  private readonly room = { bytes: maxBodies };
  private readonly target: URL;
  private readonly agent: HttpAgent;

  constructor(private readonly parts: ProxyParts) {
    this.target = new URL(parts.target);
    // No keep-alive: a reused connection may be closed at this moment, and then it is unknown whether the request was
    // executed.
    this.agent = this.target.protocol === "https:" ? new HttpsAgent() : new HttpAgent();
    const headersTimeout = parts.headTimeout_ms ?? usualHeadTimeout_ms;
    const options = { maxHeaderSize: maxHead, connectionsCheckingInterval: headersTimeout / 2 };
    const { tls } = parts;
    const server = (this.server = tls ? createHttpsServer({ ...options, ...tls }) : createServer(options));
    // Other timeouts are left to the target. A count would drop further headers silently.
    Object.assign(server, { requestTimeout: 0, timeout: 0, headersTimeout, maxHeadersCount: 0 });
    server.on("request", (request: IncomingMessage, response: ServerResponse) =>
      this.pass(request, response),
    );
    server.on("checkContinue", (request: IncomingMessage, response: ServerResponse) =>
      this.pass(request, response),
    );
    server.on("connect", ({ method }: IncomingMessage, socket: Duplex) => {
      parts.onRefused(method ?? "CONNECT");
      socket.on("error", () => {});
      socket.end("HTTP/1.1 501 Not Implemented\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
    });
    server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
      // With TLS: a client that speaks HTTP, or does not trust the certificate.
      if (error.code?.startsWith("ERR_SSL")) {
        parts.onRefused(error.code);
        return void socket.destroy();
      }
      // The rest of a refused request is an error again; a client that left has sent no invalid request.
      if (!socket.writable || error.code === "ECONNRESET") return void socket.destroy();
      parts.onRefused(error.code ?? error.message);
      if (socket.bytesWritten > 0) return void socket.destroy();
      const status = refusedStatuses[error.code ?? ""] ?? "400 Bad Request";
      socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`);
    });
  }

  /** Resolves to the address. Rejects if the port is in use. */
  async listen(): Promise<string> {
    const { host, port } = this.parts;
    this.server.listen(port, host);
    await once(this.server, "listening");
    const { port: given } = this.server.address() as AddressInfo;
    return `${this.scheme}://${host.includes(":") ? `[${host}]` : host}:${given}`;
  }

  private get scheme(): string {
    return this.parts.tls ? "https" : "http";
  }

  /** Aborts open exchanges and reports them as such. */
  async close(): Promise<void> {
    const closed = once(this.server, "close");
    this.server.close();
    for (const end of this.open) end("the recording was stopped");
    this.server.closeAllConnections();
    await closed;
  }

  private pass(request: IncomingMessage, response: ServerResponse): void {
    const exchange = new Exchange(request, this.room);
    const { method = "GET", url = "/" } = request;
    const rewrites = this.parts.rewritesWsdl && method === "GET" && isWsdl(url);
    if (!rewrites && method === "GET" && isWsdl(url)) this.parts.onWsdl();
    const call = this.callOrRefuse(request, response, rewrites);
    if (!call) return;
    const end = (reason?: string) => {
      if (!this.open.delete(end)) return;
      this.parts.onExchange(exchange.captured(reason));
      if (reason === undefined) return;
      call.destroy();
      const isOurs = [exchange.refusal, unsendable, tooLongToRewrite].includes(reason);
      if (response.headersSent || !isOurs) response.destroy();
      else refuse(response, this.parts.target, reason);
    };
    this.open.add(end);
    call.on("continue", () => response.writeContinue());
    call.on("error", (error: NodeJS.ErrnoException) => {
      if (!exchange.answer) exchange.refusal = refusalOf(error);
      end(exchange.refusal ?? "the response broke off");
    });
    call.on("response", (answer) => {
      exchange.begin(answer);
      answer.on("error", () => end("the response broke off"));
      answer.on("end", () => end());
      if (rewrites) void this.sendRewritten(answer, response, end);
      else if (!this.send(answer, response, exchange)) end(unsendable);
    });
    // The switch to another protocol cannot be recorded.
    call.on("upgrade", (_answer, socket) => {
      socket.destroy();
      end("the target changes the protocol");
    });
    response.on("close", () => end("the client disconnected"));
    response.on("error", () => end("the client disconnected"));
    request.on("error", () => end("the client disconnected"));
    copy(request, call, exchange.requestBody);
  }

  private call(request: IncomingMessage, rewrites: boolean): ClientRequest {
    const { target, agent } = this;
    const send = target.protocol === "https:" ? httpsRequest : httpRequest;
    return send({
      protocol: target.protocol,
      hostname: target.hostname.replace(/^\[|\]$/g, ""),
      port: target.port,
      method: request.method,
      path: target.pathname.replace(/\/$/, "") + (request.url ?? "/"),
      // The raw headers keep spelling and order; Node accepts them as a flat list.
      headers: passedHeaders(request, this.parts.sentHost ?? target.host, rewrites) as never,
      maxHeaderSize: maxHead,
      agent,
      setHost: false,
    });
  }

  /** Returns 400 to a request that Node cannot send. */
  private callOrRefuse(
    request: IncomingMessage,
    response: ServerResponse,
    rewrites: boolean,
  ): ClientRequest | undefined {
    try {
      const call = this.call(request, rewrites);
      call.maxHeadersCount = 0;
      return call;
    } catch (error) {
      this.parts.onRefused((error as NodeJS.ErrnoException).code ?? (error as Error).message);
      request.resume();
      response.writeHead(400, { "Content-Type": "text/plain; charset=utf-8", Connection: "close" });
      response.end(`store-api record: the request cannot be forwarded (${(error as Error).message})\n`);
      return undefined;
    }
  }

  /** False if Node cannot send the head of the answer. */
  private send(answer: IncomingMessage, response: ServerResponse, exchange: Exchange): boolean {
    try {
      // A client of HTTP/1.0 does not know chunks: its answer ends with the connection.
      const isOld = exchange.isHttp10 && answer.headers["transfer-encoding"] !== undefined;
      const headers = answer.rawHeaders;
      writeHead(
        response,
        answer,
        isOld ? withoutHeaders(headers, /^(transfer-encoding|trailer)$/i) : headers,
      );
    } catch {
      return false;
    }
    copy(answer, response, exchange.answerBody);
    return true;
  }

  private async sendRewritten(
    answer: IncomingMessage,
    response: ServerResponse,
    end: (reason?: string) => void,
  ): Promise<void> {
    try {
      const chunks: Buffer[] = [];
      let length = 0;
      for await (const chunk of answer as AsyncIterable<Buffer>) {
        chunks.push(chunk);
        length += chunk.length;
        if (length > maxBody) return end(tooLongToRewrite);
      }
      const own = this.address(answer);
      const text = Buffer.concat(chunks).toString("latin1").replaceAll(this.parts.target, own);
      const body = Buffer.from(text, "latin1");
      const headers = withoutHeaders(answer.rawHeaders, /^(content-length|transfer-encoding)$/i);
      writeHead(response, answer, [...headers, "Content-Length", String(body.length)]);
      response.end(body);
      end();
    } catch {
      end("the response broke off");
    }
  }

  private address({ socket }: IncomingMessage): string {
    const { port } = this.server.address() as AddressInfo;
    const { host } = this.parts;
    return `${this.scheme}://${host === "0.0.0.0" || host === "::" ? (socket.localAddress ?? "127.0.0.1") : host}:${port}`;
  }
}

/** The record of one exchange. */
class Exchange {
  private readonly startedAt = Date.now();
  private readonly start = performance.now();
  readonly requestBody: Copy;
  readonly answerBody: Copy;
  answer: IncomingMessage | undefined;
  /** Why the target could not be reached. */
  refusal: string | undefined;

  constructor(
    private readonly request: IncomingMessage,
    room: { bytes: number },
  ) {
    this.requestBody = new Copy(room);
    this.answerBody = new Copy(room);
  }

  get isHttp10(): boolean {
    return this.request.httpVersion === "1.0";
  }

  begin(answer: IncomingMessage): void {
    this.answer = answer;
  }

  captured(reason: string | undefined): Captured {
    const { request, answer } = this;
    return {
      startedAt: this.startedAt,
      durationMs: performance.now() - this.start,
      request: {
        method: request.method ?? "GET",
        path: request.url ?? "/",
        headers: headersOf(request),
        body: this.requestBody.take(),
      },
      answer: answer && {
        status: answer.statusCode ?? 0,
        headers: headersOf(answer),
        body: this.answerBody.take(),
      },
      reason,
    };
  }
}

/** Keeps the beginning of a body. */
class Copy {
  private readonly chunks: Buffer[] = [];
  private kept = 0;
  private length = 0;

  constructor(private readonly room: { bytes: number }) {}

  add(chunk: Buffer): void {
    this.length += chunk.length;
    const space = Math.min(maxBody - this.kept, this.room.bytes);
    const part = chunk.length > space ? chunk.subarray(0, space) : chunk;
    if (part.length === 0) return;
    this.kept += part.length;
    this.room.bytes -= part.length;
    this.chunks.push(part);
  }

  /** Returns the copy and releases its share of the budget. */
  take(): CapturedBody {
    this.room.bytes += this.kept;
    return { bytes: Buffer.concat(this.chunks), length: this.length, isCut: this.kept < this.length };
  }
}

/** Like `pipe`, but keeps a copy, and does not end `to` when `from` is aborted. */
function copy(from: IncomingMessage, to: OutgoingMessage, kept: Copy): void {
  from.on("data", (chunk: Buffer) => {
    kept.add(chunk);
    if (!to.write(chunk)) from.pause();
  });
  to.on("drain", () => from.resume());
  from.on("end", () => {
    const { rawTrailers } = from;
    const trailers = rawTrailers.flatMap((name, at) =>
      at % 2 === 0 ? [[name, rawTrailers[at + 1] as string] as [string, string]] : [],
    );
    if (trailers.length > 0) to.addTrailers(trailers);
    to.end();
  });
}

function isWsdl(url: string): boolean {
  return doorOf(url) !== undefined && asksForWsdl(url, (url.split("?")[0] ?? url).replace(/\/+$/, ""));
}

/** @param plain whether the answer must not be compressed, because it will be rewritten */
function passedHeaders(
  { rawHeaders: raw, method, headers: named }: IncomingMessage,
  host: string,
  plain: boolean,
) {
  const headers = plain ? withoutHeaders(raw, /^accept-encoding$/i) : [...raw];
  // Node would announce chunks for a request without a body.
  const hasLength = named["content-length"] !== undefined || named["transfer-encoding"] !== undefined;
  if (!hasLength && !/^(GET|HEAD|DELETE|OPTIONS|TRACE)$/.test(method ?? "GET"))
    headers.push("Content-Length", "0");
  for (let at = 0; at < headers.length; at += 2)
    if (headers[at]?.toLowerCase() === "host") headers[at + 1] = host;
  return headers;
}

function withoutHeaders(raw: readonly string[], names: RegExp): string[] {
  const kept: string[] = [];
  for (let at = 0; at < raw.length; at += 2)
    if (!names.test(raw[at] as string)) kept.push(raw[at] as string, raw[at + 1] as string);
  return kept;
}

function writeHead(response: ServerResponse, answer: IncomingMessage, headers: readonly string[]): void {
  // Node would add these headers if the target has not sent them.
  response.sendDate = false;
  response.removeHeader("connection");
  response.removeHeader("transfer-encoding");
  response.writeHead(answer.statusCode ?? 502, answer.statusMessage, headers as never);
  response.flushHeaders();
}

function headersOf({ headers }: IncomingMessage): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : value]),
  );
}

/** Answers to requests that Node cannot parse, by its error; others are 400. */
const refusedStatuses: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

function refusalOf({ code, message }: NodeJS.ErrnoException): string {
  return code === "ECONNRESET" ? "the target closed the connection without a response" : (code ?? message);
}

/** Returns 502 if the target is unreachable. If the target closed the connection, the proxy does the same. */
function refuse(response: ServerResponse, target: string, reason: string): void {
  // A head that could not be written leaves its status text.
  response.statusMessage = "";
  if (reason === refusalOf({ code: "ECONNRESET", name: "", message: "" })) return void response.destroy();
  response.writeHead(502, { "Content-Type": "text/plain; charset=utf-8" });
  response.end(`store-api record: ${new URL(target).host} cannot be reached (${reason})\n`);
}
