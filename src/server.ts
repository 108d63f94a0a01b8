/** The whole server, put together in view. Everything hangs on what this returns; there is no other state. */
import type { Server } from "node:http";
import { CallRate } from "./access/call-rate.js";
import { Authentication } from "./access/authentication.js";
import { Secrets } from "./access/secrets.js";
import { Sessions } from "./access/sessions.js";
import { LoginThrottle } from "./access/throttle.js";
import { Users } from "./access/users.js";
import { EditingStorage } from "./catalog/attribute-values/editing-storage.js";
import type { AdjustableClock } from "./clock.js";
import type { Settings } from "./config.js";
import { controlRoutes } from "./control/control.js";
import { ForcedFaults } from "./control/forced-faults.js";
import type { CustomAttribute } from "./entities/customer.js";
import { datasetRecords, type DatasetName } from "./datasets/dataset.js";
import { migrate } from "./datasets/migrations/migrations.js";
import { sampleContent } from "./datasets/sample/pictures.js";
import { createApp } from "./http/app.js";
import { readContracts } from "./http/contracts.js";
import { createCustomersHttp } from "./http/customers/create.js";
import { Lifecycle } from "./http/health.js";
import { JsonRpcHttp } from "./http/jsonrpc.js";
import { PlainHttp } from "./http/plain.js";
import { createListener, type Listener } from "./http/listener.js";
import { Metrics } from "./http/metrics.js";
import { RequestBatcher } from "./fast/request-batcher.js";
import { callObserver } from "./http/call-observer.js";
import type { Log } from "./log.js";
import { MailDelivery, type DeliveryParts } from "./mail/delivery.js";
import { SmtpTransport } from "./mail/smtp.js";
import type { MediaFiles } from "./media/media-files.js";
import { MediaStore } from "./media/media-store.js";
import { MemoryFiles } from "./media/memory-files.js";
import { operationHandlers } from "./operations.js";
import { Dispatcher } from "./rpc/dispatch.js";
import { RpcService } from "./rpc/service.js";
import type { StateRecord, Storage } from "./storage/storage.js";
import { timestamp } from "./values/dates.js";

export interface ServerParts {
  readonly settings: Settings;
  readonly storage: Storage;
  readonly clock: AdjustableClock;
  readonly log: Log;
  /** The state that DATASET names; by default the dataset of that name that comes with the service. */
  readonly startDataset?: () => AsyncIterable<StateRecord>;
  /** Where product images are kept; by default in memory. */
  readonly mediaFiles?: MediaFiles;
  /** How secrets are hashed; tests use a cheaper one. */
  readonly secrets?: Secrets;
  /** What this shop adds to its customers (customers.md 7.4); by default nothing. */
  readonly customerAttributes?: readonly CustomAttribute[];
}

export interface StoreServer {
  readonly http: Server;
  readonly users: Users;
  readonly sessions: Sessions;
  readonly listener: Listener;
  /** Loads the dataset and creates the first API user if the storage is empty; the server is ready then. */
  prepare(): Promise<"loaded" | "kept">;
  /** Answers what is under way, then lets go of everything but the storage. */
  close(): Promise<void>;
}

const sweepEveryMs = 10 * 60_000;

