/** One request and its response, which log and journal share. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { CallGroup, CallRecorder, CutAnswer, EndedCall, LogLine } from "../calls/observer.js";
import type { Settings } from "../config/config.js";
import type { Wire, WireParts } from "../values/text.js";
import { cutResponse } from "./cut-response.js";
import { areaOf, pathOf, type Area, requestFacts, requestIdOf } from "./request.js";

/** Bytes of the body of a request, and of a response, that the journal keeps. */
export const maxKeptBytes = 64 * 1024;

/** Records an exchange when it is over. */
export interface ExchangeRecorder extends CallRecorder {
  /** @param calls the calls of this recorder; none if the request reached no operation */
  record(exchange: WireExchange | undefined, calls: readonly EndedCall[]): void;
}

type Recorded = ServerResponse & { exchange?: WireExchange | undefined };

export class WireExchange implements CallGroup {
  readonly started = performance.now();
  /** With the prefix of a sandbox. */
  readonly url: string;
  readonly requestId: string;
  /** Without the prefix of a sandbox and without query. */
  path: string;
  /** Decides the form of errors. */
  area: Area;
  /** For the journal. */
  body: Buffer | undefined;
  /** The beginning of the response: text with one character per byte, or bytes. */
  readonly sent: (string | Buffer)[] = [];
  sentLength = 0;
  /** The calls of this request by recorder: nearly always one recorder. */
  readonly calls: { readonly recorder: ExchangeRecorder; readonly ended: EndedCall[] }[] = [];
  private latest: EndedCall | undefined;
  /** The log lines of the calls; undefined before the first one. */
  lines: CallLines | undefined = undefined;
  private readonly isRecorded: boolean;

  /** With a recorder, the exchange keeps what is sent until the response is closed. */
  constructor(
    readonly request: IncomingMessage,
    readonly response: ServerResponse,
    private readonly settings: Pick<Settings, "trustedProxies" | "restDefault">,
    /** Records a request without a call; undefined = nothing is recorded. */
    public home: ExchangeRecorder | undefined,
  ) {
    this.isRecorded = home !== undefined;
    this.url = request.url ?? "/";
    this.requestId = requestIdOf(request);
    this.path = pathOf(this.url);
    this.area = areaOf(this.path, this.url);
    (response as Recorded).exchange = this;
    if (home) response.on("close", endExchange);
  }

  /** Sets the address inside the shop, with its query. */
  leadTo(url: string): void {
    this.request.url = url;
    this.path = pathOf(url);
    this.area = areaOf(this.path, url);
  }

  /** Undefined once the response is closed and recorded. */
  static of(response: ServerResponse): WireExchange | undefined {
    return (response as Recorded).exchange;
  }

  /** The format of a REST response to a client that accepts any (REST_DEFAULT). */
  get restDefault(): Settings["restDefault"] {
    return this.settings.restDefault;
  }

  log(line: LogLine, write: (line: LogLine) => void): void {
    const { request, requestId, response, settings } = this;
    this.lines ??= new CallLines(response, requestFacts(request, requestId, settings.trustedProxies));
    this.lines.add(line, write);
  }

  /** Adds a call of this request that has ended. */
  note(call: EndedCall, recorder: ExchangeRecorder): void {
    // The client has disconnected: nothing follows.
    if (this.response.closed) {
      recorder.record(this, [call]);
      return;
    }
    const known = this.calls.find((one) => one.recorder === recorder);
    if (known) known.ended.push(call);
    else this.calls.push({ recorder, ended: [call] });
    this.latest = call;
  }

  /** Replaces the result of the latest call by its text. */
  resultWritten(result: object, text: Wire | WireParts): void {
    const call = this.latest;
    if (call?.result !== result) return;
    // A longer text is cut when it is recorded.
    if (text.length > maxKeptBytes) return;
    call.resultText = text.toString() as Wire;
    call.result = undefined;
  }

  header(name: string): string | undefined {
    return this.request.headers[name]?.toString();
  }

  onDisconnect(listener: () => void): () => void {
    const { response } = this;
    if (response.closed) queueMicrotask(listener);
    else response.once("close", listener);
    return () => response.off("close", listener);
  }

  cut(answer: CutAnswer): void {
    cutResponse(this.response, answer);
  }

  /** Keeps a part of the response. */
  keep(chunk: unknown, encoding: unknown): void {
    if (!this.isRecorded) return;
    const isOneByte = encoding === "latin1" || encoding === "binary";
    const part = typeof chunk === "string" && !isOneByte ? Buffer.from(chunk) : chunk;
    if (typeof part !== "string" && !(part instanceof Uint8Array)) return;
    if (this.sentLength < maxKeptBytes) this.sent.push(part as string | Buffer);
    this.sentLength += part.length;
  }
}

/**
 * Hands the calls to their recorders, after the response was closed. One listener for all responses: a closure for each
 * took a quarter of the time of a list of 49 products.
 */
function endExchange(this: Recorded): void {
  const { exchange } = this;
  if (!exchange) return;
  this.exchange = undefined;
  exchange.lines?.write();
  if (exchange.calls.length === 0) exchange.home?.record(exchange, []);
  for (const { recorder, ended } of exchange.calls) recorder.record(exchange, ended);
}

/** The log lines of the calls of one request, which wait for the status of its response. */
class CallLines {
  private waiting: { readonly line: LogLine; readonly write: (line: LogLine) => void }[] = [];

  /** @param facts are read while the connection is open: a closed one has no address any more */
  constructor(
    private readonly response: ServerResponse,
    private readonly facts: object,
  ) {
    response.once("close", () => this.write());
  }

  add(line: LogLine, write: (line: LogLine) => void): void {
    this.waiting.push({ line: Object.assign(line, this.facts), write });
    if (this.response.writableEnded || this.response.closed) this.write();
  }

  /** Writes the waiting lines with the status. */
  write(): void {
    const { waiting, response } = this;
    this.waiting = [];
    const isAnswered = response.headersSent || !response.destroyed;
    const status = isAnswered ? response.statusCode : undefined;
    for (const { line, write } of waiting) {
      line.status = status;
      write(line);
    }
  }
}
