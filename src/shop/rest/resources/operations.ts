/** Runs operations of the JSON-RPC contract for REST calls, and converts their faults to REST errors. */
import type { Operations } from "../../../../generated/operations.js";
import type { Principal } from "../../../engine/access/authentication.js";
import { Call, type Service, type WholeCall } from "../../../engine/calls/call.js";
import type { Fault } from "../../../engine/contract/faults.js";
import { resultOf } from "../../../engine/calls/outcome.js";
import { runPart } from "../../../engine/calls/pipeline.js";
import { dressOf } from "../../../engine/doors/dress.js";
import { refusedOperation, type RestMessage } from "../../../engine/doors/rest/rest-error.js";
import type { Problem } from "../../../engine/values/problem.js";
import type { Clock } from "../../../engine/clock.js";
import type { Storage } from "../../../engine/storage/storage.js";
import type { CustomAttribute } from "../../data/entities/customer.js";
import type { HandlerSettings } from "../../namespace.js";
import type { RestContract } from "../forms/contract.js";
import { principalOf, type RestCall } from "../forms/call.js";
import { closing } from "../forms/problems.js";
import type { RestOperation } from "../forms/rest-operations.js";

/** The parts of a REST call that operations need. */
export type OperationContext = Pick<
  RestCall<RestOperation>,
  "caller" | "context" | "request" | keyof WholeCall
>;

/** What the resources of a shop need. */
export interface ResourceParts {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly operations: OperationRunner;
  readonly contract: RestContract;
  readonly customerAttributes: () => readonly CustomAttribute[];
  readonly settings: Pick<HandlerSettings, "priceScope">;
  /** Prefix of the paths, "" for none. */
  readonly basePath: string;
}

interface RunOptions {
  /** Maps a field of the operation to the name that the caller sent. */
  readonly nameOf?: (field: string) => string;
  /** Tells a problem of a field; by default `field: message.` */
  readonly sentence?: Sentence;
  /** Whether the operation refuses what it would not write; by default as the caller prefers. */
  readonly handling?: "lenient";
  /** A follow-up step, which is not stored under the `Idempotency-Key` of the call. */
  readonly isFollowUp?: true;
  /** Further members that must be equal if the `Idempotency-Key` is used again. */
  readonly extraArguments?: Members;
}

type Members = Readonly<Record<string, unknown>>;
type Sentence = (field: string, message: string) => string;

export class OperationRunner {
  constructor(private readonly service: Service) {}

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

  /** Runs an operation. Throws `RestError` for its faults. */
  async run<Name extends keyof Operations>(
    call: OperationContext,
    name: Name,
    members: Members,
    { nameOf = (field) => field, sentence = plainSentence, handling, ...more }: RunOptions = {},
  ): Promise<Operations[Name]["result"]> {
    const { caller, context, request } = call;
    const { sender, group } = context;
    const prefer = handling ? { fault: undefined, ...context.prefer, handling } : context.prefer;
    const principal: Principal = {
      ...principalOf(caller),
      // PUT and DELETE are idempotent without a key.
      idempotencyKey: request.method === "POST" && !more.isFollowUp ? sender.idempotencyKey : undefined,
      ...{ origin: sender.origin, attributes: {} },
    };
    const part = new Call(
      this.service,
      { path: name, args: { form: "named", members }, partOf: call, extraArguments: more.extraArguments },
      { sender, door: "rest", group, prefer },
    );
    try {
      return resultOf(await runPart(Object.assign(part, { principal }))) as Operations[Name]["result"];
    } catch (error) {
      throw refusedOperation(error, (fault) => messagesOf(fault, nameOf, sentence));
    }
  }
}

const plainSentence: Sentence = (field, message) => `${field}: ${message}.`;

/** The problems of a fault, under the names that the caller sent. */
function messagesOf(
  { message, data }: Fault,
  nameOf: (field: string) => string,
  sentence: Sentence,
): RestMessage | RestMessage[] {
  const { errors, parameter } = data as FaultData;
  if (errors) {
    const problems = errors.map(({ field: name, message: text }) => {
      const field = nameOf(memberOf(name));
      return { field, message: sentence(field, text) };
    });
    return [...problems, closing];
  }
  if (parameter === undefined) return message;
  const field = nameOf(memberOf(parameter));
  return { field, message: message.replace(`${parameter}: `, `${field}: `) };
}

/** The place of a member without the argument that holds it: bodies have none. */
function memberOf(place: string): string {
  return place.replace(/^(productData|addressData|customerData|data)\./, "");
}

interface FaultData {
  readonly errors?: readonly Problem[];
  readonly parameter?: string;
}
