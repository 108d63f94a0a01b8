/** What happens to every call of REST. docs/builders/architecture.md explains the order. */
import { isControlled, isCounted, isTraced } from "../../../engine/calls/pipeline.js";
import type { Authenticated, Features, Permitted } from "../../../engine/calls/call.js";
import type { Outcome } from "../../../engine/calls/outcome.js";
import { authenticate } from "../../../engine/calls/steps/authenticate.js";
import { countCalls } from "../../../engine/calls/steps/count-calls.js";
import { explainErrors } from "../../../engine/calls/steps/explain-errors.js";
import { force, forceAfterwards } from "../../../engine/calls/steps/force.js";
import { limitTime } from "../../../engine/calls/steps/limit-time.js";
import { observe } from "../../../engine/calls/steps/observe.js";
import { permit } from "../../../engine/calls/steps/permit.js";
import { trace } from "../../../engine/calls/steps/trace.js";
import type { IncomingRestCall, ReadRequest, RestCall } from "../forms/call.js";
import { acceptType } from "./accept-type.js";
import { answerInRest } from "./answer-in-rest.js";
import { forceStatus, type ForceStatusParts } from "./force-status.js";
import { holdKey } from "./hold-key.js";
import { stepsOf, type StepList } from "../../../engine/calls/steps/step-list.js";
import { readRequest, type ReadRequestParts } from "./read-request.js";

type RestStepParts = ForceStatusParts & ReadRequestParts;

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
