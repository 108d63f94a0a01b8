/** Faults: raised by name, with code and message from the contract. Only this file creates error objects. */
import { globalFaults } from "../../../generated/convention.js";
import type { FaultRow } from "../../../generated/tables.js";
import type { GlobalFault } from "../../../generated/operations.js";
import { JSONRPCError } from "../open-rpc/error.js";
import { maxReported, type Problem } from "../values/problem.js";
import { shorten } from "../values/text.js";

/** Details of a fault: a message, the problems found, or further members of `data`. */
export type FaultDetail =
  | string
  | readonly Problem[]
  | Sentences
  | { readonly message?: string; readonly data: Readonly<Record<string, unknown>> };

/** Problems that are whole sentences: the message consists of them, without a heading. */
interface Sentences {
  readonly sentences: readonly Problem[];
}

/** The wire form of an error (conventions 5.1). */
export interface ErrorObject {
  readonly code: number;
  readonly message: string;
  readonly data: { readonly fault: string; readonly resource?: string } & Readonly<Record<string, unknown>>;
}

/** An error in the journal. */
export type RecordedError = Pick<ErrorObject, "code" | "message"> & { readonly data?: unknown };

/** A declared error. A handler raises it with the `fault` of its call. */
export class Fault extends JSONRPCError {
  constructor(
    readonly fault: string,
    private readonly row: FaultRow,
    private readonly resource: string | undefined,
    detail?: FaultDetail,
  ) {
    const reported = detail === undefined ? undefined : boundedDetail(detail);
    super(faultMessage(row, reported), row.code, faultData(fault, resource, reported));
    this.status = row.status;
    this.sentences = reported !== undefined && isSentences(reported) ? reported.sentences : undefined;
  }

  /** HTTP status in the plain form. */
  readonly status: number;

  /** The problems that the message consists of. */
  readonly sentences: readonly Problem[] | undefined;

  /** The members of `data` besides the names. */
  get members(): Readonly<Record<string, unknown>> {
    const { fault: _, resource: __, ...members } = this.data as ErrorObject["data"];
    return members;
  }

  /** The same fault with another detail. */
  with(detail: FaultDetail): Fault {
    return new Fault(this.fault, this.row, this.resource, detail);
  }

  /** Our own text, if the message is that of a shop (`worded`). */
  readonly ownText: string | undefined = undefined;

  /** The same fault with the text of a shop as its message. Its kind, such as Unavailable, stays. */
  worded(text: string): this {
    return Object.create(this, { message: { value: text }, ownText: { value: this.message } }) as this;
  }

  /** Why it was raised, for the journal only. */
  note: string | undefined = undefined;

  noted(note: string | undefined): this {
    this.note = note;
    return this;
  }

  toErrorObject(): ErrorObject {
    return { code: this.code, message: this.message, data: this.data as ErrorObject["data"] };
  }

  /** The fault in the journal. */
  get recorded(): RecordedError {
    return this.toErrorObject();
  }
}

/** A stored fault, to be raised again. */
export type StoredFault = ErrorObject & { readonly status: number };

export function storedFault(fault: Fault): StoredFault {
  return { ...fault.toErrorObject(), status: fault.status };
}

export function raiseAgain({ code, status, message, data }: StoredFault): Fault {
  const fault = new Fault(data.fault, { code, status, message }, data.resource);
  // Unchanged: it was shortened when it was raised for the first time.
  fault.data = data;
  return fault;
}

/**
 * A handler of the operator's own operation has returned a result that its contract does not allow. The caller sees the
 * message, too.
 */
export class UnfitResult extends Error {
  override name = "UnfitResult";
}

/** Temporarily unavailable: a single call gets 503 with `Retry-After` and this fault. */
export class Unavailable extends Fault {
  readonly retryAfterSeconds: number;

