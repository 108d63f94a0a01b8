/** `startServer`: the whole service in the process of a test or a tool (interface.md 8). */
import { messageOf, openMediaFiles, openStorage, startRecords } from "../bootstrap.js";
import { AdjustableClock } from "../clock.js";
import { openLog } from "../log.js";
import { Secrets } from "../access/secrets.js";
import type { Settings } from "../config.js";
import { createStoreServer } from "../server.js";
import { MemoryStorage } from "../storage/memory.js";
import type { StateRecord, Storage, Version } from "../storage/storage.js";
import { settingsOf, type StartOptions } from "./options.js";
import { secretsInMemory, startState } from "./start-states.js";
import { storeServer, type StoreServer } from "./store-server.js";

/**
 * Starts a server in this process, over `memory:` and on a free port unless said otherwise. It reads no environment, writes
 * nothing, and listens to no signal; `stop()` leaves nothing behind. Throws a TypeError that names unusable options.
 *
 *     const server = await startServer();
 *     const shop = server.client();
 *     await shop.catalogProduct.info({ productId: 1 });
 *     await server.stop();
 */
export async function startServer(options: StartOptions = {}): Promise<StoreServer> {
  const settings = settingsOf(options);
  const { fill, version, storage, secrets } = await openParts(settings, options);
  const { log, flush } = openLog(settings);
  /** Where a reset leads. */
  let start: Version | undefined = version;
  const server = createStoreServer({
    settings,
    storage,
    log,
    secrets,
    clock: new AdjustableClock(),
    startDataset: () => (start ? withoutUsers(start) : startRecords(settings, secrets, () => {})),
    mediaFiles: openMediaFiles(settings),
  });
  const end = async () => {
    await server.close();
    await storage.close();
    await flush();
  };
  try {
    await server.listener.listen();
    await server.prepare();
    const { apiUser, apiKey, controlToken } = settings;
    const user = { username: apiUser, apiKey };
    const started = storeServer({ url: server.listener.address, user, controlToken }, end);
    if (fill) {
      await fill(started);
      start = await storage.version();
    }
    return started;
  } catch (error) {
    await end().catch(() => {});
    throw new Error(`The server could not be started: ${messageOf(error)}`, { cause: error });
  }
}

async function openParts(settings: Settings, { dataset = "sample" }: StartOptions) {
  const fill = typeof dataset === "function" ? dataset : undefined;
  if (settings.storage.kind !== "memory") {
    return {
      fill,
      version: undefined,
      storage: await openStorage(settings, () => {}),
      secrets: new Secrets(),
    };
  }
  const name = settings.dataset;
  const version = name === "sample" || name === "minimal" ? await startState(name, settings) : undefined;
  const storage: Storage = new MemoryStorage({ version });
  return { fill, version, storage, secrets: secretsInMemory() };
}

/** Whoever loads a dataset adds the API users. */
async function* withoutUsers(version: Version): AsyncGenerator<StateRecord> {
  for await (const record of version.records()) {
    const isUser = "doc" in record ? record.collection === "api_users" : record.sequence === "api_user";
    if (!isUser) yield record;
  }
}
