/** What happens to every call, for every door. docs/builders/architecture.md explains the order. */
import type { Call } from "./call.js";
import type { Outcome } from "./outcome.js";
import { answerOnce } from "./steps/answer-once.js";
import { authenticate } from "./steps/authenticate.js";
import { blameArguments } from "./steps/blame-arguments.js";
import { countCalls } from "./steps/count-calls.js";
import { dressResult } from "./steps/dress-result.js";
import { explainErrors } from "./steps/explain-errors.js";
import { findOperation } from "./steps/find-operation.js";
import { force, forceAfterwards } from "./steps/force.js";
import { limitTime } from "./steps/limit-time.js";
import { observe } from "./steps/observe.js";
import { permit } from "./steps/permit.js";
import { readArguments } from "./steps/read-arguments.js";
import { refuseWithoutEffect } from "./steps/refuse-without-effect.js";
import type { Step, StepOf } from "./steps/step.js";
import { trace } from "./steps/trace.js";
import { transact } from "./steps/transact.js";
import { useFaultTexts } from "./steps/use-fault-texts.js";

/** From a permitted call of an operation to its handler. A REST call runs these for each operation it consists of. */
export const executionSteps: readonly Step[] = [
  permit,
  forceAfterwards,
  limitTime,
  answerOnce,
  force,
  readArguments,
  transact,
  blameArguments,
  refuseWithoutEffect,
];

/** A call of an operation. */
export const operationSteps: readonly Step[] = [
  dressResult,
  useFaultTexts,
  observe,
  explainErrors,
  authenticate,
  countCalls,
  findOperation,
  trace,
  ...executionSteps,
];

/** A call of a method of the protocol: `login`, `multiCall`, `resources`, … */
export const methodSteps: readonly Step[] = [
  useFaultTexts,
  observe,
  explainErrors,
  authenticate,
  forceAfterwards,
  force,
];

/** The last step: the Router calls the method. */
const perform = (call: Call): Promise<Outcome> => call.service.methods.call(call);

/** Joins steps to a function that runs a call through them. */
export function compose<Kind extends Call>(
  steps: readonly StepOf<Kind>[],
  last: (call: Kind) => Promise<Outcome> = perform,
) {
  return steps.reduceRight<(call: Kind) => Promise<Outcome>>(
    (next, step) => (call) => step(call, () => next(call)),
    last,
  );
}

const runOperation = compose(operationSteps);
const runMethod = compose(methodSteps);

/** Runs a call. Never rejects. */
export function run(call: Call): Promise<Outcome> {
  return call.envelope.method === undefined ? runOperation(call) : runMethod(call);
}

/** Runs an operation as a part of a call that is authenticated, counted and observed itself. Throws any error. */
export const runPart = compose(executionSteps);
