// A program with servers in it, told as JSON to start-server.test.ts. It must end by itself.
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
// A closed port is given back a moment later; connections that fetch keeps alive have been closed by the server.
await setTimeout(50);
const resources = process.getActiveResourcesInfo().filter((name) => !/^(Pipe|TTY|Timeout)/.test(name));
const told = { listeners: during === before ? "unchanged" : during, folder: readdirSync("."), resources };
process.stdout.write(JSON.stringify(told));
