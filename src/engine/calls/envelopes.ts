/** Runs what a request asks for: a method of the protocol, or an operation (conventions 2.4). */
import type { ArgumentForm, ExtraArguments } from "../contract/arguments.js";
import { Call, type Params, type RequestContext, type Service } from "./call.js";
import { Fault, methodNotFound } from "../contract/faults.js";
import { methodForm, methodParams } from "./method-params.js";
import type { Outcome } from "./outcome.js";
import { run } from "./pipeline.js";
import { needsSession } from "./protocol-methods.js";

/** What a door has read: a method, an operation, the name of neither, or an outcome that needs no call. */
export type RequestedCall = RequestedMethod | RequestedOperation | UnknownMethod | Outcome;

/** A method of the protocol, such as `login`. */
interface RequestedMethod {
  readonly method: string;
  readonly params: Params;
}

export interface RequestedOperation {
  /** As it was sent. */
  readonly path: unknown;
  readonly args: ArgumentForm;
  /** The session ID as it was sent; null = HTTP Basic authenticates the caller. */
  readonly session: unknown;
  /** The `Authorization` header authenticates the caller in place of a session. */
  readonly isByHeader?: boolean;
  /** As in EndedCall. */
  readonly element?: number | undefined;
  readonly extraArguments?: ExtraArguments | undefined;
}

interface UnknownMethod {
  readonly unknown: string;
}

/** Never rejects. */
export async function runRequested(
  service: Service,
  requested: RequestedCall,
  context: RequestContext,
): Promise<Outcome> {
  if ("result" in requested || "fault" in requested) return requested;
  if ("unknown" in requested) return unknownMethod(service, requested.unknown, context);
  const isMethod = "method" in requested;
  const found = service.findService?.(isMethod ? requested : { method: "call", params: [requested.session] });
  if (found instanceof Fault) return { fault: found };
  const chosen = found ?? service;
  return isMethod ? runMethod(chosen, requested, context) : runOperation(chosen, requested, context);
}

function runOperation(
  service: Service,
  { path, args, session, isByHeader = false, element, extraArguments }: RequestedOperation,
  context: RequestContext,
): Promise<Outcome> {
  const { authentication } = service;
  const { sender } = context;
  const identify = () =>
    isByHeader ? authentication.enterByHeader(sender) : authentication.enter(session, sender);
  return run(new Call(service, { path, args, identify, element, extraArguments }, context));
}

async function runMethod(
  service: Service,
  { method, params }: RequestedMethod,
  context: RequestContext,
): Promise<Outcome> {
  if (!service.methods.has(method)) return unknownMethod(service, method, context);
  const { authentication } = service;
  const [sessionId] = methodParams(method, params);
  const identify = needsSession(method) ? () => authentication.enter(sessionId, context.sender) : undefined;
  return run(new Call(service, { method, params, args: methodForm(method, params), identify }, context));
}

/** Reports the call of a method that does not exist, and refuses it. */
function unknownMethod({ observer }: Service, method: string, { door, group }: RequestContext): Outcome {
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
