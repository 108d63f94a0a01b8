/** The test control forces the response in place of an operation, or after it (docs/testing.md). */
import { forcedAnswer, loseAnswer } from "../fault-injection.js";
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
  const forced = await forcedAnswer(faultInjection.before(injectable, preferred), call, call.context.group);
  // Rows that have been sent could not be replaced.
  if (call.afterwards) call.rows = undefined;
  return forced && !call.needsOwnResult ? forced : next(call);
};

/** A rule with `when: after` loses or delays the answer of a call that was carried out. */
export const forceAfterwards: Step = async (call, next) => {
  const outcome = await next(call);
  if (!isRefusal(outcome)) await loseAnswer(call, call.context.group);
  return outcome;
};
