import { untilLate } from "../../guard/deadlines.js";
import { inTransaction } from "../transactions.js";
import { faultOf } from "./explain-errors.js";
import type { ReadTx } from "../../storage/storage.js";
import type { Step } from "./step.js";

/** Gives the call a snapshot to read, or a transaction to write, which a thrown error or the end of its time undoes. */
export const transact: Step = (call, next) => {
  const { service, operation } = call;
  const { storage, secrets } = service;
  if (operation?.row.effect !== "write") {
    const read = async (tx: ReadTx) => {
      call.tx = tx;
      return untilLate(call, next);
    };
    return storage.read(read, { since: call.started });
  }
  const report = (error: unknown) => void faultOf(error, service, operation);
  return inTransaction({ storage, secrets, report }, async (tx, effects, hashOf) => {
    Object.assign(call, { tx, effects, hashOf });
    const outcome = await untilLate(call, next);
    await call.keep?.(tx, outcome);
    return outcome;
  });
};
