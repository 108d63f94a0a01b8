/**
 * One request and its answer as they go over the wire, and the calls it brings: what the log says of them, and what the
 * test control's journal keeps.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { CallGroup, CallRecorder, CutAnswer, EndedCall } from "../calls/observer.js";
import type { Wire } from "../values/wire.js";
import { cutAnswer } from "./cut-answer.js";
import { requestFacts } from "./request-facts.js";

/** Of the body of a request, and of an answer, so many bytes are kept. */
export const maxKeptBytes = 64 * 1024;

/** Told of an exchange when it is over. */
export interface ExchangeRecorder extends CallRecorder {
  /** @param calls those that this recorder was told of; none when the request reached no operation */
  record(exchange: WireExchange | undefined, calls: readonly EndedCall[]): void;
}

type Recorded = ServerResponse & { exchange?: WireExchange | undefined };

export class WireExchange implements CallGroup {
  readonly started = performance.now();
  /** Before the prefix of a sandbox is cut off. */
  readonly url: string;
  private received: Buffer | undefined;
  /** The beginning of the answer: text of one byte per character, or bytes. */
  readonly answer: (string | Buffer)[] = [];
  answerLength = 0;
  private readonly calls: EndedCall[] = [];
  /** Of each call; nearly always the same. */
  private readonly recorders: ExchangeRecorder[] = [];
  /** Lines of the log that wait for the status. */
  private lines: string[] = [];
  private writeLine: (line: string) => void = () => {};
  private facts: string | undefined;
  private readonly isRecorded: boolean;

  private constructor(
    readonly request: IncomingMessage,
    readonly response: ServerResponse,
    private readonly trustedProxies: readonly string[],
    /** Where a request is noted that brings no call; undefined = nowhere. */
    public home: ExchangeRecorder | undefined,
  ) {
    this.isRecorded = home !== undefined;
    this.url = request.url ?? "/";
  }

  /** With a recorder, all that is sent from now on is kept, until the response is closed. */
  static begin(
    request: IncomingMessage,
    response: ServerResponse,
    trustedProxies: readonly string[],
    home: ExchangeRecorder | undefined,
  ): void {
    (response as Recorded).exchange = new WireExchange(request, response, trustedProxies, home);
    if (home) response.on("close", recordIt);
  }

  /** Undefined once the response is closed and recorded. */
  static of(response: ServerResponse): WireExchange | undefined {
    return (response as Recorded).exchange;
  }

  get body(): Buffer | undefined {
    return this.received;
  }

  set body(bytes: Buffer | undefined) {
    if (this.isRecorded) this.received = bytes;
  }

  /** Writes a line of the log, whose last members are still to come, as soon as the status of the answer is known. */
  log(line: string, write: (line: string) => void): void {
    this.facts ??= requestFacts(this.request, this.trustedProxies);
    this.lines.push(line + this.facts);
    this.writeLine = write;
    const { response } = this;
    if (response.writableEnded || response.closed) this.writeLines();
    else if (!this.isRecorded && this.lines.length === 1) response.once("close", () => this.writeLines());
  }

  /** The answer ends, and its status with it. */
  writeLines(): void {
    const { lines, response } = this;
    if (lines.length === 0) return;
    this.lines = [];
    const isAnswered = response.headersSent || !response.destroyed;
    const end = `${isAnswered ? `,"status":${response.statusCode}` : ""},"msg":"call"}\n`;
    for (const line of lines) this.writeLine(line + end);
  }

  /** A call ended that this request brought. */
  note(call: EndedCall, recorder: CallRecorder): void {
    const { calls, recorders, response } = this;
    // The client went away before: nothing comes after this.
    if (response.closed) {
      (recorder as ExchangeRecorder).record(this, [call]);
      return;
    }
    calls.push(call);
    recorders.push(recorder as ExchangeRecorder);
  }

  /** The result of the latest call was written as this text, which stands for it from now on. */
  resultWritten(result: object, text: Wire): void {
    const call = this.calls.at(-1);
    if (call?.result !== result) return;
    // A longer one is cut when it is recorded.
    if (text.length > maxKeptBytes) return;
    call.resultText = text;
    call.result = undefined;
  }

  cut(answer: CutAnswer): void {
    cutAnswer(this.response, answer);
  }

  /** A part of the answer is sent. */
  keep(chunk: unknown, encoding: unknown): void {
    if (!this.isRecorded) return;
    const isOneByte = encoding === "latin1" || encoding === "binary";
    const part = typeof chunk === "string" && !isOneByte ? Buffer.from(chunk) : chunk;
    if (typeof part !== "string" && !(part instanceof Uint8Array)) return;
    if (this.answerLength < maxKeptBytes) this.answer.push(part as string | Buffer);
    this.answerLength += part.length;
  }

  /** Tells every recorder of its calls. */
  end(): void {
    const { calls, recorders, home } = this;
    if (calls.length === 0) return home?.record(this, calls);
    const [first] = recorders;
    if (first && recorders.every((one) => one === first)) return first.record(this, calls);
    for (const recorder of new Set(recorders)) {
      recorder.record(
        this,
        calls.filter((_, at) => recorders[at] === recorder),
      );
    }
  }
}

function recordIt(this: Recorded): void {
  const { exchange } = this;
  this.exchange = undefined;
  exchange?.writeLines();
  exchange?.end();
}
