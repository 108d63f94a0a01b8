/** One shop: its data, and all that answers for it. A server has a main one; every sandbox is another. */
import type { ApiUserDoc } from "../access/access-rows.js";
import type { DatasetName } from "../../shop/data/dataset.js";
import type { DatasetDocument } from "../../testing/states/document.js";
import { readDataset } from "../../testing/states/reader.js";
import type { Sessions } from "../access/sessions.js";
import type { Users } from "../access/users.js";
import { valueRewrites } from "../../shop/catalog/attribute-values/value-edits.js";
import type { AdjustableClock, ClockState } from "../clock.js";
import type {
  ControlledShop,
  ReadBytes,
  RestoreOptions,
  ShopVersion,
  Snapshot,
} from "../../testing/control/controlled-shop.js";
import { ForcedFaults } from "../../testing/faults/forced-faults.js";
import { Journal } from "../../testing/journal/journal.js";
import type { ValueEdit } from "../../shop/data/entities/catalog.js";
import type { DoorsHttp } from "../doors/xml-doors.js";
import type { CustomersHttp } from "../../shop/customers/rest/customers.js";
import { createCustomersHttp } from "../../shop/customers/rest/create.js";
import { CallDoors } from "../doors/call-doors.js";
import type { JsonRpcHttp } from "../doors/json-rpc/json-rpc.js";
import type { PlainHttp } from "../doors/plain/plain.js";
import { shopContract } from "../../shop/contract.js";
import { shopCalls } from "../../shop/shop-call.js";
import { MediaStore } from "../../shop/media/media-store.js";
import type { IdempotentCalls } from "../calls/idempotent-calls.js";
import type { CallObserver } from "../calls/observer.js";
import type { RpcService } from "../calls/service.js";
import { RewritingStorage } from "../storage/rewriting-storage.js";
import type { Shared } from "../storage/storage.js";
import type { OwnParts, SharedParts } from "./shop-parts.js";
import { streamedVersion } from "../../testing/states/streamed-state.js";

/** The user in whose name datasets are carried out; it is not stored. */
const datasetUser: ApiUserDoc = {
  id: 0,
  username: "dataset",
  key_hash: "",
  is_active: true,
  roles: ["all"],
  login_count: 0,
  created_at: "2000-01-01 00:00:00",
};

export class Shop implements ControlledShop {
  readonly sandbox: string | undefined;
  readonly prefix: string;
  readonly storage: RewritingStorage<"products", ValueEdit>;
  readonly clock: AdjustableClock;
  readonly media: MediaStore;
  readonly sessions: Sessions;
  readonly users: Users;
  readonly faults: ForcedFaults;
  readonly journal: Journal;
  readonly recorder: Journal | undefined;
  readonly logCall: CallObserver["callEnded"];
  readonly rpc: RpcService;
  readonly jsonRpc: JsonRpcHttp;
  readonly plain: PlainHttp;
  readonly doors: DoorsHttp;
  readonly customers: CustomersHttp;
  readonly idempotentCalls: IdempotentCalls;
  readonly snapshots = new Map<string, Snapshot>();
  private readonly calls: CallDoors;

