/** The parameter of a handler. */
import type { Arguments, CallArguments, ExtraArguments } from "../contract/arguments.js";
import type { Clock } from "../clock.js";
import type { ReadTx, Tx } from "../storage/storage.js";
import { timestamp } from "../values/dates.js";
import type { Principal } from "../access/authentication.js";
import type { HandledCall, HandlerInputs, Operation } from "./call.js";
import { isLegacyDoor } from "./door.js";
import type { RowSink } from "./row-stream.js";
import type { Effects, HashOf } from "./transactions.js";

/** Implements `HandlerCall` (handler.ts). An application may extend it. */
export class HandlerInput {
  readonly args: Arguments;
  readonly fault: Operation["raise"];
  readonly tx: ReadTx | Tx;
  readonly effects: Effects;
  readonly hashOf: HashOf;
  protected readonly operation: Operation;
  protected readonly principal: Principal;
  private readonly given: CallArguments;

  constructor(
    private readonly call: HandledCall,
    private readonly clock: Clock,
  ) {
    const { operation, principal, arguments: given, tx } = call;
    this.operation = operation;
    this.principal = principal;
    this.given = given;
    this.args = given.plain;
    this.fault = operation.raise;
    this.tx = tx;
    this.effects = call.effects;
    this.hashOf = call.hashOf;
  }

  /** This and the following members are getters, so that they are created only for handlers that use them. */
  get check(): (...names: readonly string[]) => Arguments {
    return this.given.check.bind(this.given);
  }

  get asSent(): (param: string) => unknown {
    return this.given.asSent.bind(this.given);
  }

  /** Whether the call has timed out, so that nobody is waiting for the handler any more. */
  get isLate(): boolean {
    return this.call.isLate;
  }

  get isStrict(): boolean {
    return this.call.isStrict;
  }

  get ignore(): HandledCall["ignore"] {
    return this.call.ignore;
  }

  get isLegacy(): boolean {
    return isLegacyDoor(this.call.context.door);
  }

  get isRest(): boolean {
    return this.call.context.door === "rest";
  }

  get rows(): RowSink | undefined {
    return this.call.rows?.();
  }

  get extraArguments(): ExtraArguments {
    return this.call.envelope.extraArguments ?? {};
  }

  get caller(): { readonly username: string; readonly roles: readonly string[] | null } {
    const { username, roles } = this.principal.user;
    return { username, roles };
  }

  get now(): string {
    return timestamp(this.clock.now());
  }
}

/** Creates the input of handlers for applications that do not extend it. */
export function plainInputs(clock: Clock): HandlerInputs {
  return {
    make: async (call) => new HandlerInput(call, clock),
    additionalMembers: () => Promise.resolve([]),
  };
}
