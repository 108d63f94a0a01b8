/** Creates the server and all its parts. All state is on the returned object. */
import type { Server } from "node:http";
import type { RequestHandler } from "express";
import { Nonces } from "../engine/access/oauth/nonces.js";
import { Secrets } from "../engine/access/secrets.js";
import { SessionHistory } from "../engine/access/session-history.js";
import type { Sessions } from "../engine/access/sessions.js";
import { type Users, KeyHolders } from "../engine/access/users.js";
import type { Application, Workshop } from "../engine/application.js";
import { methodsOf } from "../engine/calls/methods.js";
import { protocolMethods } from "../engine/calls/protocol-methods.js";
import { AdjustableClock } from "../engine/clock.js";
import type { Settings } from "../engine/config/config.js";
import { defaultApiKey } from "../engine/config/table.js";
import { readContracts } from "../engine/contract/published-contracts.js";
import { RequestBatcher } from "../engine/time-slices.js";
import type { MediaFiles } from "../engine/files/media-files.js";
import { SharedFiles } from "../engine/files/shared-files.js";
import { VersionedFiles } from "../engine/files/versioned-files.js";
import type { Extension } from "../engine/extension/extension.js";
import { Guard, type Bounds } from "../engine/guard/guard.js";
import { createApp } from "../engine/serving/app.js";
import { CallTallies, observe } from "../engine/serving/call-observer.js";
import { ListeningAddress } from "../engine/serving/listening-address.js";
import { Lifecycle } from "../engine/serving/health.js";
import { createListener, type CloseOptions, type Listener, type Tls } from "../engine/serving/listener.js";
import { Metrics } from "../engine/serving/metrics.js";
import type { Telemetry } from "../engine/serving/telemetry.js";
import type { Log } from "../engine/log/log.js";
import { OutageLog } from "../engine/log/outage-log.js";
import { problemAt, StateProblems } from "../engine/states/problem.js";
import type { InstanceVersion } from "../engine/states/version.js";
import { MemoryStorage } from "../engine/storage/memory.js";
import type { Storage } from "../engine/storage/storage.js";
import { ControlAccess, controlRoutes } from "../testing/control/control.js";
import { Coverage } from "../testing/coverage/coverage.js";
import type { FaultRequest } from "../testing/faults/fault-rules.js";
import { ruleListProblems } from "../testing/faults/rule-list.js";
import type { ShopControl } from "../testing/control/shop-control.js";
import { SandboxRegistry } from "../testing/sandboxes/sandboxes.js";
import { DatasetCallLog } from "./dataset-call-log.js";
import type { PageParts } from "./page-parts.js";
import { Instance } from "./instance.js";
import { Start, type StartParts } from "./start.js";

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
  readonly start?: InstanceVersion | undefined;
  /** Adds chapters to the application. */
  readonly extension?: Pick<Extension, "extend"> | undefined;
  /** Pages for people. Each is opened by the first request that no route before it takes. */
  readonly pages?: readonly ((parts: PageParts) => Promise<RequestHandler>)[];
  /** Rules of the test control that are there after the start and after each reset, already validated. */
  readonly rules?: readonly FaultRequest[] | undefined;
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

/** The server in the order in which it is built: each step takes only what the steps before it have made. */
export function createServer(parts: ServerParts): ApplicationServer {
  const common = commonOf(parts);
  const { clock, log, start } = parts;
  const { settings, application } = common;
  const [buildState, checkRules] = [statesOf(common, parts), rulesCheck(common)];
  const { data } = application;
  const states = new Start({ settings, clock, log, start, data, buildState, checkRules });
  const instances = openInstances(parts, common, states);
  const network = openNetwork(parts, common, instances);
  return running(parts, { common, states, instances, network });
}

/** What all instances share, and the server has once. */
function commonOf(parts: ServerParts) {
  const { settings, clock, log, telemetry, secrets = new Secrets() } = parts;
  const application = extended(parts, parts.application);
  const storage = telemetry?.storage(parts.storage) ?? parts.storage;
  const address = new ListeningAddress(settings, parts.tls ? "https" : "http");
  const baseUrl = address.base;
  const { contract, handlers, published } = application;
  const { namespaces } = settings;
  const features = {
    isControlled: settings.control,
    isCounted: settings.callsPerMinute > 0,
    isTraced: telemetry !== undefined,
  };
  const keyHolders = new KeyHolders(storage, secrets, defaultApiKey);
  const guard = parts.guard ?? new Guard(settings, () => keyHolders.exist(), parts.bounds);
  const outages = new OutageLog(log);
  const onError = (error: unknown) => {
    if (!outages.takes(error)) log.error({ err: error }, "background work failed");
  };
  const tallies = new CallTallies();
  return {
    ...{ application, settings, secrets, storage, address, baseUrl, guard, outages, onError, tallies },
    contracts: readContracts({ contract, published, baseUrl, namespaces }),
    methods: methodsOf(contract, handlers, protocolMethods, features, namespaces),
    batcher: new RequestBatcher(onError, telemetry?.bound),
    throttle: guard.logins(clock, storage.shared),
    nonces: new Nonces(storage),
    traced: telemetry?.traced,
    coverage: new Coverage(),
    sessionHistory: settings.control ? new SessionHistory() : undefined,
    ...observe(log, tallies, outages, telemetry),
  };
}

type Common = ReturnType<typeof commonOf>;

const extended = ({ extension }: ServerParts, application: Application) =>
  extension?.extend(application) ?? application;

