import { untilLate } from "../../guard/deadlines.js";
import type { InTransaction, OperationCall } from "../call.js";
import { inTransaction, noEffects, noHashes } from "../transactions.js";
import { faultOf } from "./explain-errors.js";
import type { ReadTx } from "../../storage/storage.js";
import type { Step } from "./step.js";

/** Responds to a call that takes too long; what it does afterwards has no effect (REQUEST_TIMEOUT_SECONDS). */
export const limitTime: Step = (call, next) => {
  return call.service.deadlines.limit(call, next(call));
};

/** Gives the call a snapshot to read, or a transaction to write, which a thrown error or the end of its time undoes. */
export const transact: Step<OperationCall, InTransaction> = (call, next) => {
  const { service, operation } = call;
  const { storage, secrets } = service;
  const timed = call.envelope.partOf ?? call;
  const rest = (parts: InTransaction) => untilLate(timed, () => next(Object.assign(call, parts)));
  if (operation.row.effect === "read") {
    const read = (tx: ReadTx) => rest({ tx, effects: noEffects, hashOf: noHashes });
    return storage.read(read, { since: call.started });
  }
  const report = (error: unknown) => void faultOf(error, service, call);
  return inTransaction({ storage, secrets, report, changed: call.changed }, async (tx, effects, hashOf) => {
    const outcome = await rest({ tx, effects, hashOf });
    await call.keep?.(tx, outcome);
    return outcome;
  });
};
