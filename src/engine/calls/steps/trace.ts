import type { Step } from "./step.js";

/** Carries out the rest within a span, if the server is traced. */
export const trace: Step = async (call, next) => {
  const { traced } = call.service;
  return traced ? traced(call.name ?? "unknown", next) : next();
};
