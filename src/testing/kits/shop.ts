/** The shop of one test: a sandbox of the server at STORE_API_URL, or of a server in this process. */
import type { StoreClient } from "../../../generated/clients/typescript/client.js";
import type { Control } from "../embedded/control.js";
import { connect, type StoreServer } from "../embedded/store-server.js";
import { endOfRun } from "../coverage/coverage-texts.js";
import { importServer } from "../embedded/outside.js";

/** The fixtures of a test in both kits. */
export interface ShopFixtures {
  /** A sandbox of its own, of the server at STORE_API_URL or of one in this process. */
  readonly shop: StoreServer;
  /** A client of the shop, by its first API user, with strict handling: misspelt members are refused. */
  readonly client: StoreClient;
  readonly control: Control;
}

let starting: Promise<StoreServer> | undefined;
let isOurs = false;

/** The one server for all tests of the process; `stopServer` stops it. */
export function sharedServer(): Promise<StoreServer> {
  starting ??= start();
  return starting;
}

async function start(): Promise<StoreServer> {
  const server = await openServer();
  // The first call of the control takes long; it shall not take the time of the first test.
  await server.control.getClock();
  return server;
}

async function openServer(): Promise<StoreServer> {
  const { STORE_API_URL } = process.env;
  if (STORE_API_URL !== undefined && STORE_API_URL !== "") return connect(STORE_API_URL);
  const { startServer } = await importServer();
  isOurs = true;
  return startServer();
}

/** Stops the server that `sharedServer` has started. Before, it prints what the calls of the run used, and which rules none used. */
export async function stopServer(): Promise<void> {
  const server = await starting;
  starting = undefined;
  if (!server || !isOurs) return;
  process.stdout.write(endOfRun(await server.control.getCoverage(), 1));
  await server.stop();
}

/** Runs `use` with a new sandbox and removes it afterwards. */
export async function withSandbox(use: (shop: StoreServer) => Promise<void>): Promise<void> {
  const shop = await (await sharedServer()).sandbox();
  try {
    await use(shop);
  } finally {
    await shop.stop();
  }
}
