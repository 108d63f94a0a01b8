import { callerKey } from "../../access/authentication.js";
import { globalFault } from "../../contract/faults.js";
import { isPermitted, type Authenticated, type Call, type Permitted, type WithCaller } from "../call.js";
import type { Step } from "./step.js";

/** Finds out who calls, by the credentials that the door has read. */
export const authenticate: Step<Call & WithCaller, Authenticated> = async (call, next) => {
  const principal = await call.envelope.identify();
  return next(Object.assign(call, { principal }));
};

/** Refuses callers that are over their rate (CALLS_PER_MINUTE). */
export const countCalls: Step<Call & Authenticated> = (call, next) => {
  const counted = call.service.countCall?.(callerKey(call.principal));
  return counted ? counted.then(() => next(call)) : next(call);
};

/** Refuses an operation that the roles of the caller do not include. */
export const permit: Step<Call & Authenticated, Permitted> = (call, next) => {
  if (!isPermitted(call)) throw globalFault("access_denied");
  return next(call);
};
