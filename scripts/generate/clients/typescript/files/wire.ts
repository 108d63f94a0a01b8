import { callsAtOnce, type FaultData } from "./contract.js";
import type { Exchanged } from "./exchange.js";
import {
  StoreApiError,
  StoreClientError,
  type Operation,
  type SafeResult,
  type WireError,
} from "./errors.js";

// ---- The wire format ---------------------------------------------------------------------------------------------

/** A planned call of `batch` or `multiCall`. */
export interface PlannedCall<O extends Operation = Operation> {
  readonly operation: O;
  readonly params: object;
}

interface WireAnswer {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: WireError;
}

function refuseTooMany(operation: string, { length }: readonly unknown[]): void {
  if (length > callsAtOnce) throw new RangeError(`${operation}: at most ${callsAtOnce} calls, not ${length}`);
}

/**
 * The parameters as JSON has them. `JSON.stringify` would write NaN as null, which means "left out", and leave out functions
 * or write a `Map` as `{}`: the service would change nothing and answer `true`. So such values are refused by their member.
 */
function sendable(operation: string, params: object): object {
  return plain(params, "") as object;

  function plain(value: unknown, member: string): unknown {
    const refuse = (problem: string) =>
      new StoreClientError(operation, "invalid_value", `${member} ${problem}`);
    switch (typeof value) {
      case "number":
        if (Number.isFinite(value)) return value;
        throw refuse(`is ${value}, which is no number in JSON`);
      case "bigint":
      case "function":
      case "symbol":
        throw refuse(`is a ${typeof value}, which JSON does not have`);
      case "object":
        break;
      default:
        return value;
    }
    if (value === null) return null;
    if (value instanceof Date) {
      if (Number.isNaN(value.getTime())) throw refuse("is an invalid Date");
      return timeText(value);
    }
    if ("toJSON" in value && typeof value.toJSON === "function") return plain(value.toJSON(), member);
    if (
      value instanceof Map ||
      value instanceof Set ||
      ArrayBuffer.isView(value) ||
      value instanceof ArrayBuffer
    )
      throw refuse(`is a ${value.constructor.name}, which JSON does not have`);
    if (Array.isArray(value))
      return value.map((item: unknown, index) => plain(item ?? null, `${member}[${index}]`));
    const entries = Object.entries(value) as [string, unknown][];
    return Object.fromEntries(
      entries.map(([name, inner]) => [name, plain(inner, member === "" ? name : `${member}.${name}`)]),
    );
  }
}

/** A time as the service writes it, in UTC. Midnight is also a day, which is all that some members take. */
function timeText(date: Date): string {
  const text = date.toISOString().replace("T", " ").slice(0, "YYYY-MM-DD HH:MM:SS".length);
  return text.replace(/ 00:00:00$/, "");
}

/** The answer of a call, or those of a batch; undefined for any other value. */
function parsed(text: string): WireAnswer | WireAnswer[] | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    const isAnswered = Array.isArray(value) ? value.every(isAnswer) : isAnswer(value);
    return isAnswered ? (value as WireAnswer | WireAnswer[]) : undefined;
  } catch {
    return undefined;
  }
}

function isAnswer(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (!("error" in value)) return "result" in value;
  const { code, message, data } = (value.error ?? {}) as Partial<WireError>;
  // Faults have numbers from 0 on and a name in `data`; all other errors are protocol errors.
  const isNamed = typeof data?.fault === "string" || (typeof code === "number" && code < 0);
  return typeof code === "number" && typeof message === "string" && isNamed;
}

function errorOf(answer: WireAnswer | WireAnswer[] | undefined): WireError | undefined {
  return Array.isArray(answer) ? undefined : answer?.error;
}

function isExpired(answer: WireAnswer | undefined): boolean {
  return answer?.error?.data?.fault === "session_expired";
}

function resultOf(operation: Operation, { result, error }: WireAnswer): unknown {
  if (error) throw new StoreApiError(operation, error);
  return result;
}

/** The entry of a `multiCall` in the form of an answer. */
function entry(value: unknown): WireAnswer {
  const fault = value as {
    isFault?: unknown;
    faultCode: number;
    faultMessage: string;
    data: FaultData;
  } | null;
  if (fault?.isFault !== true || typeof fault.faultCode !== "number") return { result: value };
  return { error: { code: fault.faultCode, message: fault.faultMessage, data: fault.data } };
}

function outcome({ operation }: PlannedCall, answer: WireAnswer | undefined): SafeResult<Operation> {
  if (answer === undefined) {
    const error = new StoreClientError(operation, "not_executed", "an earlier call failed");
    return { ok: false, error };
  }
  const { error } = answer;
  if (error === undefined) return { ok: true, value: answer.result as never };
  if (error.code >= 0) return { ok: false, error: new StoreApiError(operation, error) };
  return { ok: false, error: unexpected(operation, error.message, answer) };
}

function unexpected(operation: string, message: string, answer: unknown, status?: number): StoreClientError {
  const details = { cause: answer, ...(status === undefined ? {} : { status }) };
  return new StoreClientError(operation, "unexpected_answer", message, details);
}

/** Whether the service asks for a later retry. */
function busy(
  operation: string,
  { status, retryAfter }: Exchanged,
  answer: WireAnswer | WireAnswer[] | undefined,
): StoreClientError {
  const wait = retryAfter === undefined ? "" : `, in ${retryAfter} s`;
  const said = errorOf(answer)?.message;
  const message = `come back later${wait} (HTTP ${status})${said === undefined ? "" : `: ${said}`}`;
  const details = { status, ...(retryAfter === undefined ? {} : { retryAfter }), cause: answer };
  return new StoreClientError(operation, "unavailable", message, details);
}

export {
  busy,
  entry,
  errorOf,
  isExpired,
  outcome,
  parsed,
  refuseTooMany,
  resultOf,
  sendable,
  unexpected,
  type WireAnswer,
};
