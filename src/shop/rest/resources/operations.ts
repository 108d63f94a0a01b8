/** Runs operations of the JSON-RPC contract for REST calls, and converts their faults to REST errors. */
import type { Operations } from "../../../../generated/operations.js";
import type { Principal } from "../../../engine/access/authentication.js";
import type { Grants } from "../../../engine/access/roles.js";
import { Call, type Service } from "../../../engine/calls/call.js";
import { ForcedHttpAnswer, isForced, markForced, ruleOf } from "../../../engine/calls/fault-injection.js";
import { Fault, TooManyCalls, Unavailable } from "../../../engine/contract/faults.js";
import { KeyRefused, type IdempotentCalls } from "../../../engine/calls/idempotent-calls.js";
import { resultOf } from "../../../engine/calls/outcome.js";
import { runPart } from "../../../engine/calls/pipeline.js";
import { dressOf } from "../../../engine/doors/dress.js";
import { RestError, type RestMessage } from "../../../engine/doors/rest/rest-error.js";
import type { Problem } from "../../../engine/values/problem.js";
import type { RestCall } from "../forms/call.js";
import type { RestOperation } from "../forms/rest-operations.js";

/** The parts of a REST call that operations need. */
export type OperationContext = Pick<RestCall<RestOperation>, "caller" | "origin" | "request">;

interface RunOptions {
  /** Maps a field of the operation to the name that the caller sent. */
  readonly nameOf?: (field: string) => string;
  /** A follow-up step, which is not stored under the `Idempotency-Key` of the call. */
  readonly isFollowUp?: true;
  /** Further members that must be equal if the `Idempotency-Key` is used again. */
  readonly extraArguments?: Members;
}

type Members = Readonly<Record<string, unknown>>;

export class OperationRunner {
  constructor(
    private readonly service: Service,
    private readonly idempotentCalls: IdempotentCalls,
  ) {}

  /** Whether the call repeats one with the same `Idempotency-Key` that was executed before. */
  async isRepeated({ caller, origin: { sender } }: OperationContext): Promise<boolean> {
    const { idempotencyKey: key } = sender;
    if (!key || caller.role !== "admin") return false;
    return this.idempotentCalls.knows(key, `user ${caller.principal.user.id}`);
  }

  /** The result of an operation in the form of Magento 1: numbers and flags are text. */
  async text<Name extends keyof Operations>(
    context: OperationContext,
    name: Name,
    members: Members,
  ): Promise<unknown> {
    return dressOf(this.service.contract)(name, await this.run(context, name, members));
  }

  /** Whether the data object of an operation has a member with this name. */
  knows(operation: keyof Operations, parameter: string, member: string): boolean {
    const { params = [] } = this.service.contract.tables.operations[operation] ?? {};
    const known = params.find(({ name }) => name === parameter)?.members?.known ?? {};
    return Object.hasOwn(known, member);
  }

  /**
   * Runs an operation. Throws `RestError` for its faults.
   */
  async run<Name extends keyof Operations>(
    { caller, origin, request }: OperationContext,
    name: Name,
    members: Members,
    { nameOf = (field) => field, extraArguments, isFollowUp }: RunOptions = {},
  ): Promise<Operations[Name]["result"]> {
    const { sender, prefer, group } = origin;
    const principal: Principal = {
      ...(caller.role === "admin" ? caller.principal : customerPrincipal),
      // Permissions were checked for the whole call, which can consist of several operations.
      grants: customerPrincipal.grants,
      // PUT and DELETE are idempotent without a key.
      idempotencyKey: request.method === "POST" && !isFollowUp ? sender.idempotencyKey : undefined,
      ...{ origin: sender.origin, attributes: {} },
    };
    const part = new Call(
      this.service,
      { path: name, args: { form: "named", members }, isPart: true, extraArguments },
      { sender, door: "rest", group, prefer: prefer && { ...prefer, fault: undefined } },
    );
    part.principal = principal;
    try {
      return resultOf(await runPart(part)) as Operations[Name]["result"];
    } catch (error) {
      throw toRestError(error, nameOf);
    }
  }
}

/** The principal for calls of customers, whose permissions were checked before. */
const customerPrincipal: Principal = {
  user: {
    ...{ id: 0, username: "customer", key_hash: "", is_active: true, roles: [] },
    ...{ login_count: 0, created_at: "2000-01-01 00:00:00" },
  },
  grants: { operations: { has: () => true } } as unknown as Grants,
  session: undefined,
  attributes: {},
};

/** The last message after the problems of data (customers 5.5). */
export const closing = "The data did not pass validation.";

/** REST statuses by the HTTP statuses of faults. */
const statuses: Readonly<Record<number, number>> = {
  401: 403,
  403: 403,
  404: 404,
  400: 400,
  409: 400,
  422: 400,
};

function toRestError(error: unknown, nameOf: NonNullable<RunOptions["nameOf"]>): unknown {
  const isOwn = error instanceof ForcedHttpAnswer || error instanceof TooManyCalls;
  if (!(error instanceof Fault) || isOwn || error instanceof Unavailable || error instanceof KeyRefused)
    return error;
  const status = statuses[error.status] ?? 500;
  const refused = new RestError(status, messagesOf(error, nameOf));
  return isForced(error) ? markForced(refused, ruleOf(error)) : refused;
}

/** The problems of a fault, under the names that the caller sent. */
function messagesOf(
  { message, data }: Fault,
  nameOf: (field: string) => string,
): RestMessage | RestMessage[] {
  const { errors, parameter } = data as FaultData;
  if (errors) {
    const problems = errors.map(({ field: name, message: text }) => {
      const field = nameOf(memberOf(name));
      return { field, message: `${field}: ${text}.` };
    });
    return [...problems, closing];
  }
  if (parameter === undefined) return message;
  const field = nameOf(memberOf(parameter));
  return { field, message: message.replace(`${parameter}: `, `${field}: `) };
}

/** The place of a member without the argument that holds it: bodies have none. */
function memberOf(place: string): string {
  return place.replace(/^(productData|data)\./, "");
}

interface FaultData {
  readonly errors?: readonly Problem[];
  readonly parameter?: string;
}
