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
  readonly method: string;
  readonly url: string;
  /** Of the request: names and values in turn. */
  readonly headers: readonly string[];
  /** Status line and headers; empty if there was no answer. */
  readonly answerHead: string;
  readonly body: Wire | undefined;
  readonly bodyLength: number;
  readonly answer: Wire | undefined;
  readonly answerLength: number;
  /** Undefined = the connection was cut before an answer. */
  readonly status: number | undefined;
  /** Of all these texts. */
  readonly bytes: number;
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
  /** Of the texts that go with this entry. */
  bytes: number;
}

/** By name; secrets included. */
export function shownArguments(entry: JournalEntry): unknown {
  const { args, element, exchange, row } = entry;
  if (args !== undefined) return argumentsOf(row, JSON.parse(fromWire(args)) as ArgumentForm);
  if (element === undefined || exchange?.body === undefined) return {};
  const body: unknown = JSON.parse(fromWire(exchange.body));
  const request = (element < 0 ? body : (body as readonly unknown[])[element]) as { readonly params: Params };
  return argumentsOf(row, { form: "wrapped", args: argumentsOfCall(request.params) });
}

/** Undefined = none; secrets included. */
export function shownResult({ result, isAnswer, exchange, door, fault }: JournalEntry): unknown {
  if (result !== undefined) return JSON.parse(fromWire(result));
  if (fault !== undefined || !isAnswer || exchange?.answer === undefined) return undefined;
  const { answer, answerLength } = exchange;
  if (answerLength > maxKeptBytes) return `… (${answerLength} bytes)`;
  const value = parsed(fromWire(answer));
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
