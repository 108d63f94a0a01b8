import { surplusPositions } from "../../contract/arguments.js";
import { globalFault } from "../../contract/faults.js";
import type { Step } from "./step.js";

/** Reads the arguments by the contract, in the order of the checks that come before the operation. */
export const readArguments: Step = (call, next) => {
  const { operation } = call;
  if (!operation?.handler) {
    throw globalFault("resource_path_not_callable", `This server does not implement ${call.name}.`);
  }
  const { values, isStrict, context } = call;
  context.prefer?.applied?.();
  const { name, row, readArguments: read } = operation;
  if (isStrict && values.length > row.params.length) throw surplusPositions(name, row, values.length);
  call.arguments = read(values);
  return next();
};
