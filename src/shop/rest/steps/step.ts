import type { Step } from "../../../engine/calls/steps/step.js";
import type { RestCall } from "../forms/call.js";

/** A step that only calls of REST take. */
export type RestStep<Adds = unknown> = Step<RestCall, Adds>;
