/** The place at which the test control may answer a call instead of the operation (interface 4). */
import type { Principal } from "../access/authentication.js";
import { Fault } from "./faults.js";
import type { OperationRow } from "../../../generated/tables.js";
import type { ArgumentForm } from "../contract/arguments.js";
import type { CallGroup, CutAnswer } from "./observer.js";

/** A status, without a body unless it is the page of a proxy. */
export interface ForcedStatus extends CutAnswer {
  readonly body?: "html";
}

/** An HTTP answer, or a cut connection, in place of everything that the request asked for. */
export class ForcedHttpAnswer extends Fault {
  /** @param answer "drop" cuts the connection */
  constructor(readonly answer: "drop" | ForcedStatus) {
    super(
      "internal",
      { code: 1, status: 500, message: "The test control answers by HTTP alone." },
      undefined,
    );
  }
}

/** With the number of the rule that asked for them. */
const forcedErrors = new WeakMap<object, number | undefined>();

/** Marks a fault that the test control asked for, so that the journal tells it from a natural one. */
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

/** The rule that asked for an error. */
export function ruleOf(error: unknown): number | undefined {
  return typeof error === "object" && error !== null ? forcedErrors.get(error) : undefined;
}

/** What a built-in method answers when the test control asked for it. */
export class ForcedResult {
  constructor(
    readonly result: unknown,
    readonly rule: number | undefined,
  ) {}
}

/** What a call is to a rule. */
export interface InjectableCall {
  /** An operation, `login`, `multiCall` or an operation of the REST resource. */
  readonly name: string;
  /** For operations: what their arguments are read by, and the arguments. */
  readonly row?: OperationRow;
  readonly args?: ArgumentForm;
  /** Of REST operations: the parameters of path and query. */
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly principal?: Principal;
  /** The envelope of a `multiCall`, or an operation within a call of REST: `*` does not count them. */
  readonly isEnvelope?: boolean;
  /** The contract does not know it: only a rule that says so is meant for it. */
  readonly isUndeclared?: boolean;
}

/** What the rule of a number asked for. */
export interface RuleAnswer {
  readonly rule?: number | undefined;
  readonly cut?: CutAnswer | undefined;
}

/** A result in place of carrying the call out. */
export interface ForcedAnswer extends RuleAnswer {
  readonly result: unknown;
}

/** The call is carried out first. */
export interface LaterAnswer {
  /**
   * Asked once it was a success. Resolves after the delay that was asked for: undefined = another call used the rule up.
   * Rejects with what is answered in place of the result.
   */
  readonly afterwards: () => Promise<RuleAnswer | undefined>;
}

/** What the test control does to a call, as the call ends. */
export interface ForcedCall {
  /** The test control answers in place of the operation. */
  isForced?: boolean;
  /** Of the rule that answered. */
  rule?: number | undefined;
  /** To be asked when it was a success. */
  afterwards?: LaterAnswer["afterwards"] | undefined;
}

/**
 * The answer in place of carrying the call out, if there is one. Rejects with the fault that was asked for.
 * @param wire what is sent for the call
 */
export async function forcedAnswer(
  injection: ReturnType<FaultInjection["before"]>,
  call: ForcedCall,
  wire: CallGroup | undefined,
): Promise<ForcedAnswer | undefined> {
  call.isForced = injection !== undefined;
  const answer = await injection;
  if (answer && "result" in answer) {
    call.rule = answer.rule;
    cutAsAsked(answer, wire);
    return answer;
  }
  call.isForced = false;
  call.afterwards = answer?.afterwards;
  return undefined;
}

/** The call was a success: the test control may want that its answer is lost. Rejects with what is answered instead. */
export async function loseAnswer(call: ForcedCall, wire: CallGroup | undefined): Promise<void> {
  if (!call.afterwards) return;
  call.isForced = true;
  const answer = await call.afterwards();
  call.isForced = answer !== undefined;
  call.rule = answer?.rule;
  cutAsAsked(answer, wire);
}

export function cutAsAsked(answer: RuleAnswer | undefined, wire: CallGroup | undefined): void {
  if (answer?.cut) wire?.cut(answer.cut);
}

export interface FaultInjection {
  /** Something may be forced on a call that asks for nothing itself: otherwise calls need not be shown. */
  readonly isReady: boolean;
  /**
   * Undefined when nothing is forced. Otherwise it resolves after the delay that was asked for, to what was asked for in
   * place of the result; or it rejects with the fault that was asked for.
   * @param prefer the name of a fault that the request itself asks for
   */
  before(
    call: InjectableCall,
    prefer: string | undefined,
  ): Promise<ForcedAnswer | LaterAnswer | undefined> | undefined;
}
