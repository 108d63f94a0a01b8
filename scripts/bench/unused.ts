/**
 * What the test control costs those who do not use it: processor time per call and memory, beside a server without it.
 * Processor time is the server's own (`/metrics`): other work on the machine takes turns, not time, away from it.
 */
import { measure, post } from "./load.js";
import { startStore, type Running } from "./processes.js";
import { infoCall, infoRequest, login, type Figure } from "./requests.js";

const turns = 7;

/** About as many calls as the journal of the control takes up several times over. */
const callsBeforeMemory = 100_000;

interface Variant {
  readonly name: string;
  readonly flags: readonly string[];
  /** Switches on what is there and not used. */
  readonly prepare?: (store: Running) => Promise<void>;
}

const off: Variant = { name: "off", flags: ["--control", "off"] };

const variants: readonly Variant[] = [
  off,
  { name: "on", flags: [] },
  { name: "on, with a sandbox", flags: [], prepare: addSandbox },
  { name: "on, with an idle stream of the journal", flags: [], prepare: openStream },
];

async function addSandbox({ port }: Running): Promise<void> {
  const response = await control(port, "/control/sandboxes", { method: "POST", body: "{}" });
  if (response.status !== 201) throw new Error(`no sandbox: ${response.status}`);
}

/** Of calls that nobody makes. It ends with the server. */
async function openStream({ port }: Running): Promise<void> {
  const response = await control(port, "/control/calls/stream?operation=catalog_category.tree", {});
  if (response.status !== 200) throw new Error(`no stream: ${response.status}`);
}

function control(port: number, path: string, init: RequestInit): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}${path}`, {
    ...init,
    headers: { "Content-Type": "application/json" },
  });
}

interface Candidate {
  readonly variant: Variant;
  readonly store: Running;
  readonly info: Buffer;
  readonly batch: Buffer;
  readonly startBytes: number;
}

/** @param seconds of one turn */
export async function unusedFigures(seconds: number): Promise<Figure[]> {
  const candidates = await Promise.all(variants.map(start));
  const figures: Figure[] = [];
  figures.push(...(await timeFigures(candidates, "info", 1, seconds)));
  figures.push(...(await timeFigures(candidates, "batch", 50, seconds)));
  figures.push(...(await memoryFigures(candidates)));
  await Promise.all(candidates.map(({ store }) => store.stop()));
  return figures;
}

async function start(variant: Variant): Promise<Candidate> {
  const store = await startStore({ storage: "memory", dataset: "sample", flags: variant.flags });
  const session = await login(store);
  await variant.prepare?.(store);
  const calls = Array.from({ length: 50 }, (_, id) => infoCall(session, 1 + (id % 40), id));
  const { bytes: startBytes } = await usage(store);
  return { variant, store, info: infoRequest(session, 1), batch: post("/api/jsonrpc", calls), startBytes };
}

/** The best turn of each, which is the one that was disturbed least. */
async function timeFigures(
  candidates: readonly Candidate[],
  what: "info" | "batch",
  callsPerRequest: number,
  seconds: number,
): Promise<Figure[]> {
  const best = candidates.map(() => Infinity);
  for (let turn = 0; turn < turns; turn += 1) {
    for (const [at, candidate] of candidates.entries()) {
      const microseconds = (await costOf(candidate, what, seconds / 3)) / callsPerRequest;
      // The first turn warms up.
      if (turn > 0) best[at] = Math.min(best[at] as number, microseconds);
    }
  }
  const [without = 0, ...others] = best;
  return others.map((microseconds, at) => ({
    name: `${what === "info" ? "catalog_product.info" : "call of a batch of 50"}: control ${nameOf(candidates, at)} / off`,
    ratio: microseconds / without,
    wanted: "<= 1.1",
    detail: `${microseconds.toFixed(2)} us and ${without.toFixed(2)} us of processor time`,
  }));
}

function nameOf(candidates: readonly Candidate[], at: number): string {
  return candidates[at + 1]?.variant.name ?? "";
}

/** Microseconds of processor time of one request. */
async function costOf(candidate: Candidate, what: "info" | "batch", seconds: number): Promise<number> {
  const { store } = candidate;
  const before = await usage(store);
  const started = performance.now();
  const load = { port: store.port, connections: 16, seconds, request: () => candidate[what] };
  const { requestsPerSecond, errors, sample } = await measure(load);
  const requests = (requestsPerSecond * (performance.now() - started)) / 1000;
  if (errors > 0 || sample.includes('"error"'))
    throw new Error(`measured a failure: ${sample.slice(0, 200)}`);
  const after = await usage(store);
  return ((after.cpuSeconds - before.cpuSeconds) * 1_000_000) / requests;
}

async function memoryFigures(candidates: readonly Candidate[]): Promise<Figure[]> {
  const after: number[] = [];
  for (const { store, info } of candidates) {
    for (let calls = 0; calls < callsBeforeMemory;) {
      const load = { port: store.port, connections: 16, seconds: 1, request: () => info };
      calls += (await measure(load)).requestsPerSecond;
    }
    after.push((await usage(store)).bytes);
  }
  const [without] = candidates;
  return candidates.slice(1).map(({ variant, startBytes }, at) => ({
    name: `memory after 100,000 calls: control ${variant.name} / off`,
    ratio: (after[at + 1] as number) / (after[0] as number),
    wanted: "<= 1.2",
    detail:
      `${megabytes(after[at + 1])} and ${megabytes(after[0])}; ` +
      `at the start ${megabytes(startBytes)} and ${megabytes(without?.startBytes)}`,
  }));
}

function megabytes(bytes = 0): string {
  return `${Math.round(bytes / 1024 / 1024)} MB`;
}

interface Usage {
  readonly cpuSeconds: number;
  readonly bytes: number;
}

async function usage({ port }: Running): Promise<Usage> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const valueOf = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1] ?? Number.NaN);
  return {
    cpuSeconds: valueOf("process_cpu_seconds_total"),
    bytes: valueOf("process_resident_memory_bytes"),
  };
}
