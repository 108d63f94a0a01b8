import { ForcedHttpAnswer } from "../calls/fault-injection.js";
import { TooManyCalls, Unavailable } from "../contract/faults.js";

/** The response to a whole HTTP request: a response that the test control forces, or a status with `Retry-After`. */
type HttpRefusal =
  | { readonly forced: ForcedHttpAnswer["answer"] }
  /** 429 has no body; 503 has the fault in the form of the door. */
  | { readonly status: 429 | 503; readonly retryAfterSeconds: number };

/** The faults that decide about the whole HTTP response, by every door. All others are returned in the form of the door. */
export function httpRefusalOf(fault: unknown): HttpRefusal | undefined {
  if (fault instanceof ForcedHttpAnswer) return { forced: fault.answer };
  if (fault instanceof TooManyCalls) return { status: 429, retryAfterSeconds: fault.retryAfterSeconds };
  if (fault instanceof Unavailable) return { status: 503, retryAfterSeconds: fault.retryAfterSeconds };
  return undefined;
}
