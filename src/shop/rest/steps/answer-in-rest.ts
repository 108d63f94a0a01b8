import { ForcedHttpAnswer } from "../../../engine/calls/fault-injection.js";
import { isRefusal } from "../../../engine/calls/outcome.js";
import { restErrorOf } from "../../../engine/doors/rest/rest-error.js";
import type { RestStep } from "./step.js";

/** Gives a fault the status and the messages of REST, but for an HTTP response that the test control forces. */
export const answerInRest: RestStep = async (call, next) => {
  const outcome = await next(call);
  if (!isRefusal(outcome) || outcome.fault instanceof ForcedHttpAnswer) return outcome;
  return { fault: restErrorOf(outcome.fault) };
};
