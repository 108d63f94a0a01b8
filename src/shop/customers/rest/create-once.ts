/** Creating a customer under an `Idempotency-Key` (interface 6). */
import type { IncomingMessage } from "node:http";
import type { RestCaller } from "../accounts/customer-authentication.js";
import { KeyRefused, type IdempotentCalls, type Keep } from "../../../engine/calls/idempotent-calls.js";
import type { DataObject } from "../../../engine/values/coercion.js";
import { idempotencyKeyOf, replayHeader } from "../../../engine/http/headers.js";
import { RestError } from "../../../engine/doors/rest/rest-error.js";
import type { HeadersOf, RestOperation } from "../accounts/rest-operations.js";
import { refused } from "./refusal.js";

type Answer = { readonly id: number } | { readonly status: number; readonly messages: readonly string[] };

export interface Creation {
  readonly request: IncomingMessage;
  readonly caller: RestCaller;
  readonly fields: DataObject;
  /** Answers the ID of the new customer. */
  readonly create: (keep?: Keep<{ readonly id: number }>) => Promise<number>;
}

/** The ID of the customer that the request creates, or has created. Throws `RestError`. */
export async function createOnce(
  calls: IdempotentCalls,
  { request, caller, fields, create }: Creation,
): Promise<{ readonly id: number; readonly headers: HeadersOf<"createCustomer"> }> {
  let headers: HeadersOf<"createCustomer"> = {};
  const { name, value } = replayHeader;
  const key = idempotencyKeyOf(request, () => (headers = { [name]: value }));
  if (key === undefined) return { id: await create(), headers };

  const answer = await calls
    .run<Answer>({
      key,
      owner: ownerOf(caller),
      operation: "createCustomer" satisfies RestOperation,
      args: fields,
      carryOut: async (keep) => ({ id: await create(keep) }),
      refusal: (error) =>
        error instanceof RestError ? { status: error.status, messages: error.messages } : undefined,
    })
    .catch((error: unknown) => {
      throw error instanceof KeyRefused ? refused<"createCustomer">(error.status, error.message) : error;
    });
  if ("messages" in answer) throw new RestError(answer.status, answer.messages, headers);
  return { id: answer.id, headers };
}

/** The keys of an API user are the same whatever the door. */
function ownerOf(caller: RestCaller): string {
  return caller.role === "admin" ? `user ${caller.principal.user.id}` : `customer ${caller.customer.id}`;
}
