/** An operation of the contract that this server offers. */
import type { OperationRow } from "../../../generated/tables.js";
import type { CallArguments } from "../contract/arguments.js";
import type { Fault, FaultDetail } from "../contract/faults.js";
import type { AnyHandler } from "./handler.js";
import type { OperationPipeline } from "./pipeline.js";

export interface Operation {
  readonly name: string;
  readonly row: OperationRow;
  /** Undefined: the operation is in the contract, but nothing carries it out. */
  readonly handler: AnyHandler | undefined;
  /** The steps of its calls. */
  readonly pipeline: OperationPipeline;
  readonly readArguments: (values: readonly unknown[]) => CallArguments;
  readonly raise: (name: string, detail?: FaultDetail) => Fault;
}
