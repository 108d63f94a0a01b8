/** Converts a journal entry to the form that testers read: request and answer as sent, without secrets. */
import type { RecordedError } from "../../engine/contract/faults.js";
import type { Contract } from "../../engine/contract/contract.js";
import { maxIgnored } from "../../engine/calls/call.js";
import { maxKeptBytes } from "../../engine/http/exchange.js";
import { timestamp } from "../../engine/values/dates.js";
import { fromWire } from "../../engine/values/text.js";
import {
  answerOf,
  bodyOf,
  headOf,
  outcomeOf,
  shownArguments,
  shownResult,
  type CallOutcome,
  type JournalEntry,
  type KeptExchange,
} from "./journal-entry.js";
import { withStars, type RecordedChange } from "./changes.js";
import { withoutSecrets } from "./journal-values.js";
import { isObject } from "../../engine/values/coercion.js";
import { quote } from "../../engine/values/messages.js";
import { severalOperators } from "../../engine/filters/several-operators.js";
import { roundedNumbers } from "./rounded.js";
import { nearestHint } from "./request-problems.js";
import { ExchangeSecrets, type HeaderList } from "../secrets/exchange-secrets.js";
import { stars } from "../secrets/names.js";

export interface RecordedCall {
  readonly number: number;
  readonly time: string;
  readonly door: JournalEntry["door"];
  readonly operation: string | null;
  readonly caller: string;
  readonly arguments: unknown;
  readonly result: unknown;
  readonly fault: string | null;
  readonly outcome: CallOutcome;
  /** The access node that the roles of the caller lack. */
  readonly needs: string | null;
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
  /** Why the request reached no operation or was not permitted; of a list, which of its filters Magento 1 reads otherwise. */
  readonly problem: string | null;
  /** What the call sent without effect: `productData.nmae (name may be meant)`, or decimals that are not stored. */
  readonly ignored: readonly string[];
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
  const shown = exchange ? shownExchange(exchange) : undefined;
  const { request, answer } = shown ?? { request: null, answer: null };
  const secrets = shown?.secrets ?? secretsOfArguments(args);
  return {
    number: entry.number,
    time: timestamp(entry.time),
    door: entry.door,
    operation,
    caller: entry.username,
    arguments: withoutSecrets(args, secrets),
    result: isSecret ? stars : withoutSecrets(result, secrets),
    fault: fault ?? null,
    outcome: outcomeOf(entry),
    needs: entry.denied?.needs ?? null,
    forced: entry.forced,
    duration_ms: Math.round(entry.durationMs * 1000) / 1000,
    status: exchange?.status ?? null,
    request,
    answer,
    error: error
      ? { code: error.code, message: secrets.text(error.message), data: withoutSecrets(error.data, secrets) }
      : null,
    rule: entry.rule ?? null,
    replayed: answer !== null && "Idempotent-Replayed" in answer.headers,
    sandbox,
    ignored: [...(entry.ignored ?? []), ...roundedNumbers(args, entry.changes ?? [])]
      .slice(0, maxIgnored)
      .map((text) => secrets.text(text)),
    problem:
      operation === null
        ? secrets.text(withNearest(contract, entry, error?.message))
        : (deniedProblem(entry) ??
          credentialsProblem(entry, args, error, request) ??
          entry.note ??
          disconnectedProblem(entry) ??
          severalOperators(filtersOf(entry, args)) ??
          null),
  };
}

/** What the call has changed, without the secrets of its exchange. */
export function shownChanges(entry: JournalEntry): readonly RecordedChange[] {
  const { exchange } = entry;
  const secrets = exchange ? shownExchange(exchange).secrets : secretsOfArguments(shownArguments(entry));
  return secrets.value((entry.changes ?? []).map(withStars)) as readonly RecordedChange[];
}

/** Why a request reached no operation. The fault of an unknown operation names the nearest one itself. */
function withNearest(contract: Contract, { path, fault }: JournalEntry, message?: string): string {
  const said = message ?? "The request does not name an operation.";
  return fault === "resource_path_invalid" ? said : `${said}${nearestHint(contract, path)}`;
}

