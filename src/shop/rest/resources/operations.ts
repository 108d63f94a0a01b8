/** Operations of the JSON-RPC contract within calls of REST: what they answer, and their faults as errors of REST. */
import type { Operations } from "../../../../generated/operations.js";
import type { Principal } from "../../../engine/access/authentication.js";
import type { Grants } from "../../../engine/access/roles.js";
import type { Dispatcher } from "../../../engine/calls/dispatch.js";
import { ForcedHttpAnswer, isForced, markForced, ruleOf } from "../../../engine/calls/fault-injection.js";
import { Fault, TooManyCalls, Unavailable } from "../../../engine/calls/faults.js";
import { KeyRefused, type IdempotentCalls } from "../../../engine/calls/idempotent-calls.js";
import type { AdmittedCall } from "../../../engine/calls/operation.js";
import { dressOf } from "../../../engine/doors/dress.js";
import { RestError } from "../../../engine/doors/rest/rest-error.js";
import type { Problem } from "../../../engine/values/problem.js";
import type { RestCall } from "../forms/call.js";
import type { RestOperation } from "../forms/rest-operations.js";

/** What of a call of REST its operations need. */
export type Calling = Pick<RestCall<RestOperation>, "caller" | "origin" | "request">;

interface Sent {
  /** Turns a field of the operation into the one that was sent for it. */
  readonly nameOf?: (field: string) => string;
  /** Not the step of the call that its `Idempotency-Key` is remembered with. */
  readonly isAfterwards?: true;
  /** Part of what a call repeated under an `Idempotency-Key` has to say again. */
  readonly aside?: Members;
}

type Members = Readonly<Record<string, unknown>>;

export class OperationsOfRest {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly idempotentCalls: IdempotentCalls,
  ) {}

  /** Whether the call is one under an `Idempotency-Key` that was carried out before. */
  async isRepeated({ caller, origin: { sender } }: Calling): Promise<boolean> {
    const { idempotencyKey: key } = sender;
    if (!key || caller.role !== "admin") return false;
    return this.idempotentCalls.knows(key, `user ${caller.principal.user.id}`);
  }

  /** The result of an operation as the living system writes it: numbers and flags are text. */
  async text<Name extends keyof Operations>(
    calling: Calling,
    name: Name,
    members: Members,
  ): Promise<unknown> {
    return dressOf(this.dispatcher.contract)(name, await this.run(calling, name, members));
  }

  /** Whether the data object of an operation has a member of that name. */
  knows(operation: keyof Operations, parameter: string, member: string): boolean {
    const { params = [] } = this.dispatcher.contract.tables.operations[operation] ?? {};
    const known = params.find(({ name }) => name === parameter)?.members?.known ?? {};
    return Object.hasOwn(known, member);
  }

  /**
   * The result of an operation. Throws `RestError` for its faults.
   * @param sent tells what was sent, where that is not what the operation is given
   */
  async run<Name extends keyof Operations>(
    { caller, origin, request }: Calling,
    name: Name,
    members: Members,
    { nameOf = (field) => field, aside, isAfterwards }: Sent = {},
  ): Promise<Operations[Name]["result"]> {
    const { sender, prefer, group } = origin;
    const principal: Principal = {
      ...(caller.role === "admin" ? caller.principal : shopFront),
      // Whether the caller may do so was judged for the whole call, which may take more than one operation.
      grants: shopFront.grants,
      // What PUT and DELETE do is the same however often they are sent.
      idempotencyKey: request.method === "POST" && !isAfterwards ? sender.idempotencyKey : undefined,
      ...{ origin: sender.origin, attributes: {} },
    };
    const part: AdmittedCall = {
      ...{ started: performance.now(), name, principal },
      request: {
        ...{ path: name, args: { form: "named", members }, door: "rest", group, isPart: true, aside },
        prefer: prefer && { ...prefer, fault: undefined },
      },
    };
    try {
      return (await this.dispatcher.runPart(part)) as Operations[Name]["result"];
    } catch (error) {
      throw errorOf(error, nameOf);
    }
  }
}

/** In whose name the shop shows itself to customers: what they may see is decided before. */
const shopFront: Principal = {
  user: {
    ...{ id: 0, username: "customer", key_hash: "", is_active: true, roles: [] },
    ...{ login_count: 0, created_at: "2000-01-01 00:00:00" },
  },
  grants: { allows: () => true, allowsNamespace: () => true, allowsNode: () => true } as unknown as Grants,
  session: undefined,
  attributes: {},
};

/** Ends the list of what is wrong with data (customers 5.5). */
export const closing = "The data did not pass validation.";

/** The statuses of REST, by those that faults have in the plain form: what cannot be done is 400. */
const statuses: Readonly<Record<number, number>> = {
  401: 403,
  403: 403,
  404: 404,
  400: 400,
  409: 400,
  422: 400,
};

function errorOf(error: unknown, nameOf: NonNullable<Sent["nameOf"]>): unknown {
  const isOwn = error instanceof ForcedHttpAnswer || error instanceof TooManyCalls;
  if (!(error instanceof Fault) || isOwn || error instanceof Unavailable || error instanceof KeyRefused)
    return error;
  const status = statuses[error.status] ?? 500;
  const { errors } = error.data as { readonly errors?: readonly Problem[] };
  const messages = errors
    ? [
        ...errors.map(({ field, message }) => {
          const name = nameOf(field.replace(/^(productData|data)\./, ""));
          return `${name}: ${message}.`;
        }),
        closing,
      ]
    : error.message;
  const refused = new RestError(status, messages);
  return isForced(error) ? markForced(refused, ruleOf(error)) : refused;
}
