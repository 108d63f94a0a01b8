/**
 * Everything that can be called, found and called by the Router of @open-rpc/server-js over the methods of openrpc.json:
 * operations and methods of the protocol, for all doors.
 */
import { protocolDocument } from "../../../generated/convention.js";
import type { Settings } from "../config/config.js";
import { argumentsReader } from "../contract/arguments.js";
import type { Contract } from "../contract/contract.js";
import { Router } from "../open-rpc/router.js";
import type { Call, MethodTable } from "./call.js";
import { Fault } from "../contract/faults.js";
import type { AnyHandler } from "./handler.js";
import type { MethodDocument } from "../contract/method-document.js";
import type { Operation } from "./operation.js";
import type { Outcome } from "./outcome.js";

/** Carries out a call. A returned `Fault` is a refusal whose changes stay; a thrown error undoes them. */
export type Method = (call: Call) => Promise<unknown>;

/** What a method hands through the Router, which would lose most of a thrown error. */
type Returned = Outcome | { readonly error: unknown };

export class Methods implements MethodTable {
  private readonly router: Router;

  /** @param protocol the methods of the protocol by name */
  constructor(
    document: MethodDocument,
    private readonly operations: ReadonlyMap<string, Operation>,
    protocol: Readonly<Record<string, Method>>,
  ) {
    const carried = [
      ...Object.entries(protocol),
      ...[...operations].map(([name, operation]) => [name, methodOf(operation)] as const),
    ];
    const names = new Set(carried.map(([name]) => name));
    const methods = [...protocolDocument.methods, ...document.methods].filter(({ name }) => names.has(name));
    // Without a prototype, or the Router would find "constructor".
    const routed = Object.create(null) as Record<string, (call: Call) => Promise<Returned>>;
    this.router = new Router({ ...document, methods }, routed);
    // The Router adds this method, which would return the document without its parameters.
    delete routed["rpc.discover"];
    for (const [name, method] of carried) routed[name] = returning(method);
  }

  /** An operation that this server offers. */
  operation(name: string | undefined): Operation | undefined {
    return name === undefined ? undefined : this.operations.get(name);
  }

  has(name: string): boolean {
    return this.router.isMethodImplemented(name);
  }

  /** Calls the method with the name of the call, which must exist. Throws what the method throws. */
  async call(call: Call): Promise<Outcome> {
    const answer: { readonly result?: unknown; readonly error?: unknown } = await this.router.call(
      call.name ?? "",
      [call],
    );
    if (answer.error !== undefined)
      throw new Error(`the Router refused ${call.name}`, { cause: answer.error });
    const returned = answer.result as Returned;
    if ("error" in returned) throw returned.error;
    return returned;
  }
}

/**
 * The methods of an application.
 * @param handlers by operation; one without a handler returns `resource_path_not_callable`
 * @param namespaces "documents": without the operations beyond the API documents, which are then unknown
 */
export function methodsOf(
  contract: Contract,
  handlers: ReadonlyMap<string, AnyHandler>,
  protocol: Readonly<Record<string, Method>>,
  namespaces: Settings["namespaces"] = "all",
): Methods {
  const offered = Object.entries(contract.tables.operations).filter(
    ([, row]) => namespaces === "all" || row.observed !== true,
  );
  const operations = offered.map(([name, row]): [string, Operation] => [
    name,
    {
      name,
      row,
      handler: handlers.get(name),
      readArguments: argumentsReader(contract, row),
      raise: (fault, detail) => contract.fault(row.namespace, fault, detail),
    },
  ]);
  return new Methods(contract.tables.methods, new Map(operations), protocol);
}

function methodOf({ handler }: Operation): Method {
  return async (call) =>
    (handler as (input: unknown) => Promise<unknown>)(await call.service.inputs.make(call));
}

function returning(method: Method): (call: Call) => Promise<Returned> {
  return async (call) => {
    try {
      const result = await method(call);
      return result instanceof Fault ? { fault: result } : { result };
    } catch (error) {
      return { error };
    }
  };
}
