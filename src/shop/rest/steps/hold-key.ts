import { keyOwner } from "../../../engine/access/authentication.js";
import type { Authenticated } from "../../../engine/calls/call.js";
import type { RestStep } from "./step.js";

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
