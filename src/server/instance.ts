/**
 * An instance of the application: its data and everything that responds to its calls. A server has a main instance, and each sandbox
 * is an instance as well.
 */
import type { ApiUserDoc } from "../engine/access/access-rows.js";
import type { Sessions } from "../engine/access/sessions.js";
import type { Users } from "../engine/access/users.js";
import type { Application, WorkPiece } from "../engine/application.js";
import type { IdempotentCalls } from "../engine/calls/idempotent-calls.js";
import type { CallObserver, CallRecorder, ServedCall } from "../engine/calls/observer.js";
import { Call, type FindService, type Preferences } from "../engine/calls/call.js";
import { resultOf } from "../engine/calls/outcome.js";
import { run } from "../engine/calls/pipeline.js";
import type { AdjustableClock, ClockState } from "../engine/clock.js";
import type { Contracts } from "../engine/contract/published-contracts.js";
import { CallDoors, type CallDoorsParts } from "../engine/serving/call-doors.js";
import type { InstanceFiles } from "../engine/files/versioned-files.js";
import type { ReadBytes } from "../engine/states/spool.js";
import type { InstanceVersion } from "../engine/states/version.js";
import { noRewrites } from "../engine/storage/rewriting.js";
import { RecordingStorage } from "../engine/storage/recording-storage.js";
import { RewritingStorage } from "../engine/storage/rewriting-storage.js";
import type { CollectionName, Shared, Storage } from "../engine/storage/storage.js";
import type { ControlledInstance, RestoreOptions, Snapshot } from "../testing/control/controlled-instance.js";
import type { Coverage } from "../testing/coverage/coverage.js";
import type { FaultRequest } from "../testing/faults/fault-rules.js";
import { ForcedFaults } from "../testing/faults/forced-faults.js";
import { CallJournal } from "../testing/journal/journal.js";
import type { JournalRoom } from "../testing/journal/journal-room.js";

/** What all instances of a server share. */
export interface CommonParts extends Omit<
  CallDoorsParts,
  "contract" | "document" | "inputs" | "storage" | "clock" | "observer" | "prefix"
> {
  readonly application: Application;
  readonly contracts: Contracts;
  /** @param recorder also receives each call */
  readonly observer: (recorder?: CallRecorder) => CallObserver;
  /** Logs a request that is not a call of an operation. */
  readonly logCall: (call: ServedCall) => void;
  /** The calls of all instances. */
  readonly coverage: Coverage;
}

/** The states that an instance can be reset to. */
export interface StartStates {
  /** Returns the state after a reset. */
  get(): Promise<InstanceVersion>;
  /** Returns a dataset of the application by its name, with the API users of the server's start. */
  named(name: string): Promise<InstanceVersion>;
  /** Builds the state of a dataset. Throws StateProblems. */
  build(dataset: object): Promise<InstanceVersion>;
}

interface InstanceParts {
  readonly storage: Storage;
  readonly files: InstanceFiles;
  readonly clock: AdjustableClock;
  /** Undefined for a draft, in which a dataset is built. */
  readonly states?: StartStates;
  /** The name of the sandbox; undefined = the main instance. */
  readonly sandbox?: string;
  /** The limit that the journals of sandboxes share. */
  readonly journals?: JournalRoom;
  /** The rules of the test control after the start and after each reset to that state. */
  readonly startRules?: () => readonly FaultRequest[];
  /** Those that every reset restores. */
  readonly fileRules?: readonly FaultRequest[] | undefined;
  /** Receives each session that was opened by a login name with a sandbox: it selects the sandbox (docs/testing.md). */
  readonly carries?: (session: string) => void;
  /** Finds the sandbox of a request by its session or login name. */
  readonly findService?: FindService;
}

/** The user who makes the calls of datasets. It is not stored. */
const datasetUser: ApiUserDoc = {
  id: 0,
  username: "dataset",
  key_hash: "",
  is_active: true,
  roles: ["all"],
  login_count: 0,
  created_at: "2000-01-01 00:00:00",
};

/** A forgotten nonce could be used again. */
const oauthNonces = ["oauth_nonces"] as const;

/** Datasets are not requests. */
const ownSender = { address: "", hasAuthorization: false };

export class Instance implements ControlledInstance, WorkPiece {
  readonly sandbox: string | undefined;
  readonly prefix: string;
  readonly storage: RewritingStorage<CollectionName, unknown>;
  readonly clock: AdjustableClock;
  readonly sessions: Sessions;
  readonly users: Users;
  readonly faults: ForcedFaults;
  readonly journal: CallJournal;
  readonly coverage: Coverage;
  readonly recorder: CallJournal | undefined;
  readonly logCall: (call: ServedCall) => void;
  readonly service: CallDoors["service"];
  readonly doors: CallDoors["doors"];
  readonly own: unknown;
  readonly syncFiles: ReturnType<Application["open"]>["syncFiles"];
  readonly idempotentCalls: IdempotentCalls;
  readonly additionalMembers: (namespace: string) => Promise<readonly string[]>;
  readonly snapshots = new Map<string, Snapshot>();
  private readonly calls: CallDoors;

