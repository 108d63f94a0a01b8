/** The input of the engine: a contract, the handlers of its operations, and everything else that they need. */
import type { RequestHandler } from "express";
import type { AnyHandler } from "./calls/handler.js";
import type { HandlerInputs, Preferences } from "./calls/call.js";
import type { AdjustableClock } from "./clock.js";
import type { Contract } from "./contract/contract.js";
import type { PublishedContracts } from "./contract/published-contracts.js";
import type { CallDoors, CallDoorsParts } from "./serving/call-doors.js";
import type { RestDoor } from "./doors/rest/answer.js";
import type { InstanceFiles } from "./files/versioned-files.js";
import type { Log } from "./log/log.js";
import type { OutageLog } from "./log/outage-log.js";
import type { Chunks, DatasetFormat } from "./states/forms.js";
import type { ReadBytes } from "./states/spool.js";
import type { InstanceVersion } from "./states/version.js";
import type { DeferredRewrites } from "./storage/rewriting.js";
import type { CollectionName, StateRecords, Storage, Version } from "./storage/storage.js";

export interface Application {
  readonly contract: Contract;
  readonly handlers: ReadonlyMap<string, AnyHandler>;
  /** The published contract documents, and the changes of this server to them. */
  readonly published: PublishedContracts;
  /** Whether the build contains pages for this contract. Otherwise, `/docs` is generated from its tables. */
  readonly hasBuiltDocs?: true | undefined;
  /** Operations of the chapters of `--extend`, which the built pages do not contain. */
  readonly added?: readonly string[];
  readonly data: StartData;
  /** Returns the application with an extended contract; absent = the application does not depend on its contract. */
  over?(contract: Contract): Application;
  /** Changes of whole collections that readers see immediately and that are written later (D-20). */
  readonly rewrites?: DeferredRewrites<CollectionName, unknown> | undefined;
  /** Opens the main shop or a sandbox. */
  open(place: InstancePlace): OpenedApplication;
  /** Further HTTP routes, such as files. They find their shop by `instanceOf`. */
  readonly routes?: readonly RequestHandler[] | undefined;
  /** Writes and reads whole states; absent = there is no `/control/state`. */
  readonly states?: StateForms | undefined;
  /** Background work after commits. */
  readonly work?: (parts: WorkParts) => Work | undefined;
}

export interface InstancePlace {
  readonly storage: Storage;
  readonly clock: AdjustableClock;
  readonly files: InstanceFiles;
  /** The path of the sandbox; empty for the main shop. */
  readonly prefix: string;
  /** The URL of the service, without a slash at the end. With port 0, it is unknown until the server listens. */
  readonly baseUrl: () => string;
}

export interface OpenedApplication {
  readonly inputs: HandlerInputs;
  /** Serves `/api/rest`; absent = the application has no REST resources. */
  readonly rest?: (doors: CallDoors, parts: CallDoorsParts) => RestDoor;
  /** Synchronizes the files with the records at start, for existing or newly loaded data. */
  readonly syncFiles?: (log: Log) => Promise<void>;
  /** For the routes of the application. */
  readonly own?: unknown;
}

/** The initial data of an empty storage, which is also the state after a reset. */
export interface StartData {
  /** The rows of the configured dataset. */
  records(): StateRecords;
  /** The configured dataset as a version of a shop. */
  version(): Promise<InstanceVersion>;
  /** Returns a dataset of the application by its name. */
  named(name: string): Promise<InstanceVersion>;
  /** Reads a dataset document, which replaces the rows. `file` is its path. */
  readonly document?: (() => Promise<{ readonly document: object; readonly file?: string }>) | undefined;
  /** Throws if the server may not use the state that the document describes. */
  readonly check?: ((state: Version) => Promise<void>) | undefined;
  /** Migrates the data of an earlier version. @param now `YYYY-MM-DD HH:MM:SS`, UTC */
  migrate?(storage: Storage, now: string): Promise<void>;
  /** Called when the data are loaded. */
  loaded?(storage: Storage): Promise<void>;
}

export interface StateForms {
  /** Throws StateProblems. */
  read(chunks: Chunks, format: DatasetFormat): Promise<object>;
  /** Returns the value if it is a valid dataset. Throws StateProblems. */
  checked(value: unknown): object;
  /** Writes the state as one JSON document, in pieces. */
  text(version: InstanceVersion): AsyncIterable<string>;
  /** Writes the state as JSON Lines. @param first the first line, counted from 0 */
  lines(version: InstanceVersion, first: number): AsyncGenerator<string>;
  /** Builds the state of a dataset. Throws StateProblems. */
  build(dataset: object, source: { readonly file?: string }, workshop: Workshop): Promise<InstanceVersion>;
  /** Reads the state from JSON Lines as a stream; undefined if the dataset must be built. Throws StateProblems. */
  streamed(read: ReadBytes): Promise<InstanceVersion | undefined>;
}

/** Provides shops in memory, in which datasets are built. */
export interface Workshop {
  /** Returns a dataset of the application by its name, with the API users of the server's start. */
  named(name: string): Promise<InstanceVersion>;
  open(version: InstanceVersion, application: Application): WorkPiece;
}

/** A shop in memory that starts with a version. */
export interface WorkPiece {
  readonly storage: Storage;
  readonly clock: AdjustableClock;
  /** Calls an operation with all rights. Throws a `Fault`. */
  run(
    path: string,
    members: Readonly<Record<string, unknown>>,
    handling: Preferences["handling"],
  ): Promise<unknown>;
  version(): Promise<InstanceVersion>;
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
