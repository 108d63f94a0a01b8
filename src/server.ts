/** The whole server, put together in view. Everything hangs on what this returns; there is no other state. */
import type { Server } from "node:http";
import { Secrets } from "./access/secrets.js";
import type { Sessions } from "./access/sessions.js";
import type { Users } from "./access/users.js";
import { realTime, type AdjustableClock } from "./clock.js";
import type { Settings } from "./config.js";
import { controlRoutes } from "./control/control.js";
import { controlValidation } from "./control/validation.js";
import type { ShopVersion } from "./control/controlled-shop.js";
import type { DatasetDocument } from "./control/dataset/document.js";
import type { CustomAttribute } from "./entities/customer.js";
import { datasetRecords, type DatasetName } from "./datasets/dataset.js";
import { dataVersion, migrate, migrationsUpTo } from "./datasets/migrations/migrations.js";
import { customAttributes } from "./customer/accounts/custom-attributes.js";
import { sampleContent } from "./datasets/sample/pictures.js";
import { AnswerBudget } from "./http/answer-budget.js";
import { createApp } from "./http/app.js";
import { callObserver } from "./http/call-observer.js";
import { readContracts } from "./http/contracts.js";
import { CustomerContract } from "./http/customers/contract.js";
import { Lifecycle } from "./http/health.js";
import { CallLoad } from "./http/call-load.js";
import { Intake } from "./http/intake.js";
import { pageRoutes } from "./pages/pages.js";
import { AnswersInMaking } from "./rpc/request-bounds.js";
import { createListener, type Ending, type Listener, type Tls } from "./http/listener.js";
import { Metrics } from "./http/metrics.js";
import { RequestBatcher } from "./fast/request-batcher.js";
import type { Log } from "./log.js";
import { MailDelivery, type DeliveryParts } from "./mail/delivery.js";
import { SmtpTransport } from "./mail/smtp.js";
import type { MediaFiles } from "./media/media-files.js";
import { SharedFiles } from "./media/shared-files.js";
import { VersionedFiles } from "./media/versioned-files.js";
import { operationHandlers } from "./operations.js";
import { operationTable } from "./rpc/dispatch.js";
import { DatasetBuilder } from "./server/dataset-builder.js";
import { datasetVersion, versionOf } from "./server/dataset-versions.js";
import { SandboxRegistry } from "./server/sandboxes.js";
import { Shop, type SharedParts } from "./server/shop.js";
import { StartVersion } from "./server/start-version.js";
import { shopDirectory } from "./shop/directory.js";
import { State, versionWith } from "./storage/state.js";
import type { StateRecord, StateRecords, Storage, Version } from "./storage/storage.js";
import { timestamp } from "./values/dates.js";

export interface ServerParts {
  readonly settings: Settings;
  readonly storage: Storage;
  readonly clock: AdjustableClock;
  readonly log: Log;
  /** The state that DATASET names; by default the dataset of that name that comes with the service. */
  readonly startDataset?: () => AsyncIterable<StateRecord>;
  /** The state of an empty storage, made already, with an API user; in place of the dataset. */
  readonly start?: ShopVersion;
  /** A dataset to carry out instead, and the file that it stands in, if it stands in one. */
  readonly startDocument?: () => Promise<{ readonly document: DatasetDocument; readonly file?: string }>;
  /** Throws when the start dataset may not be taken. */
  readonly checkStart?: (state: Version) => Promise<void>;
  /** Where product images are kept; by default in memory. */
  readonly mediaFiles?: MediaFiles;
  /** Certificate and key; by default the server speaks plain HTTP. */
  readonly tls?: Tls | undefined;
  /** How secrets are hashed; tests use a cheaper one. */
  readonly secrets?: Secrets;
  /** What this shop adds to its customers (customers.md 7.4); by default what the setting says. */
  readonly customerAttributes?: readonly CustomAttribute[];
  /** The version of the data; by default the newest one. Tests hold the shop of the first release by it. */
  readonly dataVersion?: number;
}

