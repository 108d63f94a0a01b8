/** The methods available by plain HTTP, with their parameters. */
import type { OpenRpcDocument, OpenRpcMethod, OpenRpcParam } from "../bundle.js";

export interface PlainMethod {
  readonly method: OpenRpcMethod;
  readonly params: readonly OpenRpcParam[];
  /** Undefined for the default of the document: a session or Basic credentials. */
  readonly security: readonly object[] | undefined;
}

/** Methods without required credentials; `endSession` also takes the session in the body. */
const withoutCredentials: Readonly<Record<string, readonly object[]>> = {
  login: [],
  globalFaults: [],
  endSession: [{ session: [] }, {}],
};

/** `call` would be redundant here, and `startSession` exists only for old JSON-RPC clients. */
const withoutAddress = ["call", "startSession"];

export function plainMethods({ methods }: OpenRpcDocument): PlainMethod[] {
  return methods
    .filter(({ name }) => !withoutAddress.includes(name))
    .map((method) => ({
      method,
      params: method.params
        .filter(({ name }) => name !== "sessionId" || method.name === "endSession")
        .map((param) => (param.name === "sessionId" ? { ...param, required: false } : param)),
      security: withoutCredentials[method.name],
    }));
}
