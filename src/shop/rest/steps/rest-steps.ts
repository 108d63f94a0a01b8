/** What happens to every call of REST: its list of steps, and the short ones that only REST has. docs/builders/architecture.md explains the order. */
import { isControlled, isCounted, isTraced } from "../../../engine/calls/pipeline.js";
import type { Authenticated, Features, Permitted } from "../../../engine/calls/call.js";
import { type Outcome, isRefusal } from "../../../engine/calls/outcome.js";
import { authenticate, countCalls, permit } from "../../../engine/calls/steps/caller.js";
import { explainErrors } from "../../../engine/calls/steps/explain-errors.js";
import { force, forceAfterwards } from "../../../engine/calls/steps/force.js";
import { limitTime } from "../../../engine/calls/steps/transact.js";
import { observe, trace } from "../../../engine/calls/steps/observe.js";
import type { IncomingRestCall, ReadRequest, RestCall, RestStep } from "../forms/call.js";
import { stepsOf, type StepList } from "../../../engine/calls/steps/step-list.js";
import { readRequest, type RestStepParts } from "./read-request.js";
import { sentenceAbout, fieldProblem } from "../forms/problems.js";
import { refused } from "../forms/refusal.js";
import { ForcedHttpAnswer, markForced } from "../../../engine/calls/fault-injection.js";
import { restErrorOf, RestError, type Headers } from "../../../engine/doors/rest/rest-error.js";
import { preference } from "../../../engine/http/request.js";
import { keyOwner } from "../../../engine/access/authentication.js";

/** Refuses a request that accepts neither XML nor JSON. */
export const acceptType: RestStep = async (call, next) => {
  if (call.accepted !== undefined) return next(call);
  const { accept } = call.request.headers;
  throw refused(406, sentenceAbout("Accept", "Only XML and JSON", "are available", accept));
};

/** Gives a fault the status and the messages of REST, but for an HTTP response that the test control forces. */
export const answerInRest: RestStep = async (call, next) => {
  const outcome = await next(call);
  if (!isRefusal(outcome) || outcome.fault instanceof ForcedHttpAnswer) return outcome;
  return { fault: restErrorOf(outcome.fault) };
};

/** `Prefer: code=<status>`: a call can ask for an error that the contract declares. */
function forceStatus({ contract }: RestStepParts): RestStep {
  return async (call, next) => {
    const { request, name, allow } = call;
    const code = preference(request, "code");
    if (!code) return next(call);
    const status = Number(code);
    if (!contract.declares(name, status)) {
      throw refused(400, fieldProblem("Prefer", "this call does not declare the status", code));
    }
    const headers: Record<number, Headers> = {
      405: { Allow: allow },
      429: { "Retry-After": 1 },
    };
    throw markForced(new RestError(status, undefined, headers[status]));
  };
}

/**
 * Refuses a second request with an `Idempotency-Key` while the first one is in progress, and finds out whether its answer is
 * stored. The operation in the call stores and repeats it: the same key counts at all doors.
 */
export const holdKey: RestStep<Authenticated> = async (call, next) => {
  const { principal, context, service } = call;
  const { idempotencyKey: key } = context.sender;
  if (!key || key.problem !== undefined) return next(call);
  const owner = keyOwner(principal);
  const { idempotentCalls } = service;
  return idempotentCalls.hold(key, owner, async () => {
    call.isRepeated = await idempotentCalls.knows(key, owner);
    return next(call);
  });
};

/** What decides whether the calls of an operation take a step. */
interface RestPlace extends Features {
  readonly method: string;
}

const creates = ({ method }: RestPlace) => method === "POST";

/** A call of an operation of openapi.yaml. */
export function restSteps(
  parts: RestStepParts,
): StepList<IncomingRestCall, Authenticated & Permitted & ReadRequest, RestPlace> {
  return stepsOf<IncomingRestCall, RestPlace>()
    .step(observe)
    .stepIf(isTraced, trace)
    .step(answerInRest)
    .step(explainErrors)
    .step(acceptType)
    .step(authenticate)
    .stepIf(isCounted, countCalls)
    .step(permit)
    .stepIf(isControlled, forceStatus(parts))
    .stepIf(isControlled, forceAfterwards)
    .step(limitTime)
    .stepIf(creates, holdKey)
    .stepIf(isControlled, force)
    .step(readRequest(parts));
}

/** A request whose address or method does not belong to an operation. */
export const unknownSteps: StepList<IncomingRestCall, unknown, Features> = stepsOf<
  IncomingRestCall,
  Features
>()
  .step(observe)
  .stepIf(isTraced, trace)
  .step(answerInRest)
  .step(explainErrors);

/** The last step: the handler of the operation. */
export async function handle(call: RestCall & Permitted): Promise<Outcome> {
  call.answer = await call.handler.run(call);
  return { result: undefined };
}
