import type { Call } from "../call.js";
import { isRefusal, type Outcome } from "../outcome.js";
import type { Step } from "./step.js";

/** Reports the ended call to log, metrics and journal. */
export const observe: Step = async (call, next) => {
  const outcome = await next();
  call.service.observer.callEnded(endedCall(call, outcome));
  return outcome;
};

function endedCall(call: Call, outcome: Outcome) {
  const { name, envelope, context, principal, isForced, rule, started, operation, sent } = call;
  const fault = isRefusal(outcome) ? outcome.fault : undefined;
  const isKnown = name !== undefined;
  const path = isKnown ? undefined : pathText(envelope.path);
  return {
    operation: name ?? (isForced && path ? path : "unknown"),
    row: operation?.row ?? (isKnown ? call.service.contract.tables.operations[name] : undefined),
    path: isForced ? undefined : path,
    username: call.username,
    fault: fault?.fault,
    durationMs: performance.now() - started,
    door: context.door,
    args: sent,
    element: envelope.element,
    result: isRefusal(outcome) ? undefined : outcome.result,
    error: fault?.recorded,
    session: principal?.session?.id,
    forced: isForced,
    rule,
    group: context.group,
  };
}

function pathText(path: unknown): string {
  return typeof path === "string" ? path.slice(0, 80) : "";
}
