/** Runs what a request names: a method of the protocol, or an operation by `call` or by its own name (conventions 2.4). */
import { namedForm, type ArgumentForm } from "../contract/arguments.js";
import { Call, type Params, type RequestContext, type Service } from "./call.js";
import { Fault, methodNotFound } from "../contract/faults.js";
import { methodForm, methodParams } from "./method-params.js";
import type { Outcome } from "./outcome.js";
import { run } from "./pipeline.js";
import { needsSession } from "./protocol-methods.js";

export interface NamedCall {
  readonly method: string;
  readonly params: Params;
  /** JSON-RPC: the index of the element in the batch, or -1. */
  readonly element?: number | undefined;
  /** SOAP v2: the parts that are not parameters of the operation. */
  readonly extraArguments?: Readonly<Record<string, unknown>> | undefined;
}

/** Runs a method of the protocol, or `call`. Never rejects. */
export async function runMethod(
  service: Service,
  named: NamedCall,
  context: RequestContext,
): Promise<Outcome> {
  const found = service.findService?.(named);
  if (found instanceof Fault) return { fault: found };
  const chosen = found ?? service;
  return named.method === "call"
    ? runWrapped(chosen, named, context)
    : runProtocolMethod(chosen, named, context);
}

/** Runs a method of the protocol, `call`, or an operation by its own name. Never rejects. */
export async function runNamed(
  service: Service,
  named: NamedCall,
  context: RequestContext,
): Promise<Outcome> {
  if (!named.method.includes(".") || named.method === "rpc.discover")
    return runMethod(service, named, context);
  const found = service.findService?.(named);
  if (found instanceof Fault) return { fault: found };
  return runDirect(found ?? service, named, context);
}

function runWrapped(service: Service, named: NamedCall, context: RequestContext): Promise<Outcome> {
  const { params, element, extraArguments } = named;
  const { authentication } = service;
  const [sessionId, path, args] = methodParams("call", params);
  // Even if a door finds the arguments unusable, authentication and access are checked first.
  const form: ArgumentForm =
    args instanceof Fault ? { form: "unusable", fault: args } : { form: "wrapped", args };
  const identify = () => authentication.enter(sessionId, context.sender);
  return run(new Call(service, { path, args: form, identify, element, extraArguments }, context));
}

/** The direct form (conventions 2.7): with an `Authorization` header, `params` contain no session. */
function runDirect(
  service: Service,
  { method, params }: NamedCall,
  context: RequestContext,
): Promise<Outcome> {
  const { authentication } = service;
  const { sender } = context;
  const { sessionId, args } = directArguments(params, sender.hasAuthorization);
  const identify = () =>
    sender.hasAuthorization ? authentication.enterByHeader(sender) : authentication.enter(sessionId, sender);
  return run(new Call(service, { path: method, args, identify }, context));
}

async function runProtocolMethod(
  service: Service,
  { method, params }: NamedCall,
  context: RequestContext,
): Promise<Outcome> {
  if (!service.methods.has(method)) return unknownMethod(service, method, context);
  const { authentication } = service;
  const [sessionId] = methodParams(method, params);
  const identify = needsSession(method) ? () => authentication.enter(sessionId, context.sender) : undefined;
  return run(new Call(service, { method, params, args: methodForm(method, params), identify }, context));
}

/** Reports the call of a method that does not exist, and refuses it. */
export function unknownMethod(
  { observer }: Service,
  method: string,
  { door, group }: RequestContext,
): Outcome {
  const fault = methodNotFound(method);
  observer.callEnded({
    operation: "unknown",
    path: method.slice(0, 80),
    username: "",
    fault: fault.fault,
    durationMs: 0,
    error: fault.toErrorObject(),
    door,
    group,
  });
  return { fault };
}

/** Separates the session from the arguments in the direct form. */
function directArguments(
  params: Params,
  hasHeader: boolean,
): { readonly sessionId: unknown; readonly args: ArgumentForm } {
  if (!Array.isArray(params)) {
    const members = params as Record<string, unknown>;
    return {
      sessionId: Object.hasOwn(members, "sessionId") ? members.sessionId : undefined,
      args: namedForm(members),
    };
  }
  const values = params as readonly unknown[];
  return { sessionId: values[0], args: { form: "positional", values: hasHeader ? values : values.slice(1) } };
}
