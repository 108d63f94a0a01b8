import type { Step } from "./step.js";

/** Carries out the rest within a span, if the server is traced. */
export const trace: Step = (call, next) => {
  const { traced } = call.service;
  return traced ? traced(call.name ?? "unknown", async () => next()) : next();
};
