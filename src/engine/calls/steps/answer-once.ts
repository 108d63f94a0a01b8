import { keyOwner } from "../../access/authentication.js";
import { positionalArguments } from "../../contract/arguments.js";
import type { Authenticated, OperationCall } from "../call.js";
import { isForced } from "../fault-injection.js";
import { Fault, storedFault, raiseAgain, type StoredFault } from "../../contract/faults.js";
import { isRefusal, type Outcome } from "../outcome.js";
import type { Step } from "./step.js";

/** Carries out a write once per `Idempotency-Key`, and repeats its answer. Faults are answers, too. */
export const answerOnce: Step<OperationCall & Authenticated> = async (call, next) => {
  const { operation, principal, service, envelope } = call;
  const key = envelope.idempotencyKey ?? principal.idempotencyKey;
  if (!key) return next(call);
  const values = positionalArguments(operation.row, envelope.args);
  const answer = await service.idempotentCalls.run<StoredAnswer>({
    key,
    owner: keyOwner(principal),
    operation: operation.name,
    args: {
      ...Object.fromEntries(operation.row.params.map(({ name }, index) => [name, values[index]])),
      ...envelope.extraArguments,
    },
    execute: async (keep) => {
      call.keep = (tx, outcome) => keep(tx, storedAnswer(outcome));
      return storedAnswer(await next(call));
    },
    refusal: (error) => (isLasting(error) ? { fault: storedFault(error) } : undefined),
  });
  return "fault" in answer ? { fault: raiseAgain(answer.fault) } : answer;
};

/** The stored answer of a call. */
type StoredAnswer = { readonly result: unknown } | { readonly fault: StoredFault };

function storedAnswer(outcome: Outcome): StoredAnswer {
  return isRefusal(outcome) ? { fault: storedFault(outcome.fault) } : outcome;
}

/** Whether a repeated call would get the same fault. Forced faults are not answers of the operation. */
function isLasting(error: unknown): error is Fault {
  return error instanceof Fault && !passing.has(error.fault) && !isForced(error);
}

const passing: ReadonlySet<string> = new Set([
  ...["internal", "session_expired", "access_denied", "resource_path_not_callable"],
]);
