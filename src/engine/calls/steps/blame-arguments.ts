import type { Call, WithArguments } from "../call.js";
import { isRefusal } from "../outcome.js";
import type { Step } from "./step.js";

/** Adds to a fault which argument it follows from, and the value that was sent. */
export const blameArguments: Step<Call & WithArguments> = async (call, next) => {
  try {
    const outcome = await next(call);
    if (!isRefusal(outcome)) return outcome;
    return { fault: call.arguments.blaming(outcome.fault) };
  } catch (error) {
    throw call.arguments.blaming(error);
  }
};
