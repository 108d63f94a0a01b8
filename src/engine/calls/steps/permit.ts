import { globalFault } from "../../contract/faults.js";
import type { Step } from "./step.js";

/** Refuses an operation that the roles of the caller do not include. */
export const permit: Step = (call, next) => {
  if (!call.isPermitted) throw globalFault("access_denied");
  return next();
};
