/** The types of the handlers of the test control, one for each operation of openapi.yaml. */
import type { Request } from "express";
import type { Tx } from "../../engine/storage/storage.js";
import type { ControlAnswer } from "./answers.js";
import type { ControlBody, ControlOperation, ControlPathParams, ControlQuery } from "./contract.js";
import type { ControlledInstance } from "./controlled-instance.js";

/** A request to an operation, after the validation against openapi.yaml. */
export interface ControlRequest<Id extends ControlOperation> {
  readonly request: Request;
  readonly shop: ControlledInstance;
  readonly path: ControlPathParams<Id>;
  readonly query: ControlQuery<Id>;
  readonly body: ControlBody<Id>;
  /** Runs a transaction on the shop. The journal gets what it has changed. */
  readonly write: <R>(work: (tx: Tx) => Promise<R>) => Promise<R>;
}

export type Handler<Id extends ControlOperation> = (
  request: ControlRequest<Id>,
  answer: ControlAnswer<Id>,
) => Promise<void> | void;

/** One handler for each of the operations. */
export type Handlers<Ids extends ControlOperation> = { readonly [Id in Ids]: Handler<Id> };
