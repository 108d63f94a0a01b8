/** Creates the server and all its parts. All state is on the returned object. */
import type { Server } from "node:http";
import type { RequestHandler } from "express";
import { Secrets } from "../engine/access/secrets.js";
import type { Sessions } from "../engine/access/sessions.js";
import type { Users } from "../engine/access/users.js";
import type { Application, Workshop } from "../engine/application.js";
import { methodsOf } from "../engine/calls/methods.js";
import { protocolMethods } from "../engine/calls/protocol-methods.js";
import { AdjustableClock } from "../engine/clock.js";
import type { Settings } from "../engine/config/config.js";
import { defaultApiKey } from "../engine/config/serving-settings.js";
import { readContracts } from "../engine/contract/published-contracts.js";
import { RequestBatcher } from "../engine/time-slices.js";
import type { MediaFiles } from "../engine/files/media-files.js";
import { SharedFiles } from "../engine/files/shared-files.js";
import { VersionedFiles } from "../engine/files/versioned-files.js";
import type { Extension } from "../engine/extension/extension.js";
import { Guard, type Bounds } from "../engine/guard/guard.js";
import { createApp } from "../engine/serving/app.js";
import type { CallObserver } from "../engine/calls/observer.js";
import { CallTallies, observe } from "../engine/serving/call-observer.js";
import { Lifecycle } from "../engine/serving/health.js";
import { createListener, type CloseOptions, type Listener, type Tls } from "../engine/serving/listener.js";
import { Metrics } from "../engine/serving/metrics.js";
import type { Telemetry } from "../engine/serving/telemetry.js";
import type { Log } from "../engine/log/log.js";
import { OutageLog } from "../engine/log/outage-log.js";
import type { ShopVersion } from "../engine/states/version.js";
import { MemoryStorage } from "../engine/storage/memory.js";
import type { Storage } from "../engine/storage/storage.js";
import { ControlAccess, controlRoutes } from "../testing/control/control.js";
import type { ShopControl } from "../testing/control/shop-control.js";
import { SandboxRegistry } from "../testing/sandboxes/sandboxes.js";
import { DatasetCallLog } from "./dataset-call-log.js";
import type { PageParts } from "./page-parts.js";
import { Shop, type OwnParts, type SharedShopParts } from "./shop.js";
import { Start } from "./start.js";

export interface ServerParts {
  readonly application: Application;
  readonly settings: Settings;
  readonly storage: Storage;
  readonly clock: AdjustableClock;
  readonly log: Log;
  /** The storage of the application's files; by default the memory. */
  readonly mediaFiles?: MediaFiles;
  /** Certificate and key; without them, the server uses plain HTTP. */
  readonly tls?: Tls | undefined;
  /** Hashes secrets; tests use a cheaper cost. */
  readonly secrets?: Secrets;
  /** By default, there are no traces. */
  readonly telemetry?: Telemetry | undefined;
  /** The limits of requests; by default those of the settings. */
  readonly guard?: Guard;
  /** Limits that differ from the default ones. */
  readonly bounds?: Partial<Bounds>;
  /** A state that is already built, with an API user. An empty storage takes it instead of the dataset. */
  readonly start?: ShopVersion;
  /** Adds chapters to the application. */
  readonly extension?: Pick<Extension, "extend"> | undefined;
  /** Pages for people. Each is opened by the first request that no route before it takes. */
  readonly pages?: readonly ((parts: PageParts) => Promise<RequestHandler>)[];
  /** The functions of the application that the test control needs besides the operations. */
  readonly shopControl?: ShopControl;
}

export interface ApplicationServer {
  readonly http: Server;
  readonly users: Users;
  readonly sessions: Sessions;
  readonly listener: Listener;
  /** Loads the dataset and creates the first API user if the storage is empty. The server is ready afterwards. */
  prepare(): Promise<"loaded" | "kept">;
  /** Every reset from now on restores the present state. */
  keepAsStart(): Promise<void>;
  /** Completes the requests in progress, then releases everything except the storage. */
  close(options?: CloseOptions): Promise<void>;
}

const sweepEveryMs = 10 * 60_000;
const finishEveryMs = 30_000;

