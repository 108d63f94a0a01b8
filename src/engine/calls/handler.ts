/** What handlers are and what the engine gives them. An application adds what its own handlers need besides. */
import type { Aside } from "../contract/arguments.js";
import type { Effects, HashOf } from "./transactions.js";
import type { ReadTx, Tx } from "../storage/storage.js";
import type { Fault, FaultDetail } from "./faults.js";
import type { RowSink } from "./row-stream.js";

/** An operation of a contract as types; generated/operations.ts has them. */
export interface OperationTypes {
  readonly args: object;
  readonly checked: object;
  readonly fault: string;
  readonly effect: "read" | "write";
}

/** Makes a fault to throw. Only the names that the operation declares compile. */
export type Raise<Name extends string> = (name: Name, detail?: FaultDetail) => Fault;

/** Takes arguments in the order that is given; throws the fault that the contract names for an unusable form. */
export type Check<Checked> = <Param extends keyof Checked>(
  ...params: readonly Param[]
) => Pick<Checked, Param>;

/** Handed to the handler of one operation for one call. */
export interface HandlerCall<Types extends OperationTypes> {
  readonly args: Types["args"];
  /**
   * The arguments of these parameters, whose form the operation judges itself: here, in the order that is given. The
   * order of checks stands in the chapter of the contract (`x-checks`).
   */
  readonly check: Check<Types["checked"]>;
  readonly fault: Raise<Types["fault"]>;
  /** A snapshot for operations that read, a transaction for those that write. */
  readonly tx: Types["effect"] extends "read" ? ReadTx : Tx;
  /** The time of the call, UTC, `YYYY-MM-DD HH:MM:SS`. */
  readonly now: string;
  /** Work outside of the transaction, such as deleting files (a transaction may run twice, so nothing inside it). */
  readonly effects: Effects;
  /**
   * The call came by a door of the clients of Magento 1, which expect more than the API documents say: a product may be
   * named by its SKU where an ID is meant, rows of lists are whole (doors 0.1).
   */
  readonly isLegacy: boolean;
  /** What came beside the arguments by SOAP v2; see `readerOf`. */
  readonly aside: Aside;
  /** Where a long list may be sent while it is read (row-stream.ts); undefined = the caller takes it as a whole. */
  readonly rows: RowSink | undefined;
  /** An argument as it was sent, whatever its form. */
  readonly asSent: (param: keyof Types["args"] | keyof Types["checked"]) => unknown;
  /** The hash of a password. Hashing takes long: ask for it after all checks, and only in a transaction that writes. */
  readonly hashOf: HashOf;
}

/** A handler when its operation is not known to the compiler. */
export type AnyHandler = (call: never) => Promise<unknown>;
