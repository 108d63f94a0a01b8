/** The parameter of a handler. */
import { timestamp } from "../values/dates.js";
import type { ReadTx, Tx } from "../storage/storage.js";
import type { ExtraArguments, Arguments, CallArguments } from "../contract/arguments.js";
import type { Clock } from "../clock.js";
import type { CallMaker, CallSurroundings, Operation } from "./operation.js";
import { isLegacyDoor } from "./door.js";
import type { Effects, HashOf } from "./transactions.js";
import type { RowSink } from "./row-stream.js";

/** Implements `HandlerCall` (handler.ts). An application may extend it. */
export class OperationCall {
  readonly args: Arguments;
  readonly fault: Operation["raise"];
  readonly tx: ReadTx | Tx;
  readonly effects: Effects;
  readonly hashOf: HashOf;

  constructor(
    protected readonly operation: Operation,
    private readonly given: CallArguments,
    protected readonly surroundings: CallSurroundings,
    private readonly clock: Clock,
  ) {
    this.args = given.plain;
    this.fault = operation.raise;
    this.tx = surroundings.tx;
    this.effects = surroundings.effects;
    this.hashOf = surroundings.hashOf;
  }

  /** This and the following members are getters, so that they are created only for handlers that use them. */
  get check(): (...names: readonly string[]) => Arguments {
    return this.given.check.bind(this.given);
  }

  get asSent(): (param: string) => unknown {
    return this.given.asSent.bind(this.given);
  }

  /** Whether the call has timed out, so that nobody waits for the handler any more. */
  get isLate(): boolean {
    return this.surroundings.timed.isLate;
  }

  get isStrict(): boolean {
    return this.surroundings.isStrict;
  }

  get isLegacy(): boolean {
    return isLegacyDoor(this.surroundings.request.door);
  }

  get rows(): RowSink | undefined {
    return this.surroundings.request.rows?.();
  }

  get extraArguments(): ExtraArguments {
    return this.surroundings.request.extraArguments ?? {};
  }

  /** Answers that depend on the caller are not cached. */
  get caller(): { readonly username: string; readonly roles: readonly string[] | null } {
    this.surroundings.isUncacheable = true;
    const { username, roles } = this.surroundings.principal.user;
    return { username, roles };
  }

  get now(): string {
    this.surroundings.isUncacheable = true;
    return timestamp(this.clock.now());
  }
}

/** Creates the parameter of handlers for applications that do not extend it. */
export function plainCalls(clock: Clock): CallMaker {
  return {
    make: (operation, args, surroundings) => new OperationCall(operation, args, surroundings, clock),
    additionalMembers: () => Promise.resolve([]),
  };
}