export function createServer(parts: ServerParts): ApplicationServer {
  const { settings, clock, log, telemetry } = parts;
  const extended = (application: Application) => parts.extension?.extend(application) ?? application;
  const application = extended(parts.application);
  const stored = telemetry?.storage(parts.storage) ?? parts.storage;
  const { contract, handlers, published, data, states } = application;
  const outages = new OutageLog(log);
  const onError = (error: unknown) => {
    if (!outages.takes(error)) log.error({ err: error }, "background work failed");
  };
  const baseUrl = () => listener.baseUrl;
  const contracts = readContracts({ contract, published, baseUrl, namespaces: settings.namespaces });
  const someHaveDefaultKey = () => shop.users.someHaveKey(defaultApiKey);
  const guard: Guard = parts.guard ?? new Guard(settings, someHaveDefaultKey, parts.bounds);
  const tallies = new CallTallies();
  const metrics = new Metrics(stored, tallies, guard.refusals);
  const start: Start = new Start({
    ...{ settings, clock, log, data, start: parts.start },
    buildState: async (dataset, source) => {
      if (!states) throw new Error("the application has no states");
      const calls = new DatasetCallLog(log, observation.observer());
      const open: Workshop["open"] = (version, of) => openDraft(version, of, calls);
      try {
        return await states.build(dataset, source, { named: shared.named, open });
      } finally {
        calls.end();
      }
    },
  });
  const observation = observe(log, tallies, outages, telemetry);
  const shared: SharedShopParts = {
    ...{ application, settings, contracts, onError, baseUrl },
    secrets: parts.secrets ?? new Secrets(),
    methods: methodsOf(contract, handlers, protocolMethods, settings.namespaces),
    traced: telemetry?.traced,
    ...{ guard, batcher: new RequestBatcher(onError, telemetry?.bound) },
    throttle: guard.logins(clock, stored.shared),
    ...observation,
    named: (name) => start.named(name),
    build: (dataset) => start.build(dataset),
  };
  const openShop = (own: OwnParts) => new Shop(shared, own);
  /** Opens a shop in memory, in which a dataset is built. */
  const openDraft = ({ state, files, clock }: ShopVersion, of: Application, observer?: CallObserver) =>
    new Shop(
      { ...shared, application: extended(of), ...(observer ? { observer: () => observer } : {}) },
      {
        storage: new MemoryStorage({ version: state }),
        files: new VersionedFiles(undefined, files),
        clock: new AdjustableClock(clock),
        start: () => Promise.reject(new Error("a shop that is being built cannot be reset")),
      },
    );
  const common = stored.shared;
  const sharedFiles = common && new SharedFiles(common.images);
  common?.onOtherServer(() => sharedFiles?.forget());
  const files = sharedFiles ?? new VersionedFiles(parts.mediaFiles);
  const sandboxes: SandboxRegistry = new SandboxRegistry({
    ...{ openShop, onError, named: shared.named },
  });
  const shop: Shop = openShop({
    ...{ storage: stored, files, clock, start: () => start.get() },
    ...(settings.control ? { findService: sandboxes.findService } : {}),
  });
  sandboxes.main = shop;
  const { storage } = shop;

  const lifecycle = new Lifecycle();
  const wrongTokens = guard.tokens(new AdjustableClock(), common);
  const access = new ControlAccess(settings, guard.origins, wrongTokens);
  const { shopControl } = parts;
  const pageParts = { application, settings, sandboxes, baseUrl, access, openrpc: contracts.openrpc.bytes };
  const app = createApp({
    ...{ settings, storage, lifecycle, contracts, metrics, log, outages },
    control: settings.control
      ? controlRoutes({ contract, settings, sandboxes, access, states, shopControl, batcher: shared.batcher })
      : undefined,
    routes: [
      ...(application.routes ?? []),
      ...(parts.pages ?? []).map((open) => openedOnce(() => open(pageParts))),
    ],
  });
  const work = application.work?.({ storage, clock, log, outages });
  const listener = createListener({
    ...{ settings, app, lifecycle, guard, log, outages, telemetry, batcher: shared.batcher },
    shops: settings.control ? sandboxes : { main: shop, find: () => undefined },
    tls: parts.tls,
  });
  const sweep = () => Promise.all([shop.sessions.sweep(), shop.idempotentCalls.sweep()]);
  const sweeper = setInterval(() => void sweep().catch(onError), sweepEveryMs).unref();
  /** Completes background work that another process started before it ended. */
  const finisher = common && setInterval(() => storage.start(), finishEveryMs).unref();

  return {
    http: listener.server,
    users: shop.users,
    sessions: shop.sessions,
    listener,
    async prepare() {
      await files.load();
      // Only one of several processes that start at the same time loads the dataset.
      const dataset = await (common ? common.withLock("start", () => start.fill(shop)) : start.fill(shop));
      await data.loaded?.(storage);
      if (settings.control) await start.rememberUsers(storage);
      storage.start();
      work?.start();
      if (settings.control && dataset === "kept" && !common) start.shareDataWith(storage);
      lifecycle.state = "ready";
      return dataset;
    },
    async keepAsStart() {
      start.set(await shop.version());
    },
    async close(options) {
      clearInterval(sweeper);
      clearInterval(finisher);
      shop.release();
      sandboxes.clear();
      await listener.close(options);
      await work?.stop();
      await shop.stop();
      await sharedFiles?.close();
      metrics.close();
      outages.close();
      telemetry?.close();
    },
  };
}

function openedOnce(open: () => Promise<RequestHandler>): RequestHandler {
  let opened: Promise<RequestHandler> | undefined;
  return async (request, response, next) => (await (opened ??= open()))(request, response, next);
}
