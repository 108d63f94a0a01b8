import type { OperationCall } from "../call.js";
import type { Step } from "./step.js";

/** Carries out the rest within a span. */
export const trace: Step<OperationCall> = (call, next) => {
  const { traced } = call.service;
  return traced ? traced(call.name, async () => next(call)) : next(call);
};
