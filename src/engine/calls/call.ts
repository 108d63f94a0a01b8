/** One call of an operation or of a method of the protocol: what a door has read, and what the steps add. */
import type { Principal, Sender } from "../access/authentication.js";
import {
  positionalArguments,
  type ArgumentForm,
  type CallArguments,
  type ExtraArguments,
} from "../contract/arguments.js";
import type { TimedCall } from "../guard/deadlines.js";
import type { RequestBounds } from "../guard/request-bounds.js";
import type { ReadTx, Tx } from "../storage/storage.js";
import type { Door } from "./door.js";
import type { LaterAnswer } from "./fault-injection.js";
import type { Operation } from "./methods.js";
import type { CallGroup } from "./observer.js";
import type { Outcome } from "./outcome.js";
import type { RowSink } from "./row-stream.js";
import type { Service } from "./service.js";
import { noEffects, noHashes, type Effects, type HashOf } from "./transactions.js";

/** The preferences of a request (header `Prefer`). */
export interface Preferences {
  /** The name of the fault to answer with, for the test control. */
  readonly fault: string | undefined;
  /** Whether what would have no effect is refused (conventions 4); undefined means as the setting says. */
  readonly handling: "strict" | "lenient" | undefined;
  /** Called when a call is carried out with this handling, before its answer. */
  readonly applied?: (() => void) | undefined;
}

/** The data of a request besides its body. */
export interface RequestOrigin {
  readonly sender: Sender;
  readonly prefer: Preferences | undefined;
  /** As in EndedCall. */
  readonly group?: CallGroup | undefined;
}

/** One request, which its calls share. */
export interface RequestContext extends RequestOrigin {
  /** Undefined = a call of the server itself, for a dataset. */
  readonly door?: Door | undefined;
  /** Converts results to the form of Magento 1; undefined = the form of the contract. */
  readonly dress?: ((path: unknown, result: unknown) => unknown) | undefined;
  /** Streams a long list to the caller; undefined = results are answered as a whole. */
  readonly rows?: (() => RowSink) | undefined;
  /** The limits of a request with several calls. */
  readonly bounds?: RequestBounds | undefined;
}

/** The parameters of a method of the protocol, in order or by name. */
export type Params = readonly unknown[] | Readonly<Record<string, unknown>>;

/** What a door has read of a call. */
export interface CallEnvelope {
  /** A method of the protocol, such as `login`; undefined = the operation at `path`. */
  readonly method?: string | undefined;
  /** The path of the operation as it was sent. */
  readonly path?: unknown;
  readonly args: ArgumentForm;
  /** The parameters of a method of the protocol. */
  readonly params?: Params | undefined;
  /** Authenticates the caller, or throws. Undefined = the method needs no caller. */
  readonly identify?: (() => Promise<Principal>) | undefined;
  /** As in EndedCall. */
  readonly element?: number | undefined;
  readonly extraArguments?: ExtraArguments | undefined;
  /** Set for a step of a REST call. Rules of the test control count the step under the name of that call. */
  readonly isPart?: true | undefined;
}

export class Call implements TimedCall {
  /** By performance.now(). */
  readonly started = performance.now();
  /** The operation of the contract, or the method of the protocol; undefined = nothing has this name. */
  readonly name: string | undefined;
  /** The operation; undefined = a method of the protocol, or an operation that this server does not offer. */
  readonly operation: Operation | undefined;
  /** Set by `authenticate`. */
  principal: Principal | undefined = undefined;
  private positional: readonly unknown[] | undefined = undefined;
  /** Set by `readArguments`. */
  arguments: CallArguments | undefined = undefined;
  /** Set by `transact`. */
  tx: ReadTx | Tx | undefined = undefined;
  effects: Effects = noEffects;
  hashOf: HashOf = noHashes;
  /** Stores the outcome in the transaction; set by `answerOnce`. */
  keep: ((tx: Tx, outcome: Outcome) => Promise<void>) | undefined = undefined;
  rows: RequestContext["rows"];
  isLate = false;
  endWork: ((error: Error) => void) | undefined = undefined;
  /** Whether the test control answers, and the number of its rule. */
  isForced = false;
  rule: number | undefined = undefined;
  /** Set by `force`: what the test control does after a success. */
  afterwards: LaterAnswer["afterwards"] | undefined = undefined;

  constructor(
    readonly service: Service,
    readonly envelope: CallEnvelope,
    readonly context: RequestContext,
  ) {
    const { method, path } = envelope;
    this.name = method ?? service.contract.operationNames.get(path);
    this.operation = method === undefined ? service.methods.operation(this.name) : undefined;
    this.rows = context.rows;
  }

  /** Whether what would have no effect is refused: as the request asks, or as the setting says. */
  get isStrict(): boolean {
    const handling = this.context.prefer?.handling ?? this.service.settings.unknownMembers;
    return handling === "strict" || handling === "refuse";
  }

  /** Arguments as sent, in the order of the parameters. Throws fault 6 for a name that is no parameter. */
  get values(): readonly unknown[] {
    const { operation } = this;
    if (!operation) throw new Error("only operations have arguments by position");
    return (this.positional ??= positionalArguments(operation.row, this.envelope.args));
  }

  /** The Router writes out the arguments of a method that it does not find; a call has nothing to write. */
  toJSON(): object {
    return {};
  }
}
