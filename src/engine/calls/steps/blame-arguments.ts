import type { Fault } from "../../contract/faults.js";
import { isRefusal } from "../outcome.js";
import type { Step } from "./step.js";

/** Adds to a fault which argument it follows from, and the value that was sent. */
export const blameArguments: Step = async (call, next) => {
  try {
    const outcome = await next();
    if (!call.arguments || !isRefusal(outcome)) return outcome;
    return { fault: call.arguments.blaming(outcome.fault) as Fault };
  } catch (error) {
    throw call.arguments?.blaming(error) ?? error;
  }
};
