/** Converts a journal entry to the form that testers read: request and answer as sent, without secrets. */
import type { RecordedError } from "../../engine/calls/observer.js";
import type { Contract } from "../../engine/contract/contract.js";
import { timestamp } from "../../engine/values/dates.js";
import { fromWire } from "../../engine/values/text.js";
import {
  answerOf,
  bodyOf,
  headOf,
  shownArguments,
  shownResult,
  type JournalEntry,
  type KeptExchange,
} from "./journal-entry.js";
import { withoutSecrets } from "./journal-values.js";
import { isObject } from "../../engine/values/coercion.js";
import { severalOperators } from "../../engine/filters/several-operators.js";
import { nearestHint } from "./request-problems.js";
import { maskedBody, maskedHeader, maskedPath } from "./secrets.js";

export interface RecordedCall {
  readonly number: number;
  readonly time: string;
  readonly door: JournalEntry["door"];
  readonly operation: string | null;
  readonly caller: string;
  readonly arguments: unknown;
  readonly result: unknown;
  readonly fault: string | null;
  readonly forced: boolean;
  readonly duration_ms: number;
  /** Null = the connection was cut, or the call did not come by HTTP. */
  readonly status: number | null;
  readonly request: RecordedRequest | null;
  readonly answer: RecordedMessage | null;
  readonly error: Required<RecordedError> | null;
  readonly rule: number | null;
  readonly replayed: boolean;
  readonly sandbox: string | null;
  /** Why the request reached no operation; of a list, which of its filters Magento 1 reads otherwise. */
  readonly problem: string | null;
}

/** The body is text as it was sent, cut after 64 KiB. */
interface RecordedMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Length of the whole body in bytes. */
  readonly body_length: number;
}

interface RecordedRequest extends RecordedMessage {
  readonly method: string;
  readonly path: string;
}

/** Methods whose result is a secret. */
const secretResults = new Set(["login", "startSession", "openRestSession", "createSession"]);

export function shownCall(contract: Contract, entry: JournalEntry, sandbox: string | null): RecordedCall {
  const { operation, exchange, fault } = entry;
  const args = shownArguments(entry);
  const result = shownResult(entry);
  const isSecret = result !== undefined && operation !== null && secretResults.has(operation);
  const error = entry.error && (JSON.parse(fromWire(entry.error)) as RecordedError);
  const { request, answer } = exchange ? messagesOf(exchange) : { request: null, answer: null };
  return {
    number: entry.number,
    time: timestamp(entry.time),
    door: entry.door,
    operation,
    caller: entry.username,
    arguments: withoutSecrets(args),
    result: isSecret ? "***" : withoutSecrets(result),
    fault: fault ?? null,
    forced: entry.forced,
    duration_ms: Math.round(entry.durationMs * 1000) / 1000,
    status: exchange?.status ?? null,
    request,
    answer,
    error: error ? { code: error.code, message: error.message, data: withoutSecrets(error.data) } : null,
    rule: entry.rule ?? null,
    replayed: answer !== null && "Idempotent-Replayed" in answer.headers,
    sandbox,
    problem:
      operation === null
        ? `${error?.message ?? "The request names no operation."}${nearestHint(contract, entry.path)}`
        : (severalOperators(filtersOf(entry, args)) ?? null),
  };
}

/** The filters of a list operation. */
function filtersOf({ row }: JournalEntry, args: unknown): unknown {
  const name = row?.params.find(({ kind }) => kind === "filters")?.name;
  return name !== undefined && isObject(args) ? args[name] : undefined;
}

function messagesOf(exchange: KeptExchange): { request: RecordedRequest; answer: RecordedMessage | null } {
  const { bodyLength, answerLength, status } = exchange;
  const { lines, answer: answerHead } = headOf(exchange);
  const [first = "", ...headers] = lines;
  const space = first.indexOf(" ");
  const path = first.slice(space + 1);
  const sent = bodyOf(exchange);
  const received = answerOf(exchange);
  const request = {
    method: first.slice(0, space),
    path: maskedPath(path),
    headers: headersOf(headers),
    body: sent === undefined ? null : maskedBody(sent, { path }),
    body_length: bodyLength,
  };
  if (status === undefined) return { request, answer: null };
  const answerHeaders = headersOf(answerHead.split("\r\n").slice(1).filter(Boolean).flatMap(nameAndValue));
  const shown = received === undefined ? null : maskedBody(received, { path, request: sent ?? "" });
  return { request, answer: { headers: answerHeaders, body: shown, body_length: answerLength } };
}

function nameAndValue(line: string): [string, string] {
  const colon = line.indexOf(":");
  return [line.slice(0, colon), line.slice(colon + 1).trim()];
}

/** @param parts names and values, alternating */
function headersOf(parts: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const name = parts[at] as string;
    const value = maskedHeader(name, parts[at + 1] as string);
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  }
  return headers;
}
