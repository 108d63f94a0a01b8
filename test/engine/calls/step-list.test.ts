/** Lists of steps: their order, steps that only some calls take, and steps that run the rest twice. */
import { expect, test } from "vitest";
import { Call, type Service } from "../../../src/engine/calls/call.js";
import type { Outcome } from "../../../src/engine/calls/outcome.js";
import type { Step } from "../../../src/engine/calls/steps/step.js";
import { stepsOf } from "../../../src/engine/calls/steps/step-list.js";
import { noRequest } from "../../support/calls.js";

const call = () =>
  new Call({} as Service, { method: "login", args: { form: "named", members: {} } }, noRequest);

const last = (): Promise<Outcome> => Promise.resolve({ result: "carried out" });

/** A step that adds its name in front of the result. */
const named =
  (name: string): Step =>
  async (one, next) => {
    const outcome = await next(one);
    return "result" in outcome ? { result: `${name}, ${String(outcome.result)}` } : outcome;
  };

const twice: Step = async (one, next) => {
  await next(one);
  return next(one);
};

test("steps run in their order, those of a condition only where it holds", async () => {
  const list = stepsOf<Call, boolean>()
    .step(named("first"))
    .stepIf((place) => place, named("second"))
    .steps(stepsOf<Call, boolean>().step(named("third")));
  expect(await list.compose(true, last)(call())).toEqual({ result: "first, second, third, carried out" });
  expect(await list.compose(false, last)(call())).toEqual({ result: "first, third, carried out" });
});

test.each([
  ["at the end", stepsOf<Call, undefined>().step(named("first")).step(twice)],
  ["at the beginning", stepsOf<Call, undefined>().step(twice).step(named("last"))],
])("a step %s of the list that calls the rest twice throws", async (_where, list) => {
  await expect(list.compose(undefined, last)(call())).rejects.toThrow("a step has called `next` twice");
});

test("a step that may repeat runs the rest twice, with all steps in it", async () => {
  let count = 0;
  const counting: Step = (one, next) => {
    count += 1;
    return next(one);
  };
  const list = stepsOf<Call, undefined>().repeatingStep(twice).step(counting);
  expect(await list.compose(undefined, last)(call())).toEqual({ result: "carried out" });
  expect(count).toBe(2);
});

test("a step that is not in the list cannot be taken out", () => {
  expect(() => stepsOf<Call, undefined>().step(twice).without(named("other"))).toThrow("not in the list");
});
