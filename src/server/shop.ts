/** One shop: its data, and all that answers for it. A server has a main one; every sandbox is another. */
import { grantsOf } from "../access/roles.js";
import type { ApiUserDoc } from "../entities/access.js";
import type { DatasetName } from "../datasets/dataset.js";
import type { DatasetDocument } from "../control/dataset/document.js";
import { Authentication } from "../access/authentication.js";
import { CallRate } from "../access/call-rate.js";
import type { Secrets } from "../access/secrets.js";
import { Sessions } from "../access/sessions.js";
import { LoginThrottle } from "../access/throttle.js";
import { Users } from "../access/users.js";
import { valueRewrites } from "../catalog/attribute-values/value-edits.js";
import type { AdjustableClock, ClockState } from "../clock.js";
import type { Settings } from "../config.js";
import type { ControlledShop, RestoreOptions, ShopVersion, Snapshot } from "../control/controlled-shop.js";
import { ForcedFaults } from "../control/forced-faults.js";
import { Journal } from "../control/journal.js";
import { dress } from "../doors/dress.js";
import type { ValueEdit } from "../entities/catalog.js";
import type { CustomAttribute } from "../entities/customer.js";
import type { RequestBatcher } from "../fast/request-batcher.js";
import type { AnswerBudget } from "../http/answer-budget.js";
import { CallExchange } from "../http/call-exchange.js";
import type { CallLoad } from "../http/call-load.js";
import { createDoorsHttp } from "../http/create-doors.js";
import type { DoorsHttp } from "../http/doors.js";
import type { Contracts } from "../http/contracts.js";
import type { CustomersHttp } from "../http/customers.js";
import type { CustomerContract } from "../http/customers/contract.js";
import { createCustomersHttp } from "../http/customers/create.js";
import type { Intake } from "../http/intake.js";
import { JsonRpcHttp } from "../http/jsonrpc.js";
import { PlainHttp } from "../http/plain.js";
import { MediaStore } from "../media/media-store.js";
import type { ShopFiles } from "../media/versioned-files.js";
import { Dispatcher } from "../rpc/dispatch.js";
import { IdempotentCalls } from "../rpc/idempotent-calls.js";
import type { CallObserver } from "../rpc/observer.js";
import type { OperationTable } from "../rpc/operation.js";
import type { RequestLimits } from "../rpc/request-bounds.js";
import { RpcService, type FindService } from "../rpc/service.js";
import { RewritingStorage } from "../storage/rewriting-storage.js";
import type { Shared, Storage } from "../storage/storage.js";

/** What all shops of a server have in common. */
export interface SharedParts {
  readonly settings: Settings;
  readonly secrets: Secrets;
  readonly contracts: Contracts;
  readonly customerContract: CustomerContract;
  /** Complete once the shop was loaded: a dataset may add some. */
  readonly customerAttributes: () => readonly CustomAttribute[];
  readonly operations: OperationTable;
  /** Of the process: all shops share them. */
  readonly bounds: {
    readonly batcher: RequestBatcher;
    readonly intake: Intake;
    readonly answers: AnswerBudget;
    readonly load: CallLoad;
    readonly limits: RequestLimits;
  };
  readonly observer: CallObserver;
  readonly onError: (error: unknown) => void;
  /** Without a slash at the end; with port 0 it is known only once the server listens. */
  readonly baseUrl: () => string;
  /** A dataset that comes with the service, with the API users that the server started with. */
  readonly dataset: (name: DatasetName) => Promise<ShopVersion>;
  /** What a dataset describes. Throws DatasetProblems. */
  readonly build: (dataset: DatasetDocument) => Promise<ShopVersion>;
}

export interface OwnParts {
  readonly storage: Storage;
  readonly files: ShopFiles;
  readonly clock: AdjustableClock;
  /** Where a reset leads. */
  readonly start: () => Promise<ShopVersion>;
  /** The name of a sandbox. */
  readonly sandbox?: string;
  /** Told of sessions that carry their sandbox themselves (interface.md 10). */
  readonly carries?: (session: string) => void;
  /** Finds the sandbox that a request means by its session or login name. */
  readonly findService?: FindService;
}

