/** Calls of operations in this process, over any storage, without HTTP and sessions. */
import type { Principal } from "../../src/engine/access/authentication.js";
import { Call, type RequestContext, type Service } from "../../src/engine/calls/call.js";
import { IdempotentCalls } from "../../src/engine/calls/idempotent-calls.js";
import { methodsOf } from "../../src/engine/calls/methods.js";
import { resultOf } from "../../src/engine/calls/outcome.js";
import { run } from "../../src/engine/calls/pipeline.js";
import type { Clock } from "../../src/engine/clock.js";
import { Deadlines } from "../../src/engine/guard/deadlines.js";
import type { AnyHandler } from "../../src/shop/namespace.js";
import { shopContract } from "../../src/shop/contract.js";

export interface ServiceParts extends Pick<Service, "storage" | "secrets" | "inputs" | "observer"> {
  readonly clock: Clock;
  readonly handlers: ReadonlyMap<string, AnyHandler>;
  readonly deadlineMs?: number;
}

const noProtocol = { withoutSession: {}, inSession: {} };
export const noFeatures = { isControlled: false, isCounted: false, isTraced: false };

/** What calls need, without what only requests of clients need. */
export function serviceOf({ clock, handlers, deadlineMs = 30_000, ...parts }: ServiceParts): Service {
  return {
    ...parts,
    contract: shopContract,
    methods: methodsOf(shopContract, handlers, noProtocol, noFeatures),
    settings: { unknownMembers: "pass" },
    deadlines: new Deadlines(deadlineMs),
    countCall: undefined,
    idempotentCalls: new IdempotentCalls(parts.storage, clock, 1000),
  } as unknown as Service;
}

/** The context of a call that no request made. */
export const noRequest: RequestContext = {
  sender: { address: "", hasAuthorization: false },
  prefer: undefined,
};

/** The result of an operation. Throws its fault. */
export async function callAs(
  service: Service,
  principal: Principal,
  path: string,
  values: readonly unknown[],
): Promise<unknown> {
  const envelope = { path, args: { form: "positional", values }, identify: async () => principal } as const;
  return resultOf(await run(new Call(service, envelope, noRequest)));
}
