// A program with servers in it. Prints results as JSON for start-server.test.ts, and must end by itself.
import { readdirSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { startServer } from "../../dist/src/index.js";

const signals = ["SIGINT", "SIGTERM", "SIGHUP", "exit", "uncaughtException", "unhandledRejection"];
const listeners = () => signals.map((signal) => process.listenerCount(signal)).join();

const before = listeners();
const servers = await Promise.all([startServer(), startServer({ dataset: "minimal" })]);
for (const server of servers) {
  await server.client().catalogProductType.items();
  await server.control.resetShop();
}
const during = listeners();
await Promise.all(servers.map((server) => server.stop()));
// A closed port is released a moment later; the server has closed the connections that fetch keeps alive.
await setTimeout(50);
const resources = process.getActiveResourcesInfo().filter((name) => !/^(Pipe|TTY|Timeout)/.test(name));
const told = { listeners: during === before ? "unchanged" : during, folder: readdirSync("."), resources };
process.stdout.write(JSON.stringify(told));
