import { shopText, type FaultTexts } from "../../contract/fault-texts.js";
import type { Call, Dressed } from "../call.js";
import { isRefusal } from "../outcome.js";
import { SentRows, type RowSink } from "../row-stream.js";
import type { Step } from "./step.js";

/** Converts the result to the types that clients of Magento 1 expect. */
export const dressResult: Step<Call & Dressed> = async (call, next) => {
  const { path } = call.envelope;
  const { dress } = call.context;
  const { rows } = call;
  if (rows) call.rows = () => dressedRows(rows(), (batch) => dress(path, batch));
  const outcome = await next(call);
  if (isRefusal(outcome) || outcome.result instanceof SentRows) return outcome;
  return { result: await dress(path, outcome.result) };
};

function dressedRows(sink: RowSink | undefined, dress: (rows: readonly unknown[]) => unknown) {
  return (
    sink && {
      begin: (count: () => Promise<number>) => sink.begin(count),
      write: async (rows: readonly unknown[]) => sink.write((await dress(rows)) as readonly unknown[]),
    }
  );
}

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
