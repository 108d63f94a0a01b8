/** What handlers are and what they are given. */
import type { Aside } from "../contract/argument-form.js";
import type { RowSink, SentRows } from "./row-stream.js";
import type { NamespaceFaults, Operations } from "../../../generated/operations.js";
import type { HashOf } from "../access/hashing.js";
import type { Settings } from "../config/config.js";
import type { SessionDoc } from "../access/access-rows.js";
import type { MediaStore } from "../../shop/media/media-store.js";
import type { CustomAttribute } from "../../shop/data/entities/customer.js";
import type { Scope, ShopDirectory } from "../../shop/stores/directory.js";
import type { ReadTx, Tx } from "../storage/storage.js";
import type { Fault, FaultDetail } from "./faults.js";

export type OperationName = keyof Operations;
export type NamespaceName = keyof NamespaceFaults;

/** Makes a fault to throw. Only the names that the operation declares compile. */
export type Raise<Name extends string> = (name: Name, detail?: FaultDetail) => Fault;

/** Takes arguments in the order that is given; throws the fault that the contract names for an unusable form. */
export type Check<Checked> = <Param extends keyof Checked>(
  ...params: readonly Param[]
) => Pick<Checked, Param>;

/** Handed to the handler of one operation for one call. */
export interface Call<Name extends OperationName> {
  readonly args: Operations[Name]["args"];
  /**
   * The arguments of these parameters, whose form the operation judges itself: here, in the order that is given. The
   * order of checks stands in the chapter of the contract (`x-checks`).
   */
  readonly check: Check<Operations[Name]["checked"]>;
  readonly fault: Raise<Operations[Name]["fault"]>;
  /** A snapshot for operations that read, a transaction for those that write. */
  readonly tx: Operations[Name]["effect"] extends "read" ? ReadTx : Tx;
  readonly shop: ShopDirectory;
  /**
   * The scope that a `store` argument names; without one the session's current store of the namespace's family.
   * Throws `store_not_exists`.
   */
  readonly scope: (store: unknown) => Scope;
  readonly session: CallSession;
  /** The time of the call, UTC, `YYYY-MM-DD HH:MM:SS`. */
  readonly now: string;
  readonly settings: HandlerSettings;
  /** Work outside of the transaction, such as deleting files (a transaction may run twice, so nothing inside it). */
  readonly effects: Effects;
  /** The files of product images. */
  readonly media: MediaStore;
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
  readonly asSent: (param: keyof Operations[Name]["args"] | keyof Operations[Name]["checked"]) => unknown;
  /** The hash of a password. Hashing takes long: ask for it after all checks, and only in a transaction that writes. */
  readonly hashOf: HashOf;
}

/** What happens to the outside world once the fate of the transaction is known. The call is answered after it. */
export interface Effects {
  readonly afterCommit: (work: () => Promise<void>) => void;
  readonly onRollback: (work: () => Promise<void>) => void;
}

/** Settings of the service that rules depend on; meanings and defaults are in config/table.ts. */
export type HandlerSettings = Pick<
  Settings,
  | "priceScope"
  | "listMaxRows"
  | "imageMaxBytes"
  | "imageMaxPixels"
  | "customerShareScope"
  | "customerConfirmationRequired"
  | "returnStockOnRefund"
  | "optionalPostcodeCountries"
  | "regionRequiredCountries"
  | "mailFrom"
> & {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  /** Attributes that the shop adds to customers (customers 7.4). */
  readonly customerAttributes: readonly CustomAttribute[];
};

/** The caller's session as handlers see it: the current stores and a way to change them. */
export interface CallSession {
  readonly currentStore: { readonly product: number | null; readonly category: number | null };
  /** Remembers a current store; with HTTP Basic it lasts for the request only. */
  readonly setCurrentStore: (family: StoreFamily, storeId: number) => Promise<void>;
}

export type StoreFamily = "product" | "category";

/** What shared lookups need of a call: some transaction and the right to raise certain faults. */
export interface CallRaising<Name extends string, T extends ReadTx = ReadTx> {
  readonly tx: T;
  readonly fault: Raise<Name>;
}

type OperationsOf<N extends NamespaceName> = {
  [Name in OperationName]: Operations[Name]["namespace"] extends N ? Name : never;
}[OperationName];

type LocalName<Name extends string> = Name extends `${string}.${infer Local}` ? Local : never;

/**
 * All operations of a namespace; one that is missing does not compile. A fault that is thrown undoes what was written;
 * one that is returned keeps it (a payment gateway that refused was asked nevertheless).
 */
export type Namespace<N extends NamespaceName> = {
  readonly [Name in OperationsOf<N> as LocalName<Name>]: (
    call: Call<Name>,
  ) => Promise<Operations[Name]["result"] | Fault | RowsOf<Operations[Name]["result"]>>;
};

type RowsOf<Result> = Result extends readonly unknown[] ? SentRows : never;

/** A handler when its operation is not known to the compiler. */
export type AnyHandler = (call: never) => Promise<unknown>;
export type { SessionDoc };
