import type { RequestContext } from "../call.js";
import { isRefusal } from "../outcome.js";
import { SentRows, type RowSink } from "../row-stream.js";
import type { Step } from "./step.js";

/** Converts the result to the types that clients of Magento 1 expect, if the door needs it. */
export const dressResult: Step = (call, next) => {
  const { dress } = call.context;
  return dress ? dressed(dress)(call, next) : next();
};

function dressed(dress: NonNullable<RequestContext["dress"]>): Step {
  return async (call, next) => {
    const { path } = call.envelope;
    const { rows } = call;
    if (rows) call.rows = () => dressedRows(rows(), (batch) => dress(path, batch));
    const outcome = await next();
    if (isRefusal(outcome) || outcome.result instanceof SentRows) return outcome;
    return { result: await dress(path, outcome.result) };
  };
}

function dressedRows(sink: RowSink | undefined, dress: (rows: readonly unknown[]) => unknown) {
  return (
    sink && {
      begin: (count: () => Promise<number>) => sink.begin(count),
      write: async (rows: readonly unknown[]) => sink.write((await dress(rows)) as readonly unknown[]),
    }
  );
}
