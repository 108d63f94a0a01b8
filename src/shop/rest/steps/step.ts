import type { Step } from "../../../engine/calls/steps/step.js";
import type { IncomingRestCall } from "../forms/call.js";

/** A step that only calls of REST take. */
export type RestStep<Needs = unknown, Adds = unknown> = Step<IncomingRestCall & Needs, Adds>;
