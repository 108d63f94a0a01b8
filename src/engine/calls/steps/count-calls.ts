import { callerKey } from "../../access/authentication.js";
import type { Authenticated, Call } from "../call.js";
import type { Step } from "./step.js";

/** Refuses callers that are over their rate (CALLS_PER_MINUTE). */
export const countCalls: Step<Call & Authenticated> = (call, next) => {
  const counted = call.service.countCall?.(callerKey(call.principal));
  return counted ? counted.then(() => next(call)) : next(call);
};
