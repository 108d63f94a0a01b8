import type { StepOf } from "../../../engine/calls/steps/step.js";
import type { RestCall } from "../forms/call.js";

/** A step that only calls of REST take. */
export type RestStep = StepOf<RestCall>;
