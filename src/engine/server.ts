/** The whole server, put together in view. Everything hangs on what this returns; there is no other state. */
import type { Server } from "node:http";
import { Secrets } from "./access/secrets.js";
import type { Sessions } from "./access/sessions.js";
import type { Users } from "./access/users.js";
import type { Settings } from "./config/config.js";
import type { ShopSettings } from "../shop/settings.js";
import { shopContract } from "../shop/contract.js";
import { ControlAccess, controlRoutes } from "../testing/control/control.js";
import { controlValidation } from "../testing/control/validation.js";
import type { CustomAttribute } from "../shop/data/entities/customer.js";
import { customAttributes } from "../shop/customers/accounts/custom-attributes.js";
import { AnswerBudget } from "./guard/answer-budget.js";
import { createApp } from "./http/app.js";
import { callObserver } from "./http/call-observer.js";
import { readContracts } from "./contract/contracts.js";
import { CustomerContract } from "../shop/customers/rest/contract.js";
import { LoginThrottle, type ThrottleLimits } from "./guard/throttle.js";
import { AdjustableClock } from "./clock.js";
import { Lifecycle } from "./http/health.js";
import { Budget } from "./guard/budget.js";
import { Intake } from "./guard/intake.js";
import { pageRoutes } from "../pages/pages.js";
import { Origins } from "./guard/origins.js";
import { defaultApiKey } from "./config/serving-settings.js";
import { createListener, type Ending, type Listener, type Tls } from "./http/listener.js";
import { Metrics } from "./http/metrics.js";
import { RequestBatcher } from "./fast/request-batcher.js";
import { MailDelivery, type DeliveryParts } from "../shop/mail/delivery.js";
import { SmtpTransport } from "../shop/mail/smtp.js";
import type { MediaFiles } from "../shop/media/media-files.js";
import { mediaRoutes } from "../shop/media/media-http.js";
import { SharedFiles } from "../shop/media/shared-files.js";
import { VersionedFiles } from "../shop/media/versioned-files.js";
import { operationHandlers } from "../shop/operations.js";
import { operationRouter } from "./calls/dispatch.js";
import { DatasetBuilder } from "../testing/states/dataset-builder.js";
import { SandboxRegistry } from "../testing/sandboxes/sandboxes.js";
import { Shop } from "./server/shop.js";
import type { SharedParts } from "./server/shop-parts.js";
import { ShopStart, type StartParts } from "./server/shop-start.js";
import { shopDirectory } from "../shop/stores/directory.js";
import type { Storage } from "./storage/storage.js";

export interface ServerParts extends StartParts {
  readonly storage: Storage;
  /** Where product images are kept; by default in memory. */
  readonly mediaFiles?: MediaFiles;
  /** Certificate and key; by default the server speaks plain HTTP. */
  readonly tls?: Tls | undefined;
  /** How secrets are hashed; tests use a cheaper one. */
  readonly secrets?: Secrets;
  /** What this shop adds to its customers (customers 7.4); by default what the setting says. */
  readonly customerAttributes?: readonly CustomAttribute[];
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
  const onError = (error: unknown) => log.error({ err: error }, "background work failed");
  const metrics = new Metrics(parts.storage);
  const ownAttributes = parts.customerAttributes ?? settings.customerAttributes;
  let attributes = customAttributes(ownAttributes, undefined);
  // With port 0 it is known only once the server listens.
  const baseUrl = () => listener.baseUrl;
  const contracts = readContracts({
    contract: shopContract,
    baseUrl,
    customerAttributes: () => attributes,
    namespaces: settings.namespaces,
  });
  const start = new ShopStart(parts, () => new DatasetBuilder(shared));
  const shared: SharedParts = {
    settings,
    secrets: parts.secrets ?? new Secrets(),
    contracts,
    customerContract: new CustomerContract(contracts),
    customerAttributes: () => attributes,
    operations: operationRouter(shopContract, operationHandlers(), settings.namespaces),
    bounds: boundsOf(settings, onError),
    throttle: new LoginThrottle(clock, loginFailures(settings), parts.storage.shared?.failures),
    observer: callObserver(log, metrics),
    onError,
    baseUrl,
    build: (dataset) => start.build(dataset),
    dataset: (name) => start.dataset(name),
  };
  const sandboxes = new SandboxRegistry(shared);
  const common = parts.storage.shared;
  const sharedFiles = common && new SharedFiles(common.images);
  common?.onOtherServer(() => sharedFiles?.forget());
  const files = sharedFiles ?? new VersionedFiles(parts.mediaFiles);
  const shop = new Shop(shared, {
    storage: parts.storage,
    files,
    clock,
    start: () => start.get(),
    ...(settings.control ? { findService: sandboxes.findService } : {}),
  });
  sandboxes.main = shop;
  const { storage } = shop;

