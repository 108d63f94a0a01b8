/** Creates a customer with an `Idempotency-Key` (conventions 2.8). */
import { keyOwner } from "../../../engine/access/authentication.js";
import type { IdempotencyKey } from "../../../engine/access/idempotency-key.js";
import type { IdempotentCalls, Keep } from "../../../engine/calls/idempotent-calls.js";
import { RestError, type RestMessage } from "../../../engine/doors/rest/rest-error.js";
import type { DataObject } from "../../../engine/values/coercion.js";
import { principalOf, type RestCaller } from "../forms/call.js";
import type { RestOperation } from "../forms/rest-operations.js";

type Answer =
  | { readonly id: number }
  | { readonly status: number; readonly messages: readonly RestMessage[] };

export interface Creation {
  readonly key: IdempotencyKey;
  readonly caller: RestCaller;
  readonly fields: DataObject;
  /** Returns the ID of the new customer. */
  readonly create: (keep?: Keep<{ readonly id: number }>) => Promise<number>;
}

/** The ID of the customer that this request creates, or that it created before. Throws `RestError` and `KeyRefused`. */
export async function createOnce(
  calls: IdempotentCalls,
  { key, caller, fields, create }: Creation,
): Promise<number> {
  const answer = await calls.run<Answer>({
    key,
    owner: keyOwner(principalOf(caller)),
    operation: "createCustomer" satisfies RestOperation,
    args: fields,
    execute: async (keep) => ({ id: await create(keep) }),
    refusal: (error) =>
      error instanceof RestError ? { status: error.status, messages: error.problems } : undefined,
  });
  if ("messages" in answer) throw new RestError(answer.status, answer.messages);
  return answer.id;
}
