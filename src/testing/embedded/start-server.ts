/** `startServer`: runs the whole service in the process of a test or a tool (docs/settings.md). */
import {
  checkStart,
  datasetFailure,
  loadExtension,
  loadTelemetry,
  openMediaFiles,
  openStorage,
  readFaultTexts,
  readRules,
  startDocument,
} from "../../cli/bootstrap.js";
import type { Version } from "../../engine/storage/storage.js";
import { AdjustableClock } from "../../engine/clock.js";
import { StateProblems } from "../../engine/states/problem.js";
import { openLog } from "../../engine/log/log.js";
import { hashesCheaply, Secrets } from "../../engine/access/secrets.js";
import type { ShopSettings } from "../../shop/settings.js";
import { checkedDataset } from "../../shop/states/document.js";
import { createStoreServer } from "../../store-server.js";
import { settingsOf, type StartOptions } from "./options.js";
import { storeServer, type StoreServer } from "./store-server.js";
import { messageOf } from "../../engine/values/messages.js";
import { Sessions } from "../../engine/access/sessions.js";
import { Users } from "../../engine/access/users.js";
import type { InstanceVersion } from "../control/controlled-instance.js";
import { datasetVersion, type DatasetName } from "../../shop/states/dataset.js";
import { MemoryStorage } from "../../engine/storage/memory.js";
import { BoundedCache } from "../../engine/values/bounded-cache.js";
import { State, versionWith } from "../../engine/storage/state.js";
import { collections } from "../../shop/data/collections.js";

/**
 * Starts a server in this process, by default with `memory:` storage on a free port. It does not read the environment, does
 * not write output and does not handle signals; `stop()` releases everything. Throws a TypeError that names invalid options.
 *
 *     const server = await startServer();
 *     const shop = server.client();
 *     await shop.catalogProduct.info({ productId: 1 });
 *     await server.stop();
 */
export async function startServer(options: StartOptions = {}): Promise<StoreServer> {
  const settings = settingsOf(options);
  const telemetry = await loadTelemetry(settings);
  const extension = await loadExtension(settings, options.extend, chaptersOfContent(options));
  const faultTexts = await readFaultTexts(settings, extension?.contract);
  const rules = await readRules(settings, extension?.contract);
  const parts = await openParts(settings, options);
  const { log, flush } = await openLog(settings);
  const server = createStoreServer({
    settings,
    log,
    clock: new AdjustableClock(),
    telemetry,
    extension,
    faultTexts,
    rules,
    ...parts,
  });
  const end = async () => {
    // The caller stops its own server, so no requests are in transit that would need a lull.
    await server.close({ lullMs: 0 });
    await parts.storage.close();
    await flush();
  };
  try {
    await server.listener.listen();
    await server.prepare().catch((error: unknown) => {
      const isOfFile = typeof options.dataset === "string" && error instanceof StateProblems;
      throw isOfFile ? datasetFailure(options.dataset, error) : error;
    });
    const { apiUser, apiKey, controlToken } = settings;
    const user = { username: apiUser, apiKey };
    const started = storeServer({ url: server.listener.address, user, controlToken }, end);
    if (typeof options.dataset === "function") {
      await options.dataset(started);
      await server.keepAsStart();
    }
    return started;
  } catch (error) {
    await end().catch(() => {});
    throw new Error(`The server could not be started: ${messageOf(error)}`, { cause: error });
  }
}

/** A dataset given as an object has no folder, so the paths of its chapters are relative to the working directory. */
function chaptersOfContent({ dataset }: StartOptions): readonly string[] {
  return typeof dataset === "object" ? (checkedDataset(dataset).extend ?? []) : [];
}

/** Opens the storage and prepares the state it starts with. */
async function openParts(settings: ShopSettings, options: StartOptions) {
  const { dataset, storage } = settings;
  const content = typeof options.dataset === "object" ? options.dataset : undefined;
  const secrets = Secrets.by(settings);
  const opened = await openStorage(settings, () => {});
  const mediaFiles = openMediaFiles(settings);
  const isKnown = content === undefined && (dataset === "sample" || dataset === "minimal");
  const start = isKnown && storage.kind === "memory" ? await startState(dataset, settings) : undefined;
  const document = content
    ? async () => {
        const { extend: _, ...rest } = checkedDataset(content);
        return { document: rest };
      }
    : startDocument(settings);
  return {
    storage: opened,
    secrets,
    mediaFiles,
    start,
    startDocument: document,
    checkStart: (state: Version) => checkStart(settings, secrets, state),
  };
}

/** Built once per process: one state for each first API user and cost of hashes; more than a few are unlikely in one process. */
const userStates = new BoundedCache<string, Promise<State>>(8);

/** The state of a built-in dataset together with the first API user. */
async function startState(dataset: DatasetName, settings: ShopSettings): Promise<InstanceVersion> {
  const sample = datasetVersion(dataset, undefined, hashesCheaply(settings));
  const [version, user] = await Promise.all([sample, userState(settings)]);
  return { ...version, state: versionWith(version.state, user, ["api_users"], ["api_user"]) };
}

function userState(settings: ShopSettings): Promise<State> {
  const key = JSON.stringify([settings.apiUser, settings.apiKey, settings.passwordHashCost]);
  const known = userStates.get(key);
  if (known) return known;
  const made = makeUserState(settings);
  userStates.set(key, made);
  made.catch(() => userStates.delete(key));
  return made;
}

async function makeUserState(settings: ShopSettings): Promise<State> {
  const [storage, clock] = [new MemoryStorage({ collections }), new AdjustableClock()];
  const sessions = new Sessions(storage, clock, settings, () => {});
  const users = new Users(storage, clock, Secrets.by(settings), sessions);
  return State.of(collections, await users.bootstrap(settings.apiUser, settings.apiKey));
}