  const lifecycle = new Lifecycle();
  const origins = new Origins(settings, () => shop.users.someHaveKey(defaultApiKey));
  const wrongTokens = new LoginThrottle(new AdjustableClock(), tokenFailures(settings), common?.failures);
  const access = new ControlAccess(settings, origins, wrongTokens);
  const controlCheck = settings.control ? controlValidation(contracts) : undefined;
  const app = createApp({
    settings,
    storage,
    lifecycle,
    contracts,
    metrics,
    log,
    media: mediaRoutes(),
    control: controlCheck && controlRoutes(shopContract, settings, controlCheck, sandboxes, access),
    pages: pageRoutes({ settings, sandboxes, baseUrl, access }),
  });
  const turn = common && (() => common.lease("mail"));
  const delivery = deliveryOf(settings, { storage, clock, log, turn });
  const shops = settings.control ? sandboxes : { main: shop, find: () => undefined };
  const listener = createListener({
    ...{ settings, shops, app, lifecycle, origins, log, batcher: shared.bounds.batcher },
    tls: parts.tls,
  });
  const sweep = () => Promise.all([shop.sessions.sweep(), shop.idempotentCalls.sweep()]);
  const sweeper = setInterval(() => void sweep().catch(onError), sweepEveryMs).unref();
  /** What another process has noted and did not live to carry out. */
  const finisher = common && setInterval(() => storage.start(), finishEveryMs).unref();

  return {
    http: listener.server,
    users: shop.users,
    sessions: shop.sessions,
    listener,
    async prepare({ hasTime = false } = {}) {
      await files.load();
      // Of several processes that start at once, one loads the dataset.
      const dataset = await (common ? common.alone("start", () => start.fill(shop)) : start.fill(shop));
      const { doc } = await storage.read(shopDirectory);
      attributes = customAttributes(ownAttributes, doc.customer_attributes);
      if (settings.control) await start.rememberUsers(storage);
      if (hasTime) await Promise.all([shared.customerContract.prepare(), controlCheck?.prepare()]);
      storage.start();
      delivery?.start();
      lifecycle.state = "ready";
      if (settings.control && dataset === "kept" && !common) start.prepare(storage);
      return dataset;
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

/** Of names and addresses, whichever shop they try. */
function loginFailures(settings: Settings): ThrottleLimits {
  return {
    perUserAndAddress: settings.loginFailuresPerUser,
    perAddress: settings.loginFailuresPerAddress,
    windowSeconds: settings.loginWindowSeconds,
  };
}

/** Wrong control tokens of one address. */
const maxWrongTokens = 10;

function tokenFailures({ loginWindowSeconds }: Settings): ThrottleLimits {
  return { perUserAndAddress: maxWrongTokens, perAddress: maxWrongTokens, windowSeconds: loginWindowSeconds };
}

/** What all shops of the process share, so that it bears what they are asked for together. */
function boundsOf(settings: Settings, onError: (error: unknown) => void): SharedParts["bounds"] {
  return {
    batcher: new RequestBatcher(onError),
    intake: new Intake(settings),
    answers: new AnswerBudget(settings.answerBudgetBytes),
    callsUnderWay: new Budget(settings.maxCallsUnderWay),
    limits: {
      requestTimeoutMs: settings.requestTimeoutSeconds * 1000,
      maxAnswerBytes: settings.maxAnswerBytes,
      answers: new Budget(settings.answerBudgetBytes / 2),
    },
  };
}

/** Without a mail server, messages stay in the outbox. */
function deliveryOf(
  { smtpUrl, mailFrom }: ShopSettings,
  parts: Pick<DeliveryParts, "storage" | "clock" | "log" | "turn">,
): MailDelivery | undefined {
  return smtpUrl === undefined
    ? undefined
    : new MailDelivery({ ...parts, transport: new SmtpTransport(smtpUrl, mailFrom) });
}