  constructor(
    private readonly shared: SharedParts,
    private readonly own: OwnParts,
  ) {
    const { settings, secrets, onError, bounds } = shared;
    const { clock, sandbox, carries } = own;
    const common = own.storage.shared;
    this.clock = clock;
    this.sandbox = sandbox;
    this.prefix = sandbox === undefined ? "" : `/sandbox/${sandbox}`;
    this.journal = new Journal(shopContract, clock, own.journals, sandbox);
    this.recorder = settings.control ? this.journal : undefined;
    const observer = settings.control ? observedBy(shared.observer, this.journal) : shared.observer;
    this.logCall = (call) => shared.observer.callEnded(call);
    const storage = (this.storage = new RewritingStorage(own.storage, valueRewrites, onError));
    this.media = new MediaStore(own.files);
    this.faults = new ForcedFaults(shopContract, observer, common?.values);
    const { contracts, operations, throttle, baseUrl } = shared;
    const { prefix, media } = this;
    const faultInjection = settings.control ? this.faults : undefined;
    const doors = (this.calls = new CallDoors({
      ...{ contract: shopContract, operations, document: contracts.openrpc, findService: own.findService },
      ...{ storage, clock, secrets, settings, throttle, bounds, observer, onError, faultInjection },
      ...{ prefix, baseUrl, ...(sandbox === undefined ? {} : { sandbox }), ...(carries ? { carries } : {}) },
      calls: shopCalls({
        ...{ clock, media },
        settings: {
          ...settings,
          get customerAttributes() {
            return shared.customerAttributes();
          },
          get baseUrl() {
            return baseUrl() + prefix;
          },
        },
        baseUrlAt: settings.baseUrl === undefined ? (origin) => origin + prefix : undefined,
      }),
    }));
    const { sessions, authentication, callRate, idempotentCalls } = doors;
    this.sessions = sessions;
    this.users = doors.users;
    this.idempotentCalls = idempotentCalls;
    this.rpc = doors.rpc;
    this.jsonRpc = doors.jsonRpc;
    this.plain = doors.plain;
    this.doors = doors.doors;
    if (common && settings.control) this.follow(common);
    common?.onOtherServer(() => this.sessions.forget());
    const access = { storage, clock, secrets, sessions, throttle };
    const calls = { authentication, observer, faultInjection, callRate, idempotentCalls };
    this.customers = createCustomersHttp({
      ...access,
      ...calls,
      ...bounds,
      settings,
      prefix,
      onError,
      contract: shared.customerContract,
      customerAttributes: shared.customerAttributes,
    });
  }

  /** One operation as the fillers of datasets call it, with all rights. Throws a `Fault`. */
  run(path: string, members: Readonly<Record<string, unknown>>): Promise<unknown> {
    const currentStore = { product: null, category: null };
    const caller = {
      user: datasetUser,
      grants: this.calls.grantsOf(datasetUser),
      session: undefined,
      currentStore,
    };
    return this.calls.dispatcher.run(caller, { path, args: { form: "named", members } });
  }

  build(dataset: DatasetDocument): Promise<ShopVersion> {
    return this.shared.build(dataset);
  }

  async buildFrom(read: ReadBytes): Promise<ShopVersion> {
    const version = await streamedVersion(read, this.shared.customerAttributes());
    return version ?? this.build(await readDataset(read(), "jsonl"));
  }

  async version(use?: "once"): Promise<ShopVersion> {
    // Files may be ahead of their records, never behind: a file without a record is not seen.
    const state = await this.storage.version(use);
    return { state, files: await this.own.files.version(), clock: this.clock.state };
  }

  async restore(
    { state, files, clock }: ShopVersion,
    { keepSessions = false }: RestoreOptions = {},
  ): Promise<void> {
    const placed = await this.own.files.restore(files);
    await this.storage.restore(state, keepSessions ? ["sessions"] : []);
    await placed.finish();
    const isAnotherTime = !isSameClock(this.clock.state, clock);
    this.clock.state = clock;
    await this.shared.throttle.clear();
    await this.shareClock();
    if (!keepSessions) this.sessions.forget();
    else if (isAnotherTime) await this.sessions.renewAll();
  }

  async reset(dataset: DatasetName | DatasetDocument | undefined, options?: RestoreOptions): Promise<void> {
    const version =
      dataset === undefined
        ? await this.own.start()
        : typeof dataset === "string"
          ? await this.shared.dataset(dataset)
          : await this.build(dataset);
    await this.restore(version, options);
    await this.faults.clear();
    this.journal.clear();
  }

  async shareClock(): Promise<void> {
    await this.storage.shared?.values.change("clock", () => this.clock.state);
  }

  /** Follows what other processes do to clock and rules, and forgets what was known of a state that they replaced. */
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

  /** Lets go of requests that would stay for long. */
  release(): void {
    this.faults.release();
    this.journal.stop();
  }

  /** Lets go of everything but the storage below. */
  async stop(): Promise<void> {
    this.release();
    await this.storage.stop();
  }
}

/** The journal hears of every call, too. */
function observedBy(observer: CallObserver, journal: Journal): CallObserver {
  return {
    callEnded(call) {
      observer.callEnded(call);
      journal.add(call);
    },
    callFailed: (error, operation, reference) => observer.callFailed(error, operation, reference),
  };
}

function isSameClock(one: ClockState, other: ClockState): boolean {
  return one.frozenAt === other.frozenAt && one.shift === other.shift;
}