/** The user in whose name datasets are carried out; it is not stored. */
const datasetUser: ApiUserDoc = {
  ...{ id: 0, username: "dataset", key_hash: "", is_active: true, roles: ["all"] },
  ...{ login_count: 0, created_at: "2000-01-01 00:00:00" },
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
  readonly logCall: CallObserver["callEnded"];
  readonly rpc: RpcService;
  readonly jsonRpc: JsonRpcHttp;
  readonly plain: PlainHttp;
  readonly doors: DoorsHttp;
  readonly customers: CustomersHttp;
  readonly idempotentCalls: IdempotentCalls;
  readonly snapshots = new Map<string, Snapshot>();
  private readonly throttle: LoginThrottle;
  private readonly dispatcher: Dispatcher;

  constructor(
    private readonly shared: SharedParts,
    private readonly own: OwnParts,
  ) {
    const { settings, secrets, onError, bounds, contracts } = shared;
    const { clock, sandbox } = own;
    const common = own.storage.shared;
    const journal = (this.journal = new Journal(clock));
    this.logCall = (call) => shared.observer.callEnded(call);
    const observer: CallObserver = !settings.control
      ? shared.observer
      : {
          callEnded(call) {
            shared.observer.callEnded(call);
            journal.add(call);
          },
          callFailed: (error, operation, reference) =>
            shared.observer.callFailed(error, operation, reference),
          resultWritten: (result, text) => journal.resultWritten(result, text),
        };
    this.sandbox = sandbox;
    this.prefix = sandbox === undefined ? "" : `/sandbox/${sandbox}`;
    this.clock = clock;
    const storage = (this.storage = new RewritingStorage(own.storage, valueRewrites, onError));
    const media = (this.media = new MediaStore(own.files));
    const sessions = (this.sessions = new Sessions(storage, clock, settings, onError));
    this.users = new Users(storage, clock, secrets, sessions);
    const throttle = (this.throttle = new LoginThrottle(
      clock,
      {
        perUserAndAddress: settings.loginFailuresPerUser,
        perAddress: settings.loginFailuresPerAddress,
        windowSeconds: settings.loginWindowSeconds,
      },
      common?.failures,
    ));
    const access = { storage, clock, secrets, sessions, throttle };
    const { carries } = own;
    const authentication = new Authentication({
      ...access,
      ...(sandbox && carries ? { sandbox, carries } : {}),
    });
    this.faults = new ForcedFaults(observer, common?.values);
    if (common && settings.control) this.follow(common);
    const prefix = this.prefix;
    const faultInjection = settings.control ? this.faults : undefined;
    const idempotentCalls = (this.idempotentCalls = new IdempotentCalls(
      storage,
      clock,
      settings.idempotencyMaxKeys,
    ));
    const callRate = new CallRate(clock, settings.callsPerMinute, common?.windows);
    const dispatcher = (this.dispatcher = new Dispatcher({
      ...{ storage, clock, secrets, media, observer, operations: shared.operations },
      ...{ callRate, idempotentCalls },
      settings: {
        ...settings,
        get customerAttributes() {
          return shared.customerAttributes();
        },
        get baseUrl() {
          return shared.baseUrl() + prefix;
        },
        requestTimeoutMs: settings.requestTimeoutSeconds * 1000,
      },
      faultInjection,
      baseUrlAt: settings.baseUrl === undefined ? (origin) => origin + prefix : undefined,
    }));
    this.rpc = new RpcService(
      { authentication, sessions, dispatcher, observer, limits: bounds.limits, faultInjection },
      contracts.openrpc,
      own.findService,
    );
    const exchanges = new CallExchange({
      ...{ authentication, ...bounds },
      maxBodyBytes: settings.maxRpcBodyBytes,
      trustedProxies: settings.trustedProxies,
    });
    const dressed = settings.compatValues === "strings" ? dress : undefined;
    this.jsonRpc = new JsonRpcHttp(this.rpc, exchanges, dressed);
    this.plain = new PlainHttp({
      rpc: this.rpc,
      authentication,
      dispatcher,
      exchanges,
      observer,
      dress: dressed,
    });
    this.doors = createDoorsHttp({
      ...{ rpc: this.rpc, exchanges, settings, prefix },
      ...{ limits: bounds.limits, baseUrl: shared.baseUrl },
      isOffered: (operation) => dispatcher.offers(operation),
    });
    this.customers = createCustomersHttp({
      ...{
        ...access,
        authentication,
        settings,
        onError,
        observer,
        callRate,
        idempotentCalls,
        ...bounds,
        prefix,
        faultInjection,
      },
      contract: shared.customerContract,
      customerAttributes: shared.customerAttributes,
    });
  }

  /** One operation as the fillers of datasets call it, with all rights. Throws a `Fault`. */
  run(path: string, members: Readonly<Record<string, unknown>>): Promise<unknown> {
    const currentStore = { product: null, category: null };
    const caller = { user: datasetUser, grants: grantsOf(datasetUser), session: undefined, currentStore };
    return this.dispatcher.run(caller, { path, args: { form: "named", members } });
  }

  build(dataset: DatasetDocument): Promise<ShopVersion> {
    return this.shared.build(dataset);
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
    await this.throttle.clear();
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

function isSameClock(one: ClockState, other: ClockState): boolean {
  return one.frozenAt === other.frozenAt && one.shift === other.shift;
}
