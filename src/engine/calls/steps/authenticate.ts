import type { Step } from "./step.js";

/** Finds out who calls, by the credentials that the door has read. */
export const authenticate: Step = async (call, next) => {
  call.principal = await call.envelope.identify?.();
  return next();
};
