import { randomUUID } from "node:crypto";
import { isUnavailable, StorageError, StorageReadOnlyError } from "../../storage/storage.js";
import { isForced, ruleOf } from "../fault-injection.js";
import { Fault, globalFault, Unavailable, UnfitResult } from "../../contract/faults.js";
import type { Step } from "./step.js";
import type { Call, Service } from "../call.js";

/** Turns a thrown error into a refusal. */
export const explainErrors: Step = async (call, next) => {
  try {
    return await next(call);
  } catch (error) {
    const fault = faultOf(error, call.service, call);
    call.isForced ||= isForced(fault);
    if (call.isForced) call.rule = ruleOf(fault);
    return { fault };
  }
};

/**
 * The fault for any error. Unexpected errors are logged with a reference and returned without their text.
 * @param call that has failed, if it is known
 */
export function faultOf(
  error: unknown,
  { observer }: Pick<Service, "observer">,
  call?: Pick<Call, "name" | "operation">,
): Fault {
  if (error instanceof Fault) return error;
  const reference = randomUUID();
  observer.callFailed(error, call?.name ?? "unknown", reference);
  if (isUnavailable(error)) return new Unavailable(error.refusal.advice, { reference });
  const message =
    error instanceof StorageReadOnlyError
      ? error.refusal.advice
      : error instanceof UnfitResult
        ? error.message
        : undefined;
  const operation = call?.operation;
  const storageFault = operation?.row.storageFault;
  if (operation && storageFault !== undefined && error instanceof StorageError) {
    return operation.raise(storageFault, {
      message: message ?? "The change could not be stored.",
      data: { reference },
    });
  }
  return globalFault("internal", { ...(message !== undefined && { message }), data: { reference } });
}
