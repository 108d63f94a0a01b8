import { callsAtOnce, type FaultData } from "./contract.js";
import {
  StoreApiError,
  StoreClientError,
  type Operation,
  type SafeResult,
  type WireError,
} from "./errors.js";

// ---- What goes over the wire --------------------------------------------------------------------------------------

/** A call that `batch` or `multiCall` is going to make. */
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

/** A JSON object or list; undefined for anything else. */
function parsed(text: string): object | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    if (Array.isArray(value)) return value as unknown[];
    const isAnswer = typeof value === "object" && value !== null && ("result" in value || "error" in value);
    return isAnswer ? value : undefined;
  } catch {
    return undefined;
  }
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

function unexpected(operation: string, message: string, answer: unknown): StoreClientError {
  return new StoreClientError(operation, "unexpected_answer", message, { cause: answer });
}

export { entry, isExpired, outcome, parsed, refuseTooMany, resultOf, unexpected, type WireAnswer };
