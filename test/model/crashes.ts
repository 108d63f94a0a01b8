/**
 * Walks on a server with data on disk, which is killed or stopped in the middle. Afterwards, all acknowledged
 * calls must be stored, and at most the last unacknowledged call of each client, completely or not at all.
 */
import fc from "fast-check";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer, type ServerProcess } from "../engine/storage/torture/server-deaths.js";
import { newTally, randomFrom, type Tally } from "../engine/storage/torture/tally.js";
import { record, specification, type Entry } from "./concurrent.js";
import { linearize } from "./linearizability.js";
import { NoAnswer, Server } from "./server.js";
import { apply } from "./shop/model.js";
import { differences, observe } from "./shop/observation.js";
import type { Shop } from "./shop/state.js";
import { anyStep, chosen, stepKinds } from "./steps.js";
import { begin, describe } from "./walk.js";

export interface CrashOptions {
  readonly seed: number;
  /** The number of starts of the server. */
  readonly rounds: number;
}

/** Sessions end with the frozen clock; the next answers of the gateway are not visible. */
const kinds = stepKinds.filter((kind) => kind !== "session" && kind !== "plan the gateway");

export async function crash({ seed, rounds }: CrashOptions): Promise<Tally> {
  const tally = newTally("walks with deaths of the server in between");
  const random = randomFrom(seed);
  const folder = await mkdtemp(join(tmpdir(), "model-crash-"));
  try {
    let running = await startServer(folder, ["--dataset", "minimal"]);
    let shop = await begin(new Server(running.url));
    for (let round = 0; round < rounds; round += 1) {
      const isAlone = round % 2 === 0;
      const life = {
        ...{ seed: seed + round, random, running, shop },
        signal: round % 4 === 3 ? "SIGTERM" : "SIGKILL",
      } as const;
      const history = await (isAlone ? walkUntilDeath(life) : workUntilDeath(life));
      tally.rounds += 1;
      tally.faults += 1;
      running = await startServer(folder, ["--dataset", "minimal"]);
      const server = new Server(running.url);
      await server.freeze(shop.now);
      const found = await explained(history, shop, server);
      if (typeof found === "string") {
        tally.violations.push(`seed ${seed}, life ${round}: ${found}`);
        break;
      }
      shop = found;
      await server.freeze(shop.now);
    }
    await end(running, "SIGKILL");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return tally;
}

interface Life {
  readonly seed: number;
  readonly random: () => number;
  readonly running: ServerProcess;
  readonly shop: Shop;
  readonly signal: NodeJS.Signals;
}

/** One client, whose last call is interrupted by the signal. */
async function walkUntilDeath({ seed, random, running, shop, signal }: Life): Promise<Entry[]> {
  const server = new Server(running.url);
  const known = structuredClone(shop);
  const steps = fc.sample(anyStep(kinds), { seed, numRuns: 5 + Math.floor(random() * 20) });
  const history: Entry[] = [];
  for (const [at, step] of steps.entries()) {
    const call = chosen(known, step);
    const isLast = at === steps.length - 1;
    const invoked = performance.now();
    const death = isLast ? after(random() * 6).then(() => end(running, signal)) : undefined;
    const outcome = await server.carryOut(call).catch((error: unknown) => {
      if (error instanceof NoAnswer && isLast) return undefined;
      throw error;
    });
    history.push({ client: 0, call, outcome, invoked, answered: outcome ? performance.now() : Infinity });
    if (outcome) apply(known, call);
    await death;
  }
  return history;
}

/** Several concurrent clients. */
async function workUntilDeath({ seed, random, running, shop, signal }: Life): Promise<Entry[]> {
  const parts = seed % 4 < 2 ? ["sales"] : ["catalog", "tree", "customers"];
  const work = record(new Server(running.url), shop, { seed, clients: 4, callsEach: 15, parts });
  const [history] = await Promise.all([work, after(20 + random() * 60).then(() => end(running, signal))]);
  return history;
}

function after(time_ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, time_ms));
}

async function end({ process }: ServerProcess, signal: NodeJS.Signals): Promise<void> {
  const exited = once(process, "exit");
  process.kill(signal);
  await exited;
}

/** The shop that explains the history and all data visible after it, or the reason why there is none. */
async function explained(history: readonly Entry[], shop: Shop, server: Server): Promise<Shop | string> {
  const seen = await server.observe();
  const call = { operation: "look at everything", params: {} };
  const now = performance.now();
  const last: Entry = { client: -1, call, outcome: { result: seen }, invoked: now, answered: now };
  const verdict = linearize([...history, last], shop, specification);
  if (verdict.isLinearizable) return verdict.state;
  const calls = verdict.longest.map((entry) => describe(entry.call)).join("\n  ");
  const state = structuredClone(shop);
  for (const entry of verdict.longest) apply(state, entry.call);
  const wrong = differences(seen, observe(state)).slice(0, 20).join("\n  ");
  const left = verdict.left.map(
    (entry) => `${describe(entry.call)} → ${JSON.stringify(entry.outcome)?.slice(0, 200)}`,
  );
  return `explained\n  ${calls}\nnot explained\n  ${left.join("\n  ")}\nbesides\n  ${wrong}`;
}
