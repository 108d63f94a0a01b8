import { globalFault } from "../../contract/faults.js";
import type { Authenticated, Call } from "../call.js";
import type { Step } from "./step.js";

/** Refuses an operation that the roles of the caller do not include. */
export const permit: Step<Call & Authenticated> = (call, next) => {
  if (!call.isPermitted) throw globalFault("access_denied");
  return next(call);
};
