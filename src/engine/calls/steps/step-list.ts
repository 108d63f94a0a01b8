import type { Call } from "../call.js";
import type { Next, Step } from "./step.js";

/** A step in its place in a list. */
export interface Entry<Place> {
  readonly step: Step<never>;
  /** When calls of this kind take the step; absent = always. */
  readonly when?: (place: Place) => boolean;
  /** Whether the step may run the rest several times. */
  readonly repeats?: true;
}

/**
 * Steps in their order. Each hands on a call with more in it than the one before: a list compiles only if each step gets what it
 * needs.
 * @typeParam Needs the calls that the first step can take
 * @typeParam Adds what all steps add to them
 * @typeParam Place what decides at the start of the server whether calls of a kind take a step
 */
export class StepList<Needs extends Call, Adds, Place> {
  /** Only for the compiler. */
  declare readonly type?: (call: Needs) => Adds;

  constructor(readonly entries: readonly Entry<Place>[] = []) {}

  step<More>(step: Step<Needs & Adds, More>): StepList<Needs, Adds & More, Place> {
    return new StepList([...this.entries, { step }]);
  }

  /** A step that only some calls take. */
  stepIf(when: (place: Place) => boolean, step: Step<Needs & Adds>): StepList<Needs, Adds, Place> {
    return new StepList([...this.entries, { step, when }]);
  }

  /** A step that may run the rest again, after it has undone the effects of the first time. */
  repeatingStep<More>(step: Step<Needs & Adds, More>): StepList<Needs, Adds & More, Place> {
    return new StepList([...this.entries, { step, repeats: true }]);
  }

  steps<More>(
    list: Pick<StepList<Needs & Adds, More, Place>, "entries" | "type">,
  ): StepList<Needs, Adds & More, Place> {
    return new StepList([...this.entries, ...list.entries]);
  }

  /** The list without a step, which must be in it. */
  without(step: unknown): StepList<Needs, Adds, Place> {
    const rest = this.entries.filter((entry) => entry.step !== step);
    if (rest.length !== this.entries.length - 1) throw new Error("the step is not in the list");
    return new StepList(rest);
  }

  /** Joins the steps that calls of a kind take to a function that runs a call through them. */
  compose(place: Place, last: Next<Needs & Adds>): Next<Needs> {
    const taken = this.entries.filter(({ when }) => when?.(place) ?? true);
    // The methods above see to it that each step gets the call that it needs.
    return taken.reduceRight<Next<never>>((next, { step, repeats }, index) => {
      const rest = inTurn(next as Next<Call>, index, repeats);
      return (call) => step(call, rest);
    }, last) as Next<Needs>;
  }
}

/** An empty list. */
export function stepsOf<Needs extends Call, Place>(): StepList<Needs, unknown, Place> {
  return new StepList();
}

/** The rest after a step. A second call of it throws: the call would be carried out twice. */
function inTurn(next: Next<Call>, index: number, repeats = false): Next<Call> {
  return (call) => {
    if (call.stepsDone > index && !repeats) throw new Error("a step has called `next` twice");
    call.stepsDone = index + 1;
    return next(call);
  };
}
