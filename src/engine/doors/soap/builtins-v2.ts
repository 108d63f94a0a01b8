/** What the built-in methods answer by SOAP v2; `call` and `multiCall` do not exist there (doors 4.1). */
import type { SoapFunction } from "../../../../generated/doors/soap-v2.js";
import type { BuiltinName } from "../calls.js";

export const builtinAnswers: Readonly<Partial<Record<BuiltinName, SoapFunction["answers"]>>> = {
  endSession: { name: "endSessionReturn", type: "boolean" },
  login: { name: "loginReturn", type: "string" },
  startSession: { name: "startSessionReturn", type: "string" },
  resources: { name: "resourcesReturn", type: "ArrayOfApis" },
  globalFaults: { name: "globalFaultsReturn", type: "ArrayOfExistsFaltures" },
  resourceFaults: { name: "resourceFaultsReturn", type: "ArrayOfExistsFaltures" },
};
