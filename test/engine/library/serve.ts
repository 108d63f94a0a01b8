/** The library on a port: the whole server, with test control and pages. */
import { addons } from "../../../src/addons.js";
import { Secrets } from "../../../src/engine/access/secrets.js";
import { AdjustableClock } from "../../../src/engine/clock.js";
import { settingsReader } from "../../../src/engine/config/config.js";
import { engineSettings } from "../../../src/engine/config/table.js";
import { readExtension } from "../../../src/engine/extension/extension.js";
import { silentLog } from "../../../src/engine/log/log.js";
import { MemoryStorage } from "../../../src/engine/storage/memory.js";
import { createServer } from "../../../src/server/server.js";
import { collections, library } from "./library.js";

/** @param chapters in addition to its contract */
export async function serveLibrary(chapters: readonly string[] = []) {
  const [openrpc] = library.published.documents;
  const base = { contract: library.contract, openrpc: () => openrpc?.text() ?? "" };
  const server = createServer({
    application: library,
    pages: addons.pages.map((load) => async (parts) => (await load()).pageRoutes(parts)),
    extension: chapters.length === 0 ? undefined : await readExtension(base, chapters),
    settings: settingsReader(engineSettings).defaultSettings({
      ...{ port: 0, apiUser: "librarian", apiKey: "books123" },
    }),
    storage: new MemoryStorage({ collections }),
    clock: new AdjustableClock(),
    log: silentLog(),
    secrets: new Secrets({ N: 16, r: 1, p: 1 }),
  });
  await server.listener.listen();
  await server.prepare();
  return { url: server.listener.address, close: () => server.close({ graceMs: 0, lullMs: 0 }) };
}
