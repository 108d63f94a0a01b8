/** One call as the journal keeps it: its parts as they were sent, put together when somebody reads them. */
import type { OperationRow } from "../../../generated/tables.js";
import { argumentsOfCall, type Params } from "../../engine/calls/builtins.js";
import type { Door } from "../../engine/calls/door.js";
import type { EndedCall } from "../../engine/calls/observer.js";
import type { ArgumentForm } from "../../engine/contract/arguments.js";
import { type WireExchange, maxKeptBytes } from "../../engine/http/messages.js";
import { wire } from "../../engine/values/text.js";
import { argumentsOf, shortened } from "./journal-values.js";

/** Request and answer, which all calls of a batch have in common. */
export interface KeptExchange {
  /** First line and headers of the request, an empty line, first line and headers of the answer, if there was one. */
  readonly head: KeptText;
  readonly body: KeptText | undefined;
  readonly bodyLength: number;
  readonly answer: KeptText | undefined;
  readonly answerLength: number;
  /** Undefined = the connection was cut before an answer. */
  readonly status: number | undefined;
}

export interface JournalEntry {
  readonly number: number;
  /** By the clock of the shop, milliseconds. */
  readonly time: number;
  readonly durationMs: number;
  readonly door: Door | "console" | null;
  /** Null = the request reached none. */
  readonly operation: string | null;
  /** What was asked for instead. */
  readonly row: OperationRow | undefined;
  readonly path: string | undefined;
  readonly username: string;
  readonly fault: string | undefined;
  readonly session: string | undefined;
  readonly forced: boolean;
  readonly rule: number | undefined;
  readonly element: number | undefined;
  /** Its result stands alone in the answer. */
  readonly isAnswer: boolean;
  readonly exchange: KeptExchange | undefined;
  readonly args: KeptText | undefined;
  readonly result: KeptText | undefined;
  readonly error: KeptText | undefined;
  /** Where the first of its texts stands. */
  readonly segment: Segment | undefined;
}

/** A segment takes any such text. */
const maxTextBytes = 4 * maxKeptBytes;

export function keepExchange(exchange: WireExchange, texts: TextRing): KeptExchange {
  const { request, response, url, body, answer, answerLength } = exchange;
  const sent = response.headersSent ? (response as unknown as { _header: string })._header : "";
  const head = `${request.method} ${url}\n${request.rawHeaders.join("\n")}\n\n${sent}`;
  return {
    head: texts.keep([head], head.length),
    body: body && texts.keep([body], Math.min(body.length, maxKeptBytes)),
    bodyLength: body?.length ?? 0,
    answer: answerLength === 0 ? undefined : texts.keep(answer, Math.min(answerLength, maxKeptBytes)),
    answerLength,
    status: response.headersSent ? response.statusCode : undefined,
  };
}

/** Arguments, unless the body holds them. */
export function keepArguments(
  { args, element }: EndedCall,
  exchange: KeptExchange | undefined,
  texts: TextRing,
): KeptText | undefined {
  if (!args || args.form === "unusable") return undefined;
  const isLong = exchange !== undefined && exchange.bodyLength > maxKeptBytes;
  if (element !== undefined && exchange && !isLong) return undefined;
  return keepValue(isLong ? shortened(args) : args, texts);
}

/** The result, unless the answer holds nothing else. */
export function keepResult(
  { result, resultText }: EndedCall,
  exchange: KeptExchange | undefined,
  isAnswer: boolean,
  texts: TextRing,
): KeptText | undefined {
  if (resultText !== undefined) return texts.keep([resultText], resultText.length);
  if (result === undefined || (isAnswer && exchange && exchange.answerLength <= maxKeptBytes))
    return undefined;
  return keepValue(isAnswer && exchange ? shortened(result) : result, texts);
}

/** What is too long is cut, not its text: that stays JSON. */
export function keepValue(value: unknown, texts: TextRing): KeptText | undefined {
  const whole = JSON.stringify(value) as string | undefined;
  if (whole === undefined) return undefined;
  const text = wire(whole.length > maxKeptBytes ? JSON.stringify(shortened(value)) : whole);
  return text.length > maxTextBytes ? undefined : texts.keep([text], text.length);
}