  constructor(message: string, { reference, retryAfterSeconds = 1 }: UnavailableDetail) {
    const { code } = globalFaults.internal as FaultRow;
    const data = reference === undefined ? {} : { reference };
    super("internal", { code, status: 503, message }, undefined, { data });
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

interface UnavailableDetail {
  /** The reference of the log line. */
  readonly reference?: string;
  readonly retryAfterSeconds?: number;
}

/** Over the rate limit: a single call gets 429 with `Retry-After` and no body, one of several by this fault. */
export class TooManyCalls extends Fault {
  constructor(readonly retryAfterSeconds: number) {
    super("access_denied", { code: 2, status: 429, message: "Too many calls in a minute." }, undefined, {
      data: { retry_after: retryAfterSeconds },
    });
  }
}

/** Seconds for `Retry-After`. */
export const unavailableFor = "1";

/** A fault of the global table (conventions 5.3). */
export function globalFault(name: GlobalFault, detail?: FaultDetail): Fault {
  return new Fault(name, globalFaults[name] as FaultRow, undefined, detail);
}

/**
 * The detail of a fault that follows from one argument, or one member of it (`data.sku`), where the contract names several.
 * The value that was sent is added to the message (contract/blamed-arguments.ts).
 */
export function about(argument: string, message?: string) {
  return { ...(message === undefined ? {} : { message }), data: { parameter: argument } };
}

/** Credentials are wrong: `access_denied` as for a forbidden operation, but 401 where an answer has a status. */
export function wrongCredentials(detail?: FaultDetail): Fault {
  return new Fault(
    "access_denied",
    { ...(globalFaults.access_denied as FaultRow), status: 401 },
    undefined,
    detail,
  );
}

/** A parameter is missing or unusable: the global fault 6. */
export function badParameter(parameter: string, message: string): Fault {
  return globalFault("invalid_request_param", about(parameter, `${parameter}: ${message}`));
}

/** Limits of what an answer repeats: number of problems, and characters of each text. */
const maxTextLength = 1000;

function boundedDetail(detail: FaultDetail): FaultDetail {
  if (typeof detail === "string") return shorten(detail, maxTextLength);
  if (isProblems(detail)) return boundedProblems(detail);
  if (isSentences(detail)) return { sentences: boundedProblems(detail.sentences) };
  const { message, data } = detail;
  const bounded = boundedValue(data) as Readonly<Record<string, unknown>>;
  return message === undefined
    ? { data: bounded }
    : { message: shorten(message, maxTextLength), data: bounded };
}

/** The field of the row that counts the problems that are not listed. */
const othersField = "…";

/** The first problems, shortened, and the number of the others. A list that is already bounded is returned unchanged. */
export function boundedProblems<One extends Partial<Problem>>(problems: readonly One[]): readonly One[] {
  const counted = problems[maxReported];
  const isBounded = counted?.field === othersField && problems.length === maxReported + 1;
  const told = problems.slice(0, maxReported).map((problem) => boundedValue(problem) as One);
  if (isBounded) return [...told, counted];
  if (problems.length <= maxReported) return told;
  const rest = { field: othersField, message: `${problems.length - maxReported} more problems` };
  return [...told, rest as Partial<Problem> as One];
}

/** Shortens long texts and lists in a JSON value. */
function boundedValue(value: unknown): unknown {
  if (typeof value === "string") return shorten(value, maxTextLength);
  if (Array.isArray(value)) return value.slice(0, maxReported).map(boundedValue);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, maxReported)
      .map(([name, member]) => [shorten(name, maxTextLength), boundedValue(member)]),
  );
}

function isProblems(detail: FaultDetail): detail is readonly Problem[] {
  return Array.isArray(detail);
}

function isSentences(detail: FaultDetail): detail is Sentences {
  return typeof detail === "object" && "sentences" in detail;
}

function faultMessage(row: FaultRow, detail?: FaultDetail): string {
  if (detail === undefined) return row.message;
  if (typeof detail === "string") return detail;
  if (isProblems(detail)) {
    const heading = row.message.replace(/\.$/, ":");
    return [heading, ...detail.map(({ field, message }) => `${field}: ${message}`)].join("\n");
  }
  if (isSentences(detail)) return detail.sentences.map(({ message }) => message).join("\n");
  return detail.message ?? row.message;
}

function faultData(fault: string, resource: string | undefined, detail?: FaultDetail): ErrorObject["data"] {
  return {
    fault,
    ...(resource === undefined ? {} : { resource }),
    ...(detail === undefined ? {} : furtherData(detail)),
  };
}

function furtherData(detail: FaultDetail): Readonly<Record<string, unknown>> {
  if (typeof detail === "string") return {};
  if (isProblems(detail)) return { errors: detail };
  return isSentences(detail) ? { errors: detail.sentences } : detail.data;
}

/** Errors of the protocol itself (conventions 5.2). */
const protocolErrors = {
  parse_error: { code: -32700, message: "Parse error" },
  invalid_request: { code: -32600, message: "Invalid request" },
  method_not_found: { code: -32601, message: "Method not found" },
  internal_error: { code: -32603, message: "Internal error" },
} as const;

export function protocolError(fault: keyof typeof protocolErrors, message?: string): ErrorObject {
  const row = protocolErrors[fault];
  return { code: row.code, message: message ?? row.message, data: { fault } };
}

/** The fault for a method that the Router does not find. */
export function methodNotFound(name: string): Fault {
  const row = { ...protocolErrors.method_not_found, status: 404 };
  return new Fault("method_not_found", row, undefined, `There is no method ${shorten(name, 80)}.`);
}
