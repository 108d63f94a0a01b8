/**
 * Everything that can be called, found and called by the Router of @open-rpc/server-js over the methods of openrpc.json:
 * operations and methods of the protocol, for all doors.
 */
import { protocolDocument } from "../../../generated/convention.js";
import type { Settings } from "../config/config.js";
import { argumentsReader } from "../contract/arguments.js";
import type { Contract } from "../contract/contract.js";
import { Router, type MethodMapping } from "../open-rpc/router.js";
import type { Authenticated, Call, Features, HandledCall, MethodTable, Operation } from "./call.js";
import { Fault } from "../contract/faults.js";
import type { AnyHandler } from "./handler.js";
import type { MethodDocument } from "../contract/method-document.js";
import { Pipelines } from "./pipeline.js";
import type { Outcome } from "./outcome.js";

/** Carries out a call. A returned `Fault` is a refusal whose changes stay; a thrown error undoes them. */
export type Method<Kind extends Call = Call> = (call: Kind) => Promise<unknown>;

/** The methods of the protocol by name. */
export interface ProtocolMethods {
  readonly withoutSession: Readonly<Record<string, Method>>;
  readonly inSession: Readonly<Record<string, Method<Call & Authenticated>>>;
}

/** What a method hands through the Router, which would lose most of a thrown error. */
type Returned = Outcome | { readonly error: unknown };

export class Methods implements MethodTable {
  private readonly router: Router;

  constructor(
    document: MethodDocument,
    private readonly operations: ReadonlyMap<string, Operation>,
    { withoutSession, inSession }: ProtocolMethods,
    readonly pipelines: Pipelines,
  ) {
    const carried: MethodMapping = Object.fromEntries([
      ...Object.entries(withoutSession).map(([name, method]) => [name, returning(method)] as const),
      ...Object.entries(inSession).map(([name, method]) => [name, returning(method)] as const),
      ...[...operations].map(([name, operation]) => [name, returning(methodOf(operation))] as const),
    ]);
    const names = new Set(Object.keys(carried));
    const methods = [...protocolDocument.methods, ...document.methods].filter(({ name }) => names.has(name));
    // Without a prototype, or the Router would find "constructor".
    const routed = Object.create(null) as MethodMapping;
    this.router = new Router({ ...document, methods }, routed);
    // The Router adds this method, which would return the document without its parameters.
    delete routed["rpc.discover"];
    Object.assign(routed, carried);
  }

  /** An operation that this server offers. */
  operation(name: string | undefined): Operation | undefined {
    return name === undefined ? undefined : this.operations.get(name);
  }

  has(name: string): boolean {
    return this.router.isMethodImplemented(name);
  }

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
  protocol: ProtocolMethods,
  features: Features,
  namespaces: Settings["namespaces"] = "all",
): Methods {
  const pipelines = new Pipelines(features);
  const offered = Object.entries(contract.tables.operations).filter(
    ([, row]) => namespaces === "all" || row.observed !== true,
  );
  const operations = offered.map(([name, row]): [string, Operation] => [
    name,
    {
      name,
      row,
      handler: handlers.get(name),
      pipeline: pipelines.of(row),
      readArguments: argumentsReader(contract, row),
      raise: (fault, detail) => contract.fault(row.namespace, fault, detail),
    },
  ]);
  return new Methods(contract.tables.methods, new Map(operations), protocol, pipelines);
}

function methodOf({ handler }: Operation): Method<HandledCall> {
  return async (call) =>
    (handler as (input: unknown) => Promise<unknown>)(await call.service.inputs.make(call));
}

function returning<Kind extends Call>(method: Method<Kind>): (call: Kind) => Promise<Returned> {
  return async (call) => {
    try {
      const result = await method(call);
      return result instanceof Fault ? { fault: result } : { result };
    } catch (error) {
      return { error };
    }
  };
}
