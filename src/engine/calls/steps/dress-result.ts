import { isRefusal } from "../outcome.js";
import type { Step } from "./step.js";

/** Converts the result to the types that clients of Magento 1 expect, if the door wants that. */
export const dressResult: Step = async (call, next) => {
  const outcome = await next();
  const { dress } = call.context;
  if (!dress || isRefusal(outcome)) return outcome;
  return { result: await dress(call.envelope.path, outcome.result) };
};
