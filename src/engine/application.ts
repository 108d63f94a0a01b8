/** The input of the engine: a contract, the handlers of its operations, and everything else that they need. */
import type { RequestHandler } from "express";
import type { AnyHandler } from "./calls/handler.js";
import type { CallMaker } from "./calls/operation.js";
import type { AdjustableClock } from "./clock.js";
import type { Contract } from "./contract/contract.js";
import type { PublishedContracts } from "./contract/published-contracts.js";
import type { CallDoors, CallDoorsParts } from "./doors/call-doors.js";
import type { RestDoor } from "./doors/rest/answer.js";
import type { ShopFiles } from "./files/versioned-files.js";
import type { Log } from "./log/log.js";
import type { OutageLog } from "./log/outage-log.js";
import type { Chunks, DatasetFormat } from "./states/forms.js";
import type { ReadBytes } from "./states/spool.js";
import type { ShopVersion } from "./states/version.js";
import type { DeferredRewrites } from "./storage/rewriting.js";
import type { CollectionName, StateRecords, Storage, Version } from "./storage/storage.js";

export interface Application {
  readonly contract: Contract;
  readonly handlers: ReadonlyMap<string, AnyHandler>;
  /** The written contracts, and what this server changes in them. */
  readonly published: PublishedContracts;
  /** The pages of the build are about this contract. Without them `/docs` is made from its tables. */
  readonly hasBuiltDocs?: true;
  /** Operations of chapters that the server was started with, which the built pages do not know. */
  readonly added?: readonly string[];
  readonly data: StartData;
  /** The same over its contract with further operations; absent = the application does not look at its contract. */
  over?(contract: Contract): Application;
  /** Changes to whole collections that take effect at once and are written later (D-20). */
  readonly rewrites?: DeferredRewrites<CollectionName, unknown>;
  /** Opens one shop: the main one, or a sandbox. */
  open(place: ShopPlace): OpenedShop;
  /** Further HTTP routes, such as files. They find their shop by `shopOf`. */
  readonly routes?: readonly RequestHandler[];
  /** How whole states are written and read; without it there is no `/control/state`. */
  readonly states?: StateForms;
  /** Work after commits. */
  readonly work?: (parts: WorkParts) => Work | undefined;
}

export interface ShopPlace {
  readonly storage: Storage;
  readonly clock: AdjustableClock;
  readonly files: ShopFiles;
  /** In front of the addresses of a sandbox, "" for the main shop. */
  readonly prefix: string;
  /** Without a slash at the end; with port 0 it is known only once the server listens. */
  readonly baseUrl: () => string;
}

export interface OpenedShop {
  readonly calls: CallMaker<unknown>;
  /** What answers below `/api/rest`; absent = nothing does. */
  readonly rest?: (doors: CallDoors, parts: CallDoorsParts) => RestDoor;
  /** Synchronizes the files with the records at start, for existing or newly loaded data. */
  readonly syncFiles?: (log: Log) => Promise<void>;
  /** For the routes of the application. */
  readonly own?: unknown;
}

/** The initial data of an empty storage, which is also the state after a reset. */
export interface StartData {
  /** The rows of the dataset that the server was started with. */
  records(): StateRecords;
  /** The same as a version of a shop. */
  version(): Promise<ShopVersion>;
  /** A dataset that comes with the application. */
  named(name: string): Promise<ShopVersion>;
  /** A dataset to be carried out instead of the rows. */
  readonly document?: (() => Promise<{ readonly document: object; readonly file?: string }>) | undefined;
  /** Throws when what the document makes may not be taken. */
  readonly check?: ((state: Version) => Promise<void>) | undefined;
  /** Data of an earlier version become data of this one. */
  migrate?(storage: Storage, now: string): Promise<void>;
  /** The data are there. */
  loaded?(storage: Storage): Promise<void>;
}

export interface StateForms {
  /** Throws StateProblems. */
  read(chunks: Chunks, format: DatasetFormat): Promise<object>;
  /** The value as a dataset. Throws StateProblems. */
  checked(value: unknown): object;
  /** A JSON document, piece by piece. */
  text(version: ShopVersion): AsyncIterable<string>;
  /** JSON Lines from this line on, counted from 0. */
  lines(version: ShopVersion, first: number): AsyncGenerator<string>;
  /** What a dataset describes. Throws StateProblems. */
  build(dataset: object, source: { readonly file?: string }, workshop: Workshop): Promise<ShopVersion>;
  /** The same of JSON Lines that need not be in memory; undefined when it has to be built. */
  streamed(read: ReadBytes): Promise<ShopVersion | undefined>;
}

/** Where datasets are carried out. */
export interface Workshop {
  /** A dataset that comes with the application, as this server has it. */
  named(name: string): Promise<ShopVersion>;
  open(version: ShopVersion, application: Application): WorkPiece;
}

/** A shop in memory, over a version. */
export interface WorkPiece {
  readonly storage: Storage;
  readonly clock: AdjustableClock;
  /** One operation with all rights. Throws a `Fault`. */
  run(path: string, members: Readonly<Record<string, unknown>>): Promise<unknown>;
  version(): Promise<ShopVersion>;
  stop(): Promise<void>;
}

export interface WorkParts {
  readonly storage: Storage;
  readonly clock: AdjustableClock;
  readonly log: Log;
  readonly outages: OutageLog;
}

export interface Work {
  start(): void;
  stop(): Promise<void>;
}