/** Builds the states of datasets, in instances in memory. */
function statesOf(common: Common, parts: ServerParts): StartParts["buildState"] {
  return async (dataset, source, named) => {
    const { states } = common.application;
    if (!states) throw new Error("the application has no states");
    const calls = new DatasetCallLog(parts.log, common.observer());
    const open: Workshop["open"] = ({ state, files, clock }, of) =>
      new Instance(
        { ...common, application: extended(parts, of), observer: () => calls },
        {
          storage: new MemoryStorage({ version: state }),
          files: new VersionedFiles(undefined, files),
          clock: new AdjustableClock(clock),
        },
      );
    try {
      return await states.build(dataset, source, { named, open });
    } finally {
      calls.end();
    }
  };
}

/** The main instance, and the sandboxes that are forked from it. */
function openInstances(parts: ServerParts, common: Common, states: Start) {
  const { settings, storage, onError } = common;
  const { shared } = storage;
  const sharedFiles = shared && new SharedFiles(shared.images);
  shared?.onOtherServer(() => sharedFiles?.forget());
  const files = sharedFiles ?? new VersionedFiles(parts.mediaFiles);
  const fileRules = parts.rules ?? [];
  const rules = {
    fileRules,
    startRules: () => [...fileRules, ...(states.rules as readonly FaultRequest[])],
  };
  const sandboxes = new SandboxRegistry({
    openInstance: (fork) => {
      const instance = new Instance(common, { ...fork, ...rules, states: states.from(fork.start) });
      instance.addStartRules().catch(onError);
      return instance;
    },
    named: (name) => states.named(name),
    onError,
  });
  const main = new Instance(common, {
    ...{ storage, files, clock: parts.clock, states, ...rules },
    ...(settings.control ? { findService: sandboxes.findService } : {}),
  });
  sandboxes.main = main;
  return { main, sandboxes, files, sharedFiles };
}

type Instances = ReturnType<typeof openInstances>;

/** Checks the rules of a dataset. Throws StateProblems. */
function rulesCheck({ application, settings }: Common): StartParts["checkRules"] {
  return async (rules) => {
    if (!settings.control) throw problemAt("rules", "needs the test control, which is off (CONTROL=off)");
    const place = "rules";
    const problems = await ruleListProblems(application.contract, settings.namespaces, { rules, place });
    if (problems.length > 0) throw new StateProblems(problems);
  };
}

/** Everything between the socket and the instances. */
function openNetwork(parts: ServerParts, common: Common, { main, sandboxes }: Instances) {
  const { application, settings, contracts, guard, outages, batcher, baseUrl } = common;
  const { log, telemetry, shopControl } = parts;
  const { storage } = main;
  const lifecycle = new Lifecycle();
  const metrics = new Metrics(common.storage, common.tallies, guard.refusals);
  const wrongTokens = guard.tokens(new AdjustableClock(), common.storage.shared);
  const access = new ControlAccess(settings, guard.origins, wrongTokens);
  const { contract, states } = application;
  const pageParts = { application, settings, sandboxes, baseUrl, access, openrpc: contracts.openrpc };
  const app = createApp({
    ...{ settings, storage, lifecycle, contracts, metrics, log, outages },
    control: settings.control
      ? controlRoutes({ contract, settings, sandboxes, access, states, shopControl, batcher })
      : undefined,
    routes: [
      ...(application.routes ?? []),
      ...(parts.pages ?? []).map((open) => openedOnce(() => open(pageParts))),
    ],
  });
  const listener = createListener({
    ...common,
    ...{ app, lifecycle, log, telemetry, tls: parts.tls },
    instances: settings.control ? sandboxes : { main, find: () => undefined },
  });
  return { lifecycle, metrics, listener };
}

interface Built {
  readonly common: Common;
  readonly states: Start;
  readonly instances: Instances;
  readonly network: ReturnType<typeof openNetwork>;
}

/** Starts and stops what was built. */
function running(parts: ServerParts, { common, states, instances, network }: Built): ApplicationServer {
  const { application, settings, onError, outages } = common;
  const { main, sandboxes, files, sharedFiles } = instances;
  const { storage } = main;
  const { shared } = common.storage;
  const { listener, lifecycle, metrics } = network;
  const work = application.work?.({ storage, clock: parts.clock, log: parts.log, outages });
  const sweep = () => Promise.all([main.sessions.sweep(), main.idempotentCalls.sweep()]);
  const sweeper = setInterval(() => void sweep().catch(onError), sweepEveryMs).unref();
  /** Completes background work that another process started before it ended. */
  const finisher = shared && setInterval(() => storage.start(), finishEveryMs).unref();
  return {
    http: listener.server,
    users: main.users,
    sessions: main.sessions,
    listener,
    async prepare() {
      await files.load();
      // Only one of several processes that start at the same time loads the dataset.
      const dataset = await (shared ? shared.withLock("start", () => states.fill(main)) : states.fill(main));
      await application.data.loaded?.(storage);
      await common.secrets.learnCosts(storage);
      if (settings.control) {
        await states.rememberUsers(storage);
        await main.addStartRules();
      }
      storage.start();
      work?.start();
      lifecycle.state = "ready";
      return dataset;
    },
    async keepAsStart() {
      states.set(await main.version());
    },
    async close(options) {
      clearInterval(sweeper);
      clearInterval(finisher);
      main.release();
      sandboxes.clear();
      await listener.close(options);
      await work?.stop();
      await main.stop();
      await sharedFiles?.close();
      metrics.close();
      outages.close();
      parts.telemetry?.close();
    },
  };
}

function openedOnce(open: () => Promise<RequestHandler>): RequestHandler {
  let opened: Promise<RequestHandler> | undefined;
  return async (request, response, next) => (await (opened ??= open()))(request, response, next);
}