export function createStoreServer(parts: ServerParts): StoreServer {
  const { settings, clock, log } = parts;
  const secrets = parts.secrets ?? new Secrets();
  const onError = (error: unknown) => log.error({ err: error }, "background work failed");
  const storage = new EditingStorage(parts.storage, onError);
  const sessions = new Sessions(storage, clock, settings, onError);
  const users = new Users(storage, clock, secrets, sessions);
  const throttle = new LoginThrottle(clock, {
    perUserAndAddress: settings.loginFailuresPerUser,
    perAddress: settings.loginFailuresPerAddress,
    windowSeconds: settings.loginWindowSeconds,
  });
  const authentication = new Authentication({ storage, clock, secrets, sessions, throttle });
  const metrics = new Metrics(storage);
  const observer = callObserver(log, metrics);
  const forcedFaults = settings.control ? new ForcedFaults(observer) : undefined;
  const media = new MediaStore(parts.mediaFiles ?? new MemoryFiles());
  const { customerAttributes = [] } = parts;
  const callRate = new CallRate(clock, settings.callsPerMinute);
  const dispatcher = new Dispatcher({
    storage,
    clock,
    handlers: operationHandlers(),
    secrets,
    media,
    callRate,
    settings: {
      ...settings,
      customerAttributes,
      // With port 0 it is known only once the server listens.
      get baseUrl() {
        return listener.baseUrl;
      },
      requestTimeoutMs: settings.requestTimeoutSeconds * 1000,
    },
    faultInjection: forcedFaults,
    observer,
  });
  const contracts = readContracts(() => listener.baseUrl);
  const batcher = new RequestBatcher(onError);
  const rpc = new RpcService({ authentication, sessions, dispatcher, observer }, contracts.openrpc);
  const rpcParts = {
    rpc,
    authentication,
    dispatcher,
    batcher,
    maxBodyBytes: settings.maxRpcBodyBytes,
    trustedProxies: settings.trustedProxies,
  };
  const jsonRpc = new JsonRpcHttp(rpcParts);
  const plain = new PlainHttp(rpcParts);

  /** Image files follow the records: at start, and when the whole state was replaced. */
  const syncMedia = async () => {
    const { missing } = await media.sync(storage.scan("images"), sampleContent);
    const [files, count] = [missing.slice(0, 10), missing.length];
    if (count > 0) log.warn({ files, count }, "image files are missing");
  };
  /** The whole state becomes a dataset; the first API user stays with the key it has. */
  const load = async (dataset: () => AsyncIterable<StateRecord>) => {
    await storage.replace(withUser(dataset(), await users.bootstrap(settings.apiUser, settings.apiKey)));
    await migrate(storage, timestamp(clock.now()));
    await syncMedia();
    sessions.forget();
    throttle.clear();
  };
  const reset = async (name?: DatasetName) => {
    await load(name === undefined ? startDataset : () => datasetRecords(name));
    clock.release();
    forcedFaults?.clear();
  };
  const startDataset = parts.startDataset ?? (() => datasetRecords(settings.dataset as DatasetName));
  const lifecycle = new Lifecycle();
  const restParts = {
    authentication,
    storage,
    clock,
    secrets,
    sessions,
    throttle,
    settings,
    onError,
    contracts,
    observer,
    callRate,
    batcher,
  };
  const customers = createCustomersHttp({ ...restParts, customerAttributes });
  const app = createApp({
    settings,
    storage,
    media,
    lifecycle,
    contracts,
    metrics,
    log,
    control:
      forcedFaults && controlRoutes({ storage, clock, users, forcedFaults, reset }, settings, contracts),
  });
  const delivery = deliveryOf(settings, { storage, clock, log });
  const listener = createListener({ settings, jsonRpc, plain, customers, app, lifecycle, log });
  const sweeper = setInterval(() => void sessions.sweep().catch(onError), sweepEveryMs).unref();

  return {
    http: listener.server,
    users,
    sessions,
    listener,
    async prepare() {
      const isEmpty = await storage.isEmpty();
      if (!isEmpty) await migrate(storage, timestamp(clock.now()));
      if (!isEmpty) await users.rememberBootstrap(settings.apiUser);
      await (isEmpty ? load(startDataset) : syncMedia());
      storage.start();
      delivery?.start();
      lifecycle.state = "ready";
      return isEmpty ? "loaded" : "kept";
    },
    async close() {
      clearInterval(sweeper);
      forcedFaults?.clear();
      await listener.close();
      await delivery?.stop();
      await storage.stop();
      metrics.close();
    },
  };
}

/** A dataset and one API user. */
async function* withUser(
  records: AsyncIterable<StateRecord>,
  user: readonly StateRecord[],
): AsyncIterable<StateRecord> {
  yield* records;
  yield* user;
}

/** Without a mail server, messages stay in the outbox. */
function deliveryOf(
  { smtpUrl, mailFrom }: Settings,
  parts: Pick<DeliveryParts, "storage" | "clock" | "log">,
): MailDelivery | undefined {
  return smtpUrl === undefined
    ? undefined
    : new MailDelivery({ ...parts, transport: new SmtpTransport(smtpUrl, mailFrom) });
}
