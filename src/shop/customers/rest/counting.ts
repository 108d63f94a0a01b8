/** How many calls a caller of the customers resource makes in a minute. */
import { callerKey } from "../../../engine/access/authentication.js";
import { TooManyCalls } from "../../../engine/calls/faults.js";
import type { CountCall } from "../../../engine/guard/rate-limiter.js";
import type { RestCaller } from "../accounts/customer-authentication.js";
import { refused } from "./refusal.js";

/** 429 when the caller made too many calls; a promise only where other processes count, too. */
export function countRestCall(countCall: CountCall, caller: RestCaller): Promise<void> | void {
  const key = caller.role === "admin" ? callerKey(caller.principal) : `customer ${caller.customer.id}`;
  try {
    return countCall(key)?.catch(refuse);
  } catch (error) {
    refuse(error);
  }
}

function refuse(error: unknown): never {
  if (!(error instanceof TooManyCalls)) throw error;
  throw refused(429, undefined, { "Retry-After": error.retryAfterSeconds });
}
