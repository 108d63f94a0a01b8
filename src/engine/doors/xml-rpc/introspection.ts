/** The texts of `system.listMethods`, `system.methodHelp` and `system.methodSignature` (doors 2.2). */
import { builtinNames } from "../builtin-calls.js";

const systemNames = [
  ...["system.listMethods", "system.methodHelp", "system.methodSignature", "system.multicall"],
] as const;

export const methodNames: readonly string[] = [...systemNames, ...builtinNames];

interface MethodNotes {
  readonly help: string;
  /** The types of the result and of the parameters, one list for each form of the call. */
  readonly signatures: readonly (readonly string[])[];
}

export const methodNotes: Readonly<Record<string, MethodNotes>> = {
  "system.listMethods": { help: "The names of all methods.", signatures: [["array"]] },
  "system.methodHelp": { help: "What a method does.", signatures: [["string", "string"]] },
  "system.methodSignature": {
    help: "The types of the result and the parameters of a method, one list for each form.",
    signatures: [["array", "string"]],
  },
  "system.multicall": {
    help: "Executes several calls in one request; each result is wrapped in a list of one element.",
    signatures: [["array", "array"]],
  },
  startSession: {
    help: "A session that is not logged in; for old clients.",
    signatures: [["string"]],
  },
  endSession: { help: "Ends a session.", signatures: [["boolean", "string"]] },
  login: {
    help: "Opens a session for an API user and its key.",
    signatures: [["string", "string", "string"]],
  },
  call: {
    help: "Calls an operation: session, path, arguments as a list.",
    signatures: [
      ["mixed", "string", "string"],
      ["mixed", "string", "string", "array"],
    ],
  },
  multiCall: {
    help: "Calls several operations: session, a list of [path, arguments], options.",
    signatures: [
      ["array", "string", "array"],
      ["array", "string", "array", "struct"],
    ],
  },
  resources: {
    help: "The namespaces and operations that the caller may call.",
    signatures: [["array", "string"]],
  },
  resourceFaults: {
    help: "The faults of a namespace.",
    signatures: [["array", "string", "string"]],
  },
  globalFaults: {
    help: "The faults that any call can answer.",
    signatures: [["array"], ["array", "string"]],
  },
};