/** By name; secrets included. */
export function shownArguments(entry: JournalEntry): unknown {
  const { args, element, exchange, row } = entry;
  if (args) return argumentsOf(row, JSON.parse(textOf(args)) as ArgumentForm);
  if (element === undefined || !exchange?.body) return {};
  const body: unknown = JSON.parse(textOf(exchange.body));
  const request = (element < 0 ? body : (body as readonly unknown[])[element]) as { readonly params: Params };
  return argumentsOf(row, { form: "wrapped", args: argumentsOfCall(request.params) });
}

/** Undefined = none; secrets included. */
export function shownResult({ result, isAnswer, exchange, door, fault }: JournalEntry): unknown {
  if (result) return JSON.parse(textOf(result));
  if (fault !== undefined || !isAnswer || !exchange?.answer) return undefined;
  const { answer, answerLength } = exchange;
  const text = textOf(answer);
  if (answerLength > maxKeptBytes) return `… (${answerLength} bytes)`;
  const value = parsed(text);
  const isEnvelope = value !== null && typeof value === "object" && "jsonrpc" in value && door === "jsonrpc";
  return isEnvelope ? (value as { readonly result?: unknown }).result : value;
}

/** What is no JSON stays text. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The head of a request and of its answer. */
export function headOf({ head }: KeptExchange): {
  readonly lines: readonly string[];
  readonly answer: string;
} {
  const text = latin1Of(head);
  const end = text.indexOf("\n\n");
  return { lines: text.slice(0, end).split("\n"), answer: text.slice(end + 2) };
}

/** The first segment is small: the journals of most sandboxes hold a few calls. */
const firstSegmentBytes = 4 * 1024;
const segmentBytes = 256 * 1024;

/** Bytes that texts are laid into one after the other. */
export interface Segment {
  readonly bytes: Buffer;
  used: number;
}

/** A text in a segment. */
export interface KeptText {
  readonly segment: Segment;
  readonly start: number;
  readonly length: number;
}

export class TextRing {
  bytes = 0;
  /** Oldest first. */
  private readonly segments: Segment[] = [];
  private nextSize = firstSegmentBytes;
  /** One that was let go, to be used again. */
  private spare: Segment | undefined;

  /** @param parts bytes, or texts of one byte per character; at most `segmentBytes` in all */
  keep(parts: readonly (string | Uint8Array)[], length: number): KeptText {
    const segment = this.segmentFor(length);
    const start = segment.used;
    const end = start + length;
    for (const part of parts) {
      const { used } = segment;
      const room = end - used;
      if (typeof part === "string") segment.used += segment.bytes.write(part, used, room, "latin1");
      else {
        const bytes = part.length > room ? part.subarray(0, room) : part;
        segment.bytes.set(bytes, used);
        segment.used += bytes.length;
      }
    }
    return { segment, start, length: segment.used - start };
  }

  /** Lets go of all that was kept before this segment. */
  releaseBefore(segment: Segment | undefined): void {
    while (this.segments.length > 0 && this.segments[0] !== segment) {
      const oldest = this.segments.shift() as Segment;
      this.bytes -= oldest.bytes.length;
      if (oldest.bytes.length === segmentBytes) this.spare = oldest;
    }
  }

  private segmentFor(length: number): Segment {
    const open = this.segments.at(-1);
    if (open && open.bytes.length - open.used >= length) return open;
    while (this.nextSize < length) this.nextSize *= 4;
    const size = this.nextSize;
    const segment = size === segmentBytes && this.spare ? this.spare : newSegment(size);
    segment.used = 0;
    this.spare = undefined;
    this.segments.push(segment);
    this.bytes += size;
    this.nextSize = Math.min(size * 4, segmentBytes);
    return segment;
  }
}

function newSegment(size: number): Segment {
  return { bytes: Buffer.allocUnsafeSlow(size), used: 0 };
}

export function textOf({ segment, start, length }: KeptText): string {
  return segment.bytes.toString("utf8", start, start + length);
}

/** Of text that was sent with one byte per character. */
export function latin1Of({ segment, start, length }: KeptText): string {
  return segment.bytes.toString("latin1", start, start + length);
}
