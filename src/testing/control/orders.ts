/** `POST /control/orders`: places an order as the checkout of a storefront does (sales 19). */
import { timeOf } from "../../engine/clock.js";
import { idempotencyKeyOf, replayHeader } from "../../engine/http/request.js";
import { Unavailable } from "../../engine/contract/faults.js";
import { KeyRefused, type Keep } from "../../engine/calls/idempotent-calls.js";
import type { ShopControl } from "./shop-control.js";
import type { Problem } from "../../engine/values/problem.js";
import type { ControlAnswerBody } from "./contract.js";
import type { ControlAnswer } from "./answers.js";
import type { ControlRequest, Handlers } from "./handlers.js";

export function orderHandlers(shopControl: ShopControl): Handlers<"placeOrder"> {
  return {
    async placeOrder(asked, reply) {
      const replayed = () => void reply.response.set(replayHeader.name, replayHeader.value);
      try {
        const outcome = await place(asked, replayed, shopControl);
        if ("problems" in outcome) reply.refuse(422, outcome.problems);
        else reply.send(201, outcome);
      } catch (error) {
        if (error instanceof Unavailable) return refuseNewKey(reply, error);
        if (!(error instanceof KeyRefused)) throw error;
        reply.refuse(error.status, [{ field: "Idempotency-Key", message: error.reason }]);
      }
    },
  };
}

/** Refuses an order, because no more idempotency keys can be stored. */
function refuseNewKey(reply: ControlAnswer<"placeOrder">, { retryAfterSeconds }: Unavailable): void {
  reply.response.set("Retry-After", String(retryAfterSeconds));
  reply.refuse(503, [
    {
      field: "Idempotency-Key",
      message: "cannot be stored, because too many keys are stored; try again later",
    },
  ]);
}

type Outcome = ControlAnswerBody<"placeOrder", 201> | { readonly problems: readonly Problem[] };

/** The owner of all idempotency keys of the test control, whose callers have no credentials. */
const owner = "control";

function place(
  { request, shop, write, body: wanted }: ControlRequest<"placeOrder">,
  replayed: () => void,
  shopControl: ShopControl,
): Promise<Outcome> {
  const { clock, idempotentCalls } = shop;
  const key = idempotencyKeyOf(request, replayed);
  const execute = (keep?: Keep<Outcome>) =>
    write(async (tx) => {
      const outcome = await shopControl.placeOrder(tx, timeOf(clock), wanted);
      await keep?.(tx, outcome);
      return outcome;
    });
  if (key === undefined) return execute();
  const args = { ...wanted };
  return idempotentCalls.run<Outcome>({
    key,
    owner,
    operation: "placeOrder",
    args,
    execute,
    refusal: () => undefined,
  });
}
