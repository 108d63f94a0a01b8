/** How many calls a caller of the customers resource makes in a minute. */
import { TooManyCalls, type CallRate } from "../../../engine/guard/call-rate.js";
import type { RestCaller } from "../accounts/customer-authentication.js";
import { refused } from "./refusal.js";

/** 429 when the caller made too many calls; a promise only where other processes count, too. */
export function countCall(callRate: CallRate, caller: RestCaller): Promise<void> | void {
  try {
    const counted =
      caller.role === "admin"
        ? callRate.count(caller.principal)
        : callRate.countFor(`customer ${caller.customer.id}`);
    return counted?.catch(refuse);
  } catch (error) {
    refuse(error);
  }
}

function refuse(error: unknown): never {
  if (!(error instanceof TooManyCalls)) throw error;
  throw refused(429, undefined, { "Retry-After": error.retryAfterSeconds });
}
