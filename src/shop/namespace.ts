/** The types of the shop's handlers and of their input. */
import type { NamespaceFaults, Operations } from "../../generated/operations.js";
import type { Fault } from "../engine/contract/faults.js";
import type { HandlerCall, Raise } from "../engine/calls/handler.js";
import type { SentRows } from "../engine/calls/row-stream.js";
import type { ReadTx } from "../engine/storage/storage.js";
import type { CustomAttribute } from "./data/entities/customer.js";
import type { MediaStore } from "./media/media-store.js";
import type { ShopSettings } from "./settings.js";
import type { Scope, ShopDirectory } from "./stores/directory.js";

export type { AnyHandler, Check } from "../engine/calls/handler.js";
export type { Effects } from "../engine/calls/transactions.js";

export type OperationName = keyof Operations;
export type NamespaceName = keyof NamespaceFaults;

/** The input of the handler of one operation. */
export interface Call<Name extends OperationName> extends HandlerCall<Operations[Name]> {
  readonly shop: ShopDirectory;
  /**
   * The scope that a `store` argument names; without one, that of the session's current store for the
   * namespace. Throws `store_not_exists`.
   */
  readonly scope: (store: unknown) => Scope;
  readonly session: CallSession;
  readonly settings: HandlerSettings;
  /** Additional attributes of customers (customers 7.4). */
  readonly customerAttributes: readonly CustomAttribute[];
  /** The URL of the service as the caller reaches it, without a slash at the end. */
  readonly baseUrl: string;
  /** The files of product images. */
  readonly media: MediaStore;
}

/** See settings.ts. */
export type HandlerSettings = ShopSettings;

/** The caller's session as handlers see it. */
export interface CallSession {
  /** Sets the current store of the session; with HTTP Basic, of the request only. */
  readonly setCurrentStore: (family: StoreFamily, storeId: number) => Promise<void>;
}

export type StoreFamily = "product" | "category";

/** The parts of a call that shared lookups need: a transaction and the right to raise certain faults. */
export interface CallRaising<Name extends string, T extends ReadTx = ReadTx> {
  readonly tx: T;
  readonly fault: Raise<Name>;
}

type OperationsOf<N extends NamespaceName> = {
  [Name in OperationName]: Operations[Name]["namespace"] extends N ? Name : never;
}[OperationName];

type LocalName<Name extends string> = Name extends `${string}.${infer Local}` ? Local : never;

/**
 * All operations of a namespace; a missing one does not compile. A thrown fault rolls the transaction back; a
 * returned fault commits it (so the refusal of a payment gateway stays recorded).
 */
export type Namespace<N extends NamespaceName> = {
  readonly [Name in OperationsOf<N> as LocalName<Name>]: (
    call: Call<Name>,
  ) => Promise<Operations[Name]["result"] | Fault | RowsOf<Operations[Name]["result"]>>;
};

type RowsOf<Result> = Result extends readonly unknown[] ? SentRows : never;
