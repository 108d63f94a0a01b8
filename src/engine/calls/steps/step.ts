import type { Call } from "../call.js";
import type { Outcome } from "../outcome.js";

/**
 * A step does its part and calls `next`, or refuses: it returns a refusal, throws or rejects. Taken out of the list, the
 * rest works as before without it. A step that awaits nothing is not an async function, which would cost a promise per call.
 */
export type StepOf<Kind extends Call> = (call: Kind, next: () => Promise<Outcome>) => Promise<Outcome>;

/** A step that all calls take. */
export type Step = StepOf<Call>;
