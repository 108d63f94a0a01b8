import { globalFault } from "../../contract/faults.js";
import { isPermitted, type Authenticated, type Call, type Permitted } from "../call.js";
import type { Step } from "./step.js";

/** Refuses an operation that the roles of the caller do not include. */
export const permit: Step<Call & Authenticated, Permitted> = (call, next) => {
  if (!isPermitted(call)) throw globalFault("access_denied");
  return next(call);
};
