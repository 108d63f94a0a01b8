import type { Authenticated, Call, WithCaller } from "../call.js";
import type { Step } from "./step.js";

/** Finds out who calls, by the credentials that the door has read. */
export const authenticate: Step<Call & WithCaller, Authenticated> = async (call, next) => {
  const principal = await call.envelope.identify();
  return next(Object.assign(call, { principal }));
};
