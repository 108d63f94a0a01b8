/**
 * The Router of @open-rpc/server-js over the methods of openrpc.json. Whatever is called, by whichever door, it finds:
 * `call` and the other methods of the protocol (builtins.ts) as well as operations (dispatch.ts).
 */
import { Router } from "../open-rpc/router.js";
import type { Awaitable } from "../values/awaitable.js";
import type { Fault } from "./faults.js";

/** What the Router reads of an OpenRPC document. */
export interface MethodDocument {
  readonly openrpc: string;
  readonly info: { readonly title: string; readonly version: string };
  /** Without parameters: the Router would check them a second time. */
  readonly methods: readonly {
    readonly name: string;
    readonly params: readonly never[];
    readonly result: { readonly name: string; readonly schema: object };
  }[];
}

/** @param service of the shop that is called */
export type Method<Service, Call> = (service: Service, call: Call) => Awaitable<unknown>;

export class MethodRouter<Service, Call> {
  private readonly router: Router;
  /** What the Router has called last. */
  private found: Method<Service, Call> | undefined;

  /**
   * @param document the methods of openrpc.json
   * @param unknown what is thrown for a name that is none of these methods, or none of the document
   */
  constructor(
    document: MethodDocument,
    methods: ReadonlyMap<string, Method<Service, Call>>,
    private readonly unknown: (name: string, call: Call) => Fault,
  ) {
    const offered = document.methods.filter(({ name }) => methods.has(name));
    // Without prototype: the Router would take "constructor" for a method.
    const routed = Object.create(null) as Record<string, () => Promise<void>>;
    // The package's own type of a document needs a package that it does not install.
    this.router = new Router({ ...document, methods: offered }, routed);
    // The Router has put an answer of its own there, which is the document without its parameters.
    delete routed["rpc.discover"];
    for (const [name, method] of methods) routed[name] = async () => void (this.found = method);
  }

  has(name: string): boolean {
    return this.router.isMethodImplemented(name);
  }

  /** The result of a method. Throws what the method throws. */
  call(name: string, service: Service, call: Call): Awaitable<unknown> {
    this.found = undefined;
    // The Router calls what it has found before it waits for anything, so nobody has to wait for its promise (D-96). It is
    // given no arguments: for an unknown method it writes out all of them as JSON. And the method is carried out here: of an
    // error the Router passes on nothing but the members of an error object.
    void this.router.call(name, []);
    if (!this.found) throw this.unknown(name, call);
    return (this.found as Method<Service, Call>)(service, call);
  }
}
