/** The methods that have a plain address, and what each takes there. */
import type { OpenRpcDocument, OpenRpcMethod, OpenRpcParam } from "../bundle.js";

export interface PlainMethod {
  readonly method: OpenRpcMethod;
  readonly params: readonly OpenRpcParam[];
  /** Undefined = as the document says: a session or Basic credentials. */
  readonly security: readonly object[] | undefined;
}

/** Methods whose caller needs no header; the session of `endSession` may stand in the body instead. */
const withoutCredentials: Readonly<Record<string, readonly object[]>> = {
  login: [],
  globalFaults: [],
  endSession: [{ session: [] }, {}],
};

/** `call` is what every address does, and `startSession` is for old JSON-RPC clients alone. */
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
