import type { Step } from "./step.js";

/** Responds to a call that takes too long; what it does afterwards has no effect (REQUEST_TIMEOUT_SECONDS). */
export const limitTime: Step = (call, next) => {
  return call.service.deadlines.limit(call, next(call));
};
