/** The test control answers in place of an operation, or after it (interface 4). */
import type { Call } from "../call.js";
import { forcedAnswer, loseAnswer, type InjectableCall } from "../fault-injection.js";
import { isRefusal } from "../outcome.js";
import type { Step } from "./step.js";

/** Asks the rules before a call is carried out. */
export const force: Step = async (call, next) => {
  const { faultInjection } = call.service;
  const { prefer } = call.context;
  const isAsked =
    faultInjection && (prefer?.fault !== undefined || faultInjection.isReady || call.name === "login");
  if (!isAsked || !mayBeForced(call)) return next();
  // The elements of a multiCall answer the preference, not their envelope.
  const preferred = call.name === "multiCall" ? undefined : prefer?.fault;
  const forced = await forcedAnswer(
    faultInjection.before(injectable(call), preferred),
    call,
    call.context.group,
  );
  // Rows that have been sent could not be replaced.
  if (call.afterwards) call.rows = undefined;
  return forced ?? next();
};

/** A rule with `when: after` loses or delays the answer of a call that was carried out. */
export const forceAfterwards: Step = async (call, next) => {
  const outcome = await next();
  if (!isRefusal(outcome)) await loseAnswer(call, call.context.group);
  return outcome;
};

function mayBeForced({ operation, name }: Call): boolean {
  return operation !== undefined || name === "login" || name === "multiCall";
}

function injectable({ name = "", operation, envelope, principal }: Call): InjectableCall {
  const isEnvelope = name === "multiCall" || envelope.isPart === true;
  return {
    name,
    ...(operation && { row: operation.row, args: envelope.args }),
    ...(principal && { principal }),
    ...(isEnvelope && { isEnvelope }),
  };
}