/** Which node the roles of the caller lack. */
function deniedProblem({ denied, username, operation }: JournalEntry): string | undefined {
  if (!denied) return undefined;
  const roles = denied.roles.length === 0 ? "no access nodes" : denied.roles.join(", ");
  const needs = denied.needs === undefined ? "" : `; ${operation} needs ${denied.needs}`;
  return `The roles of ${username} allow ${roles}${needs}.`;
}

/** Why the caller is unknown. The wire says the same for a wrong name and a wrong key; here, testers may know the name. */
function credentialsProblem(
  { fault, username, operation, door }: JournalEntry,
  args: unknown,
  error: RecordedError | undefined,
  request: RecordedRequest | null,
): string | undefined {
  // Of a login, the caller is the name that was sent.
  if (username !== "" && operation !== "login") return undefined;
  const sentNone = door === "plain" && request !== null && !("Authorization" in request.headers);
  if (fault === "session_expired" && sentNone) {
    return "The request has no header Authorization: send a session (Bearer), or a user name and API key (Basic).";
  }
  const isThrottled = isObject(error?.data) && "retry_after" in error.data;
  if (fault !== "access_denied" || isThrottled) return undefined;
  const name = isObject(args) && typeof args.username === "string" ? ` ${quote(args.username)}` : "";
  return `There is no active API user${name} with this key.`;
}

/** Whether the client missed the response of a call that was carried out. */
function disconnectedProblem({ exchange, ending, fault }: JournalEntry): string | undefined {
  if (!exchange || exchange.status !== undefined || ending !== undefined) return undefined;
  return `The client disconnected before the response${fault === undefined ? "; the call was executed" : ""}.`;
}

/** The filters of a list operation. */
function filtersOf({ row }: JournalEntry, args: unknown): unknown {
  const name = row?.params.find(({ kind }) => kind === "filters")?.name;
  return name !== undefined && isObject(args) ? args[name] : undefined;
}

interface ShownExchange {
  readonly secrets: ExchangeSecrets;
  readonly request: RecordedRequest;
  readonly answer: RecordedMessage | null;
}

/** The calls of a batch share an exchange and are shown one after the other. */
let latest: { readonly exchange: KeptExchange; readonly shown: ShownExchange } | undefined;

function shownExchange(exchange: KeptExchange): ShownExchange {
  if (latest?.exchange !== exchange) latest = { exchange, shown: messagesOf(exchange) };
  return latest.shown;
}

/** For a call that did not come by HTTP. */
function secretsOfArguments(args: unknown): ExchangeSecrets {
  return new ExchangeSecrets({ path: "", request: { headers: [], body: JSON.stringify(args) } });
}

function messagesOf(exchange: KeptExchange): ShownExchange {
  const { bodyLength, answerLength, status } = exchange;
  const { lines, answer: answerHead } = headOf(exchange);
  const [first = "", ...rest] = lines;
  const space = first.indexOf(" ");
  const path = first.slice(space + 1);
  const headers = inPairs(rest);
  const answerHeaders = inPairs(answerHead.split("\r\n").slice(1).filter(Boolean).flatMap(nameAndValue));
  const sent = bodyOf(exchange);
  const received = answerOf(exchange);
  const secrets = new ExchangeSecrets({
    path,
    request: { headers, body: sent, isCut: bodyLength > maxKeptBytes },
    answer: { headers: answerHeaders, body: received, isCut: answerLength > maxKeptBytes },
  });
  const request = {
    method: first.slice(0, space),
    path: secrets.path(path),
    headers: headersOf(headers, secrets),
    body: secrets.body("request") ?? null,
    body_length: bodyLength,
  };
  if (status === undefined) return { secrets, request, answer: null };
  const answer = {
    headers: headersOf(answerHeaders, secrets),
    body: secrets.body("answer") ?? null,
    body_length: answerLength,
  };
  return { secrets, request, answer };
}

function nameAndValue(line: string): [string, string] {
  const colon = line.indexOf(":");
  return [line.slice(0, colon), line.slice(colon + 1).trim()];
}

/** @param parts names and values, alternating */
function inPairs(parts: readonly string[]): HeaderList {
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) pairs.push([parts[at] as string, parts[at + 1] as string]);
  return pairs;
}

function headersOf(list: HeaderList, secrets: ExchangeSecrets): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of list) {
    const shown = secrets.header(name, value);
    headers[name] = headers[name] === undefined ? shown : `${headers[name]}, ${shown}`;
  }
  return headers;
}
