import { shopText, type FaultTexts } from "../../contract/fault-texts.js";
import type { Call } from "../call.js";
import { isRefusal } from "../outcome.js";
import type { Step } from "./step.js";

/** Gives a fault the text that the shop has for it, where results get the form of Magento 1. */
export const useFaultTexts: Step = async (call, next) => {
  const outcome = await next(call);
  if (!isRefusal(outcome)) return outcome;
  const text = shopText(await textsFor(call), outcome.fault);
  return text === undefined ? outcome : { fault: outcome.fault.worded(text) };
};

const none: FaultTexts = {};

/** The texts of faults for the answer to a call. Never rejects: without storage, a fault keeps its own text. */
export async function textsFor({ context, service }: Call): Promise<FaultTexts> {
  const { storage, inputs } = service;
  if (!context.dress || !inputs.faultTexts) return none;
  return storage
    .read(async (tx) => inputs.faultTexts?.(tx))
    .then(
      (texts) => texts ?? none,
      () => none,
    );
}
