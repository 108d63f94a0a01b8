/** The Router of @open-rpc/server-js over the methods of the protocol: one for all shops of the process. */
import { builtins } from "../../../generated/convention.js";
import { Router } from "../open-rpc/router.js";
import type { Builtin, RpcContext } from "./builtins.js";
import type { Outcome, Params } from "./envelope.js";

type Methods = Readonly<Record<string, Builtin>>;

// The Router walks this list at every call, so the busiest method stands first.
const names = ["call", ...Object.keys(builtins).filter((name) => name !== "call")];

// A document without parameters: the Router finds the method and leaves checking them to us.
const slim = {
  openrpc: "1.2.6",
  info: { title: "Store Management API", version: "1" },
  methods: names.map((name) => ({ name, params: [], result: { name: "result", schema: {} } })),
};

// Without prototype: the Router would take "constructor" for a method.
const methods = Object.create(null) as Record<
  string,
  (...args: [Methods, RpcContext, Params]) => Promise<unknown>
>;
for (const name of names) {
  methods[name] = (ofShop, context, params) => (ofShop[name] as Builtin)(context, params);
}

// Its validator takes half a millisecond to make and knows nothing of a shop: a sandbox need not have its own.
// The package's own type of a document needs a package that it does not install.
const router = new Router(slim, methods);

export function isMethod(name: string): boolean {
  return router.isMethodImplemented(name);
}

/** @param ofShop by name, those of the shop that is called; they throw faults only */
export function callMethod(
  name: string,
  ofShop: Methods,
  context: RpcContext,
  params: Params,
): Promise<Outcome> {
  return router.call(name, [ofShop, context, params]) as Promise<Outcome>;
}
