/**
 * Resolves all names by the Router of @open-rpc/server-js over the methods of openrpc.json: protocol methods such as
 * `call` (builtins.ts) and operations (dispatch.ts), for all doors.
 */
import { Router } from "../open-rpc/router.js";
import type { Awaitable } from "../values/awaitable.js";
import type { Fault } from "./faults.js";

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

/** @param service the service of the shop */
export type Method<Service, Call> = (service: Service, call: Call) => Awaitable<unknown>;

export class MethodRouter<Service, Call> {
  private readonly router: Router;
  /** The method that the Router has called last. */
  private found: Method<Service, Call> | undefined;

  /**
   * @param document the methods of openrpc.json
   * @param unknown creates the fault for an unknown name
   */
  constructor(
    document: MethodDocument,
    methods: ReadonlyMap<string, Method<Service, Call>>,
    private readonly unknown: (name: string, call: Call) => Fault,
  ) {
    const offered = document.methods.filter(({ name }) => methods.has(name));
    // Without a prototype, or the Router would find "constructor".
    const routed = Object.create(null) as Record<string, () => Promise<void>>;
    // The type of the package needs another package that it does not install.
    this.router = new Router({ ...document, methods: offered }, routed);
    // The Router adds this method, which would return the document without its parameters.
    delete routed["rpc.discover"];
    for (const [name, method] of methods) routed[name] = async () => void (this.found = method);
  }

  has(name: string): boolean {
    return this.router.isMethodImplemented(name);
  }

  /** Calls a method. Throws what the method throws. */
  call(name: string, service: Service, call: Call): Awaitable<unknown> {
    this.found = undefined;
    // The Router calls the method that it finds before its first await, so its promise need not be awaited (D-96). It gets
    // no arguments, because it serializes them for an unknown method. The method itself runs below, because the Router
    // passes on only some members of an error.
    void this.router.call(name, []);
    if (!this.found) throw this.unknown(name, call);
    return (this.found as Method<Service, Call>)(service, call);
  }
}
