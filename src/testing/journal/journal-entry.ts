/** One call as the journal keeps it: the texts that were sent, read only when somebody asks for the call. */
import type { OperationRow } from "../../../generated/tables.js";
import { argumentsOfCall, type Params } from "../../engine/calls/builtins.js";
import type { Door } from "../../engine/calls/door.js";
import type { ArgumentForm } from "../../engine/contract/arguments.js";
import { maxKeptBytes } from "../../engine/http/messages.js";
import { fromWire, type Wire } from "../../engine/values/text.js";
import { argumentsOf } from "./journal-values.js";

/** Request and answer. All calls of a batch share one. */
export interface KeptExchange {
  /** From `start` to `end`: the head (see `headOf`), the body of the request and the body of the answer. */
  readonly segment: Buffer;
  readonly start: number;
  readonly headEnd: number;
  readonly bodyEnd: number;
  readonly end: number;
  /** Of the whole bodies, of which the beginning is kept. */
  readonly bodyLength: number;
  readonly answerLength: number;
  /** Undefined = the connection was cut before an answer. */
  readonly status: number | undefined;
}

/** First line of the request, its headers (names and values in turn), and first line and headers of the answer. */
export function headOf({ segment, start, headEnd }: KeptExchange): {
  readonly lines: readonly string[];
  readonly answer: string;
} {
  const text = segment.toString("latin1", start, headEnd);
  const end = text.indexOf("\n\n");
  return { lines: text.slice(0, end).split("\n"), answer: text.slice(end + 2) };
}

/** Undefined = empty. */
export function bodyOf({ segment, headEnd, bodyEnd }: KeptExchange): string | undefined {
  return bodyEnd === headEnd ? undefined : segment.toString("utf8", headEnd, bodyEnd);
}

/** Undefined = empty. */
export function answerOf({ segment, bodyEnd, end }: KeptExchange): string | undefined {
  return end === bodyEnd ? undefined : segment.toString("utf8", bodyEnd, end);
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
  /** JSON, as `result` and `error`; undefined where the exchange holds it. */
  readonly args: Wire | undefined;
  readonly result: Wire | undefined;
  readonly error: Wire | undefined;
}

/** By name; secrets included. */
export function shownArguments(entry: JournalEntry): unknown {
  const { args, element, exchange, row } = entry;
  if (args !== undefined) return argumentsOf(row, JSON.parse(fromWire(args)) as ArgumentForm);
  const sent = element === undefined ? undefined : exchange && bodyOf(exchange);
  if (element === undefined || sent === undefined) return {};
  const body: unknown = JSON.parse(sent);
  const request = (element < 0 ? body : (body as readonly unknown[])[element]) as { readonly params: Params };
  return argumentsOf(row, { form: "wrapped", args: argumentsOfCall(request.params) });
}

/** Undefined = none; secrets included. */
export function shownResult({ result, isAnswer, exchange, door, fault }: JournalEntry): unknown {
  if (result !== undefined) return JSON.parse(fromWire(result));
  const answer = fault === undefined && isAnswer ? exchange && answerOf(exchange) : undefined;
  if (exchange === undefined || answer === undefined) return undefined;
  if (exchange.answerLength > maxKeptBytes) return `… (${exchange.answerLength} bytes)`;
  const value = parsed(answer);
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
