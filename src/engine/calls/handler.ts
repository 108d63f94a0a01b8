/** The types of handlers and of their parameter, which an application may extend for its own handlers. */
import type { ExtraArguments } from "../contract/arguments.js";
import type { Effects, HashOf } from "./transactions.js";
import type { ReadTx, Tx } from "../storage/storage.js";
import type { Fault, FaultDetail } from "../contract/faults.js";
import type { Handling } from "../contract/members.js";
import type { RowSink } from "./row-stream.js";

/** An operation of a contract as types; generated/operations.ts has them. */
interface OperationTypes {
  readonly args: object;
  readonly checked: object;
  readonly fault: string;
  readonly effect: "read" | "write";
}

/** Creates a fault to throw. Only the faults that the operation declares compile. */
export type Raise<Name extends string> = (name: Name, detail?: FaultDetail) => Fault;

/** Reads arguments in the given order; throws the fault that the contract names for an unusable form. */
export type Check<Checked> = <Param extends keyof Checked>(
  ...params: readonly Param[]
) => Pick<Checked, Param>;

/** The parameter of a handler: one call of its operation. */
export interface HandlerCall<Types extends OperationTypes> extends Handling {
  readonly args: Types["args"];
  /**
   * Reads arguments whose form the operation validates itself, in the given order. The contract defines the order of
   * checks (`x-checks`).
   */
  readonly check: Check<Types["checked"]>;
  readonly fault: Raise<Types["fault"]>;
  /** A snapshot if the operation reads, a transaction if it writes. */
  readonly tx: Types["effect"] extends "read" ? ReadTx : Tx;
  /** The time of the call, UTC, `YYYY-MM-DD HH:MM:SS`. */
  readonly now: string;
  /** Registers work outside of the transaction, such as deleting files: a transaction may run twice. */
  readonly effects: Effects;
  /**
   * Whether the call came by a door for clients of Magento 1, which expect more than the API documents say: SKUs in
   * place of product IDs, and whole rows in lists (doors 0.1).
   */
  readonly isLegacy: boolean;
  /** Whether the call is part of a request of REST. */
  readonly isRest: boolean;
  /** Parts of SOAP v2 that are not parameters of the operation; see `readerOf`. */
  readonly extraArguments: ExtraArguments;
  /** Streams a long list to the caller (row-stream.ts); undefined = it is returned as a whole. */
  readonly rows: RowSink | undefined;
  /** Whether the call has timed out, so that nobody is waiting for the handler any more. */
  readonly isLate: boolean;
  /** Returns an argument as it was sent. */
  readonly asSent: (param: keyof Types["args"] | keyof Types["checked"]) => unknown;
  /** Returns the hash of a password. It takes 60 ms, so call it after all checks, and only in operations that write. */
  readonly hashOf: HashOf;
}

/** A handler of any operation. */
export type AnyHandler = (call: never) => Promise<unknown>;
