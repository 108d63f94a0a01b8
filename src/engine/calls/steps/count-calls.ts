import { callerKey } from "../../access/authentication.js";
import type { Step } from "./step.js";

/** Refuses callers that are over their rate (CALLS_PER_MINUTE). */
export const countCalls: Step = (call, next) => {
  const { principal, service } = call;
  const counted = principal && service.countCall?.(callerKey(principal));
  return counted ? counted.then(next) : next();
};
