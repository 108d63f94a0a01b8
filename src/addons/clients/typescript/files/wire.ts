import { callsAtOnce, type FaultData } from "./contract.js";
import type { Exchanged } from "./exchange.js";
import {
  StoreApiError,
  StoreClientError,
  type FailureDetails,
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
  /** Of the response that it came with. */
  requestId?: string | undefined;
}

/** Refuses what the compiler refuses, for programs in JavaScript, and lists that are too long. */
function refuseUnplanned(name: "batch" | "multiCall", calls: readonly PlannedCall[]): void {
  const isPlanned = ({ operation }: Partial<PlannedCall>) => operation !== undefined;
  if (!Array.isArray(calls) || !calls.every(isPlanned))
    throw new TypeError(
      `${name} needs a list of planned calls: (b) => [b.catalogProduct.info({ productId: 1 })]`,
    );
  if (calls.length > callsAtOnce)
    throw new RangeError(`${name}: at most ${callsAtOnce} calls, not ${calls.length}`);
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

function resultOf(operation: Operation, { result, error, requestId }: WireAnswer): unknown {
  if (error) throw new StoreApiError(operation, error, { requestId });
  return result;
}

/** The entry of a `multiCall` in the form of an answer. */
function entry(value: unknown, requestId: string | undefined): WireAnswer {
  const fault = value as {
    isFault?: unknown;
    faultCode: number;
    faultMessage: string;
    data: FaultData;
  } | null;
  if (fault?.isFault !== true || typeof fault.faultCode !== "number") return { result: value };
  return { error: { code: fault.faultCode, message: fault.faultMessage, data: fault.data }, requestId };
}

function outcome({ operation }: PlannedCall, answer: WireAnswer | undefined): SafeResult<Operation> {
  if (answer === undefined) {
    const error = new StoreClientError(operation, "not_executed", "an earlier call failed");
    return { ok: false, error };
  }
  const { error, requestId } = answer;
  if (error === undefined) return { ok: true, value: answer.result as never };
  const failure =
    error.code >= 0
      ? new StoreApiError(operation, error, { requestId })
      : unexpected(operation, error.message, answer, { requestId });
  return { ok: false, error: failure as never };
}

function unexpected(
  operation: string,
  message: string,
  answer: unknown,
  details: FailureDetails = {},
): StoreClientError {
  return new StoreClientError(operation, "unexpected_answer", message, { cause: answer, ...details });
}

/** Whether the service asks for a later retry. */
function busy(
  operation: string,
  address: string,
  { status, retryAfter, headers }: Exchanged,
  answer: WireAnswer | WireAnswer[] | undefined,
): StoreClientError {
  const wait = retryAfter === undefined ? "" : `, in ${retryAfter} s`;
  const said = errorOf(answer)?.message;
  const message = `${address}: come back later${wait} (HTTP ${status})${said === undefined ? "" : `: ${said}`}`;
  const details = { status, retryAfter, requestId: headers["x-request-id"], cause: answer };
  return new StoreClientError(operation, "unavailable", message, details);
}

export {
  busy,
  entry,
  errorOf,
  isExpired,
  outcome,
  parsed,
  refuseUnplanned,
  resultOf,
  unexpected,
  type WireAnswer,
};
