import type { Step } from "./step.js";

/** Carries out the rest within a span. */
export const trace: Step = (call, next) => {
  const { traced } = call.service;
  return traced ? traced(call.name ?? "unknown", async () => next(call)) : next(call);
};
