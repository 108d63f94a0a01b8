import { callerKey } from "../../access/authentication.js";
import type { Step } from "./step.js";

/** Refuses callers that are over their rate (CALLS_PER_MINUTE). */
export const countCalls: Step = async (call, next) => {
  const { principal, service } = call;
  if (principal) await service.countCall?.(callerKey(principal));
  return next();
};