export interface StoreServer {
  readonly http: Server;
  readonly users: Users;
  readonly sessions: Sessions;
  readonly listener: Listener;
  /**
   * Loads the dataset and creates the first API user if the storage is empty; the server is ready then.
   * @param hasTime half a second more, so that no first request has to wait for what can be made before
   */
  prepare(options?: { readonly hasTime?: boolean }): Promise<"loaded" | "kept">;
  /** The present state is the one that resets lead to from now on. */
  keepAsStart(): Promise<void>;
  /** Answers what is under way, then lets go of everything but the storage. */
  close(ending?: Ending): Promise<void>;
}

const sweepEveryMs = 10 * 60_000;
const finishEveryMs = 30_000;

export function createStoreServer(parts: ServerParts): StoreServer {
  const { settings, clock, log } = parts;
  const version = parts.dataVersion ?? dataVersion;
  const onError = (error: unknown) => log.error({ err: error }, "background work failed");
  const secrets = parts.secrets ?? new Secrets();
  const metrics = new Metrics(parts.storage);
  const ownAttributes = parts.customerAttributes ?? settings.customerAttributes;
  let attributes = customAttributes(ownAttributes, undefined);
  const contracts = readContracts({
    baseUrl: () => listener.baseUrl,
    customerAttributes: () => attributes,
    namespaces: settings.namespaces,
  });
  const batcher = new RequestBatcher(onError);
  const shared: SharedParts = {
    ...{ settings, secrets, contracts, onError },
    customerContract: new CustomerContract(contracts),
    customerAttributes: () => attributes,
    operations: operationTable(operationHandlers(), settings.namespaces),
    bounds: {
      batcher,
      intake: new Intake(settings),
      answers: new AnswerBudget(settings.answerBudgetBytes),
      load: new CallLoad(() => batcher.waiting, settings.maxCallsUnderWay),
      limits: {
        requestTimeoutMs: settings.requestTimeoutSeconds * 1000,
        maxAnswerBytes: settings.maxAnswerBytes,
        answers: new AnswersInMaking(settings.answerBudgetBytes / 2),
      },
    },
    observer: callObserver(log, metrics),
    // With port 0 it is known only once the server listens.
    baseUrl: () => listener.baseUrl,
    build: async (dataset) => withFirstUsersIfNone(await new DatasetBuilder(shared).build(dataset)),
    dataset: async (name) => withFirstUsers(await datasetVersion(name, version)),
  };
  const sandboxes = new SandboxRegistry(shared);
  const common = parts.storage.shared;
  const sharedFiles = common && new SharedFiles(common.images);
  const files = sharedFiles ?? new VersionedFiles(parts.mediaFiles);
  const shop = new Shop(shared, {
    ...{ storage: parts.storage, files, clock },
    start: () => start.get(),
    ...(settings.control ? { findService: sandboxes.findService } : {}),
  });
  sandboxes.main = shop;
  const { storage, users } = shop;

  /** The API users of a reset are those that there were when the server started. */
  let firstUsers: Version | undefined;
  const withFirstUsers = (version: ShopVersion): ShopVersion => {
    if (!firstUsers) return version;
    return { ...version, state: versionWith(version.state, firstUsers, ["api_users"], ["api_user"]) };
  };
  const withFirstUsersIfNone = (version: ShopVersion): ShopVersion =>
    isWithoutUsers(version.state) ? withFirstUsers(version) : version;
  const bringAlong = () => migrate(storage, timestamp(clock.now()), migrationsUpTo(version));
  const startRecords = () =>
    (parts.startDataset ?? (() => datasetRecords(settings.dataset as DatasetName, version)))();
  const startVersion = async () => {
    if (parts.startDocument) return buildStart(parts.startDocument);
    return withFirstUsers(await versionOf(startRecords(), version));
  };
  const start = new StartVersion(startVersion, parts.start);
  const buildStart = async (read: NonNullable<ServerParts["startDocument"]>) => {
    const { document, ...source } = await read();
    const built = withFirstUsersIfNone(await new DatasetBuilder(shared).build(document, source));
    await parts.checkStart?.(built.state);
    return built;
  };

  /** Image files follow the records. */
  const syncMedia = async () => {
    const { missing } = await shop.media.sync(storage.scan("images"), sampleContent);
    const [names, count] = [missing.slice(0, 10), missing.length];
    if (count > 0) log.warn({ files: names, count }, "image files are missing");
  };
  /** The empty storage takes the dataset and one API user. */
  const load = async () => {
    if (parts.start) return shop.restore(parts.start);
    const user = await users.bootstrap(settings.apiUser, settings.apiKey);
    if (parts.startDocument) {
      const built = await buildStart(parts.startDocument);
      const state = isWithoutUsers(built.state)
        ? versionWith(built.state, await State.of(user), ["api_users"], ["api_user"])
        : built.state;
      await shop.restore({ ...built, state });
      await bringAlong();
      if (settings.control && !common) start.become(await shop.version());
      return;
    }
    await storage.replace(concatenate(startRecords(), user));
    await bringAlong();
    await syncMedia();
    // What processes share is not kept in the memory of each: a reset makes it anew.
    if (settings.control && !common) start.become({ ...(await shop.version()), clock: realTime });
  };
  const begin = async () => {
    const isEmpty = await storage.isEmpty();
    if (!isEmpty) await bringAlong();
    await (isEmpty ? load() : syncMedia());
    return isEmpty;
  };
  const lifecycle = new Lifecycle();
  const controlCheck = settings.control ? controlValidation(contracts) : undefined;
  const app = createApp({
    ...{ settings, storage, lifecycle, contracts, metrics, log },
    control: controlCheck && controlRoutes(settings, controlCheck, sandboxes),
    pages: pageRoutes({ settings, sandboxes, baseUrl: () => listener.baseUrl }),
  });
  const turn = common && (() => common.lease("mail"));
  const delivery = deliveryOf(settings, { storage, clock, log, turn });
  const shops = settings.control ? sandboxes : { main: shop, find: () => undefined };
  const listener = createListener({ settings, shops, app, lifecycle, log, tls: parts.tls });
  const sweep = () => Promise.all([shop.sessions.sweep(), shop.idempotentCalls.sweep()]);
  const sweeper = setInterval(() => void sweep().catch(onError), sweepEveryMs).unref();
  /** What another process has noted and did not live to carry out. */
  const finisher = common && setInterval(() => storage.start(), finishEveryMs).unref();

  return {
    http: listener.server,
    users,
    sessions: shop.sessions,
    listener,
    async prepare({ hasTime = false } = {}) {
      await files.load();
      // Of several processes that start at once, one loads the dataset.
      const isEmpty = await (common ? common.alone("start", begin) : begin());
      const { doc } = await storage.read(shopDirectory);
      attributes = customAttributes(ownAttributes, doc.customer_attributes);
      if (settings.control) firstUsers = await usersOf(storage);
      if (hasTime) await Promise.all([shared.customerContract.prepare(), controlCheck?.prepare()]);
      storage.start();
      delivery?.start();
      lifecycle.state = "ready";
      if (settings.control && !isEmpty && !common) start.prepare(storage);
      return isEmpty ? "loaded" : "kept";
    },
    async keepAsStart() {
      start.become(await shop.version());
    },
    async close(ending) {
      clearInterval(sweeper);
      clearInterval(finisher);
      shop.release();
      sandboxes.clear();
      await listener.close(ending);
      await delivery?.stop();
      await shop.stop();
      await sharedFiles?.close();
      metrics.close();
    },
  };
}

/** Without the rest, which would stay in memory for ever. */
async function usersOf(storage: Storage): Promise<Version> {
  if (!storage.shared)
    return versionWith(State.empty(), await storage.version(), ["api_users"], ["api_user"]);
  const users = await storage.read((tx) => tx.find("api_users"));
  const last = users.reduce((highest, { id }) => Math.max(highest, id), 0);
  return State.of([
    ...users.map((doc) => ({ collection: "api_users" as const, doc })),
    { sequence: "api_user", value: last },
  ]);
}

function isWithoutUsers(version: Version): boolean {
  return version instanceof State && version.table("api_users").docs.size === 0;
}

async function* concatenate(...parts: StateRecords[]): AsyncIterable<StateRecord> {
  for (const records of parts) yield* records;
}

/** Without a mail server, messages stay in the outbox. */
function deliveryOf(
  { smtpUrl, mailFrom }: Settings,
  parts: Pick<DeliveryParts, "storage" | "clock" | "log" | "turn">,
): MailDelivery | undefined {
  return smtpUrl === undefined
    ? undefined
    : new MailDelivery({ ...parts, transport: new SmtpTransport(smtpUrl, mailFrom) });
}
