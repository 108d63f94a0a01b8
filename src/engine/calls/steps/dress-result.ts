import type { RequestContext } from "../call.js";
import { isRefusal } from "../outcome.js";
import type { Step } from "./step.js";

/** Converts the result to the types that clients of Magento 1 expect, if the door wants that. */
export const dressResult: Step = (call, next) => {
  const { dress } = call.context;
  return dress ? dressed(dress)(call, next) : next();
};

function dressed(dress: NonNullable<RequestContext["dress"]>): Step {
  return async (call, next) => {
    const outcome = await next();
    return isRefusal(outcome) ? outcome : { result: await dress(call.envelope.path, outcome.result) };
  };
}
