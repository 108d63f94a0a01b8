/** A call as the journal stores it: the texts of request and answer, which are parsed only when the call is shown. */
import type { OperationRow } from "../../../generated/tables.js";
import type { DeniedAccess, ForcedEnding } from "../../engine/calls/observer.js";
import type { Params } from "../../engine/calls/call.js";
import { argumentsOfCall } from "../../engine/calls/method-params.js";
import type { DoorName } from "../../engine/calls/door.js";
import type { ArgumentForm } from "../../engine/contract/arguments.js";
import { maxKeptBytes } from "../../engine/http/exchange.js";
import { fromWire, type Wire } from "../../engine/values/text.js";
import { decodeXml } from "../../engine/xml/charset.js";
import type { MatchedCall } from "../matching/call-match.js";
import type { RecordedChange } from "./changes.js";
import { argumentsOf, truncatedValue } from "./journal-values.js";

/** Request and answer. All calls of a batch share one exchange. */
export interface KeptExchange {
  /** The head (see `headOf`), the body of the request, and the body of the answer. */
  readonly bytes: Buffer;
  readonly headEnd: number;
  readonly bodyEnd: number;
  /** A long answer that was sent in one piece, which `bytes` then do not contain. One character per byte. */
  readonly longAnswer: Wire | undefined;
  /** Lengths of the whole bodies in bytes. `bytes` contain at most `maxKeptBytes` of each. */
  readonly bodyLength: number;
  readonly answerLength: number;
  /** Undefined = the connection was cut before an answer. */
  readonly status: number | undefined;
}

/**
 * The first line of the request and its headers (names and values alternate) as `lines`; the first line and the headers of the
 * answer as `answer`.
 */
export function headOf({ bytes, headEnd }: KeptExchange): {
  readonly lines: readonly string[];
  readonly answer: string;
} {
  const text = bytes.toString("latin1", 0, headEnd);
  const end = text.indexOf("\n\n");
  return { lines: text.slice(0, end).split("\n"), answer: text.slice(end + 2) };
}

/** The body of the request; undefined if it is empty. */
export function bodyOf({ bytes, headEnd, bodyEnd }: KeptExchange): string | undefined {
  return bodyEnd === headEnd ? undefined : textOf(bytes.subarray(headEnd, bodyEnd));
}

/** XML may be UTF-16. */
function textOf(bytes: Buffer): string {
  const isWide = ["fffe", "feff", "3c00", "003c"].includes(bytes.toString("hex", 0, 2));
  return isWide ? decodeXml(bytes) : bytes.toString();
}

/** The body of the answer; undefined if it is empty. */
export function answerOf({ bytes, bodyEnd, longAnswer }: KeptExchange): string | undefined {
  if (longAnswer !== undefined) return Buffer.from(longAnswer.slice(0, maxKeptBytes), "latin1").toString();
  return bytes.length === bodyEnd ? undefined : bytes.toString("utf8", bodyEnd);
}

/** Whether the exchange contains its answer to the end. */
export function containsAnswer({ longAnswer, answerLength }: KeptExchange): boolean {
  return longAnswer !== undefined || answerLength <= maxKeptBytes;
}

export interface JournalEntry {
  readonly number: number;
  /** Milliseconds since 1970, by the clock of the shop. */
  readonly time: number;
  readonly durationMs: number;
  readonly door: DoorName | "console" | null;
  /** Null = the request reached no operation. */
  readonly operation: string | null;
  readonly row: OperationRow | undefined;
  /** The requested name or URL if the request reached no operation. */
  readonly path: string | undefined;
  readonly username: string;
  readonly fault: string | undefined;
  readonly session: string | undefined;
  readonly forced: boolean;
  /** The ID of the fault rule that changed the answer. */
  readonly rule: number | undefined;
  readonly ending: ForcedEnding | undefined;
  readonly denied: DeniedAccess | undefined;
  readonly ignored: ReadonlySet<string> | undefined;
  /** What the call has changed, with secrets; undefined = nothing, null = too much to keep. */
  readonly changes: readonly RecordedChange[] | null | undefined;
  /** JSON-RPC: the index in the batch, or -1. */
  readonly element: number | undefined;
  /** Whether the answer contains only the result of this call. */
  readonly isAnswer: boolean;
  readonly exchange: KeptExchange | undefined;
  /** JSON, like `result` and `error`; undefined if the exchange contains it. */
  readonly args: Wire | undefined;
  readonly result: Wire | undefined;
  readonly error: Wire | undefined;
  /** Why the fault was raised. */
  readonly note: string | undefined;
  /** In bytes; the last call of a batch counts the exchange. */
  readonly size: number;
}

/** How a call ended: with a result or a fault, or by HTTP alone because of a rule. */
export type CallOutcome = "result" | "fault" | ForcedEnding;

export function outcomeOf({ ending, fault, error }: JournalEntry): CallOutcome {
  return ending ?? (fault === undefined && error === undefined ? "result" : "fault");
}

/** Whether a call counts where this outcome is asked for; undefined = any, except calls that their clients gave up. */
export function hasOutcome(entry: JournalEntry, wanted: CallOutcome | undefined): boolean {
  return wanted === undefined ? entry.ending !== "given_up" : outcomeOf(entry) === wanted;
}

/** The arguments by name, secrets included. */
export function shownArguments(entry: JournalEntry): unknown {
  const { args, element, exchange, row } = entry;
  if (args !== undefined) return argumentsOf(row, JSON.parse(fromWire(args)) as ArgumentForm);
  const sent = element === undefined ? undefined : exchange && bodyOf(exchange);
  if (element === undefined || sent === undefined) return {};
  const body: unknown = JSON.parse(sent);
  const request = (element < 0 ? body : (body as readonly unknown[])[element]) as { readonly params: Params };
  return argumentsOf(row, { form: "wrapped", args: argumentsOfCall(request.params) });
}

/** The call for comparisons with a `match`, secrets included. */
export function matchedCall(entry: JournalEntry): MatchedCall {
  const { row, username, door, exchange } = entry;
  return {
    row,
    caller: username,
    door,
    args: () => shownArguments(entry) as Readonly<Record<string, unknown>>,
    header: (name) => (exchange ? headerOf(exchange, name) : undefined),
  };
}

/** The lines of the head after the first: names and values alternate. */
function headerOf(exchange: KeptExchange, name: string): string | undefined {
  const { lines } = headOf(exchange);
  const values = lines.filter((_, at) => at > 1 && at % 2 === 0 && lines[at - 1]?.toLowerCase() === name);
  return values.length === 0 ? undefined : values.join(", ");
}

/** The result, secrets included; undefined if there is none. */
export function shownResult({ result, isAnswer, exchange, door, fault }: JournalEntry): unknown {
  if (result !== undefined) return JSON.parse(fromWire(result));
  const answer = fault === undefined && isAnswer ? exchange && answerOf(exchange) : undefined;
  if (exchange === undefined || answer === undefined) return undefined;
  if (!containsAnswer(exchange)) return `… (${exchange.answerLength} bytes)`;
  const { longAnswer } = exchange;
  const value = longAnswer === undefined ? parsed(answer) : truncatedValue(parsed(fromWire(longAnswer)));
  const isEnvelope = value !== null && typeof value === "object" && "jsonrpc" in value && door === "jsonrpc";
  return isEnvelope ? (value as { readonly result?: unknown }).result : value;
}

/** Parses JSON; other text stays text. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