  constructor(
    private readonly shared: CommonParts,
    private readonly parts: InstanceParts,
  ) {
    const { application, settings, baseUrl, onError } = shared;
    const { clock, files, sandbox, carries, findService } = parts;
    const { contract } = application;
    const common = parts.storage.shared;
    this.clock = clock;
    this.sandbox = sandbox;
    const prefix = (this.prefix = sandbox === undefined ? "" : `/sandbox/${sandbox}`);
    this.journal = new CallJournal(contract, clock, parts.journals, sandbox, shared.coverage);
    this.coverage = shared.coverage;
    this.recorder = settings.control ? this.journal : undefined;
    const observer = shared.observer(this.recorder);
    this.logCall = shared.logCall;
    this.faults = new ForcedFaults(contract, observer, common?.values, shared.coverage.rulesOfInstance());
    const stored = settings.control ? new RecordingStorage(parts.storage) : parts.storage;
    const storage = new RewritingStorage(stored, application.rewrites ?? noRewrites, onError);
    this.storage = storage;
    const opened = application.open({ storage, clock, files, prefix, baseUrl });
    this.own = opened.own;
    this.syncFiles = opened.syncFiles;
    this.additionalMembers = async (namespace) =>
      storage.read((tx) => opened.inputs.additionalMembers(namespace, tx));
    const given: CallDoorsParts = {
      ...shared,
      ...{ contract, document: shared.contracts.openrpc, inputs: opened.inputs, findService },
      ...{ storage, clock, observer, prefix },
      faultInjection: settings.control ? this.faults : undefined,
      ...(sandbox !== undefined && carries ? { sandbox, carries } : {}),
    };
    const doors = (this.calls = new CallDoors(given));
    this.sessions = doors.sessions;
    this.users = doors.users;
    this.idempotentCalls = doors.idempotentCalls;
    this.service = doors.service;
    const rest = opened.rest?.(doors, given);
    this.doors = {
      ...doors.doors,
      ...(rest && {
        rest: {
          serve: async ({ request, response }) =>
            rest.serve(Object.assign(request, { instance: this }), response),
        },
      }),
    };
    if (common && settings.control) this.follow(common);
    common?.onOtherServer(() => this.sessions.forget());
  }

  /** Calls an operation for a dataset, with all rights. Throws a `Fault`. */
  async run(
    path: string,
    members: Readonly<Record<string, unknown>>,
    handling: Preferences["handling"],
  ): Promise<unknown> {
    const grants = this.calls.grantsOf(["all"]);
    const caller = { user: datasetUser, grants, session: undefined, attributes: {} };
    const envelope = { path, args: { form: "named", members }, identify: async () => caller } as const;
    const context = { sender: ownSender, prefer: { fault: undefined, handling } };
    return resultOf(await run(new Call(this.calls.service, envelope, context)));
  }

  private get states(): StartStates {
    const { states } = this.parts;
    if (!states) throw new Error("a draft cannot be reset");
    return states;
  }

  build(dataset: object): Promise<InstanceVersion> {
    return this.states.build(dataset);
  }

  async buildFrom(read: ReadBytes): Promise<InstanceVersion> {
    const { states } = this.shared.application;
    if (!states) throw new Error("the application has no states");
    return (await states.streamed(read)) ?? this.build(await states.read(read(), "jsonl"));
  }

  async version(use?: "once"): Promise<InstanceVersion> {
    // Read the files after the records: a file without a record is invisible, but a record needs its file.
    const state = await this.storage.version(use);
    return { state, files: await this.parts.files.version(), clock: this.clock.state };
  }

  async restore(version: InstanceVersion, { keepSessions = false }: RestoreOptions = {}): Promise<void> {
    const { state, files, clock } = version;
    const placed = await this.parts.files.restore(files);
    const nonces = Object.hasOwn(this.storage.collections, "oauth_nonces") ? oauthNonces : [];
    await this.storage.restore(state, [...nonces, ...(keepSessions ? (["sessions"] as const) : [])]);
    await placed.finish();
    await this.shared.secrets.learnCosts(this.storage);
    const isAnotherTime = !isSameClock(this.clock.state, clock);
    this.clock.state = clock;
    await this.shared.throttle.clear();
    await this.shareClock();
    if (!keepSessions) this.sessions.forget();
    else if (isAnotherTime) await this.sessions.renewAll();
    if (version.rules) await this.addRulesOf(version);
  }

  async reset(dataset: string | object | undefined, options?: RestoreOptions): Promise<void> {
    const version =
      dataset === undefined
        ? await this.states.get()
        : typeof dataset === "string"
          ? await this.states.named(dataset)
          : await this.build(dataset);
    await this.restore(version, options);
    await this.faults.clear();
    this.journal.clear();
    if (dataset === undefined) await this.addStartRules();
    else await this.addRulesOf(version);
  }

  /** Adds the rules that are there from the start. */
  addStartRules(): Promise<void> {
    return this.faults.setStart(this.parts.startRules?.() ?? []);
  }

  /** Adds the rules that a dataset contains, and those of every reset. */
  private addRulesOf({ rules = [] }: InstanceVersion): Promise<void> {
    return this.faults.setStart([...(this.parts.fileRules ?? []), ...(rules as readonly FaultRequest[])]);
  }

  async shareClock(): Promise<void> {
    await this.storage.shared?.values.change("clock", () => this.clock.state);
  }

  /** Adopts clock and fault rules of other processes, and clears the caches if another process replaced the state. */
  private follow(common: Shared): void {
    let known: string | undefined;
    common.values.onChange((values, isOtherState) => {
      this.faults.adopt(values.get("faults"));
      const clock = values.get("clock") as ClockState | undefined;
      const text = JSON.stringify(clock);
      if (clock && text !== known) this.clock.state = clock;
      known = text;
      if (isOtherState) this.sessions.forget();
    });
  }

  /** Ends requests that wait: delayed ones and followers of the journal. */
  release(): void {
    this.faults.release();
    this.journal.stop();
  }

  /** Releases everything except the underlying storage. */
  async stop(): Promise<void> {
    this.release();
    await this.storage.stop();
  }
}

function isSameClock(one: ClockState, other: ClockState): boolean {
  return one.frozenAt === other.frozenAt && one.shift === other.shift;
}
