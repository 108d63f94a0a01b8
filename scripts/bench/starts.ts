/** Duration of a start: of the program until it is ready, and of the package in another program. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { startStore, usageOf, type Running, type StoreOptions, type Version } from "./processes.js";

export interface Start {
  /** Processor time and wall clock until ready, over memory with the sample shop, milliseconds. */
  readonly cpu: number;
  readonly wall: number;
  /** Wall clock in a program: `import` of the package, and its first `startServer()`, milliseconds. */
  readonly imported: number;
  readonly started: number;
}

const embedding = `
  const start = performance.now();
  const { startServer } = await import(process.argv[1]);
  const imported = performance.now();
  const server = await startServer();
  console.log(JSON.stringify({ imported: imported - start, started: performance.now() - imported }));
  await server.stop();`;

export async function measureStart(version: Version): Promise<Start> {
  const { store, cpu, wall } = await timedStart(version, { storage: "memory", dataset: "sample" });
  await store.stop();
  const index = pathToFileURL(join(version.root, "dist", "src", "index.js")).href;
  const told = execFileSync(process.execPath, ["--input-type=module", "-e", embedding, index], {
    encoding: "utf8",
  });
  return { cpu, wall, ...(JSON.parse(told) as { imported: number; started: number }) };
}

/** A start over the files of a shop: until ready, and the work that follows. */
export interface LargeStart {
  /** Milliseconds. */
  readonly cpu: number;
  readonly wall: number;
  readonly cpuAfterwards: number;
  /** Resident memory when ready. */
  readonly megabytes: number;
}

/** How long a started server is left alone. */
const idleMs = 3000;

export async function measureLargeStart(version: Version, folder: string): Promise<LargeStart> {
  const { store, cpu, wall } = await timedStart(version, { storage: "file", dataset: "minimal", folder });
  const { bytes } = await usageOf(store);
  await setTimeout(idleMs);
  const cpuAfterwards = (await usageOf(store)).cpuSeconds * 1000 - cpu;
  await store.stop();
  return { cpu, wall, cpuAfterwards, megabytes: bytes / 1e6 };
}

async function timedStart(
  version: Version,
  options: StoreOptions,
): Promise<{ store: Running; cpu: number; wall: number }> {
  const begin = performance.now();
  const store = await startStore(version, options);
  const wall = performance.now() - begin;
  return { store, wall, cpu: (await usageOf(store)).cpuSeconds * 1000 };
}
