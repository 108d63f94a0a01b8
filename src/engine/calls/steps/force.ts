/** The test control forces the response in place of an operation, or after it (docs/testing.md). */
import type { Call } from "../call.js";
import type { FaultInjection, ForcedAnswer, RuleAnswer } from "../fault-injection.js";
import { isRefusal } from "../outcome.js";
import type { Step } from "./step.js";

/** Asks the rules before a call is carried out. */
export const force: Step = async (call, next) => {
  const { faultInjection } = call.service;
  const { prefer } = call.context;
  const isAsked =
    faultInjection && (prefer?.fault !== undefined || faultInjection.isReady || call.name === "login");
  const injectable = isAsked ? call.injectable : undefined;
  if (!isAsked || !injectable) return next(call);
  // The preference applies to the elements of a multiCall, not to their envelope.
  const preferred = call.name === "multiCall" ? undefined : prefer?.fault;
  const forced = await forcedAnswer(faultInjection.before(injectable, preferred), call);
  // Rows that have been sent could not be replaced.
  if (call.afterwards) call.rows = undefined;
  return forced && !call.needsOwnResult ? forced : next(call);
};

/** A rule with `when: after` loses or delays the answer of a call that was carried out. */
export const forceAfterwards: Step = async (call, next) => {
  const outcome = await next(call);
  const { afterwards } = call;
  if (isRefusal(outcome) || !afterwards) return outcome;
  // Rejects with the error to answer instead.
  call.isForced = true;
  const answer = await afterwards();
  call.isForced = answer !== undefined;
  apply(answer, call);
  return outcome;
};

/** Resolves to the forced result of a call, or undefined if it is to be executed. Rejects with a forced fault. */
export async function forcedAnswer(
  injection: ReturnType<FaultInjection["before"]>,
  call: Call,
): Promise<ForcedAnswer | undefined> {
  call.isForced = injection !== undefined;
  const answer = await injection;
  if (answer && "result" in answer) {
    apply(answer, call);
    return answer;
  }
  call.isForced = false;
  call.afterwards = answer?.afterwards;
  return undefined;
}

function apply(answer: RuleAnswer | undefined, call: Call): void {
  call.rule = answer?.rule;
  call.isCut = answer?.cut !== undefined;
  if (answer?.cut) call.context.group?.cut(answer.cut);
}
