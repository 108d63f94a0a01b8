/** The document of the Router of @open-rpc/server-js. */

/** The part of an OpenRPC document that the Router uses. */
export interface MethodDocument {
  readonly openrpc: string;
  readonly info: { readonly title: string; readonly version: string };
  /** Without parameters, because the Router would validate them a second time. */
  readonly methods: readonly {
    readonly name: string;
    readonly params: readonly never[];
    readonly result: { readonly name: string; readonly schema: object };
  }[];
}
