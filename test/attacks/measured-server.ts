/**
 * A server in a separate process that reports the duration of its turns to its parent on request. Started by
 * server-process.ts.
 */
import { AdjustableClock } from "../../src/engine/clock.js";
import { defaultSettings } from "../../src/shop/settings.js";
import { silentLog } from "../../src/engine/log/log.js";
import { createStoreServer } from "../../src/store-server.js";
import { MemoryStorage } from "../../src/engine/storage/memory.js";
import type { ServerOptions, Told } from "./server-process.js";
import { TurnWatch } from "./turns.js";
import { collections } from "../../src/shop/data/collections.js";

const { settings, bounds } = JSON.parse(process.argv[2] ?? "{}") as ServerOptions;
const storage = new MemoryStorage({ collections });
const server = createStoreServer({
  settings: defaultSettings({ port: 0, dataset: "sample", ...settings }),
  ...{ storage, bounds: bounds ?? {} },
  clock: new AdjustableClock(),
  log: silentLog(),
});
await server.prepare();
await server.listener.listen();
// Work that happens once, at the first request of its kind, cannot be repeated by an attacker.
await server.users.save({ username: "first", api_key: "first-123", roles: ["customer"] });
const headers = { Authorization: `Basic ${btoa("first:first-123")}` };
for (const path of ["/api/rest/customers", "/control/clock"])
  await fetch(server.listener.address + path, { headers });
await server.users.remove("first");
const watch = new TurnWatch();
tell({ address: server.listener.address });

process.on("message", () => {
  const { rss, heapUsed, external } = process.memoryUsage();
  tell({ turn: watch.take(), memory: { rss, heapUsed, external } });
});
process.on("disconnect", () => process.exit());

function tell(told: Told): void {
  process.send?.(told);
}
