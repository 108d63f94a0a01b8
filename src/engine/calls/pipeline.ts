/** What happens to every call, for every door. docs/builders/architecture.md explains the order. */
import {
  hasCaller,
  hasOperation,
  isDressed,
  type Authenticated,
  type Call,
  type HandledCall,
  type Features,
  type InTransaction,
  type Operation,
  type OperationCall,
  type OperationPipeline,
  type Permitted,
  type WithArguments,
  type WithCaller,
} from "./call.js";
import type { Outcome } from "./outcome.js";
import { answerOnce } from "./steps/answer-once.js";
import { answerUnknown } from "./steps/answer-unknown.js";
import { authenticate, countCalls, permit } from "./steps/caller.js";
import { blameArguments, readArguments } from "./steps/read-arguments.js";
import { dressResult, useFaultTexts } from "./steps/dress-result.js";
import { explainErrors } from "./steps/explain-errors.js";
import { force, forceAfterwards } from "./steps/force.js";
import { limitTime, transact } from "./steps/transact.js";
import { observe, trace } from "./steps/observe.js";
import { refuseWithoutEffect } from "./steps/refuse-without-effect.js";
import type { Next } from "./steps/step.js";
import { type StepList, stepsOf } from "./steps/step-list.js";

/** What decides whether the calls of an operation take a step. */
interface OperationPlace extends Features {
  readonly row: Operation["row"];
}

export const isControlled = (place: Features) => place.isControlled;
export const isCounted = (place: Features) => place.isCounted;
export const isTraced = (place: Features) => place.isTraced;
const writes = ({ row }: OperationPlace) => row.effect === "write";
const takesMembers = ({ row }: OperationPlace) => row.params.some(({ members }) => members);

/** What the steps before its handler add to a call. */
type Prepared = Permitted & WithArguments & InTransaction;

/** From a permitted call of an operation to its handler. */
const executionSteps: StepList<OperationCall & Authenticated, WithArguments & InTransaction, OperationPlace> =
  stepsOf<OperationCall & Authenticated, OperationPlace>()
    .stepIf(writes, answerOnce)
    .stepIf(isControlled, force)
    .step(readArguments)
    .repeatingStep(transact)
    .step(blameArguments)
    .stepIf(takesMembers, refuseWithoutEffect);

/** A call of an operation. */
export const operationSteps: StepList<OperationCall & WithCaller, Authenticated & Prepared, OperationPlace> =
  stepsOf<OperationCall & WithCaller, OperationPlace>()
    .step(observe)
    .step(explainErrors)
    .step(authenticate)
    .stepIf(isCounted, countCalls)
    .stepIf(isTraced, trace)
    .step(permit)
    .stepIf(isControlled, forceAfterwards)
    .step(limitTime)
    .steps(executionSteps);

/** An operation of which a REST call consists. That call has its steps before, and limits the time of them all. */
const partSteps: StepList<OperationCall & Authenticated, Prepared, OperationPlace> = stepsOf<
  OperationCall & Authenticated,
  OperationPlace
>()
  .step(permit)
  .stepIf(isControlled, forceAfterwards)
  .steps(executionSteps);

/** A call of a method of the protocol that needs no session: `login`, `rpc.discover`, … */
const methodSteps = stepsOf<Call, Features>()
  .step(observe)
  .step(explainErrors)
  .stepIf(isControlled, forceAfterwards)
  .stepIf(isControlled, force);

/** A call of a method of the protocol in a session: `multiCall`, `resources`, … */
const sessionMethodSteps = stepsOf<Call & WithCaller, Features>()
  .step(observe)
  .step(explainErrors)
  .step(authenticate)
  .stepIf(isControlled, forceAfterwards)
  .stepIf(isControlled, force);

/** A call of a path without an operation: the caller is judged before the path (conventions 3.1). */
const unknownSteps = stepsOf<Call & WithCaller, Features>()
  .step(observe)
  .step(explainErrors)
  .step(authenticate)
  .stepIf(isCounted, countCalls);

const carryOut: Next<HandledCall & Permitted> = (call) => call.service.methods.call(call);
const callMethod: Next<Call> = (call) => call.service.methods.call(call);

/** The steps of every kind of call, composed when the server starts. */
export class Pipelines {
  private readonly method: Next<Call>;
  private readonly sessionMethod: Next<Call & WithCaller>;
  private readonly unknown: Next<Call & WithCaller>;

  constructor(readonly features: Features) {
    this.method = methodSteps.compose(features, callMethod);
    this.sessionMethod = sessionMethodSteps.compose(features, callMethod);
    this.unknown = unknownSteps.compose(features, answerUnknown);
  }

  of(row: Operation["row"]): OperationPipeline {
    const place = { ...this.features, row };
    return {
      run: operationSteps.compose(place, carryOut),
      runPart: partSteps.compose(place, carryOut),
    };
  }

  /** Runs a call. Never rejects. */
  run(call: Call): Promise<Outcome> {
    if (!isDressed(call)) return this.runPlain(call);
    const withTexts: Next<Call> = (same) => useFaultTexts(same, (one) => this.runPlain(one));
    return call.envelope.method === undefined ? dressResult(call, withTexts) : withTexts(call);
  }

  /** Runs a call without the steps for an answer in the form of Magento 1. */
  private runPlain(call: Call): Promise<Outcome> {
    if (!hasCaller(call)) return this.method(call);
    if (hasOperation(call)) return call.operation.pipeline.run(call);
    return call.envelope.method === undefined ? this.unknown(call) : this.sessionMethod(call);
  }
}

/** Runs a call. Never rejects. */
export function run(call: Call): Promise<Outcome> {
  return call.service.methods.pipelines.run(call);
}

/** Runs an operation as a part of a call that is authenticated, counted and observed itself. Throws any error. */
export function runPart(call: Call & Authenticated): Promise<Outcome> {
  return hasOperation(call) ? call.operation.pipeline.runPart(call) : answerUnknown(call);
}
