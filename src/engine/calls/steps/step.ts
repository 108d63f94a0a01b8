import type { Call } from "../call.js";
import type { Outcome } from "../outcome.js";

/** The rest of a call: the steps after this one, and the method that carries the call out. */
export type Next<Kind extends Call> = (call: Kind) => Promise<Outcome>;

/**
 * A step does its part and hands the call on, with what it has found out, or refuses: it returns a refusal, throws or rejects.
 * Taken out of the list, the rest works as before without it. A step that awaits nothing is not an async function, which would
 * cost a promise per call.
 * @typeParam Needs the calls that it can take
 * @typeParam Adds what it adds to them
 */
export interface Step<Needs extends Call = Call, Adds = unknown> {
  <Kind extends Needs>(call: Kind, next: Next<Kind & Adds>): Promise<Outcome>;
  /** Only for the compiler, which cannot tell from the function what it adds. */
  readonly adds?: Adds;
}
