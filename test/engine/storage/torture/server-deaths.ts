/** The real server, killed or told to stop under writes of every kind; afterwards everything it acknowledged is there. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleOf } from "../../../support/programs.js";
import { Acknowledged, ShopClient, writers } from "./server-writes.js";
import { newTally, randomFrom, type Tally } from "./tally.js";

const STOP_WITHIN_MS = 5_000;

export interface ServerDeathsOptions {
  readonly seed: number;
  readonly rounds: number;
  /** The longest time under load, in milliseconds. */
  readonly lifetime_ms: number;
}

export async function killServers({ seed, rounds, lifetime_ms }: ServerDeathsOptions): Promise<Tally> {
  const tally = newTally("the server killed or stopped");
  const random = randomFrom(seed);
  // How often writers draw depends on the speed of the machine, the lifetimes do not.
  const randomOfWriters = randomFrom(seed + 1);
  const folder = await mkdtemp(join(tmpdir(), "server-deaths-"));
  const acknowledged = new Acknowledged();
  try {
    let server = await startServer(folder);
    // However fast the machine is, there is enough for all orders.
    await new ShopClient(server.url).call("catalog_product.update", 1, {
      stock_data: { qty: 1_000_000, is_in_stock: 1 },
    });
    for (let round = 0; round < rounds; round += 1) {
      const signal = round % 2 === 0 ? "SIGKILL" : "SIGTERM";
      const writing = writers.map(
        (writer) => (shop: ShopClient) => writer(shop, acknowledged, randomOfWriters),
      );
      await writeUntilDeath(server, signal, random() * lifetime_ms, writing, tally);
      tally.rounds += 1;
      tally.faults += 1;
      server = await startServer(folder);
      const missing = await acknowledged.missing(new ShopClient(server.url));
      tally.violations.push(...missing.map((what) => `lost after ${signal}: ${what}`));
    }
    server.process.kill("SIGKILL");
    await once(server.process, "exit");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return tally;
}

export interface ServerProcess {
  readonly url: string;
  readonly process: ChildProcess;
}

/** The program in a process of its own, over a folder that outlives it. */
export async function startServer(folder: string, more: readonly string[] = []): Promise<ServerProcess> {
  const args = [bundleOf("src/main.ts"), "--port", "0", "--storage", `file:${join(folder, "data")}`];
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [...args, "--log-level", "fatal", ...more], {
    cwd: folder,
    env: { PATH, HOME, TMPDIR: folder },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stderr.on("data", (data: Buffer) => (output += data.toString()));
  for await (const data of child.stdout) {
    output += String(data);
    const url = /ready on (http:\S+)/.exec(output)?.[1];
    if (url === undefined) continue;
    child.stdout.resume();
    return { url, process: child };
  }
  throw new Error(`the server did not start: ${output}`);
}

async function writeUntilDeath(
  server: ServerProcess,
  signal: "SIGKILL" | "SIGTERM",
  lifetime_ms: number,
  writing: readonly ((shop: ShopClient) => Promise<void>)[],
  tally: Tally,
): Promise<void> {
  const shop = new ShopClient(server.url);
  let isOver = false;
  const working = writing.map(async (write) => {
    for (let failure: Error | undefined; failure === undefined;) {
      failure = await write(shop).then(
        () => undefined,
        (error: unknown) => error as Error,
      );
      if (failure !== undefined && !isOver)
        tally.violations.push(`refused before the death: ${String(failure)}`);
    }
  });
  await new Promise((resolve) => setTimeout(resolve, lifetime_ms));
  isOver = true;
  const exited = once(server.process, "exit") as Promise<[number | null, NodeJS.Signals | null]>;
  const since = performance.now();
  server.process.kill(signal);
  const [code] = await exited;
  const took_ms = performance.now() - since;
  if (signal === "SIGTERM" && code !== 0) tally.violations.push(`SIGTERM ended with code ${String(code)}`);
  if (took_ms > STOP_WITHIN_MS) tally.violations.push(`${signal} took ${Math.round(took_ms)} ms`);
  await Promise.all(working);
}
