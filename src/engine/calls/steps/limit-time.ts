import type { Step } from "./step.js";

/** Responds to a call that takes too long; what it does afterwards is not kept (REQUEST_TIMEOUT_SECONDS). */
export const limitTime: Step = (call, next) => call.service.deadlines.limit(call, next());
