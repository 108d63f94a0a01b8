/** Fault injection: the test control may return the result of a call in place of its operation (docs/testing.md). */
import type { Principal } from "../access/authentication.js";
import { Fault } from "../contract/faults.js";
import type { OperationRow } from "../../../generated/tables.js";
import type { ArgumentForm } from "../contract/arguments.js";
import type { DoorName } from "./door.js";
import type { CallGroup, CutAnswer, ForcedEnding } from "./observer.js";

/** An HTTP status, with an empty body, the error page of a proxy, or these bytes. */
export interface ForcedStatus extends CutAnswer {
  readonly body?: "html" | Buffer | undefined;
  /** The body is sent in pieces with pauses of this length. */
  readonly chunkMs?: number | undefined;
  /** After half of the body, the connection is reset. */
  readonly isReset?: boolean | undefined;
}

/** Thrown to replace the answer to the whole request by an HTTP status or a closed connection. */
export class ForcedHttpAnswer extends Fault {
  /** @param answer "drop" closes the connection, "reset" resets it; "given_up" = the client has closed it during a delay */
  constructor(readonly answer: "drop" | "reset" | "given_up" | ForcedStatus) {
    super(
      "internal",
      { code: 1, status: 500, message: "The test control returned an HTTP response." },
      undefined,
    );
  }
}

/** How a forced HTTP response ends a call. */
export function endingOf(answer: ForcedHttpAnswer["answer"]): ForcedEnding {
  if (answer === "drop") return "dropped";
  if (answer === "given_up") return answer;
  if (answer === "reset" || answer.isReset) return "reset";
  return answer.body === "html" ? "html" : "http";
}

/** Forced errors, with the number of their rule. */
const forcedErrors = new WeakMap<object, number | undefined>();

/** Marks a fault as forced, for the journal. */
export function markForced<E extends Error>(fault: E, rule?: number): E {
  forcedErrors.set(fault, rule);
  return fault;
}

export function isForced(error: unknown): boolean {
  return (
    error instanceof ForcedHttpAnswer ||
    (typeof error === "object" && error !== null && forcedErrors.has(error))
  );
}

/** The rule that forced an error. */
export function ruleOf(error: unknown): number | undefined {
  return typeof error === "object" && error !== null ? forcedErrors.get(error) : undefined;
}

/** A call as rules see it. */
export interface InjectableCall {
  /** An operation, `login`, `multiCall` or an operation of the REST resource. */
  readonly name: string;
  /** The row of an operation, and its arguments. */
  readonly row?: OperationRow;
  readonly args?: ArgumentForm;
  /** The path and query parameters of a REST operation. */
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly principal?: Principal;
  /** As in the journal: the API user, or the user name of a login; "" for nobody. */
  readonly caller: string;
  readonly door?: DoorName | undefined;
  /** A header of the request, by its name in lower case. */
  readonly header: (name: string) => string | undefined;
  /** The request; undefined = the call did not come by HTTP. */
  readonly group?: CallGroup | undefined;
  /** The envelope of a `multiCall`, or an operation within a REST call: rules for `*` do not count it. */
  readonly isEnvelope?: boolean;
  /** The operation is not in the contract: only rules with `undeclared` apply. */
  readonly isUndeclared?: boolean;
}

/** The answer of a rule, with its number. */
export interface RuleAnswer {
  readonly rule?: number | undefined;
  readonly cut?: CutAnswer | undefined;
}

/** A result without executing the call. */
export interface ForcedAnswer extends RuleAnswer {
  readonly result: unknown;
}

/** The call is executed first. */
export interface LaterAnswer {
  /**
   * Called after a success. Resolves after the delay of the rule; undefined = another call has used up the rule.
   * Rejects with the error to answer in place of the result.
   */
  readonly afterwards: () => Promise<RuleAnswer | undefined>;
}

export interface FaultInjection {
  /** Whether there are any rules. Without rules, only calls with `Prefer` need `before`. */
  readonly isReady: boolean;
  /**
   * Undefined if nothing is forced. Otherwise it resolves after the delay of the rule to its answer, or rejects with its
   * fault.
   * @param prefer the fault that the request itself asks for
   */
  before(
    call: InjectableCall,
    prefer: string | undefined,
  ): Promise<ForcedAnswer | LaterAnswer | undefined> | undefined;
}
