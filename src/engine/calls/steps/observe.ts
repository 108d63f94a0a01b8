import type { Fault } from "../../contract/faults.js";
import type { Call } from "../call.js";
import { endingOf } from "../fault-injection.js";
import type { DeniedAccess } from "../observer.js";
import { isRefusal, type Outcome } from "../outcome.js";
import type { Step } from "./step.js";

/** Reports the ended call to log, metrics and journal. */
export const observe: Step = async (call, next) => {
  const outcome = await next(call);
  call.service.observer.callEnded(endedCall(call, outcome));
  return outcome;
};

/** Carries out the rest within a span. */
export const trace: Step = (call, next) => {
  const { traced } = call.service;
  return traced ? traced(call.name ?? "unknown", async () => next(call)) : next(call);
};

function endedCall(call: Call, outcome: Outcome) {
  const { name, envelope, context, principal, isForced, rule, started, operation, sent } = call;
  const refusal = isRefusal(outcome) ? outcome.fault : undefined;
  // A forced HTTP response is not a fault of the operation.
  const forced = call.forcedAnswer(refusal);
  const fault = forced === undefined ? refusal : undefined;
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
    note: fault?.note,
    session: principal?.session?.id,
    forced: isForced,
    rule,
    ending: forced === undefined ? (call.isCut ? ("truncated" as const) : undefined) : endingOf(forced),
    ignored: call.ignored,
    changes: call.changes,
    denied: fault && deniedAccess(call, fault),
    group: context.group,
  };
}

/** Undefined if the fault has another reason than the roles of the caller. */
function deniedAccess(call: Call, { fault }: Fault): DeniedAccess | undefined {
  const { principal, neededOperation = "", service } = call;
  if (!principal || call.isPermitted || (fault !== "access_denied" && fault !== "403")) return undefined;
  const { operations, namespaces } = service.contract.tables;
  const row = operations[neededOperation];
  const needs = row && (row.acl ?? namespaces[row.namespace]?.acl);
  return { needs, roles: principal.user.roles ?? [] };
}

function pathText(path: unknown): string {
  return typeof path === "string" ? path.slice(0, 80) : "";
}
