import { positionalArguments, surplusPositions } from "../../contract/arguments.js";
import { globalFault } from "../../contract/faults.js";
import type { Call, OperationCall, WithArguments } from "../call.js";
import { isRefusal } from "../outcome.js";
import type { Step } from "./step.js";

/** Reads the arguments by the contract, in the order of the checks that come before the operation. */
export const readArguments: Step<OperationCall, WithArguments> = (call, next) => {
  const { operation, envelope, isStrict, ignore, context } = call;
  const { name, row, handler, readArguments: read } = operation;
  if (!handler) {
    throw globalFault("resource_path_not_callable", `This server does not implement ${name}.`);
  }
  const values = positionalArguments(row, envelope.args);
  context.prefer?.applied?.();
  if (values.length > row.params.length) {
    const surplus = surplusPositions(name, row, values.length);
    if (isStrict) throw surplus;
    ignore?.(surplus.message);
  }
  return next(Object.assign(call, { arguments: read(values) }));
};

/** Adds to a fault which argument it follows from, and the value that was sent. */
export const blameArguments: Step<Call & WithArguments> = async (call, next) => {
  try {
    const outcome = await next(call);
    if (!isRefusal(outcome)) return outcome;
    return { fault: call.arguments.blaming(outcome.fault) };
  } catch (error) {
    throw call.arguments.blaming(error);
  }
};
