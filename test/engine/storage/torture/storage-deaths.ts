import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { openFileStorage } from "../../../../src/engine/storage/file.js";
import type { Storage } from "../../../../src/engine/storage/storage.js";
import { bundleOf } from "../../../support/programs.js";
import { next } from "../support/documents.js";
import { newTally, randomFrom, type Tally } from "./tally.js";
import { collections } from "../../../../src/shop/data/collections.js";

interface Round {
  readonly acknowledged: number;
  /** What was acknowledged, but is not there: none. */
  readonly missing: string[];
  /** What an operator would have been told at the opening. */
  readonly reports: string[];
}

export interface StorageDeathsOptions {
  readonly seed: number;
  readonly rounds: number;
}

/** As many deaths of a process that does nothing but write, all in one folder. */
export async function killStorages({ seed, rounds }: StorageDeathsOptions): Promise<Tally> {
  const tally = newTally("kill -9 under 50 writers");
  const random = randomFrom(seed);
  const folder = await mkdtemp(join(tmpdir(), "storage-deaths-"));
  try {
    for (let round = 0; round < rounds; round += 1) {
      const { acknowledged, missing } = await killRound(folder, 50 + random() * 450);
      tally.rounds += 1;
      tally.faults += 1;
      tally.violations.push(...missing.map((line) => `lost: ${line}`));
      if (acknowledged === 0) tally.violations.push("nothing was written");
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return tally;
}

/**
 * One death: a process writes with 50 writers and tells each acknowledged write, is killed with SIGKILL so
 * many milliseconds after its first one, and the folder is opened again and compared with what it told.
 */
async function killRound(folder: string, lifetime_ms: number): Promise<Round> {
  const told = await toldBeforeDeath(folder, lifetime_ms);
  const reports: string[] = [];
  const storage = await openFileStorage({ collections, folder, report: (message) => reports.push(message) });
  try {
    return { acknowledged: told.length, missing: await missing(storage, told), reports };
  } finally {
    await storage.close();
  }
}

async function toldBeforeDeath(folder: string, lifetime_ms: number): Promise<string[]> {
  const child = spawn(process.execPath, [bundleOf("test/engine/storage/torture/storage-child.ts"), folder], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let errors = "";
  child.stderr.on("data", (data: Buffer) => (errors += data.toString()));
  const exited = new Promise<NodeJS.Signals | null>((resolve) =>
    child.once("exit", (_code, signal) => resolve(signal)),
  );
  const told: string[] = [];
  let killer: Promise<unknown> | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    // The end mark tells a line written whole from one cut by the death.
    if (line.endsWith(".")) told.push(line.slice(0, -1));
    killer ??= setTimeout(lifetime_ms).then(() => child.kill("SIGKILL"));
  }
  const signal = await exited;
  if (signal !== "SIGKILL") throw new Error(`the child ended by itself: ${errors}`);
  return told;
}

/**
 * Lines are "p <id> <version>", "t <id>" when a deletion is tried, "d <id>" and "n <number>". Versions rise,
 * and a later line counts. Only a document whose deletion was tried, and not yet told, may be there or not.
 */
async function missing(storage: Storage, told: readonly string[]): Promise<string[]> {
  const lost: string[] = [];
  const latest = new Map<string, string>();
  let highest = 0;
  for (const line of told) {
    const [kind, id = ""] = line.split(" ");
    if (kind === "n") highest = Math.max(highest, Number(id));
    else latest.set(id, line);
  }
  await storage.read(async (tx) => {
    for (const [id, line] of latest) {
      const doc = (await tx.get("products", Number(id))) as unknown as { version: number } | undefined;
      const [kind, , version] = line.split(" ");
      if (kind === "t") continue;
      // A write that was durable but not told yet may have come after the told one.
      const kept = kind === "d" ? doc === undefined : doc !== undefined && doc.version >= Number(version);
      if (!kept) lost.push(line);
    }
  });
  if ((await next(storage, "torture")) <= highest) lost.push(`n ${highest}`);
  return lost;
}
