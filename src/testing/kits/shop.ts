/** The shop of one test: a sandbox of the server at STORE_API_URL, or of a server in this process. */
import type { StoreClient } from "../../../generated/clients/typescript/client.js";
import type { Control } from "../embedded/control.js";
import { connect, type StoreServer } from "../embedded/store-server.js";
import { coverageLine } from "../coverage/coverage-texts.js";
import { importServer } from "../embedded/outside.js";
import { ruleText } from "./journal-text.js";

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

/** The rules of all tests that no call has used. */
const unused: string[] = [];
const used = new Set<string>();

async function noteRules(shop: StoreServer): Promise<void> {
  for (const rule of await shop.control.listFaults())
    if (rule.hits > 0) used.add(ruleText(rule));
    else unused.push(ruleText(rule));
}

/** One line about the rules that no call has used. Those of the start are in every shop: one shop that used them is enough. */
async function unusedLine(server: StoreServer): Promise<string> {
  const ofStart = new Set((await server.control.listFaults()).map(ruleText));
  const idle = new Set(unused.filter((text) => !(ofStart.has(text) && used.has(text))));
  return idle.size === 0 ? "" : `Rules that no call used: ${[...idle].join("; ")}.\n`;
}

/** Stops the server of the process. Before, it prints what the calls of the run used, and which rules none used. */
export async function stopServer(): Promise<void> {
  const server = await starting;
  starting = undefined;
  if (!server) return;
  process.stdout.write(await unusedLine(server));
  if (!isOurs) return;
  const { operations, ...others } = await server.control.getCoverage();
  if (operations.percent > 0) process.stdout.write(`${coverageLine({ operations, ...others })}\n`);
  await server.stop();
}

/** Runs `use` with a new sandbox and removes it afterwards. */
export async function withSandbox(use: (shop: StoreServer) => Promise<void>): Promise<void> {
  const shop = await (await sharedServer()).sandbox();
  try {
    await use(shop);
  } finally {
    await noteRules(shop).catch(() => {});
    await shop.stop();
  }
}
