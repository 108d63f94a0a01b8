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
