import { ForcedHttpAnswer } from "../../../engine/calls/fault-injection.js";
import { isRefusal } from "../../../engine/calls/outcome.js";
import { restErrorOf } from "../../../engine/doors/rest/rest-error.js";
import type { RestStep } from "./step.js";

/** Gives a fault the status and the messages of REST. An HTTP response that the test control forces is not a fault of the call. */
export const answerInRest: RestStep = async (call, next) => {
  const outcome = await next(call);
  if (!isRefusal(outcome)) return outcome;
  const { fault } = outcome;
  if (!(fault instanceof ForcedHttpAnswer)) return { fault: restErrorOf(fault) };
  call.forced = fault.answer;
  return { result: undefined };
};
